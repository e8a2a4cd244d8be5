#pragma once

#include "command.hpp"

namespace tesselle {

/// What the help of a command tells, one section after the other: arguments (without a title), subcommands, options by
/// group and, in the full help, the options of engines.
std::vector<HelpSection> help_sections(const CommandDescription& command, HelpLength length);

/// How a command is called, one line or two: "tesselle solve P [options]".
std::vector<std::string> usage_lines(const CommandDescription& command, const std::string& path);

/// The help of a command that is called as `path`, such as "tesselle openings build", for a terminal of 80 columns.
std::string help_text(const CommandDescription& command, const std::string& path, HelpLength length);

}  // namespace tesselle
