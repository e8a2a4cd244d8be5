#include "search/openings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/data_file.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/one_word.hpp"
#include "edge/estimate/domain_sizes.hpp"
#include "engine/null_sink.hpp"
#include "run/gate.hpp"
#include "run/registry.hpp"
#include "search/planner.hpp"
#include "search/solution_files.hpp"
#include "store/sqlite_unit_ledger.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {

Options read_options(const EngineInfo& engine, const std::string& text) {
  Options options(engine.options);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::size_t equals = text.find('=', begin);
    if (equals >= end) throw UsageError(fmt::format("engine {}: '{}' is not an option", engine.name, text));
    options.set(text.substr(begin, equals - begin), from_one_word(text.substr(equals + 1, end - equals - 1)));
    begin = end + 1;
  }
  return options;
}

namespace {

constexpr std::uint32_t weight_levels = 2;
constexpr std::uint32_t deepest = 4096;

/// What openings are walked with: always to the end.
struct OpeningSearch {
  explicit OpeningSearch(const OpeningSet& set, OpeningBoards boards = OpeningBoards::counted) : puzzle(set.puzzle) {
    const EngineInfo& info = engine_named(set.engine, puzzle.family());
    request.puzzle = &puzzle;
    request.engine = &info;
    request.config.goal = boards == OpeningBoards::kept ? Goal::all : Goal::count;
    request.config.seed = set.seed;
    request.config.symmetry = set.reduced ? SearchSymmetry::reduced : SearchSymmetry::whole;
    request.config.options = read_options(info, set.options);
    if (!info.abilities.walks_tree)
      throw UsageError(fmt::format("engine {}: does not walk a tree, so it has no openings", info.name));
  }
  EngineInstance engine() const { return EngineInstance(request.engine->make(puzzle, request.config)); }

  Puzzle puzzle;
  RunRequest request;
};

/// The top of a tree, level by level.
class Top {
 public:
  explicit Top(const OpeningSearch& search)
      : engine_(search.engine()), gate_(search.request), sink_(gate_, [this] { return engine_->progress().nodes; }) {}

  /// One level down; false if it was stopped. Throws UsageError if there are more than `max`.
  bool descend(std::size_t max, const std::stop_token& stop) {
    std::vector<TreePosition> below;
    for (const TreePosition& node : nodes_) {
      if (stop.stop_requested()) return false;
      engine_.walk->seek(node);
      engine_.walk->walk_down_to(depth_ + 1, sink_, below);
      if (below.size() > max)
        throw UsageError(fmt::format("there are more than {} openings of depth {}: take a smaller --depth or --count",
                                     max, depth_ + 1));
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
  EngineInstance engine_;
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

Scale scale_of_size(EngineInstance& engine, std::uint32_t depth) {
  return [&engine, depth] {
    NullSink sink;
    std::vector<TreePosition> below;
    engine.walk->walk_down_to(depth + weight_levels, sink, below);
    return below.size();
  };
}

Scale scale_of_domains(const EngineInstance& engine, const OpeningSet& set) {
  const ShowsBoard* shows = engine.shows;
  if (set.puzzle.family() != Family::edge || shows == nullptr)
    throw UsageError(fmt::format("--rank domains: engine {} does not show what it has placed; scan does", set.engine));
  return [shows, domains = std::make_shared<edge::DomainSizes>(set.puzzle.edge())] {
    return domains->beside(shows->board().edge());
  };
}

/// False if it was stopped.
bool weigh(OpeningSet& set, const std::stop_token& stop) {
  const OpeningSearch search(set);
  EngineInstance engine = search.engine();
  const Scale weight = set.rank == OpeningRank::size ? scale_of_size(engine, set.depth) : scale_of_domains(engine, set);
  for (Opening& opening : set.openings) {
    if (stop.stop_requested()) return false;
    engine.walk->seek(opening.position);
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

std::optional<OpeningSet> build_openings(SearchRequest request, const OpeningsWanted& wanted,
                                         const std::stop_token& stop) {
  if (request.engine == "auto") request.engine = request.puzzle->family() == Family::edge ? "scan" : "cover";
  request.goal = Goal::count;
  const RunRequest planned = plan_search(request).stages.front().request;
  OpeningSet set;
  set.puzzle = *request.puzzle;
  set.engine = planned.engine->name;
  set.options = planned.config.options.changed();
  set.reduced = planned.config.symmetry == SearchSymmetry::reduced;
  set.seed = request.seed;
  set.rank = wanted.rank;
  if (set.options.find("path=") != std::string::npos)
    throw UsageError("--order file: openings must not depend on another file");
  const OpeningSearch search(set);
  Top top(search);
  do {
    if (!top.descend(wanted.max, stop)) return std::nullopt;
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
  weigh(set, std::stop_token{});
}

std::vector<std::optional<Solution>> opening_boards(const OpeningSet& set, std::size_t count) {
  const OpeningSearch search(set);
  EngineInstance engine = search.engine();
  const ShowsBoard* shows = engine.shows;
  std::vector<std::optional<Solution>> boards(std::min(count, set.openings.size()));
  for (std::size_t i = 0; shows != nullptr && i < boards.size(); ++i) {
    engine.walk->seek(set.openings[i].position);
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
std::unique_ptr<Top> top_of(const OpeningSearch& search, const OpeningSet& set) {
  auto top = std::make_unique<Top>(search);
  while (top->depth() < set.depth) top->descend(set.top_nodes, std::stop_token{});
  return top;
}

}  // namespace

void check_tree(const std::string& path, const OpeningSet& set) {
  OpeningSet now = set;
  try {
    top_of(OpeningSearch(set), set)->describe(now);
  } catch (const UsageError&) {
    now.openings.clear();
  }
  const bool same = now.top_nodes == set.top_nodes && now.top_solutions == set.top_solutions &&
                    sorted_choices(now) == sorted_choices(set);
  if (!same)
    throw InputError({path}, fmt::format("was made by another version of engine {}: build it again", set.engine));
}

std::vector<SolutionRecord> top_boards(const OpeningSet& set) {
  const OpeningSearch search(set, OpeningBoards::kept);
  return boards_of(top_of(search, set)->gate());
}

namespace {

std::string id_of(const std::string& puzzle, const OpeningSet& set, const TreePosition& place) {
  Fnv64 hash;
  hash.add(set.engine);
  hash.add(set.options);
  for (const std::uint32_t choice : place.choices) hash.add(std::to_string(choice));
  return puzzle + hex64(hash.value());
}

/// Every board found, in this run and before, one per line.
void write_boards(const std::filesystem::path& file, const OpeningSet& set, UnitLedger& ledger) {
  std::string lines;
  for (const SolutionRecord& board : top_boards(set)) lines += write_solution_json(set.puzzle, board) + "\n";
  ledger.for_each_board([&](const std::string& board) { lines += board + "\n"; });
  write_file_atomically(file, lines);
}

}  // namespace

std::vector<WorkUnit> units_of(const OpeningSet& set) {
  const std::string puzzle = hex64(puzzle_hash(set.puzzle));  // once: there are hundreds of thousands of units
  std::vector<WorkUnit> units;
  for (const Opening& opening : set.openings)
    units.push_back({id_of(puzzle, set, opening.position), opening.position, opening.weight});
  return units;
}

Finished solve_openings(const OpeningSet& set, UnitLedger& ledger, const OpeningsRun& how, const Subscriber& subscriber,
                        std::stop_token stop) {
  const OpeningSearch search(set, ledger.keeps_boards() ? OpeningBoards::kept : OpeningBoards::counted);
  RunRequest request = search.request;
  request.threads = how.threads == 0 ? default_threads() : how.threads;
  request.limits = how.limits;
  request.units = UnitWork{&ledger, set.top_nodes, {}};
  request.units->top.solutions = set.top_solutions;
  request.units->top.distinct = set.top_distinct;
  request.units->top.verified = set.top_verified;
  request.units->worker = how.worker;
  request.units->lease_seconds = how.lease_seconds;
  request.units->shared = how.shared;
  require_folder(how.out);
  std::uint64_t announced = 0;
  const Finished finished = run(
      request,
      [&](Event event) {
        event.number = ++announced;
        if (std::holds_alternative<Finished>(event) && how.out) write_boards(*how.out, set, ledger);
        subscriber(event);
      },
      std::move(stop));
  return finished;
}

std::unique_ptr<UnitLedger> open_ledger(const std::string& openings_file, const OpeningSet& set,
                                        const std::string& file, bool with_boards) {
  Fnv64 hash;
  hash.add(read_file(openings_file, std::size_t{4} << 30));
  const std::string ledger = file.empty() ? openings_file + ".done" : file;
  refuse_foreign_database(ledger, "openings", "a list of openings that are done");
  return std::make_unique<SqliteUnitLedger>(ledger, hash.value(), units_of(set), with_boards);
}

}  // namespace tesselle
