#pragma once

#include "tesselle/search.hpp"

namespace tesselle::web {

/// Whether an engine's option may name a file. The server reads and writes no file that a request names: it may come
/// from another machine. An option that is free text counts as a file's name unless it is known to be something else.
bool may_name_file(const OptionSpec& option);

/// Throws Refusal (400) if a request sets such an option.
void refuse_file_options(const std::string& engine, const std::map<std::string, std::string>& options);

}  // namespace tesselle::web
