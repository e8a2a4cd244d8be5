#include <doctest/doctest.h>

#include <filesystem>
#include <numeric>

#include "base/files.hpp"
#include "run/registry.hpp"
#include "run/run.hpp"
#include "run/thread_pool.hpp"
#include "support/run_program.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;
using tesselle::testing::TemporaryFolder;

namespace {

const std::stop_token never_stop;
void ignore(const Event&) {}

RunRequest beam_on(const Puzzle& puzzle) {
  RunRequest request;
  request.puzzle = &puzzle;
  request.engine = &engine_named("beam", Family::packing);
  request.config.goal = Goal::best;
  request.config.options = Options(request.engine->options);
  request.config.options.set("width", "50");
  return request;
}

}  // namespace

TEST_CASE("an engine that saves its state is resumed from a checkpoint, with any number of threads") {
  const Puzzle puzzle = load_puzzle("eternity1");
  const TemporaryFolder folder;
  RunRequest request = beam_on(puzzle);
  request.checkpoint = folder.file("checkpoint");
  request.limits.nodes = 1500;
  const Finished first = run(request, ignore, never_stop);
  CHECK(first.status == Status::limit);
  REQUIRE(first.best);
  request.resume = request.checkpoint;
  Finished last = first;
  for (const unsigned threads : {2u, 3u, 1u}) {
    request.threads = threads;
    const Finished next = run(request, ignore, never_stop);
    CHECK(next.nodes > last.nodes);
    CHECK(next.best->score >= last.best->score);
    last = next;
  }
}

TEST_CASE("engines that save a state per thread go on with as many threads, or say how many that were") {
  const Puzzle puzzle = load_puzzle("owen-6x6");
  const TemporaryFolder folder;
  for (const EngineInfo& engine : all_engines()) {
    const Abilities& can = engine.abilities;
    if (engine.family != Family::edge || !can.saves || can.shares_work || engine.complete) continue;
    CAPTURE(engine.name);
    RunRequest request;
    request.puzzle = &puzzle;
    request.engine = &engine;
    request.config.goal = Goal::best;
    request.config.options = Options(engine.options);
    request.checkpoint = folder.file(engine.name);
    request.limits.nodes = 2000;
    const auto refusal = [&] {
      try {
        run(request, ignore, never_stop);
      } catch (const UsageError& error) {
        return std::string(error.what());
      }
      return std::string("accepted");
    };
    for (const unsigned threads : {2u, 1u}) {
      request.threads = threads;
      request.resume.reset();
      run(request, ignore, never_stop);
      request.resume = request.checkpoint;
      request.threads = 3;
      CHECK(refusal() == (threads == 2 ? "--resume: the checkpoint was made with 2 threads, so --threads 2 is needed"
                                       : "--resume: the checkpoint was made with 1 thread, so --threads 1 is needed"));
      request.threads = threads;
      CHECK(refusal() == "accepted");
    }
  }
}

TEST_CASE("a search that has ended and is resumed ends again") {
  const Puzzle puzzle = load_puzzle("trinity");
  const TemporaryFolder folder;
  RunRequest request = beam_on(puzzle);
  request.checkpoint = folder.file("checkpoint");
  CHECK(run(request, ignore, never_stop).status == Status::solved);
  request.resume = request.checkpoint;
  CHECK(run(request, ignore, never_stop).best->score == 4);
}

TEST_CASE("a checkpoint whose saved state was damaged is refused") {
  const Puzzle puzzle = load_puzzle("boat");
  const TemporaryFolder folder;
  RunRequest request = beam_on(puzzle);
  request.checkpoint = folder.file("checkpoint");
  request.limits.nodes = 1000;
  run(request, ignore, never_stop);
  const std::string good = read_file(*request.checkpoint);
  request.resume = request.checkpoint;
  std::string flipped = good;
  flipped[flipped.size() - 20] ^= 1;
  for (const std::string& bad : {flipped, good.substr(0, good.size() - 1), good + "x"}) {
    write_file_atomically(*request.checkpoint, bad);
    CHECK_THROWS_AS(run(request, ignore, never_stop), InputError);
  }
}

TEST_CASE("a pool of threads does every task once, and hands out what a task throws") {
  ThreadPool pool(3);
  const ParallelFor parallel = pool.parallel_for();
  for (const std::size_t tasks : {0u, 1u, 2u, 100u}) {
    std::vector<int> done(tasks);
    parallel(tasks, [&](std::size_t i) { ++done[i]; });
    CHECK(std::accumulate(done.begin(), done.end(), 0) == static_cast<int>(tasks));
  }
  CHECK_THROWS_AS(parallel(5,
                           [](std::size_t i) {
                             if (i == 3) throw UsageError("no");
                           }),
                  UsageError);
  int after = 0;
  parallel(1, [&](std::size_t) { ++after; });
  CHECK(after == 1);
}
