#pragma once

#include <string>
#include <string_view>

namespace tesselle::render {

/// The characters of a text that is meant to be UTF-8. What is not (broken sequences, control characters, those that
/// turn lines around, code points that XML forbids) becomes U+FFFD, so that no name can break a document or drive a
/// terminal.
std::u32string decoded(std::string_view text);
std::string encoded(std::u32string_view characters);
void append_encoded(std::string& out, char32_t character);

/// JSON as part of a page's script: no name in it can end the script or begin a comment, wherever in the page it gets.
std::string in_script(std::string_view json);

/// How many characters, not bytes.
inline std::size_t length(std::string_view text) { return decoded(text).size(); }

}  // namespace tesselle::render
