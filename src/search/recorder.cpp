#include "search/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/readable.hpp"
#include "engine/probes.hpp"
#include "engine/tape.hpp"
#include "run/registry.hpp"
#include "search/dead_ends.hpp"
#include "search/planner.hpp"

namespace tesselle {
namespace {

using Kind = RecordedNode::Kind;

/// More than an engine that lists all placements beforehand makes in a second or so.
bool has_many_placements(const PackingPuzzle& puzzle) {
  constexpr std::size_t many = 1'000'000;
  std::size_t placements = 0;
  for (const PackingPiece& piece : puzzle.pieces)
    placements += distinct_orientations(puzzle, piece).size() * puzzle.region.size();
  return placements > many;
}

/// The engines that are easy to follow, plain ones first; for large puzzles those that are ready at once.
const std::vector<std::string>& plain_engines(const Puzzle& puzzle) {
  static const std::vector<std::string> edge = {"backtrack", "scan", "smart", "corolla"};
  static const std::vector<std::string> packing = {"dlx", "fill", "cover", "tile", "interval"};
  static const std::vector<std::string> large_packing = {"tile", "fill", "cover", "dlx", "interval"};
  if (puzzle.family() == Family::edge) return edge;
  return has_many_placements(puzzle.packing()) ? large_packing : packing;
}

bool accepts_options(const EngineInfo& engine, const std::map<std::string, std::string>& given) try {
  options_for(engine, given);
  return true;
} catch (const UsageError&) {
  return false;
}

std::string plain_engine(const SearchRequest& request) {
  const auto& names = plain_engines(*request.puzzle);
  for (const std::string& name : names)
    if (accepts_options(engine_named(name, request.puzzle->family()), request.options)) return name;
  return names.front();  // whose complaint names the option
}

RunRequest planned_run(const SearchRequest& given) {
  if (!given.puzzle) throw UsageError("a search needs a puzzle");
  SearchRequest request = given;
  if (request.engine == "auto") request.engine = plain_engine(request);
  if (request.engine == "portfolio") throw UsageError("one engine at a time can be recorded, not a portfolio");
  const RunRequest run = plan_search(request).stages.front().request;
  const Abilities& can = run.engine->abilities;
  if (!can.walks_tree || !can.shows_board)
    throw UsageError(fmt::format("engine {} does not walk a tree node by node, so it cannot be recorded (try {})",
                                 run.engine->name, fmt::join(plain_engines(*request.puzzle), ", ")));
  return run;
}

/// A solution, by the number of the node that completes it; 0: the board of the hints alone.
using SolvedNodes = std::vector<std::uint64_t>;

/// Verifies what the engine offers, like the run's gate, and notes where it was found.
class WitnessSink : public SolutionSink {
 public:
  WitnessSink(const Puzzle& puzzle, Flow after) : puzzle_(puzzle), after_(after) {}
  /// `unnoted`: nodes made but not on the tape yet when the engine offers a solution.
  void watch(const TreeWalk& walk, const Tape& tape, std::uint64_t unnoted) {
    walk_ = &walk;
    tape_ = &tape;
    unnoted_ = unnoted;
  }
  const SolvedNodes& solved() const { return solved_; }
  void counted(std::uint64_t, std::uint64_t) override {}
  void improved(const Solution&) override {}

 protected:
  Flow offer(const Solution& solution, std::uint64_t) override {
    const Verdict verdict = verify(puzzle_, solution);
    if (!verdict.solves()) throw InternalError(fmt::format("a recorded board is not a solution: {}", summary(verdict)));
    solved_.push_back(walk_->position().choices.empty() ? 0 : tape_->walked() + unnoted_);
    return after_;
  }

 private:
  const Puzzle& puzzle_;
  Flow after_;
  const TreeWalk* walk_ = nullptr;
  const Tape* tape_ = nullptr;
  std::uint64_t unnoted_ = 0;
  SolvedNodes solved_;
};

constexpr std::uint64_t longest_slice = 1 << 14;

/// A search whose nodes are noted on a tape.
class TapedSearch {
 public:
  TapedSearch(const Puzzle& puzzle, const RunRequest& run, const RecordingLimits& limits, Flow after_solution)
      : tape_(limits.max_depth, expected_nodes(limits)),
        sink_(puzzle, after_solution),
        engine_(run.engine->make(puzzle, run.config)) {
    notes_itself_ = dynamic_cast<NotesNodes*>(engine_.engine.get());
    if (notes_itself_) notes_itself_->note_on(tape_);
    sink_.watch(*engine_.walk, tape_, notes_itself_ ? 0 : 1);
  }

  /// Makes at most this many nodes; false if nothing is left to search.
  bool walk(std::uint64_t nodes) {
    tape_.make_room(nodes);
    const bool goes_on = notes_itself_ ? engine_->advance({nodes}, sink_) == Advance::running : walk_singly(nodes);
    if (tape_.overflowed())
      throw UsageError("the search has too many depths or too many candidates on a cell to be recorded");
    return goes_on;
  }

  const Tape& tape() const { return tape_; }
  const SolvedNodes& solved() const { return sink_.solved(); }
  std::vector<std::uint64_t> nodes_per_depth() const {
    auto nodes = engine_->statistics().nodes_per_depth;
    while (!nodes.empty() && nodes.back() == 0) nodes.pop_back();
    return nodes;
  }

 private:
  /// What memory is set aside for: all that is kept at most, unless that is far more than a search that is looked at.
  static std::size_t expected_nodes(const RecordingLimits& limits) {
    return limits.max_kept > max_expected ? 0 : limits.max_kept + longest_slice;
  }
  static constexpr std::size_t max_expected = 1'000'000;

  /// Of an engine that does not note its nodes.
  bool walk_singly(std::uint64_t nodes) {
    for (; nodes > 0; --nodes)
      if (!walk_one()) return false;
    return true;
  }
  bool walk_one() {
    const std::uint64_t before = engine_->progress().nodes;
    const Advance advance = engine_->advance({1}, sink_);
    const std::vector<std::uint32_t> choices = engine_.walk->position().choices;
    if (engine_->progress().nodes > before)
      Tape::Pen(tape_).note(static_cast<std::uint32_t>(choices.size()), choices.empty() ? 0 : choices.back());
    return advance == Advance::running;
  }

  Tape tape_;
  WitnessSink sink_;
  EngineInstance engine_;
  NotesNodes* notes_itself_ = nullptr;
};

/// Numbers placements as they appear.
class PlacementTable {
 public:
  explicit PlacementTable(Recording& recording) : recording_(recording) {}

  /// What is on a board and not on another. Boards of neighbouring nodes hardly differ, so only differences are looked
  /// up.
  Recording::Board without(const Solution& board, const Solution& other) {
    Recording::Board rest;
    if (recording_.puzzle->family() == Family::edge) {
      const auto &cells = board.edge().cells, &others = other.edge().cells;
      for (std::size_t c = 0; c < cells.size(); ++c)
        if (cells[c] && (c >= others.size() || cells[c] != others[c]))
          rest.push_back(number_of(EdgeHint{Square(c), *cells[c]}));
    } else {
      const auto &all = board.packing().placements, &others = other.packing().placements;
      for (std::size_t i = 0; i < all.size(); ++i)
        if ((i >= others.size() || all[i] != others[i]) &&
            std::find(others.begin(), others.end(), all[i]) == others.end())
          rest.push_back(number_of(all[i]));
    }
    std::sort(rest.begin(), rest.end());
    return rest;
  }

  Recording::Board numbers_of(const Solution& board) {
    const bool edge = recording_.puzzle->family() == Family::edge;
    return without(board, edge ? Solution{EdgeBoard{}} : Solution{PackingLayout{}});
  }

 private:
  using Key = std::array<int, 5>;
  static Key key_of(const EdgeHint& p) {
    return {static_cast<int>(p.square.value), p.placed.piece.value, p.placed.rotation, 0, 0};
  }
  static Key key_of(const PackingPlacement& p) {
    return {p.piece.value, p.orientation, p.offset.x, p.offset.y, p.offset.z};
  }

  template <class Placement>
  std::uint32_t number_of(const Placement& placement) {
    const auto [at, is_new] =
        numbers_.emplace(key_of(placement), static_cast<std::uint32_t>(recording_.placements.size()));
    if (is_new) recording_.placements.emplace_back(placement);
    return at->second;
  }

  Recording& recording_;
  std::map<Key, std::uint32_t> numbers_;
};

/// Explains dead ends; equal reasons are kept once.
class Explainer {
 public:
  explicit Explainer(Recording& recording) : recording_(recording), reader_(*recording.puzzle) {
    for (std::uint32_t r = 0; r < recording.reasons.size(); ++r) numbers_[recording.reasons[r]] = r;
    if (recording.puzzle->family() == Family::edge) find_usual_cells();
  }

  void explain(std::uint32_t node) {
    const std::uint32_t depth = recording_.nodes[node].depth;
    static const std::vector<std::size_t> unknown;
    const auto& likely = depth + 1 < usual_cells_.size() ? usual_cells_[depth + 1] : unknown;
    const std::string reason = reader_.reason(recording_.solution_of(node), likely);
    const auto [at, is_new] = numbers_.emplace(reason, static_cast<std::uint32_t>(recording_.reasons.size()));
    if (is_new) recording_.reasons.push_back(reason);
    recording_.nodes[node].reason = at->second;
  }

 private:
  /// Which cells nodes of a depth fill: most engines go along a path, so a dead end is where the next cell is.
  void find_usual_cells() {
    std::vector<std::map<std::size_t, int>> tally;
    for (const RecordedNode& node : recording_.nodes) {
      if (node.depth >= tally.size()) tally.resize(node.depth + 1);
      for (const std::uint32_t p : node.added)
        ++tally[node.depth][std::get<EdgeHint>(recording_.placements[p]).square.index()];
    }
    for (const auto& cells : tally) {
      std::vector<std::pair<int, std::size_t>> ranked;
      for (const auto& [cell, times] : cells) ranked.emplace_back(-times, cell);
      std::sort(ranked.begin(), ranked.end());
      usual_cells_.emplace_back();
      for (const auto& [times, cell] : ranked) usual_cells_.back().push_back(cell);
    }
  }

  Recording& recording_;
  BoardReader reader_;
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<std::vector<std::size_t>> usual_cells_;
};

void close_ends(Recording& recording) {
  std::vector<bool> has_child(recording.nodes.size());
  for (std::size_t n = 1; n < recording.nodes.size(); ++n) has_child[recording.nodes[n].parent] = true;
  for (std::size_t n = 0; n < recording.nodes.size(); ++n) {
    RecordedNode& node = recording.nodes[n];
    if (node.kind != Kind::inner || has_child[n] || node.hidden > 0) continue;
    const bool is_last = n + 1 == recording.nodes.size();
    node.kind = is_last && !recording.complete ? Kind::open : Kind::dead_end;
  }
}

}  // namespace

struct Recorder::State {
  State(const SearchRequest& given, RecordingLimits wanted)
      : request(given),
        run(planned_run(given)),
        limits(wanted),
        search(*given.puzzle, run, wanted, given.goal == Goal::first ? Flow::stop : Flow::go_on),
        guide(run.engine->make(*given.puzzle, run.config)),
        table(recording) {
    recording.puzzle = given.puzzle;
    recording.engine = run.engine->name;
    recording.options = run.config.options.changes();
    boards.push_back(guide.shows->board());
    recording.nodes[0].added = table.numbers_of(boards[0]);
    path.push_back(0);
  }

  /// Makes at most this many nodes, none beyond the request's limit.
  void walk(std::uint64_t nodes) {
    if (request.limits.nodes) nodes = std::min(nodes, *request.limits.nodes - search.tape().walked());
    if (!search.walk(nodes)) recording.complete = ended = true;
    if (request.goal == Goal::first && !search.solved().empty()) ended = true;
    if (request.limits.nodes && search.tape().walked() >= *request.limits.nodes) ended = true;
  }

  /// Turns what is new on the tape into recorded nodes.
  void develop() {
    while (const auto entry = reader.next(search.tape())) {
      hide_nodes_up_to(entry->number - 1);
      keep_node(*entry);
    }
    hide_nodes_up_to(search.tape().walked());
    for (; recording.solutions < search.solved().size(); ++recording.solutions)
      keep_solution(search.solved()[recording.solutions]);
  }

  /// Nodes that were walked but not kept are all below the last one that was.
  void hide_nodes_up_to(std::uint64_t number) {
    recording.nodes.back().hidden += number - recording.walked;
    recording.walked = number;
  }

  void keep_node(const TapeEntry& entry) {
    path.resize(std::max(entry.depth, 1u));
    boards.resize(path.size());
    place.choices.resize(path.size());
    place.choices.back() = entry.choice;
    guide.walk->seek(place);
    Solution board = guide.shows->board();
    RecordedNode node;
    node.parent = path.back();
    node.depth = entry.depth;
    node.number = entry.number;
    node.added = table.without(board, boards.back());
    node.removed = table.without(boards.back(), board);
    path.push_back(static_cast<std::uint32_t>(recording.nodes.size()));
    boards.push_back(std::move(board));
    recording.nodes.push_back(std::move(node));
    recording.walked = entry.number;
  }

  /// Of the node with this number, or hidden below the last one before it.
  void keep_solution(std::uint64_t number) {
    const auto after = std::upper_bound(recording.nodes.begin(), recording.nodes.end(), number,
                                        [](std::uint64_t n, const RecordedNode& node) { return n < node.number; });
    RecordedNode& node = *std::prev(after);
    if (node.number == number)
      node.kind = Kind::solution;
    else
      ++node.hidden_solutions;
  }

  bool is_too_large() const {
    return search.tape().kept() > limits.max_kept || search.tape().walked() > limits.max_walked;
  }

  /// As many nodes as may be made before one must look whether there are too many.
  std::uint64_t next_slice() const {
    return 1 + std::min<std::uint64_t>({longest_slice - 1, limits.max_kept - search.tape().kept(),
                                        limits.max_walked - search.tape().walked()});
  }

  [[noreturn]] void refuse() const {
    const ProbedTree tree = probe_tree(*guide.engine, {300}, [](const Solution&) { return std::uint64_t{1}; });
    throw UsageError(
        fmt::format("the search of {} with engine {} makes more than {} nodes (all of it about {:.2g}, by {} probes): "
                    "limit its nodes (--nodes), or keep less of it (--depth)",
                    request.puzzle->name, run.engine->name, grouped(search.tape().walked() - 1), tree.nodes, 300));
  }

  SearchRequest request;
  RunRequest run;
  RecordingLimits limits;
  Recording recording;
  TapedSearch search;
  EngineInstance guide;  // led to the nodes that were kept, to see their boards
  PlacementTable table;
  TreePosition place;               // of the last of them
  std::vector<std::uint32_t> path;  // the nodes on the way there, by depth
  std::vector<Solution> boards;     // theirs
  Tape::Reader reader;              // what has been turned into recorded nodes
  bool ended = false;
};

Recorder::Recorder(const SearchRequest& request, RecordingLimits limits)
    : state_(std::make_unique<State>(request, limits)) {}
Recorder::~Recorder() = default;
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder& Recorder::operator=(Recorder&&) noexcept = default;

bool Recorder::step() {
  if (state_->ended) return false;
  const std::uint64_t before = state_->search.tape().walked();
  state_->walk(1);
  state_->develop();
  return state_->search.tape().walked() > before;
}

void Recorder::run(const std::stop_token& stop) {
  while (!stop.stop_requested() && !state_->ended) {
    state_->walk(state_->next_slice());
    if (state_->is_too_large()) state_->refuse();
  }
  state_->develop();
}

const Recording& Recorder::recording() const { return state_->recording; }

Recording Recorder::finish() {
  Recording recording = state_->recording;
  recording.nodes_per_depth = state_->search.nodes_per_depth();
  close_ends(recording);
  Explainer explainer(recording);
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    if (recording.nodes[n].kind == Kind::dead_end) explainer.explain(n);
  return recording;
}

Recording record(const SearchRequest& request, RecordingLimits limits, const std::stop_token& stop) {
  Recorder recorder(request, limits);
  recorder.run(stop);
  return recorder.finish();
}

Recording record_best_boards(const SearchRequest& request, const std::stop_token& stop) {
  Recording recording;
  recording.shape = Recording::Shape::boards;
  recording.puzzle = request.puzzle;
  recording.captions = {""};
  PlacementTable table(recording);
  const auto keep = [&](const Event& event) {
    const auto* better = std::get_if<Improved>(&event);
    const auto* solved = std::get_if<SolutionFound>(&event);
    if (!better && !solved) return;
    const SolutionRecord& record = better ? better->record : solved->record;
    RecordedNode node;
    node.depth = 1;
    node.number = record.nodes;
    node.added = table.numbers_of(record.solution);
    if (record.score == record.max_score) node.kind = Kind::solution;
    recording.captions.push_back(fmt::format("{} of {}, after {} and {}", record.score, record.max_score,
                                             readable_seconds(record.seconds), counted(record.nodes, "node")));
    recording.nodes.push_back(std::move(node));
  };
  const Finished finished = search(request, keep, stop);
  recording.engine = finished.engine;
  recording.options = finished.options;
  recording.walked = finished.nodes;
  return recording;
}

Recording recording_of_boards(std::shared_ptr<const Puzzle> puzzle, const std::vector<Solution>& boards) {
  Recording recording;
  recording.shape = Recording::Shape::boards;
  recording.puzzle = std::move(puzzle);
  PlacementTable table(recording);
  for (const Solution& board : boards) {
    RecordedNode node;
    node.depth = 1;
    node.added = table.numbers_of(board);
    recording.nodes.push_back(std::move(node));
  }
  return recording;
}

namespace {

Json placement_json(const Recording& recording, std::uint32_t number) {
  const RecordedPlacement& any = recording.placements[number];
  if (const auto* edge = std::get_if<EdgeHint>(&any))
    return {{"piece", edge->placed.piece.index() + 1},
            {"turns", edge->placed.rotation},
            {"cell", square_name(recording.puzzle->edge(), edge->square)}};
  const auto& p = std::get<PackingPlacement>(any);
  const PackingPuzzle& body = recording.puzzle->packing();
  Json cells = Json::list();
  for (const Cell& c : placed(body.grid(), body.pieces[p.piece.index()].cells, p.orientation, p.offset))
    cells.push_back(Json{c.x, c.y, c.z});
  return {{"piece", body.pieces[p.piece.index()].name}, {"orientation", p.orientation}, {"cells", std::move(cells)}};
}

Json node_json(const Recording& recording, const RecordedNode& node) {
  static constexpr std::array<const char*, 4> kinds = {"inner", "dead end", "solution", "open"};
  Json json = {{"parent", node.parent},
               {"depth", node.depth},
               {"kind", kinds[static_cast<std::size_t>(node.kind)]},
               {"added", Json(node.added)}};
  if (!node.removed.empty()) json["removed"] = Json(node.removed);
  if (node.reason != 0) json["reason"] = recording.reasons[node.reason];
  if (node.hidden > 0) json["hidden"] = node.hidden;
  return json;
}

}  // namespace

std::string recording_json(const Recording& recording) {
  Json json = {{"event", "recording"},
               {"puzzle", recording.puzzle->name},
               {"hash", hex64(puzzle_hash(*recording.puzzle))},
               {"engine", recording.engine},
               {"complete", recording.complete},
               {"nodes", recording.walked},
               {"solutions", recording.solutions},
               {"nodes_per_depth", Json(recording.nodes_per_depth)}};
  Json options = Json::object(), placements = Json::list(), tree = Json::list();
  for (const auto& [name, value] : recording.options) options[name] = value;
  for (std::uint32_t p = 0; p < recording.placements.size(); ++p) placements.push_back(placement_json(recording, p));
  for (const RecordedNode& node : recording.nodes) tree.push_back(node_json(recording, node));
  json["options"] = std::move(options);
  json["placements"] = std::move(placements);
  json["tree"] = std::move(tree);
  return json.dump();
}

}  // namespace tesselle
