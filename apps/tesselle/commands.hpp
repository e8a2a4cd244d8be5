#pragma once

namespace CLI {
class App;
}

namespace tesselle {

/// Each subcommand lives in the file of its name: it declares its options, and its callback parses, wires and prints,
/// and leaves the exit code. Errors are thrown; main prints them.
void add_solve(CLI::App& app, int& exit_code);
void add_count(CLI::App& app, int& exit_code);
void add_optimise(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);
void add_estimate(CLI::App& app, int& exit_code);
void add_tileability(CLI::App& app, int& exit_code);
void add_generate(CLI::App& app, int& exit_code);
void add_openings(CLI::App& app, int& exit_code);
void add_finals(CLI::App& app, int& exit_code);
void add_corollas(CLI::App& app, int& exit_code);
void add_show(CLI::App& app, int& exit_code);
void add_catalogue(CLI::App& app, int& exit_code);
void add_archive(CLI::App& app, int& exit_code);
void add_study(CLI::App& app, int& exit_code);
void add_convert(CLI::App& app, int& exit_code);
void add_pieces(CLI::App& app, int& exit_code);
void add_puzzles(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);
void add_engines(CLI::App& app, int& exit_code);

namespace exit_codes {
constexpr int answered = 0, no_solution = 1, bad_input = 2, limit = 3, internal_error = 4;
}

}  // namespace tesselle
