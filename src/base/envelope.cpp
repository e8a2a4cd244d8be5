#include "base/envelope.hpp"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "base/hash.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr std::size_t longest_seal = 200;  // bytes of the first line

/// Of all that the file says, the first line's other words included.
std::uint64_t seal_checksum(std::string_view words, std::string_view contents) {
  Fnv64 hash;
  hash.add(words);
  hash.add(contents);
  return hash.value();
}

std::string seal_words(const Envelope& envelope, std::size_t length) {
  return fmt::format("tesselle {} version {} puzzle {} length {}", envelope.kind, envelope.version,
                     hex64(envelope.puzzle_hash), length);
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t end = 0; !line.empty(); line.remove_prefix(std::min(line.size(), end + 1))) {
    end = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, end));
  }
  return words;
}

std::uint64_t hexadecimal(std::string_view word) {
  std::uint64_t value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value, 16);
  return value;
}

}  // namespace

std::string sealed(const Envelope& envelope, std::string_view contents) {
  const std::string words = seal_words(envelope, contents.size());
  std::string text = fmt::format("{} checksum {}\n", words, hex64(seal_checksum(words, contents)));
  text += contents;
  return text;
}

/// The line must be the one that would be written for what it says, letter by letter.
Unsealed unsealed(const std::string& file, std::string_view text, const Envelope& expected) {
  const std::size_t end = text.substr(0, longest_seal).find('\n');
  const std::string_view line = text.substr(0, end == text.npos ? 0 : end);
  const auto words = words_of(line);
  if (words.size() != 10 || words[0] != "tesselle" || words[1] != expected.kind || words[2] != "version")
    throw InputError({file}, fmt::format("is not a Tesselle {}", expected.kind));
  if (words[3] != std::to_string(expected.version))
    throw InputError({file},
                     fmt::format("is a {} of version {}, expected {}", expected.kind, words[3], expected.version));
  const Unsealed found{hexadecimal(words[5]), text.substr(end + 1)};
  const std::string is = seal_words({expected.kind, expected.version, found.puzzle_hash}, found.contents.size());
  if (!line.starts_with(is)) throw InputError({file}, "is cut short or has something appended");
  if (line != fmt::format("{} checksum {}", is, hex64(seal_checksum(is, found.contents))))
    throw InputError({file}, fmt::format("is a damaged {}: its checksum is wrong", expected.kind));
  return found;
}

}  // namespace tesselle
