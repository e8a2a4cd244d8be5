#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/errors.hpp"
#include "commands.hpp"

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

std::string hint(const CLI::App& app) {
  for (const CLI::App* sub : app.get_subcommands()) return fmt::format(" (see tesselle {} --help)", sub->get_name());
  return " (see tesselle --help)";
}

int parse_and_run(CLI::App& app, int argc, char** argv, int& exit_code) {
  try {
    app.parse(argc, argv);
    return exit_code;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return complain(error.what() + hint(app), exit_codes::bad_input);
  } catch (const InputError& error) {
    return complain(error.what(), exit_codes::bad_input);
  } catch (const UsageError& error) {
    return complain(error.what(), exit_codes::bad_input);
  } catch (const InternalError& error) {
    return complain(fmt::format("internal error: {}", error.what()), exit_codes::internal_error);
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {}", error.what()), exit_codes::internal_error);
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"A workbench for puzzles made of pieces: edge-matching and packing.", "tesselle"};
  app.set_version_flag("--version", "tesselle " TESSELLE_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  app.footer(
      "A puzzle P is the name of a built-in one (tesselle puzzles) or a file.\n"
      "Exit codes: 0 answered, 1 proved that there is no solution, 2 bad input or usage, "
      "3 a limit was reached without an answer, 4 internal error.");

  int exit_code = exit_codes::answered;
  add_solve(app, exit_code);
  add_count(app, exit_code);
  add_optimise(app, exit_code);
  add_verify(app, exit_code);
  add_estimate(app, exit_code);
  add_tileability(app, exit_code);
  add_generate(app, exit_code);
  add_openings(app, exit_code);
  add_finals(app, exit_code);
  add_corollas(app, exit_code);
  add_show(app, exit_code);
  add_catalogue(app, exit_code);
  add_archive(app, exit_code);
  add_study(app, exit_code);
  add_convert(app, exit_code);
  add_pieces(app, exit_code);
  add_puzzles(app, exit_code);
  add_bench(app, exit_code);
  add_engines(app, exit_code);
  return parse_and_run(app, argc, argv, exit_code);
}
