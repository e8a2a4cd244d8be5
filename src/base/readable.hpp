#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tesselle {

/// "1 234 567"
std::string grouped(std::uint64_t number);
std::string grouped(std::string digits);

/// "1 solution", "1 234 solutions"
std::string counted(std::uint64_t number, const std::string& noun);

/// "0.123 s", "4 min 5 s", "3.2 h"
std::string readable_seconds(double seconds);

/// How many bytes at the beginning are one character of UTF-8; 0 if they are none.
std::size_t utf8_length(std::string_view text);

/// For terminals, whatever bytes a file's author has put there: control characters become escapes like \x1b, and so do
/// those that turn the direction of writing and bytes that are not UTF-8. Line ends and tabs stay.
std::string printable(std::string_view text);

}  // namespace tesselle
