#pragma once

#include "command.hpp"

namespace tesselle {

/// Scripts that complete the program's commands, options, values and first arguments with Tab. Where there is no list
/// of values, file names are completed.
std::string bash_completion(const CommandDescription& program);
std::string zsh_completion(const CommandDescription& program);
std::string fish_completion(const CommandDescription& program);

}  // namespace tesselle
