#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "command_line/command.hpp"
#include "run/run.hpp"

namespace tesselle {

/// What the subcommands that search have in common.
struct RunOptions {
  std::string puzzle;
  std::string engine = "auto";
  std::string symmetry;  ///< "", "all" or "distinct"
  std::optional<std::string> time;
  std::optional<std::uint64_t> nodes;
  std::optional<unsigned> threads;
  std::uint64_t seed = 1;
  std::optional<std::string> out, checkpoint, resume;
  bool json = false, quiet = false;
  std::string colour = "auto";
  std::map<std::string, std::string> engine_options;  ///< from the engines' own tables
};

/// Declares them on a subcommand, the engines' options included.
void add_run_options(Command command, RunOptions& options);

/// --color, also of subcommands that do not search.
void add_colour_option(Command command, std::string& choice);

/// Seconds from "60s", "10m", "1h", "500ms" or a plain number of seconds. Throws UsageError naming the option.
double parse_duration(const std::string& text, const char* option = "--time");

/// Whether to colour what goes to this stream: --color, then NO_COLOR, then whether it is a terminal.
bool use_colour(const std::string& choice, int descriptor);

/// A request with everything but what is special to one subcommand; `reason` tells why the engine was chosen.
struct PreparedRun {
  std::shared_ptr<const Puzzle> puzzle;
  RunRequest request;
  std::string reason;
};
PreparedRun prepare_run(const RunOptions& options, Goal goal);

/// Throws InputError if there is no folder for it: said before the work rather than after it.
void check_writable(const std::optional<std::string>& path);

/// Set by Ctrl-C (SIGINT) and SIGTERM once installed; a second signal ends the program at once.
const std::atomic<bool>& stop_on_signals();
/// The same as a token.
std::stop_token stop_token_on_signals();

}  // namespace tesselle
