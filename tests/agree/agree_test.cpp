#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "base/files.hpp"
#include "engine/tree_search.hpp"
#include "search/agreement/agreement.hpp"
#include "search/agreement/planted_path.hpp"
#include "support/run_program.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"
#include "verify/brute_force.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

/// Gives back prepared boards, one per node.
class Reciter : public Engine {
 public:
  explicit Reciter(std::vector<Solution> boards) : boards_(std::move(boards)) {}

  Advance advance(Budget budget, SolutionSink& sink) override {
    for (; budget.nodes > 0; --budget.nodes) {
      if (told_ == boards_.size()) return Advance::exhausted;
      const Solution& board = boards_[told_++];
      if (sink.found([&] { return board; }) == Flow::stop) break;
    }
    return Advance::running;
  }
  EngineProgress progress() const override { return {told_, 0, std::nullopt}; }

 protected:
  void skip(std::size_t boards) { told_ = std::min(boards, boards_.size()); }

 private:
  std::vector<Solution> boards_;
  std::size_t told_ = 0;
};

std::vector<Solution> right_boards(const Puzzle& puzzle) {
  std::vector<Solution> boards;
  for (auto& [key, board] : all_boards(puzzle)) boards.push_back(board);
  return boards;
}

/// Wrong on purpose: it loses one board of puzzles that have several.
std::unique_ptr<Engine> make_forgetful(const Puzzle& puzzle, const EngineConfig&) {
  auto boards = right_boards(puzzle);
  if (boards.size() > 1) boards.pop_back();
  return std::make_unique<Reciter>(std::move(boards));
}

/// Wrong on purpose: if a piece has copies, it leaves one out.
std::unique_ptr<Engine> make_careless(const Puzzle& puzzle, const EngineConfig&) {
  auto boards = right_boards(puzzle);
  const auto& pieces = puzzle.packing().pieces;
  if (std::any_of(pieces.begin(), pieces.end(), [](const PackingPiece& piece) { return piece.min_copies > 1; }))
    for (Solution& board : boards) std::get<PackingLayout>(board.body).placements.pop_back();
  return std::make_unique<Reciter>(std::move(boards));
}

/// Wrong on purpose with odd seeds only.
std::unique_ptr<Engine> make_moody(const Puzzle& puzzle, const EngineConfig& config) {
  auto boards = right_boards(puzzle);
  if (config.seed % 2 == 1 && boards.size() > 1) boards.pop_back();
  return std::make_unique<Reciter>(std::move(boards));
}

/// Wrong on purpose: each time it goes on from a saved state, it skips a board.
class Sleepyhead : public Reciter, public Saves {
 public:
  using Reciter::Reciter;
  std::string save() const override { return std::to_string(progress().nodes); }
  void restore(std::string_view state) override { skip(std::stoul(std::string(state)) + 1); }
};

std::unique_ptr<Engine> make_sleepyhead(const Puzzle& puzzle, const EngineConfig&) {
  return std::make_unique<Sleepyhead>(right_boards(puzzle));
}

template <class Kind = Reciter>
EngineInfo wrong_engine(const std::string& name, Family family,
                        std::unique_ptr<Engine> (*factory)(const Puzzle&, const EngineConfig&)) {
  EngineInfo info;
  info.name = name;
  info.family = family;
  info.summary = "wrong on purpose";
  info.abilities = abilities_of<Kind>();
  info.options = {{"mood", std::int64_t{1}, "changes nothing", 0, 10}};
  info.factory = factory;
  return info;
}

/// Fills a board cell by cell. Unsound: it never puts a piece with an odd number east of one with an even number, which
/// loses boards of all sizes but one column.
class GridSpace {
 public:
  GridSpace(const EdgePuzzle& puzzle, bool unsound) : puzzle_(puzzle), unsound_(unsound) {
    board_.cells.resize(puzzle.cell_count());
  }
  std::uint32_t depth_limit() const { return static_cast<std::uint32_t>(puzzle_.cell_count()); }
  std::uint32_t open() { return solved() ? 0 : static_cast<std::uint32_t>(puzzle_.pieces.size() * 4); }
  bool solved() const { return filled_ == puzzle_.cell_count(); }
  bool take(std::uint32_t candidate) {
    const Placed placed{PieceId(candidate / 4), static_cast<std::uint8_t>(candidate % 4)};
    if (is_used(placed.piece) || is_another_again(candidate)) return false;
    for (const Side side : all_sides)
      if (!fits(placed, side)) return false;
    board_.cells[filled_++] = placed;
    return true;
  }
  void undo() { board_.cells[--filled_].reset(); }
  void close() {}
  Solution solution() const { return {board_}; }
  int pieces_placed() const { return static_cast<int>(filled_); }

 private:
  bool is_used(PieceId piece) const {
    for (std::size_t c = 0; c < filled_; ++c)
      if (board_.cells[c]->piece == piece) return true;
    return false;
  }
  /// Would an earlier candidate show the same sides?
  bool is_another_again(std::uint32_t candidate) const {
    const auto shown = [&](std::uint32_t c) { return rotated(puzzle_.pieces[c / 4], static_cast<int>(c % 4)); };
    for (std::uint32_t earlier = 0; earlier < candidate; ++earlier)
      if (!is_used(PieceId(earlier / 4)) && shown(earlier) == shown(candidate)) return true;
    return false;
  }
  bool fits(Placed placed, Side side) const {
    const auto beside = neighbour(puzzle_, Square(filled_), side);
    const Colour colour = side_of(placed, side);
    if (!beside) return !puzzle_.frame || colour == *puzzle_.frame;
    const auto& there = board_.cells[beside->index()];
    if (!there) return true;
    if (unsound_ && side == Side::west && placed.piece.index() % 2 == 1 && there->piece.index() % 2 == 0) return false;
    return puzzle_.fits(colour, side_of(*there, opposite(side)));
  }
  Colour side_of(Placed placed, Side side) const {
    return rotated(puzzle_.pieces[placed.piece.index()], placed.rotation)[static_cast<std::size_t>(side)];
  }
  const EdgePuzzle& puzzle_;
  bool unsound_;
  EdgeBoard board_;
  std::size_t filled_ = 0;
};

/// Wrong on purpose, and only where there is more than brute force can see: it is made to lose boards of 16 cells or
/// more.
std::unique_ptr<Engine> make_blinkered(const Puzzle& puzzle, const EngineConfig&) {
  const EdgePuzzle& edge = puzzle.edge();
  if (!edge.hints.empty()) throw UsageError("takes no hints");
  return std::make_unique<TreeSearch<GridSpace>>(edge, edge.cell_count() >= 16);
}

/// Before the first test asks for the list of engines.
const bool registered = [] {
  register_engine(wrong_engine("forgetful", Family::edge, make_forgetful));
  register_engine(wrong_engine("careless", Family::packing, make_careless));
  register_engine(wrong_engine<TreeSearch<GridSpace>>("blinkered", Family::edge, make_blinkered));
  register_engine(wrong_engine("moody", Family::packing, make_moody));
  register_engine(wrong_engine<Sleepyhead>("sleepyhead", Family::packing, make_sleepyhead));
  return true;
}();

AgreementReport check_only(const std::string& engine, const std::filesystem::path& folder) {
  AgreementRequest request;
  request.engines = {engine};
  request.puzzles = 200;
  request.max_failures = 1;
  request.folder = folder;
  return check_agreement(request);
}

}  // namespace

/// Is the engine caught on the course `facade`, with even seeds?
bool caught_on_the_facade(const std::string& engine, std::uint64_t trials) {
  const TemporaryFolder folder;
  const Puzzle puzzle = read_toml(
      "family = \"packing\"\nlattice = \"square\"\nregion = \"4x4\"\n[[piece]]\nname = \"domino\"\ncells = "
      "\"0,0 1,0\"\ncopies = 8\n",
      "dominoes.toml");
  const auto reference = reference_of(puzzle);
  REQUIRE(reference->boards.size() == 36);
  for (std::uint64_t i = 1; i <= trials; ++i) {
    const Trial trial{engine, Course::facade, Goal::all, false, 1, 1000, 2 * i};
    if (try_out(puzzle, *reference, trial, folder.path()).settled == Settled::disagrees) return true;
  }
  return false;
}

TEST_CASE("an engine that loses a solution is found out, and the case is shrunk, kept and replayed") {
  const TemporaryFolder folder;
  const AgreementReport report = check_only("forgetful", folder.path());
  REQUIRE(report.failures.size() == 1);
  const KeptCase& kept = report.failures.front();
  CHECK(kept.failing.what.find("solution") != std::string::npos);
  CHECK(kept.failing.trial.engine == "forgetful");
  CHECK(kept.failing.trial.course == Course::straight);
  CHECK(kept.failing.trial.options.empty());
  CHECK(kept.failing.puzzle.edge().cell_count() <= 2);
  CHECK(kept.failing.puzzle.edge().hints.empty());
  CHECK(replay(kept.file).size() == 1);
}

TEST_CASE("an engine whose boards are not solutions is found out on a packing puzzle") {
  const TemporaryFolder folder;
  const AgreementReport report = check_only("careless", folder.path());
  REQUIRE(report.failures.size() == 1);
  const FailingCase& failing = report.failures.front().failing;
  CHECK(failing.what.find("refuses") != std::string::npos);
  const PackingPuzzle& puzzle = failing.puzzle.packing();
  CHECK(puzzle.region.size() + puzzle.optional_cells.size() <= 2);
  CHECK(puzzle.pieces.size() == 1);
  CHECK(replay(report.failures.front().file).size() == 1);
}

TEST_CASE("random calls of the facade find what is wrong with another seed, and what is wrong after a resume") {
  CHECK(caught_on_the_facade("moody", 1000));
  CHECK(caught_on_the_facade("sleepyhead", 1000));
  CHECK_FALSE(caught_on_the_facade("dlx", 60));
}

TEST_CASE("a prune that loses a planted solution is found with its place") {
  const Puzzle puzzle = read_toml(
      "family = \"edge\"\nboard = \"3x1\"\npieces = [[3, 1, 4, 5], [6, 2, 7, 1], [8, 9, 10, 2]]\n", "row.toml");
  const SymmetryGroup group(puzzle);
  const Solution blank{EdgeBoard{std::vector<std::optional<Placed>>(3)}};
  std::vector<std::string> lost;
  for (const auto& [key, board] : all_boards(puzzle)) {
    TreeSearch<GridSpace> sound(puzzle.edge(), false), unsound(puzzle.edge(), true);
    CHECK(follow_planted_path(sound, group, board, blank).settled == Settled::agrees);
    const TrialResult result = follow_planted_path(unsound, group, board, blank);
    CHECK(result.settled == Settled::disagrees);
    lost.push_back(result.what.substr(0, result.what.find(',')));
  }
  // One way round, the second piece comes behind the first one; the other way round, behind the third.
  CHECK(lost == std::vector<std::string>(2, "a known solution was pruned below depth 1"));
}

TEST_CASE("a prune that brute force cannot see is found on a large planted puzzle, shrunk, kept and replayed") {
  const TemporaryFolder folder;
  const AgreementReport report = check_only("blinkered", folder.path());
  REQUIRE(report.failures.size() == 1);
  const KeptCase& kept = report.failures.front();
  CAPTURE(case_file(kept.failing));
  CHECK(report.large > 0);
  CHECK(kept.failing.what.find("pruned below depth") != std::string::npos);
  CHECK(kept.failing.trial.course == Course::planted);
  CHECK(kept.failing.trial.options.empty());
  REQUIRE(kept.failing.planted);
  CHECK(kept.failing.puzzle.edge().cell_count() >= 16);
  CHECK(kept.failing.puzzle.edge().cell_count() <= 20);
  CHECK(replay(kept.file).size() == 1);
}

TEST_CASE("the same seed tries the same puzzles, and a later part goes on where an earlier one ended") {
  AgreementRequest request;
  request.engines = {"backtrack", "dlx"};
  request.puzzles = 40;
  const AgreementReport whole = check_agreement(request);
  CHECK(whole.failures.empty());
  request.puzzles = 25;
  const AgreementReport early = check_agreement(request);
  request.first = early.next;
  request.puzzles = 15;
  const AgreementReport late = check_agreement(request);
  CHECK(early.puzzles + late.puzzles == whole.puzzles);
  CHECK(early.solvable + late.solvable == whole.solvable);
  CHECK(late.next == whole.next);
  CHECK(whole.brute_force > 20);
}

TEST_CASE("a trial becomes text and the same trial again") {
  Trial trial{"scan", Course::resumed, Goal::count, true, 3, 7, 42, {{"order", "comb"}, {"teeth", "1"}}};
  CHECK(trial_from_text(to_text(trial)) == trial);
  CHECK(to_text(Trial{"tile"}) == "tile");
  for (const char* wrong : {"tile course=sideways", "tile goal=win", "tile slice=many", "tile threads", "tile twice"})
    CHECK_THROWS_AS(trial_from_text(wrong), UsageError);
}

TEST_CASE("what went wrong once goes right") {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TESSELLE_SOURCE_DIR "/tests/agree/cases")) {
    CAPTURE(entry.path().string());
    for (const FailingCase& failing : replay(entry.path())) FAIL_CHECK(to_text(failing.trial) << ": " << failing.what);
    ++files;
  }
  CHECK(files > 0);
}
