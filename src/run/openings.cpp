#include "run/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/data_file.hpp"
#include "base/errors.hpp"
#include "edge/estimate/domain_sizes.hpp"
#include "engine/null_sink.hpp"
#include "formats/formats.hpp"
#include "run/registry.hpp"
#include "run/thread_pool.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t slice = std::uint64_t{1} << 20;
constexpr std::uint32_t weight_levels = 2;
constexpr std::uint32_t deepest = 4096;
constexpr std::size_t most_at_a_time = 256;  // openings that a thread takes up at once

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

/// The top of a tree, level by level.
class Top {
 public:
  explicit Top(const Walk& walk)
      : engine_(walk.engine()), gate_(walk.request), sink_(gate_, [this] { return engine_->progress().nodes; }) {}

  /// One level down; false if it was stopped. Throws UsageError if there are more than `most`.
  bool descend(std::size_t most, const std::atomic<bool>& stop) {
    std::vector<TreePosition> below;
    for (const TreePosition& node : nodes_) {
      if (stop) return false;
      as_walk(*engine_).seek(node);
      as_walk(*engine_).walk_down_to(depth_ + 1, sink_, below);
      if (below.size() > most)
        throw UsageError(fmt::format("there are more than {} openings of depth {}: take a smaller --depth or --count",
                                     most, depth_ + 1));
    }
    sink_.flush();
    nodes_ = std::move(below);
    ++depth_;
    return true;
  }
  std::uint32_t depth() const { return depth_; }
  const std::vector<TreePosition>& nodes() const { return nodes_; }
  Gate& gate() { return gate_; }

  void describe(OpeningSet& set) const {
    const Totals totals = gate_.totals();
    set.depth = depth_;
    set.top_nodes = engine_->progress().nodes;
    set.top_solutions = totals.solutions;
    set.top_distinct = totals.distinct;
    set.top_verified = totals.verified;
    set.openings.clear();
    for (const TreePosition& position : nodes_) set.openings.push_back({position, 0});
  }

 private:
  std::unique_ptr<Engine> engine_;
  Gate gate_;
  GateSink sink_;
  std::vector<TreePosition> nodes_{1};
  std::uint32_t depth_ = 0;
};

std::vector<SolutionRecord> boards_of(Gate& gate) {
  std::vector<SolutionRecord> boards;
  for (const Event& event : gate.drain())
    if (const auto* found = std::get_if<SolutionFound>(&event)) boards.push_back(found->record);
  return boards;
}

/// How an opening that the engine has been sent to is weighed.
using Scale = std::function<std::uint64_t()>;

Scale scale_of_size(Engine& engine, std::uint32_t depth) {
  return [&engine, depth] {
    NullSink sink;
    std::vector<TreePosition> below;
    as_walk(engine).walk_down_to(depth + weight_levels, sink, below);
    return below.size();
  };
}

Scale scale_of_domains(Engine& engine, const OpeningSet& set) {
  const auto* shows = dynamic_cast<const ShowsBoard*>(&engine);
  if (set.puzzle.family() != Family::edge || shows == nullptr)
    throw UsageError(fmt::format("--rank domains: engine {} does not show what it has placed; scan does", set.engine));
  return [shows, domains = std::make_shared<edge::DomainSizes>(set.puzzle.edge())] {
    return domains->beside(shows->board().edge());
  };
}

/// False if it was stopped.
bool weigh(OpeningSet& set, const std::atomic<bool>& stop) {
  const Walk walk(set);
  const auto engine = walk.engine();
  const Scale weight =
      set.rank == OpeningRank::size ? scale_of_size(*engine, set.depth) : scale_of_domains(*engine, set);
  for (Opening& opening : set.openings) {
    if (stop) return false;
    as_walk(*engine).seek(opening.position);
    opening.weight = weight();
  }
  std::stable_sort(set.openings.begin(), set.openings.end(),
                   [](const Opening& a, const Opening& b) { return a.weight > b.weight; });
  return true;
}

std::vector<std::vector<std::uint32_t>> sorted_choices(const OpeningSet& set) {
  std::vector<std::vector<std::uint32_t>> all;
  for (const Opening& opening : set.openings) all.push_back(opening.position.choices);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

std::optional<OpeningSet> build_openings(const RunRequest& request, const OpeningsWanted& wanted,
                                         const std::atomic<bool>& stop) {
  OpeningSet set;
  set.puzzle = *request.puzzle;
  set.engine = request.engine->name;
  set.options = request.config.options.changed();
  set.reduced = request.config.symmetry == SearchSymmetry::reduced;
  set.seed = request.config.seed;
  set.rank = wanted.rank;
  if (set.options.find("path=") != std::string::npos)
    throw UsageError("--order file: openings must not depend on another file");
  const Walk walk(set);
  Top top(walk);
  do {
    if (!top.descend(wanted.most, stop)) return std::nullopt;
  } while (!top.nodes().empty() && (wanted.depth > 0 ? top.depth() < wanted.depth : top.nodes().size() < wanted.count));
  if (top.nodes().empty())
    throw UsageError(fmt::format("there are no openings: the tree of {} ends above depth {}, count it as a whole",
                                 set.puzzle.name, top.depth()));
  top.describe(set);
  if (!weigh(set, stop)) return std::nullopt;
  return set;
}

void rank_openings(OpeningSet& set, OpeningRank rank) {
  set.rank = rank;
  weigh(set, never_stopped);
}

std::vector<std::optional<Solution>> opening_boards(const OpeningSet& set, std::size_t most) {
  const Walk walk(set);
  const auto engine = walk.engine();
  const auto* shows = dynamic_cast<const ShowsBoard*>(engine.get());
  std::vector<std::optional<Solution>> boards(std::min(most, set.openings.size()));
  for (std::size_t i = 0; shows != nullptr && i < boards.size(); ++i) {
    as_walk(*engine).seek(set.openings[i].position);
    boards[i] = shows->board();
  }
  return boards;
}

void write_openings(const std::string& path, const OpeningSet& set) {
  ByteWriter writer;
  add_text(writer, write_toml(set.puzzle));
  add_text(writer, set.engine);
  add_text(writer, set.options);
  for (const std::uint64_t number :
       {std::uint64_t{set.reduced}, set.seed, static_cast<std::uint64_t>(set.rank), std::uint64_t{set.depth},
        set.top_nodes, set.top_solutions, set.top_distinct, set.top_verified})
    writer.number(number);
  std::vector<std::uint32_t> choices;
  std::vector<std::uint64_t> weights;
  for (const Opening& opening : set.openings) {
    choices.insert(choices.end(), opening.position.choices.begin(), opening.position.choices.end());
    weights.push_back(opening.weight);
  }
  writer.array(std::span<const std::uint32_t>(choices));
  writer.array(std::span<const std::uint64_t>(weights));
  write_data_file(path, {DataFile::Kind::openings, puzzle_hash(set.puzzle), writer.take()});
}

OpeningSet read_openings(const std::string& path) {
  const DataFile file = read_data_file(path, DataFile::Kind::openings);
  OpeningSet set;
  try {
    ByteReader reader(file.contents);
    set.puzzle = read_toml(take_text(reader), path);
    set.engine = take_text(reader);
    set.options = take_text(reader);
    set.reduced = reader.number(1) == 1;
    set.seed = reader.number();
    set.rank = static_cast<OpeningRank>(reader.number(static_cast<std::uint64_t>(OpeningRank::domains)));
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

namespace {

/// Down to the depth of the openings. Throws UsageError if there is more than was found when they were made.
std::unique_ptr<Top> top_of(const Walk& walk, const OpeningSet& set) {
  auto top = std::make_unique<Top>(walk);
  while (top->depth() < set.depth) top->descend(set.top_nodes, never_stopped);
  return top;
}

}  // namespace

void check_tree(const std::string& path, const OpeningSet& set) {
  OpeningSet now = set;
  try {
    top_of(Walk(set), set)->describe(now);
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
  return boards_of(top_of(walk, set)->gate());
}

namespace {

/// Threads that walk openings, each with its own engine and gate.
class OpeningCrew {
 public:
  using Finished = std::function<void(const OpeningResult&)>;
  OpeningCrew(const OpeningSet& set, const std::vector<bool>& done, unsigned threads, const std::atomic<bool>& stop,
              const Finished& finished, OpeningBoards boards)
      : set_(set), done_(done), threads_(std::max(threads, 1u)), stop_(stop), finished_(finished), walk_(set, boards) {}

  bool run() {
    ThreadPool pool(threads_);
    pool.parallel_for()(threads_, [this](std::size_t) { work(); });
    if (failure_) std::rethrow_exception(failure_);
    return !stop_;
  }

 private:
  void work() {
    try {
      const auto engine = walk_.engine();
      Gate gate(walk_.request);
      for (std::vector<std::size_t> batch = take(); !batch.empty(); batch = take()) {
        tell_what_comes(*engine, batch);
        for (const std::size_t opening : batch)
          if (!must_end()) solve_one(*engine, gate, opening);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      fail();
    }
  }

  /// Several at a time, so that an engine that plans ahead can; in the end fewer, so that no thread is left alone.
  std::vector<std::size_t> take() {
    const std::lock_guard lock(mutex_);
    std::vector<std::size_t> batch;
    if (must_end()) return batch;
    const std::size_t wanted = std::clamp<std::size_t>((done_.size() - next_) / (8 * threads_), 1, most_at_a_time);
    for (; next_ < done_.size() && batch.size() < wanted; ++next_)
      if (!done_[next_]) batch.push_back(next_);
    return batch;
  }

  void tell_what_comes(Engine& engine, const std::vector<std::size_t>& batch) const {
    auto* plans = dynamic_cast<PlansAhead*>(&engine);
    if (plans == nullptr) return;
    std::vector<TreePosition> places;
    for (const std::size_t opening : batch) places.push_back(set_.openings[opening].position);
    plans->expect(std::move(places));
  }

  void solve_one(Engine& engine, Gate& gate, std::size_t opening) {
    const std::uint64_t before = engine.progress().nodes;
    const Totals known = gate.totals();
    GateSink sink(gate, [&] { return engine.progress().nodes - before; });
    as_walk(engine).seek(set_.openings[opening].position);
    while (engine.advance({slice}, sink) == Advance::running)
      if (must_end()) return;
    sink.flush();
    const Totals totals = gate.totals();
    tell({opening, engine.progress().nodes - before, totals.solutions - known.solutions,
          totals.distinct - known.distinct, totals.verified - known.verified, boards_of(gate)});
  }

  /// One at a time, and nothing more once something went wrong.
  void tell(const OpeningResult& result) {
    const std::lock_guard lock(mutex_);
    if (failed_) return;
    try {
      finished_(result);
    } catch (...) {
      fail();
    }
  }

  bool must_end() const { return stop_ || failed_; }
  void fail() {
    if (!failed_) failure_ = std::current_exception();
    failed_ = true;
  }

  const OpeningSet& set_;
  const std::vector<bool>& done_;
  unsigned threads_;
  const std::atomic<bool>& stop_;
  const Finished& finished_;
  Walk walk_;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;  // guards all below, and finished_
  std::size_t next_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

bool solve_openings(const OpeningSet& set, const std::vector<bool>& done, unsigned threads,
                    const std::atomic<bool>& stop, const std::function<void(const OpeningResult&)>& finished,
                    OpeningBoards boards) {
  return OpeningCrew(set, done, threads, stop, finished, boards).run();
}

}  // namespace tesselle
