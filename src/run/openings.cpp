#include "run/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "base/errors.hpp"
#include "edge/tables/data_file.hpp"
#include "formats/formats.hpp"
#include "run/registry.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t slice = std::uint64_t{1} << 20;
constexpr std::uint32_t weight_levels = 2;
constexpr std::uint32_t deepest = 4096;

/// Looks at no board.
class DeafSink final : public SolutionSink {
 public:
  DeafSink() { next_wanted_ = ~std::uint64_t{0}; }
  void counted(std::uint64_t, std::uint64_t) override {}
  void improved(const Solution&) override {}

 protected:
  Flow offer(const Solution&, std::uint64_t) override { return Flow::go_on; }
};

TreeWalk& as_walk(Engine& engine) { return dynamic_cast<TreeWalk&>(engine); }

/// What openings are walked with: always to the end.
struct Walk {
  explicit Walk(const OpeningSet& set, OpeningBoards boards = OpeningBoards::counted) : puzzle(set.puzzle) {
    const EngineInfo& info = engine_named(set.engine, puzzle.family());
    request.puzzle = &puzzle;
    request.engine = &info;
    request.config.goal = boards == OpeningBoards::kept ? Goal::all : Goal::count;
    request.config.seed = set.seed;
    request.config.symmetry = set.reduced ? SearchSymmetry::reduced : SearchSymmetry::whole;
    request.config.options = Options(info.options);
    for (std::size_t begin = 0; begin < set.options.size();) {
      const std::size_t end = std::min(set.options.find(' ', begin), set.options.size());
      const std::size_t equals = set.options.find('=', begin);
      if (equals >= end) throw UsageError(fmt::format("engine {}: '{}' is no option", set.engine, set.options));
      request.config.options.set(set.options.substr(begin, equals - begin),
                                 set.options.substr(equals + 1, end - equals - 1));
      begin = end + 1;
    }
    if (!info.walks_tree) throw UsageError(fmt::format("engine {}: walks no tree, so it has no openings", info.name));
  }
  std::unique_ptr<Engine> engine() const { return request.engine->make(puzzle, request.config); }

  Puzzle puzzle;
  RunRequest request;
};

/// The top of the tree into the gate; the subtrees below it.
std::vector<TreePosition> walk_down(Engine& engine, std::uint32_t depth, Gate& gate) {
  GateSink sink(gate, [&] { return engine.progress().nodes; });
  std::vector<TreePosition> frontier;
  as_walk(engine).walk_down_to(depth, sink, frontier);
  sink.flush();
  return frontier;
}

/// The top of the tree down to set.depth.
void walk_top(const Walk& walk, OpeningSet& set) {
  const auto engine = walk.engine();
  Gate gate(walk.request);
  std::vector<TreePosition> frontier = walk_down(*engine, set.depth, gate);
  const Totals totals = gate.totals();
  set.top_nodes = engine->progress().nodes;
  set.top_solutions = totals.solutions;
  set.top_distinct = totals.distinct;
  set.top_verified = totals.verified;
  set.openings.clear();
  for (TreePosition& position : frontier) set.openings.push_back({std::move(position), 0});
}

std::vector<SolutionRecord> boards_of(Gate& gate) {
  std::vector<SolutionRecord> boards;
  for (const Event& event : gate.drain())
    if (const auto* found = std::get_if<SolutionFound>(&event)) boards.push_back(found->record);
  return boards;
}

void weigh(const Walk& walk, OpeningSet& set) {
  const auto engine = walk.engine();
  for (Opening& opening : set.openings) {
    DeafSink sink;
    std::vector<TreePosition> below;
    as_walk(*engine).seek(opening.position);
    as_walk(*engine).walk_down_to(set.depth + weight_levels, sink, below);
    opening.weight = below.size();
  }
  std::stable_sort(set.openings.begin(), set.openings.end(),
                   [](const Opening& a, const Opening& b) { return a.weight > b.weight; });
}

std::vector<std::vector<std::uint32_t>> sorted_choices(const OpeningSet& set) {
  std::vector<std::vector<std::uint32_t>> all;
  for (const Opening& opening : set.openings) all.push_back(opening.position.choices);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

OpeningSet build_openings(const RunRequest& request, const OpeningsWanted& wanted) {
  OpeningSet set;
  set.puzzle = *request.puzzle;
  set.engine = request.engine->name;
  set.options = request.config.options.changed();
  set.reduced = request.config.symmetry == SearchSymmetry::reduced;
  set.seed = request.config.seed;
  if (set.options.find("path=") != std::string::npos)
    throw UsageError("--order file: openings must not depend on another file");
  const Walk walk(set);
  for (set.depth = std::max(wanted.depth, 1u);; ++set.depth) {
    walk_top(walk, set);
    if (wanted.depth > 0 || set.openings.size() >= wanted.count || set.openings.empty()) break;
  }
  if (set.openings.empty())
    throw UsageError(fmt::format("there are no openings: the tree of {} ends above depth {}, count it as a whole",
                                 set.puzzle.name, set.depth));
  weigh(walk, set);
  return set;
}

void write_openings(const std::string& path, const OpeningSet& set) {
  ByteWriter writer;
  edge::add_text(writer, write_toml(set.puzzle));
  edge::add_text(writer, set.engine);
  edge::add_text(writer, set.options);
  for (const std::uint64_t number : {std::uint64_t{set.reduced}, set.seed, std::uint64_t{set.depth}, set.top_nodes,
                                     set.top_solutions, set.top_distinct, set.top_verified})
    writer.number(number);
  std::vector<std::uint32_t> choices;
  std::vector<std::uint64_t> weights;
  for (const Opening& opening : set.openings) {
    choices.insert(choices.end(), opening.position.choices.begin(), opening.position.choices.end());
    weights.push_back(opening.weight);
  }
  writer.array(std::span<const std::uint32_t>(choices));
  writer.array(std::span<const std::uint64_t>(weights));
  edge::write_data_file(path, {edge::DataFile::Kind::openings, puzzle_hash(set.puzzle), writer.take()});
}

OpeningSet read_openings(const std::string& path) {
  const edge::DataFile file = edge::read_data_file(path, edge::DataFile::Kind::openings);
  OpeningSet set;
  try {
    ByteReader reader(file.contents);
    set.puzzle = read_toml(edge::take_text(reader), path);
    set.engine = edge::take_text(reader);
    set.options = edge::take_text(reader);
    set.reduced = reader.number(1) == 1;
    set.seed = reader.number();
    set.depth = static_cast<std::uint32_t>(reader.number(deepest));
    set.top_nodes = reader.number();
    set.top_solutions = reader.number();
    set.top_distinct = reader.number();
    set.top_verified = reader.number();
    const auto choices = reader.array<std::uint32_t>();
    const auto weights = reader.array<std::uint64_t>();
    reader.end();
    if (set.depth == 0 || choices.size() != weights.size() * set.depth || puzzle_hash(set.puzzle) != file.puzzle_hash)
      reader.refuse();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto begin = choices.begin() + static_cast<std::ptrdiff_t>(i * set.depth);
      set.openings.push_back({{set.depth, {begin, begin + set.depth}, 0}, weights[i]});
    }
  } catch (const InputError&) {
    throw InputError({path}, "is damaged");
  }
  return set;
}

void check_tree(const std::string& path, const OpeningSet& set) {
  OpeningSet now = set;
  try {
    const Walk walk(set);
    walk_top(walk, now);
  } catch (const UsageError&) {
    now.openings.clear();
  }
  const bool same = now.top_nodes == set.top_nodes && now.top_solutions == set.top_solutions &&
                    sorted_choices(now) == sorted_choices(set);
  if (!same)
    throw InputError({path}, fmt::format("was made by another version of engine {}: build it again", set.engine));
}

std::vector<SolutionRecord> top_boards(const OpeningSet& set) {
  const Walk walk(set, OpeningBoards::kept);
  Gate gate(walk.request);
  walk_down(*walk.engine(), set.depth, gate);
  return boards_of(gate);
}

bool solve_openings(const OpeningSet& set, const std::vector<bool>& done, unsigned threads,
                    const std::atomic<bool>& stop, const std::function<void(const OpeningResult&)>& finished,
                    OpeningBoards boards) {
  const Walk walk(set, boards);
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  std::mutex mutex;
  std::exception_ptr failure;

  const auto solve_one = [&](Engine& engine, Gate& gate, std::size_t index) {
    const std::uint64_t before = engine.progress().nodes;
    const Totals known = gate.totals();
    GateSink sink(gate, [&] { return engine.progress().nodes - before; });
    as_walk(engine).seek(set.openings[index].position);
    while (engine.advance({slice}, sink) == Advance::running)
      if (stop || failed) return;
    sink.flush();
    const Totals totals = gate.totals();
    const std::lock_guard lock(mutex);
    finished({index, engine.progress().nodes - before, totals.solutions - known.solutions,
              totals.distinct - known.distinct, totals.verified - known.verified, boards_of(gate)});
  };
  const auto work = [&] {
    try {
      const auto engine = walk.engine();
      Gate gate(walk.request);
      while (!stop && !failed) {
        const std::size_t index = next++;
        if (index >= set.openings.size()) return;
        if (!done[index]) solve_one(*engine, gate, index);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      failed = true;
    }
  };
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < std::max(1u, threads); ++i) workers.emplace_back(work);
  for (std::thread& worker : workers) worker.join();
  if (failure) std::rethrow_exception(failure);
  return !stop;
}

}  // namespace tesselle
