#include <fmt/format.h>

#include "commands.hpp"
#include "tesselle/errors.hpp"

namespace {

using namespace tesselle;

/// One line, whatever the message: scripts and people read the first line.
int complain(const std::string& message, int code) {
  std::string line = message;
  for (char& c : line)
    if (c == '\n') c = ' ';
  fmt::print(stderr, "tesselle: {}\n", line);
  return code;
}

/// The commands as `tesselle --help` lists them.
struct Heading {
  const char* title;
  std::vector<void (*)(Command)> commands;
};
const Heading command_headings[] = {
    {"Solve a puzzle", {add_solve, add_count, add_optimise, add_estimate, add_compare}},
    {"Boards", {add_show, add_verify, add_convert, add_catalogue, add_archive}},
    {"See the search", {add_serve, add_tree, add_film, add_step}},
    {"Puzzles and pieces", {add_puzzles, add_new, add_generate, add_pieces, add_print}},
    {"Long searches, prepared data", {add_openings, add_cluster, add_finals, add_corollas, add_tileability}},
    {"About the program",
     {add_engines, add_bench, add_selftest, add_study, add_completion, add_man, add_help, add_version}},
};

constexpr const char* program_summary =
    "finds solutions of puzzles made of pieces: edge-matching puzzles and packing puzzles";

int welcome() {
  fmt::print(
      "Tesselle {}\n\n"
      "finds solutions of puzzles made of pieces: edge-matching puzzles (Eternity II,\n"
      "scramble squares) and packing puzzles (pentominoes, Soma, Eternity). Try:\n\n"
      "  tesselle puzzles                          the built-in puzzles\n"
      "  tesselle show girafe                      draw one of them\n"
      "  tesselle solve girafe                     find a solution\n"
      "  tesselle count pentominoes-6x10           how many solutions does it have?\n"
      "  tesselle optimise eternity2 --time 20s    the best board in 20 seconds\n\n"
      "tesselle help lists all commands, tesselle help solve explains one of them.\n",
      TESSELLE_VERSION);
  return exit_codes::answered;
}

int run_program(int argc, char** argv) {
  Program program("tesselle", program_summary, version_text());
  Command root = program.command();
  root.on_run(welcome);
  for (const Heading& heading : command_headings) {
    root.heading(heading.title);
    for (const auto& add : heading.commands) add(root);
  }
  root.alias("optimise", "optimize");
  root.footer(  // after the commands, which would inherit it
      "tesselle help COMMAND (or tesselle COMMAND --help) explains a command. A puzzle P is the name of a built-in one "
      "(tesselle puzzles) or a file.\n"
      "Exit codes: 0 answered, 1 proved that there is no solution, 2 bad input or usage, 3 a limit was reached without "
      "an answer, 4 internal error.");
  return program.run(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_program(argc, argv);
  } catch (const InputError& error) {
    return complain(error.what(), exit_codes::bad_input);
  } catch (const UsageError& error) {
    return complain(error.what(), exit_codes::bad_input);
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {}", error.what()), exit_codes::internal_error);
  }
}
