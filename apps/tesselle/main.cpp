#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <stdexcept>
#include <system_error>

#include "commands.hpp"
#include "terminal.hpp"
#include "tesselle/errors.hpp"

namespace {

using namespace tesselle;

/// One line, whatever the message: scripts and people read the first line.
std::string one_line(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  return message;
}

int complain(const std::string& message, int code) {
  tell("tesselle: {}\n", one_line(message));
  return code;
}

/// A program that is started without one of the three would get that number for the first file that it opens, and would
/// write its lines into it.
void open_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      if (::open("/dev/null", O_RDWR) < 0) return;
}

int complain_about_output(const std::string& why) {
  return complain("standard output: cannot write: " + why, exit_codes::bad_input);
}

/// An answer that did not reach its file or pipe is not an answer.
int flushed(int code) {
  std::cout.flush();
  const bool failed_before = std::ferror(stdout) != 0 || !std::cout;
  if (std::fflush(stdout) != 0) return complain_about_output(std::strerror(errno));
  return failed_before ? complain_about_output("some of it was lost") : code;
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

constexpr const char* out_of_memory =
    "out of memory: the puzzle, or the tables made for it, are too large for this machine or limit";

/// Some functions of the libraries promise not to throw and yet ask for memory (directory iterators are such). What
/// ends there is told as elsewhere, by means that need no memory.
[[noreturn]] void end_without_memory() {
  const std::exception_ptr failure = std::current_exception();
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    for (const char* part : {"tesselle: ", out_of_memory, "\n"})
      if (::write(STDERR_FILENO, part, std::strlen(part)) < 0) break;
    ::_exit(exit_codes::bad_input);
  } catch (...) {  // a bug of ours: as if there were no handler
  }
  std::abort();
}

/// Before anything else: tables of the rooms are made before main() begins.
[[gnu::constructor(101)]] void watch_for_the_end_of_memory() { std::set_terminate(end_without_memory); }

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  try {
    return flushed(run_program(argc, argv));
  } catch (const InputError& error) {
    return complain(error.what(), exit_codes::bad_input);
  } catch (const UsageError& error) {
    return complain(error.what(), exit_codes::bad_input);
  } catch (const std::filesystem::filesystem_error& error) {
    return complain(fmt::format("{}: {}", error.path1().string(), error.code().message()), exit_codes::bad_input);
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) != 0) return complain_about_output(error.code().message());
    return complain(fmt::format("the system refuses what this needs (threads, memory or files): {}", error.what()),
                    exit_codes::bad_input);
  } catch (const std::bad_alloc&) {
    return complain(out_of_memory, exit_codes::bad_input);
  } catch (const std::length_error&) {
    return complain("out of memory: the puzzle, or the tables made for it, are too large for any machine",
                    exit_codes::bad_input);
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {}", error.what()), exit_codes::internal_error);
  }
}
