#include "edge/schedule/schedule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "edge/schedule/colours.hpp"
#include "edge/schedule/descent.hpp"
#include "edge/schedule/openings.hpp"
#include "edge/schedule/palette.hpp"
#include "edge/schedule/plan.hpp"
#include "edge/schedule/selection.hpp"
#include "engine/passes_on.hpp"
#include "support/collect.hpp"
#include "tesselle/engine.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::edge::schedule;

namespace {

/// Keeps what is offered, and checks that it is a full and legal board, better than the one before.
class BoardSink final : public SolutionSink {
 public:
  explicit BoardSink(const Puzzle& puzzle) : puzzle_(puzzle) {}
  void counted(std::uint64_t, std::uint64_t) override {}
  void improved(const Solution& board) override {
    const Verdict verdict = verify(puzzle_, board);
    CHECK_MESSAGE(verdict.legal(), summary(verdict));
    CHECK(verdict.complete);
    CHECK((boards.empty() || verdict.conflicts < conflicts));
    conflicts = verdict.conflicts;
    boards.push_back(board);
  }
  int conflicts = 0;
  std::vector<Solution> boards;

 protected:
  Flow offer(const Solution&, std::uint64_t) override { return Flow::go_on; }

 private:
  const Puzzle& puzzle_;
};

EngineConfig config_of(std::uint64_t seed) {
  EngineConfig config{.goal = Goal::best, .seed = seed};
  config.options = Options(schedule_engine().options);
  return config;
}

BoardSink boards_of(const Puzzle& puzzle, std::uint64_t seed, std::uint64_t nodes, std::uint64_t slice) {
  const auto engine = schedule_engine().make(puzzle, config_of(seed));
  BoardSink sink(puzzle);
  while (engine->progress().nodes < nodes)
    if (engine->advance({std::min(slice, nodes - engine->progress().nodes)}, sink) != Advance::running) break;
  return sink;
}

/// Mismatches of a piece with those before it and with hints to come; more than are possible if it must not be placed
/// there.
unsigned mismatches(const Course& course, const std::vector<Placed>& laid, Placed placed) {
  constexpr unsigned impossible = 100;
  const EdgePuzzle& puzzle = course.puzzle;
  const Stop& stop = course.stops[laid.size()];
  const CellKind& kind = course.kinds[stop.kind];
  const auto turned = [&](Placed p) { return rotated(puzzle.pieces[p.piece.index()], p.rotation); };
  if (!may_be_placed(course, kind, placed)) return impossible;
  if (kind.hint) return 0;
  unsigned count = hints_missed(course, kind, turned(placed));
  const auto compare = [&](Side side, std::uint32_t neighbour) {
    if (neighbour == 0) return;
    const Colour other = turned(laid[neighbour - 1])[static_cast<std::size_t>(opposite(side))];
    if (puzzle.fits(turned(placed)[static_cast<std::size_t>(side)], other)) return;
    count += breakable(course, kind, side) ? 1 : impossible;
  };
  compare(Side::north, stop.north);
  compare(Side::west, stop.west);
  return count;
}

/// Full boards with at most this many mismatches, at most one per piece, by trying everything.
std::uint64_t full_boards(const Course& course, std::vector<Placed>& laid, unsigned allowed) {
  if (laid.size() == course.length()) return 1;
  std::uint64_t found = 0;
  for (std::size_t p = 0; p < course.length(); ++p) {
    const auto same = [p](Placed placed) { return placed.piece == PieceId(p); };
    if (std::any_of(laid.begin(), laid.end(), same)) continue;
    for (std::uint8_t rotation = 0; rotation < 4; ++rotation) {
      const Sides& piece = course.puzzle.pieces[p];
      if (rotation > 0 && rotated(piece, rotation) == piece) break;
      const unsigned count = mismatches(course, laid, {PieceId(p), rotation});
      if (count > 1 || count > allowed) continue;
      laid.push_back({PieceId(p), rotation});
      found += full_boards(course, laid, allowed - count);
      laid.pop_back();
    }
  }
  return found;
}

std::uint64_t full_boards(const Course& course, Descent::TailLength tail, unsigned allowed) {
  Rng rng(1);
  Profile profile(course.length());
  Descent descent(course, profile, tail, rng);
  descent.set_allowance(Allowance::everything(course.length(), allowed));
  descent.watch(course.length());
  descent.begin({});
  std::uint64_t found = 0;
  for (std::uint64_t left = 1'000'000'000; descent.run(left) == End::watched; descent.retreat()) ++found;
  return found;
}

Leftover all_of(const EdgePuzzle& puzzle) { return without(std::vector<bool>(puzzle.colours.size()), puzzle, 1); }

TEST_CASE("schedule passes on what it learned: the targets that leave most room") {
  const Puzzle puzzle = load_puzzle("meta-10x10");
  const auto make = [&](std::uint64_t seed) {
    return schedule_engine().make(puzzle,
                                  {.goal = Goal::best, .seed = seed, .options = Options(schedule_engine().options)});
  };
  const auto run = [](Engine& engine, std::uint64_t nodes) {
    testing::CollectingSink sink;
    engine.advance({nodes}, sink);
    return dynamic_cast<PassesOn&>(engine).lesson();
  };
  const auto teacher = make(1), pupil = make(2), other = make(2);
  CHECK(dynamic_cast<PassesOn&>(*teacher).lesson().text.empty());
  const Lesson lesson = run(*teacher, 60'000'000);
  REQUIRE_FALSE(lesson.text.empty());
  dynamic_cast<PassesOn&>(*pupil).study(lesson.text);
  const std::uint64_t first_rounds = 4'000'000;
  CHECK(run(*pupil, first_rounds).worth >= lesson.worth);
  CHECK(run(*other, first_rounds).worth < lesson.worth);  // else this says nothing
  for (const std::string& hostile : {std::string("x"), std::string("zz"), lesson.text + "00", lesson.text.substr(2)})
    CHECK_THROWS_AS(dynamic_cast<PassesOn&>(*other).study(hostile), InputError);
}

}  // namespace

TEST_CASE("schedule: Owen's 6x6 is solved, and then there is nothing more to try") {
  const Puzzle puzzle = load_puzzle("owen-6x6");
  const auto engine = schedule_engine().make(puzzle, config_of(1));
  BoardSink sink(puzzle);
  for (int i = 0; i < 60 && engine->advance({1'000'000}, sink) == Advance::running; ++i) continue;
  REQUIRE(!sink.boards.empty());
  CHECK(sink.conflicts == 0);
  CHECK(engine->advance({1000}, sink) == Advance::stuck);
}

TEST_CASE("schedule: a 10x10 board with few conflicts in four million nodes") {
  CHECK(boards_of(load_puzzle("inf6102-e"), 1, 4'000'000, 1'000'000).conflicts <= 9);
}

TEST_CASE("schedule: the first board comes at once and hints stay where they are") {
  for (const char* name : {"eternity2-centre", "eternity2-clues", "clue2"}) {
    CAPTURE(name);
    CHECK(!boards_of(load_puzzle(name), 3, 20'000, 5'000).boards.empty());
  }
}

TEST_CASE("schedule: a seed determines the boards, whatever the slices; another seed gives others") {
  const Puzzle puzzle = load_puzzle("inf6102-d");
  const auto boards = boards_of(puzzle, 5, 2'000'000, 2'000'000).boards;
  CHECK(boards == boards_of(puzzle, 5, 2'000'000, 7'777).boards);
  CHECK(boards != boards_of(puzzle, 6, 2'000'000, 2'000'000).boards);
}

TEST_CASE("schedule: boards of all shapes, with and without frame") {
  for (const char* name : {"owen-3x3", "owen-6x5", "clue4", "inf6102-a"}) {
    CAPTURE(name);
    Puzzle puzzle = load_puzzle(name);
    CHECK(!boards_of(puzzle, 1, 50'000, 10'000).boards.empty());
    std::get<EdgePuzzle>(puzzle.body).frame.reset();
    CHECK(!boards_of(puzzle, 1, 50'000, 10'000).boards.empty());
  }
}

TEST_CASE("schedule: a board turned for the search is turned back") {
  EdgePuzzle puzzle = load_puzzle("clue2").edge();
  std::swap(puzzle.width, puzzle.height);
  for (const EdgePuzzle& shape : {load_puzzle("clue2").edge(), puzzle}) {
    EdgePuzzle hinted = shape;
    const EdgeHint hint{Square(7), {PieceId(3), 1}};
    hinted.hints = {hint};
    const Course course = make_course(hinted, 2);
    CHECK(course.puzzle.width <= course.puzzle.height);
    EdgeBoard board{std::vector<std::optional<Placed>>(hinted.cell_count())};
    const EdgeHint& turned = course.puzzle.hints.front();
    board.cells[turned.square.index()] = turned.placed;
    CHECK(course.turned_back(board).cells[hint.square.index()] == hint.placed);
  }
}

TEST_CASE("schedule: the descent finds every full board with few mismatches, and odd colours cut off none") {
  for (const char* name : {"owen-3x3", "inf6102-a"})
    for (const bool hinted : {false, true}) {
      CAPTURE(name);
      CAPTURE(hinted);
      EdgePuzzle puzzle = load_puzzle(name).edge();
      if (hinted) puzzle.hints = {{Square(puzzle.cell_count() / 2), {PieceId(puzzle.pieces.size() - 1), 1}}};
      const Course course = make_course(puzzle, 2);
      for (const unsigned allowed : {0u, 2u, 3u}) {
        std::vector<Placed> laid;
        const std::uint64_t expected = full_boards(course, laid, allowed);
        CHECK(full_boards(course, Descent::TailLength::one_word, allowed) == expected);
        CHECK(full_boards(course, Descent::TailLength::two_words, allowed) == expected);
      }
    }
}

TEST_CASE("schedule: openings grow row by row, and towards hints that lie deep first") {
  const Course plain = make_course(load_puzzle("eternity2").edge(), 4);
  const Growth rows(plain, 144);
  for (std::size_t d = 0; d < 144; ++d) CHECK(rows.steps()[d].stop == d);

  const Course course = make_course(load_puzzle("eternity2-centre").edge(), 4);
  const Square hint = course.puzzle.hints.front().square;
  const Growth growth(course, 150);
  std::vector<std::size_t> step_of(150, 150);
  for (std::size_t d = 0; d < 150; ++d) {
    CHECK(growth.steps()[d].asks.size() <= 2);
    step_of[growth.steps()[d].stop] = d;
  }
  CHECK(std::find(step_of.begin(), step_of.end(), 150u) == step_of.end());
  CHECK(hint.index() > 100);
  CHECK(step_of[hint.index()] < 64);
}

TEST_CASE("schedule: openings are different boards without mismatches, hints in place") {
  for (const auto& [name, depth] : {std::pair("eternity2-clues", 52u), std::pair("eternity2-centre", 130u)}) {
    CAPTURE(name);
    const Course course = make_course(load_puzzle(name).edge(), 4);
    const Growth growth(course, depth);
    std::vector<bool> privileged(course.puzzle.colours.size());
    privileged[2] = privileged[9] = true;
    Openings openings(course, growth, {10000, without(privileged, course.puzzle, 0.5)}, Rng(3));
    while (!openings.over()) openings.step();
    REQUIRE(!openings.failed());
    std::set<std::vector<Placed>> seen;
    for (std::size_t i = 0; i < openings.count(); i += 23) {
      const auto opening = openings.opening(i);
      REQUIRE(opening.size() == depth);
      CHECK(seen.insert(opening).second);
      std::vector<Placed> laid;
      std::set<PieceId> pieces;
      unsigned count = 0;
      for (const Placed placed : opening) {
        count += mismatches(course, laid, placed) + !pieces.insert(placed.piece).second;
        laid.push_back(placed);
      }
      CHECK(count == 0);
    }
  }
}

TEST_CASE("schedule: rounds of openings learn what to ask for") {
  const Course course = make_course(load_puzzle("eternity2").edge(), 4);
  const Growth growth(course, 96);
  Rng rng(5);
  Palette learns(course.puzzle, 1 - 96.0 / 256);
  const Palette ignorant = learns;
  const auto room = [&](const Leftover& wanted, Palette* pupil) {
    Openings openings(course, growth, {200, wanted}, Rng(rng()));
    while (!openings.over()) openings.step();
    if (openings.failed()) return -1000.0;
    if (pupil) pupil->learn(openings);
    return openings.room(0);
  };
  double first = -1000, learned = -1000;
  for (int i = 0; i < 20; ++i) first = std::max(first, room(ignorant.next(rng), nullptr));
  for (int i = 0; i < 40; ++i) room(learns.next(rng), &learns);
  for (int i = 0; i < 20; ++i) learned = std::max(learned, room(learns.next(rng), nullptr));
  CHECK(learned > first);
}

TEST_CASE("schedule: openings tell what they leave") {
  const Course course = make_course(load_puzzle("girafe").edge(), 0);
  const Growth growth(course, 4);
  const Leftover all = all_of(course.puzzle);
  Openings openings(course, growth, {1, all}, Rng(1));
  while (!openings.over()) openings.step();
  REQUIRE(openings.count() == 1);
  Leftover left = all;
  for (const Placed placed : openings.opening(0))
    for (const Colour colour : course.puzzle.pieces[placed.piece.index()])
      if (colour != course.puzzle.frame) left[colour.index()] -= 1;
  CHECK(openings.left() == left);
}

TEST_CASE("schedule: what other threads have found is no longer looked for") {
  const Puzzle puzzle = load_puzzle("inf6102-d");
  const auto engine = schedule_engine().make(puzzle, config_of(1));
  auto* learning = dynamic_cast<LearnsBest*>(engine.get());
  REQUIRE(learning != nullptr);
  learning->learn_best(6);
  BoardSink sink(puzzle);
  engine->advance({4'000'000}, sink);
  for (const Solution& board : sink.boards) CHECK(verify(puzzle, board).conflicts < 6);
  learning->learn_best(0);
  CHECK(engine->advance({1000}, sink) == Advance::stuck);
}

TEST_CASE("schedule: options out of range are refused") {
  Options options(schedule_engine().options);
  CHECK_THROWS_AS(options.set("width", "0"), UsageError);
  CHECK_THROWS_AS(options.set("opening", "-1"), UsageError);
  CHECK_THROWS_AS(options.set("teeth", "many"), UsageError);
  CHECK_THROWS_AS(options.set("endgame", "17"), UsageError);
}

TEST_CASE("schedule: the forecast counts what a small chain can be counted to have") {
  const Rates rates{{2, 1, 0.5}, {4, 3, 1}};
  // Without mismatches 2, 2, 1 boards; one that unlocks at two pieces adds 2 * 1 boards of three.
  CHECK(clean_boards(rates, 0) == doctest::Approx(5));
  const Stretch stretch{.from = 0, .first_unlock = 2, .free_from = 3, .overhead = 0};
  CHECK(best_prospect(rates, stretch, {}, 0).promise == doctest::Approx(1.0 / 5));
  const Prospect prospect = best_prospect(rates, stretch, {}, 1);
  CHECK(prospect.promise == doctest::Approx(3.0 / 7));
  CHECK(prospect.allowance.max_at(2, 0) == 0);
  CHECK(prospect.allowance.max_at(3, 0) == 1);
  CHECK(prospect.allowance.in_all() == 1);
  CHECK(prospect.allowance.first_unlocked() == 2);
}

TEST_CASE("schedule: the more colours are odd, the fewer mismatches are allowed") {
  const Course course = make_course(load_puzzle("eternity2").edge(), 4);
  const Leftover all = all_of(course.puzzle);
  const Parity parity = parity_of(course, all);
  CHECK(parity.colours == 17);
  CHECK(parity.odd == 0);
  const Stretch stretch{.from = 144, .first_unlock = 192, .free_from = 250, .overhead = 1000};
  const Allowance allowance = best_prospect(prior_rates(course, all), stretch, parity, 15).allowance;
  bool differs = false;
  for (std::size_t d = 193; d <= 250; ++d)
    for (std::size_t odd = 2; odd <= 16; odd += 2) {
      CHECK(allowance.max_at(d, odd) + odd / 2 <= 15);
      differs |= allowance.max_at(d, odd) < std::min(allowance.max_at(d, 0), 15 - static_cast<std::uint32_t>(odd / 2));
    }
  CHECK(differs);
}

TEST_CASE("schedule: a board's room is what its colours' factorials say") {
  const auto log_double_factorial = [](int n) {
    double sum = 0;
    for (; n > 1; n -= 2) sum += std::log(n);
    return sum;
  };
  const Room room(40);
  const auto ways = [&](int left, int asked) {
    return std::lgamma(left + 1) - std::lgamma(left - asked + 1) + log_double_factorial(left - asked - 1);
  };
  for (int left = 6; left <= 40; left += 2)
    for (int asked = 2; asked + 2 <= left; asked += 2) {
      // One side that waits is met; then another one comes to wait.
      const double lost = room.loss(static_cast<std::size_t>(left)),
                   then = room.loss(static_cast<std::size_t>(left - 1));
      const double change = room.change(room.offset() + static_cast<std::size_t>(left - asked));
      CHECK(ways(left - 2, asked) - ways(left, asked) == doctest::Approx(change - lost - then).epsilon(1e-4));
    }
}

TEST_CASE("schedule: of the openings that wait, the one with most room comes first, and each comes once") {
  const Course course = make_course(load_puzzle("inf6102-e").edge(), 2);
  const Growth growth(course, 50);
  Openings openings(course, growth, {500, all_of(course.puzzle)}, Rng(3));
  while (!openings.over()) openings.step();
  REQUIRE(!openings.failed());
  for (std::size_t i = 1; i < openings.count(); ++i) CHECK(openings.room(i - 1) >= openings.room(i));
  Selection selection;
  CHECK(selection.empty());
  selection.add(openings);
  CHECK(selection.take() == openings.opening(0));
  selection.add(openings);

  ByteWriter out;
  selection.save(out);
  const std::string saved = out.take();
  ByteReader in(saved);
  Selection restored;
  restored.restore(in, 50, course.puzzle.pieces.size());
  for (Selection* waiting : {&selection, &restored}) {
    for (std::size_t left = openings.count() - 1; left > 0; --left) {
      REQUIRE(!waiting->empty());
      waiting->take();
    }
    CHECK(waiting->empty());
    waiting->add(openings);
    CHECK(waiting->empty());
  }
}

TEST_CASE("schedule: packing puzzles are refused in one line") {
  CHECK_THROWS_AS(schedule_engine().make(load_puzzle("soma"), config_of(1)), UsageError);
}
