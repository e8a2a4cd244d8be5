#pragma once

#include <map>
#include <string>

namespace tesselle::web {

/// Throws Refusal (400) if a request sets an option that names a file.
void refuse_file_options(const std::string& engine, const std::map<std::string, std::string>& options);

}  // namespace tesselle::web
