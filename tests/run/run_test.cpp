#include "run/run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <thread>

#include "base/readable.hpp"
#include "puzzle/symmetry.hpp"
#include "run/registry.hpp"
#include "support/run_program.hpp"
#include "support/silence.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using tesselle::testing::ignore;
using tesselle::testing::never_stop;
using tesselle::testing::TemporaryFolder;

namespace {

RunRequest request_for(const Puzzle& puzzle, const std::string& engine, Goal goal) {
  RunRequest request;
  request.puzzle = &puzzle;
  request.engine = &engine_named(engine, puzzle.family());
  request.config.goal = goal;
  request.config.options = Options(request.engine->options);
  return request;
}

struct Case {
  const char* puzzle;
  const char* engine;
};
// Small enough to walk in well under a second, both families, trees of very different shape.
const Case cases[] = {{"girafe", "backtrack"}, {"owen-4x4", "backtrack"}, {"pentominoes-3x20", "dlx"}, {"soma", "dlx"}};

}  // namespace

TEST_CASE("totals do not depend on threads or slices") {
  for (const auto& [name, engine] : cases) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    RunRequest request = request_for(puzzle, engine, Goal::count);
    const Finished plain = run(request, ignore, never_stop);
    CHECK(plain.status == Status::exhausted);
    CHECK(plain.solutions > 0);
    for (const unsigned threads : {1u, 2u, 5u})
      for (const std::uint64_t slice : {std::uint64_t{1}, std::uint64_t{97}, std::uint64_t{1} << 30}) {
        if (slice == 1 && plain.nodes > 20000) continue;
        request.threads = threads;
        request.slice_nodes = slice;
        const Finished other = run(request, ignore, never_stop);
        CHECK(other.status == Status::exhausted);
        CHECK(other.nodes == plain.nodes);
        CHECK(other.solutions == plain.solutions);
        CHECK(other.distinct == plain.distinct);
      }
  }
}

TEST_CASE("a count tells when the first solution came: after the nodes that solving takes") {
  for (const auto& [name, engine] : cases) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    const Finished solved = run(request_for(puzzle, engine, Goal::first), ignore, never_stop);
    std::string notes;
    const auto listen = [&](const Event& event) {
      if (const auto* note = std::get_if<Note>(&event)) notes += note->text + "\n";
    };
    const Finished counted = run(request_for(puzzle, engine, Goal::count), listen, never_stop);
    REQUIRE(counted.first);
    CHECK(counted.first->nodes == solved.nodes);
    CHECK(counted.first->cpu_seconds > 0);
    CHECK(notes.find("the first solution came after " + tesselle::counted(solved.nodes, "node")) != std::string::npos);
  }
}

TEST_CASE("a run stopped by a node limit again and again and resumed adds up to the whole") {
  const TemporaryFolder folder;
  for (const auto& [name, engine] : cases) {
    const Puzzle puzzle = load_puzzle(name);
    RunRequest request = request_for(puzzle, engine, Goal::count);
    const Finished plain = run(request, ignore, never_stop);
    for (const unsigned threads : {1u, 2u}) {
      CAPTURE(name);
      CAPTURE(threads);
      RunRequest part = request;
      part.threads = threads;
      part.slice_nodes = 100;
      part.limits.nodes = plain.nodes / 5 + 1;
      part.checkpoint = folder.file("checkpoint");
      Finished last = run(part, ignore, never_stop);
      CHECK(last.status == Status::limit);
      if (threads == 1) CHECK(last.nodes == *part.limits.nodes);
      part.resume = part.checkpoint;
      for (int parts = 1; last.status == Status::limit && parts < 20; ++parts) {
        part.threads = 3 - threads;  // the number of threads may change on the way
        last = run(part, ignore, never_stop);
      }
      CHECK(last.status == Status::exhausted);
      CHECK(last.nodes == plain.nodes);
      CHECK(last.solutions == plain.solutions);
      CHECK(last.distinct == plain.distinct);
    }
  }
}

TEST_CASE("when the first solution came is known after a resume, and told once") {
  const TemporaryFolder folder;
  const Puzzle puzzle = load_puzzle("owen-5x5");
  RunRequest request = request_for(puzzle, "scan", Goal::count);
  const Finished plain = run(request, ignore, never_stop);
  REQUIRE(plain.first);
  request.checkpoint = folder.file("checkpoint");
  request.limits.nodes = plain.first->nodes + 10;
  const Finished before = run(request, ignore, never_stop);
  REQUIRE(before.first);
  request.resume = request.checkpoint;
  request.limits.nodes.reset();
  const Finished after = run(request, ignore, never_stop);
  CHECK(after.solutions == plain.solutions);
  CHECK(after.first == before.first);
}

TEST_CASE("every solution is an event, verified, and different") {
  const Puzzle puzzle = load_puzzle("pentominoes-3x20");
  RunRequest request = request_for(puzzle, "dlx", Goal::all);
  std::vector<SolutionKey> keys;
  const SymmetryGroup group(puzzle);
  const auto collect = [&](const Event& event) {
    if (const auto* found = std::get_if<SolutionFound>(&event)) keys.push_back(group.key(found->record.solution));
  };
  const Finished all = run(request, collect, never_stop);
  CHECK(all.solutions == 8);
  CHECK(all.verified == 8);
  CHECK(keys.size() == 8);
  std::sort(keys.begin(), keys.end());
  CHECK(std::unique(keys.begin(), keys.end()) == keys.end());

  keys.clear();
  request.wanted = Wanted::one_per_orbit;
  CHECK(run(request, collect, never_stop).distinct == 2);
  CHECK(keys.size() == 2);
}

namespace {

/// An engine with a bug: it offers an empty board as a solution.
class LyingEngine final : public Engine {
 public:
  explicit LyingEngine(const Puzzle& puzzle) : cells_(puzzle.edge().cell_count()) {}
  Advance advance(Budget, SolutionSink& sink) override {
    sink.found([&] { return Solution{EdgeBoard{std::vector<std::optional<Placed>>(cells_)}}; });
    return Advance::exhausted;
  }
  EngineProgress progress() const override { return {}; }

 private:
  std::size_t cells_;
};

EngineInfo lying_engine() {
  EngineInfo info;
  info.name = "liar";
  info.factory = [](const Puzzle& puzzle, const EngineConfig&) -> std::unique_ptr<Engine> {
    return std::make_unique<LyingEngine>(puzzle);
  };
  return info;
}

}  // namespace

TEST_CASE("the gate refuses a wrong board loudly and keeps a reproducer") {
  const TemporaryFolder folder;
  const Puzzle puzzle = load_puzzle("girafe");
  const EngineInfo liar = lying_engine();
  for (const Goal goal : {Goal::first, Goal::all, Goal::count}) {
    RunRequest request;
    request.puzzle = &puzzle;
    request.engine = &liar;
    request.config.goal = goal;
    request.reproducer_folder = folder.path();
    int solutions_seen = 0;
    const auto watch = [&](const Event& event) { solutions_seen += std::holds_alternative<SolutionFound>(event); };
    CHECK_THROWS_AS(run(request, watch, never_stop), InternalError);
    CHECK(solutions_seen == 0);
  }
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a stop request ends a long run between slices, and the checkpoint holds the rest") {
  const TemporaryFolder folder;
  const Puzzle puzzle = load_puzzle("inf6102-b");
  RunRequest request = request_for(puzzle, "backtrack", Goal::count);
  request.threads = 2;
  request.checkpoint = folder.file("checkpoint");
  std::stop_source stop;
  const auto stop_soon = [&](const Event& event) {
    if (std::holds_alternative<ProgressMade>(event)) stop.request_stop();
  };
  const Finished finished = run(request, stop_soon, stop.get_token());
  CHECK(finished.status == Status::stopped);
  CHECK(finished.nodes > 0);
  CHECK(std::filesystem::file_size(folder.file("checkpoint")) > 0);

  request.resume = request.checkpoint;
  request.limits.nodes = 1000;
  CHECK(run(request, ignore, never_stop).nodes > finished.nodes);
}

TEST_CASE("a checkpoint for something else, or a damaged one, is refused") {
  const TemporaryFolder folder;
  const Puzzle girafe = load_puzzle("girafe"), owen = load_puzzle("owen-3x3");
  RunRequest request = request_for(girafe, "backtrack", Goal::count);
  request.checkpoint = folder.file("checkpoint");
  run(request, ignore, never_stop);

  RunRequest other = request_for(owen, "backtrack", Goal::count);
  other.resume = request.checkpoint;
  CHECK_THROWS_AS(run(other, ignore, never_stop), InputError);
  RunRequest seeded = request;
  seeded.resume = request.checkpoint;
  seeded.config.seed = 99;
  CHECK_THROWS_AS(run(seeded, ignore, never_stop), InputError);

  const std::string good = tesselle::testing::read_text(folder.file("checkpoint"));
  request.resume = folder.file("damaged");
  for (const std::string& text : {std::string(), good.substr(0, good.size() / 2), std::string("{}"),
                                  std::string("{\"tesselle_checkpoint\":2}"), std::string("noise")}) {
    tesselle::testing::write_text(folder.file("damaged"), text);
    CHECK_THROWS_AS(run(request, ignore, never_stop), InputError);
  }
}

TEST_CASE("the finished event begins with the keys that scripts have always relied on") {
  const Puzzle puzzle = load_puzzle("girafe");
  Finished finished;
  finished.status = Status::exhausted;
  finished.engine = "backtrack";
  finished.solutions = 4;
  finished.distinct = 1;
  finished.nodes = 10;
  finished.seconds = 0.5;
  finished.verified = 4;
  const std::string promised =
      R"({"event":"finished","status":"exhausted","engine":"backtrack","solutions":4,"distinct":1,"nodes":10,)"
      R"("seconds":0.5,"best":null,"verified":4)";
  CHECK(event_json(puzzle, finished).substr(0, promised.size()) == promised);
}

TEST_CASE("a limit of solutions ends the search at that solution") {
  const Puzzle puzzle = load_puzzle("pentominoes-6x10");
  RunRequest request = request_for(puzzle, "dlx", Goal::all);
  request.limits.solutions = 100;
  std::uint64_t told = 0, last = 0;
  const Finished finished = run(request, [&](const Event& event) {
    if (const auto* found = std::get_if<SolutionFound>(&event)) ++told, last = found->record.nodes;
  });
  CHECK(finished.status == Status::limit);
  CHECK(finished.solutions == 100);
  CHECK(told == 100);
  CHECK(finished.nodes == last);
  request.config.goal = Goal::count;
  CHECK(run(request, ignore).nodes == finished.nodes);
}

TEST_CASE("a checkpoint that cannot be written is told once, and the run goes on") {
  const TemporaryFolder folder;
  const Puzzle puzzle = load_puzzle("inf6102-b");
  RunRequest request = request_for(puzzle, "backtrack", Goal::count);
  request.threads = 2;
  std::filesystem::create_directory(folder.file("checkpoint"));  // a folder is in the way
  request.checkpoint = folder.file("checkpoint");
  request.checkpoint_seconds = 0.02;
  request.limits.seconds = 0.5;
  int told = 0;
  const auto listen = [&](const Event& event) {
    if (const auto* note = std::get_if<Note>(&event)) told += note->text.find("tried again") != std::string::npos;
  };
  CHECK_THROWS_AS(run(request, listen), InputError);  // the last one must be written
  CHECK(told == 1);
}

TEST_CASE("a live board is legal and comes with progress, if it is asked for") {
  const Puzzle puzzle = load_puzzle("inf6102-d");
  RunRequest request = request_for(puzzle, "scan", Goal::count);
  request.limits.seconds = 0.4;
  request.progress_seconds = 0.02;
  int boards = 0;
  const auto look = [&](const Event& event) {
    const auto* progress = std::get_if<ProgressMade>(&event);
    if (progress == nullptr || !progress->board) return;
    ++boards;
    CHECK(verify(puzzle, progress->board->solution).legal());
  };
  run(request, look);
  CHECK(boards == 0);
  request.live_board = true;
  run(request, look);
  CHECK(boards > 3);
}

TEST_CASE("a run that is stepped makes just those nodes, and shows where they led") {
  const Puzzle puzzle = load_puzzle("owen-4x4");
  RunRequest request = request_for(puzzle, "scan", Goal::count);
  RunControl control;
  control.pause();
  request.control = &control;
  request.live_board = true;
  std::vector<std::uint64_t> shown;
  const auto step = [&](const Event& event) {
    const auto* progress = std::get_if<ProgressMade>(&event);
    if (progress == nullptr || shown.size() >= 4) return;
    shown.push_back(progress->nodes);
    const auto profile = control.nodes_per_depth();
    CHECK(std::accumulate(profile.begin(), profile.end(), std::uint64_t{0}) == progress->nodes);
    if (shown.size() < 4)
      control.step(shown.size());
    else
      control.resume();
  };
  CHECK(run(request, step).solutions == 36);
  CHECK(shown == std::vector<std::uint64_t>{0, 1, 3, 6});
}

TEST_CASE("a slow run makes as many nodes as its speed allows") {
  const Puzzle puzzle = load_puzzle("inf6102-d");
  RunRequest request = request_for(puzzle, "scan", Goal::count);
  RunControl control;
  control.set_speed(1000);
  request.control = &control;
  request.threads = 2;
  request.limits.seconds = 0.5;
  const Finished finished = run(request, ignore);
  CHECK(finished.nodes > 50);
  // Cutting the tree into jobs for two threads makes nodes before they start.
  request.threads = 1;
  CHECK(run(request, ignore).nodes <= 600);
}

TEST_CASE("time stands still while a run is paused") {
  const Puzzle puzzle = load_puzzle("inf6102-d");
  RunRequest request = request_for(puzzle, "scan", Goal::count);
  RunControl control;
  control.pause();
  request.control = &control;
  request.limits.seconds = 0.2;
  std::jthread waker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    control.resume();
  });
  const Finished finished = run(request, ignore);
  CHECK(finished.status == Status::limit);
  CHECK(finished.seconds < 0.5);
}
