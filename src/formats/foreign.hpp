#pragma once

#include <string_view>

namespace tesselle {

enum class ForeignFormat { none, xmpuzzle, polycube, knuth, ascii };

/// Whose format a text is in, by its contents; `line` is its first line that is neither blank nor a comment.
ForeignFormat recognise_foreign(std::string_view text, std::string_view line);

}  // namespace tesselle
