// Looks for the best board of a puzzle for a second, and stops it from another thread.
#include <chrono>
#include <iostream>
#include <optional>
#include <thread>

#include <tesselle/render.hpp>
#include <tesselle/search.hpp>

int main(int argc, char** argv) try {
  tesselle::SearchRequest request;
  request.puzzle = tesselle::share(tesselle::load_puzzle(argc > 1 ? argv[1] : "inf6102-d"));
  request.goal = tesselle::Goal::best;
  request.limits.seconds = 60;

  std::optional<tesselle::SolutionRecord> best;
  tesselle::Search running = tesselle::start(request, {[&](const tesselle::Event& event) {
    if (const auto* better = std::get_if<tesselle::Improved>(&event)) best = better->record;
  }});
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    running.stop();
  });
  const tesselle::Finished finished = running.wait();

  if (!best) return tesselle::answer_of(finished).exit_code;
  std::cout << tesselle::render_terminal(*request.puzzle, &best->solution, tesselle::TerminalColour::none);
  std::cout << best->score << " of " << best->max_score << ", engine " << finished.engine << '\n';
  return tesselle::answer_of(finished).exit_code;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
