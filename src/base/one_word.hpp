#pragma once

#include <string>
#include <string_view>

namespace tesselle {

/// Any text as one word: blanks, control bytes and '%' become %XX, as in addresses. For lists separated by blanks.
std::string as_one_word(std::string_view text);
/// The text again; a '%' without two digits stays as it is.
std::string from_one_word(std::string_view word);

}  // namespace tesselle
