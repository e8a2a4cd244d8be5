#include "tesselle/search.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "support/run_program.hpp"

using namespace tesselle;
using namespace tesselle::testing;
using namespace std::chrono_literals;

namespace {

SearchRequest request_of(const std::string& puzzle, Goal goal, const std::string& engine = "auto") {
  SearchRequest request;
  request.puzzle = share(load_puzzle(puzzle));
  request.goal = goal;
  request.engine = engine;
  return request;
}

}  // namespace

TEST_CASE("a request becomes JSON and the same request again") {
  SearchRequest request = request_of("girafe", Goal::count, "scan");
  request.symmetry = Symmetry::distinct;
  request.options = {{"order", "spiral-in"}};
  request.seed = 18'446'744'073'709'551'615u;
  request.threads = 3;
  request.limits = {1.5, 1000, 7};
  request.target = 12;
  request.checkpoint = "a.ck";
  request.out = "b.json";
  request.live_board = true;
  request.overwrite = true;
  const std::string json = to_json(request);
  const SearchRequest again = request_from_json(json);
  CHECK(to_json(again) == json);
  CHECK(*again.puzzle == *request.puzzle);
  CHECK(again.seed == request.seed);
  CHECK(again.limits == request.limits);
  CHECK(again.options == request.options);
  CHECK(again.overwrite);

  Puzzle own = load_puzzle("girafe");
  own.name = "mine";
  request.puzzle = share(own);
  CHECK(puzzle_hash(*request_from_json(to_json(request)).puzzle) == puzzle_hash(own));
}

TEST_CASE("a request that is not one is refused by name") {
  const auto refusal = [](const std::string& json) -> std::string {
    try {
      request_from_json(json);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refusal("nonsense").find("is not JSON") != std::string::npos);
  CHECK(refusal("[]").find("expected an object") != std::string::npos);
  CHECK(refusal("{}").find("'puzzle' is missing") != std::string::npos);
  CHECK(refusal(R"({"puzzle":"no-such"})").find("no-such") != std::string::npos);
  CHECK(refusal(R"({"puzzle":"/etc/passwd"})").find("no built-in puzzle") != std::string::npos);
  CHECK(refusal(R"({"puzzle":"girafe","goal":"fame"})").find("'goal'") != std::string::npos);
  CHECK(refusal(R"({"puzzle":"girafe","seed":-1})").find("'seed'") != std::string::npos);
  CHECK(refusal(R"({"puzzle":"girafe","limits":{"secnds":1}})").find("'secnds'") != std::string::npos);
  CHECK(refusal(R"({"puzzle":"girafe","colour":1})").find("'colour'") != std::string::npos);
}

TEST_CASE("events are numbered, begin with the plan and end with everything a reader of the last line needs") {
  const SearchRequest request = request_of("girafe", Goal::all);
  std::vector<Event> events;
  const Finished finished = search(request, [&](const Event& event) { events.push_back(event); });
  REQUIRE(events.size() > 2);
  const auto* started = std::get_if<Started>(&events.front());
  const auto* last = std::get_if<Finished>(&events.back());
  REQUIRE((started != nullptr && last != nullptr));
  CHECK(started->engine == "scan");
  CHECK_FALSE(started->reason.empty());
  CHECK(started->stages.size() == 1);
  CHECK(started->goal == Goal::all);
  CHECK(last->puzzle == "girafe");
  CHECK(last->hash == puzzle_hash(*request.puzzle));
  CHECK(last->first);
  CHECK(last->solutions == finished.solutions);
  for (std::size_t i = 1; i < events.size(); ++i) CHECK(events[i].number > events[i - 1].number);
}

TEST_CASE("optimise finds the best board of every kind of puzzle, whatever engine answers") {
  const TemporaryFolder folder;
  struct Case {
    const char *puzzle, *engine;
  };
  for (const auto& [puzzle, engine] : {Case{"soma", "auto"}, Case{"pentominoes-6x10", "auto"}, Case{"owen-4x4", "scan"},
                                       Case{"owen-4x4", "auto"}, Case{"trinity", "auto"}}) {
    CAPTURE(puzzle);
    SearchRequest request = request_of(puzzle, Goal::best, engine);
    request.out = folder.file("best.json");
    int improved = 0, solutions = 0;
    const Finished finished = search(request, [&](const Event& event) {
      improved += std::holds_alternative<Improved>(event);
      solutions += std::holds_alternative<SolutionFound>(event);
    });
    CHECK(finished.status == Status::solved);
    CHECK(answer_of(finished).exit_code == 0);
    REQUIRE(finished.best);
    CHECK(finished.best->score == finished.best->max_score);
    CHECK(improved > 0);
    CHECK(solutions == 0);
    CHECK(verify(*request.puzzle, load_solution(*request.puzzle, folder.file("best.json")).solution).solves());
    std::filesystem::remove(folder.file("best.json"));
  }
}

TEST_CASE("an optimiser that comes to a perfect board has solved the puzzle") {
  SearchRequest request = request_of("owen-4x4", Goal::first, "schedule");
  request.limits.seconds = 20;
  int solutions = 0;
  const Finished finished =
      search(request, [&](const Event& event) { solutions += std::holds_alternative<SolutionFound>(event); });
  CHECK(finished.status == Status::solved);
  CHECK(finished.solutions == 1);
  CHECK(solutions == 1);
  CHECK(answer_of(finished).exit_code == 0);
}

TEST_CASE("proved that there is none, limit, answered") {
  CHECK(answer_of(search(request_of("pentominoes-2x30", Goal::first))).exit_code == 1);
  SearchRequest hard = request_of("eternity2", Goal::count);
  hard.limits.nodes = 1000;
  CHECK(answer_of(search(hard)).exit_code == 3);
  CHECK(answer_of(search(hard)).outcome == Outcome::limit);
  CHECK(answer_of(search(request_of("girafe", Goal::count))).exit_code == 0);
}

TEST_CASE("the best board of a packing puzzle without a solution has the most pieces, which is proved") {
  const Finished finished = search(request_of("pentominoes-2x30", Goal::best));
  CHECK(finished.status == Status::exhausted);
  REQUIRE(finished.best);
  CHECK(finished.best->score == 6);  // the other six do not fit between two walls
  CHECK(answer_of(finished).exit_code == 0);
}

TEST_CASE("a slow subscriber delays neither the limit nor another subscriber, and misses nothing but progress") {
  SearchRequest request = request_of("pentominoes-6x10", Goal::all, "cover");
  request.progress_seconds = 0.001;
  std::atomic<int> fast = 0, slow = 0;
  std::atomic<bool> fast_ended = false, block = true;
  Search running = start(request, {[&](const Event& event) {
                                     fast += std::holds_alternative<SolutionFound>(event);
                                     fast_ended = fast_ended || std::holds_alternative<Finished>(event);
                                   },
                                   [&](const Event& event) {
                                     while (block) std::this_thread::sleep_for(1ms);
                                     slow += std::holds_alternative<SolutionFound>(event);
                                   }});
  SearchRequest timed = request_of("inf6102-d", Goal::all);
  timed.limits.seconds = 0.3;
  Search limited = start(timed, {[&](const Event&) {
                           while (block) std::this_thread::sleep_for(1ms);
                         }});
  const auto began = std::chrono::steady_clock::now();
  while (limited.running()) std::this_thread::sleep_for(1ms);
  CHECK(std::chrono::steady_clock::now() - began < 3s);
  block = false;
  const Finished finished = running.wait();
  limited.wait();
  CHECK(finished.solutions == 9356);
  CHECK(fast == 9356);
  CHECK(slow == 9356);
  CHECK(fast_ended);
}

TEST_CASE("what a subscriber throws ends the search and is thrown on") {
  const SearchRequest request = request_of("inf6102-d", Goal::count);
  const auto fail = [](const Event& event) {
    if (std::holds_alternative<ProgressMade>(event)) throw UsageError("enough");
  };
  CHECK_THROWS_WITH_AS(search(request, fail), "enough", UsageError);
}

TEST_CASE("a running search can be paused, resumed and stopped; subscribers may come later") {
  SearchRequest request = request_of("inf6102-d", Goal::count);
  request.threads = 2;
  request.progress_seconds = 0.01;
  Search running = start(request);
  std::atomic<std::uint64_t> nodes = 0;
  running.subscribe([&](const Event& event) {
    if (const auto* progress = std::get_if<ProgressMade>(&event)) nodes = progress->nodes;
  });
  while (nodes == 0) std::this_thread::sleep_for(1ms);
  running.pause();
  std::this_thread::sleep_for(200ms);
  const std::uint64_t while_paused = nodes;
  std::this_thread::sleep_for(200ms);
  CHECK(nodes == while_paused);
  running.resume();
  while (nodes == while_paused) std::this_thread::sleep_for(1ms);
  CHECK(running.running());
  running.stop();
  CHECK(running.wait().status == Status::stopped);
  CHECK_FALSE(running.running());
}

TEST_CASE("what cannot be run is said at once") {
  CHECK_THROWS_AS(start(request_of("girafe", Goal::count, "no-such-engine")), UsageError);
  CHECK_THROWS_AS(search(request_of("girafe", Goal::count, "schedule")), UsageError);
  SearchRequest request = request_of("girafe", Goal::first, "scan");
  request.options = {{"propagate", "all"}};
  CHECK_THROWS_AS(search(request), UsageError);
  request = request_of("girafe", Goal::first);
  request.out = "/no/such/folder/file.json";
  CHECK_THROWS_AS(search(request), InputError);
  CHECK_THROWS_AS(search(SearchRequest{}), UsageError);
}

TEST_CASE("long searches for better boards are resumed where they were") {
  const TemporaryFolder folder;
  for (const char* engine : {"schedule", "ils", "lns", "swap", "anneal", "tabu", "repair", "beam"}) {
    CAPTURE(engine);
    SearchRequest whole = request_of("inf6102-d", Goal::best, engine);
    whole.threads = 1;
    whole.limits.nodes = 200'000;
    std::vector<std::uint64_t> uninterrupted, parts;
    const auto into = [](std::vector<std::uint64_t>& list) {
      return [&list](const Event& event) {
        if (const auto* better = std::get_if<Improved>(&event))
          list.push_back(better->record.nodes), list.push_back(static_cast<std::uint64_t>(better->record.score));
      };
    };
    const Finished one = search(whole, into(uninterrupted));
    SearchRequest part = whole;
    part.checkpoint = folder.file(engine);
    part.limits.nodes = 40'000;
    Finished last = search(part, into(parts));
    part.resume = part.checkpoint;
    for (int i = 0; i < 4; ++i) last = search(part, into(parts));
    CHECK(last.nodes == one.nodes);
    CHECK(last.best == one.best);
    CHECK(parts == uninterrupted);
  }
}
