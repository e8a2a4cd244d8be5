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

constexpr void (*subcommands[])(Command) = {
    add_solve,   add_count,    add_optimise, add_verify,    add_estimate, add_tileability, add_generate, add_openings,
    add_finals,  add_corollas, add_show,     add_catalogue, add_archive,  add_study,       add_convert,  add_pieces,
    add_puzzles, add_bench,    add_engines,  add_tree,      add_film,     add_step,        add_print,
};

int run_program(int argc, char** argv) {
  Program program("tesselle", "A workbench for puzzles made of pieces: edge-matching and packing.", TESSELLE_VERSION);
  Command root = program.command();
  root.require_subcommand();
  root.footer(
      "A puzzle P is the name of a built-in one (tesselle puzzles) or a file.\n"
      "Exit codes: 0 answered, 1 proved that there is no solution, 2 bad input or usage, "
      "3 a limit was reached without an answer, 4 internal error.");
  for (const auto& add : subcommands) add(root);
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
