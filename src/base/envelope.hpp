#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tesselle {

/// What stands before the contents of the text files that the program writes for itself (checkpoints, profiles,
/// models): one line with kind, version, puzzle, length and checksum. A file that was changed, cut short or made by
/// another version is refused before anything in it is believed. This finds damage and edits, not forgery: whoever can
/// write the file can write the checksum, so contents are checked by their readers, too.
struct Envelope {
  std::string_view kind;          ///< one word: "checkpoint"
  int version = 1;                ///< of the contents
  std::uint64_t puzzle_hash = 0;  ///< 0: not about a puzzle
};

std::string sealed(const Envelope& envelope, std::string_view contents);

struct Unsealed {
  std::uint64_t puzzle_hash = 0;
  std::string_view contents;  ///< part of the text that was given
};
/// Throws InputError naming the file: not a `kind`, of another version, cut short or damaged.
Unsealed unsealed(const std::string& file, std::string_view text, const Envelope& expected);

}  // namespace tesselle
