#pragma once

#include "command_line/command.hpp"

namespace tesselle {

/// Each subcommand lives in the file of its name: it declares its options and what it runs, which wires, prints and
/// returns the exit code. Errors are thrown; main prints them.
void add_solve(Command program);
void add_count(Command program);
void add_optimise(Command program);
void add_verify(Command program);
void add_estimate(Command program);
void add_tileability(Command program);
void add_new(Command program);
void add_generate(Command program);
void add_openings(Command program);
void add_cluster(Command program);
void add_finals(Command program);
void add_corollas(Command program);
void add_show(Command program);
void add_catalogue(Command program);
void add_tree(Command program);
void add_film(Command program);
void add_step(Command program);
void add_print(Command program);
void add_archive(Command program);
void add_study(Command program);
void add_convert(Command program);
void add_pieces(Command program);
void add_puzzles(Command program);
void add_bench(Command program);
void add_compare(Command program);
void add_selftest(Command program);
void add_engines(Command program);
void add_serve(Command program);
void add_man(Command program);
void add_completion(Command program);
void add_help(Command program);
void add_version(Command program);

/// What a report of a bug needs to say. The first line is the version alone.
std::string version_text();

namespace exit_codes {
constexpr int answered = 0, no_solution = 1, bad_input = 2, limit = 3, internal_error = 4;
}

}  // namespace tesselle
