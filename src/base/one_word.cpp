#include "base/one_word.hpp"

#include <fmt/format.h>

#include <charconv>

namespace tesselle {

std::string as_one_word(std::string_view text) {
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    word += byte <= ' ' || byte == 0x7f || c == '%' ? fmt::format("%{:02x}", byte) : std::string(1, c);
  }
  return word;
}

std::string from_one_word(std::string_view word) {
  std::string text;
  while (!word.empty()) {
    unsigned byte = 0;
    const bool coded = word[0] == '%' && word.size() >= 3 &&
                       std::from_chars(word.data() + 1, word.data() + 3, byte, 16).ptr == word.data() + 3;
    text += coded ? static_cast<char>(byte) : word[0];
    word.remove_prefix(coded ? 3 : 1);
  }
  return text;
}

}  // namespace tesselle
