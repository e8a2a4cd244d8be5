#pragma once

#include <map>
#include <optional>
#include <string>

#include "terminal.hpp"
#include "tesselle/search.hpp"

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
  bool overwrite = false, json = false, quiet = false;
  std::string colour = "auto";
  std::map<std::string, std::string> engine_options;  ///< from the engines' own tables
};

/// Declares them on a subcommand, with the options of the engines that can do one of these; by default, make boards.
void add_run_options(Command command, RunOptions& options, const std::vector<Goal>& goals = {Goal::first, Goal::best});

/// "auto", the engines, "portfolio".
std::vector<std::string> engine_choices();
/// "best first (default size) [size|domains]"
std::string option_help(const OptionSpec& spec);

/// The request, with everything but what is special to one subcommand.
SearchRequest request_from(const RunOptions& options, Goal goal);

}  // namespace tesselle
