#pragma once

#include "command.hpp"

namespace tesselle {

/// The help of a command that is called as `path`, such as "tesselle openings build", for a terminal of 80 columns.
std::string help_text(const CommandDescription& command, const std::string& path, HelpLength length);

}  // namespace tesselle
