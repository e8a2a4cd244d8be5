#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.hpp"

namespace tesselle {

/// Data computed beforehand for one puzzle: openings, finals, sets of pieces that tile regions. On disk a header
/// (magic, version, kind, puzzle, sizes, checksum) and a Zstandard frame. Written in one step, read through a memory
/// map; any file that differs from what was written is refused.
struct DataFile {
  enum class Kind : std::uint32_t { openings = 1, finals = 2, sets = 3 };
  Kind kind = Kind::openings;
  std::uint64_t puzzle_hash = 0;
  std::string contents;
};

void write_data_file(const std::string& path, const DataFile& file);
/// Throws InputError naming the file: missing, of another kind or version, cut short or damaged.
DataFile read_data_file(const std::string& path, DataFile::Kind kind);

/// Text among the numbers of a data file's contents.
void add_text(ByteWriter& writer, std::string_view text);
std::string take_text(ByteReader& reader);

}  // namespace tesselle
