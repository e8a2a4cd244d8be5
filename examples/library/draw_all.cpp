// Finds every solution of a puzzle, one per symmetry class, and writes each as a picture: solution-1.svg, …
#include <fstream>
#include <iostream>

#include <tesselle/render.hpp>
#include <tesselle/search.hpp>

int main(int argc, char** argv) try {
  tesselle::SearchRequest request;
  request.puzzle = tesselle::share(tesselle::load_puzzle(argc > 1 ? argv[1] : "pentominoes-3x20"));
  request.goal = tesselle::Goal::all;
  request.symmetry = tesselle::Symmetry::distinct;
  const auto finished = tesselle::search(request, [&](const tesselle::Event& event) {
    const auto* found = std::get_if<tesselle::SolutionFound>(&event);
    if (!found) return;
    std::ofstream file("solution-" + std::to_string(found->number) + ".svg");
    file << tesselle::render_svg(*request.puzzle, &found->record.solution);
  });
  std::cout << finished.verified << " pictures of " << request.puzzle->name << '\n';
  return tesselle::answer_of(finished).exit_code;
} catch (const tesselle::InputError& error) {
  std::cerr << error.what() << '\n';  // file:line:column: what was found and what was expected
  return 2;
}
