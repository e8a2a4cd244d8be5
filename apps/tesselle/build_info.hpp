#pragma once

#include <string_view>

namespace tesselle {

/// Of this program; cmake/build_info.cmake writes the definitions.
extern const std::string_view build_commit, build_type, build_compiler;

}  // namespace tesselle
