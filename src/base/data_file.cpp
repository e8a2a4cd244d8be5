#include "base/data_file.hpp"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <array>
#include <bit>
#include <cstring>
#include <new>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/mapped_file.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are stored as they are in memory");

constexpr std::array<char, 8> file_magic = {'t', 's', 'l', 'd', 'a', 't', 'a', '\n'};
constexpr std::uint32_t format_version = 2;
constexpr int compression_level = 3;
/// What a frame may expand to, so that a small file cannot fill the reader's memory. zstd itself packs zeros 30 000
/// times. Frames of contents that are more uniform are made longer (`padded`).
constexpr std::uint64_t unfolding_of_any = std::uint64_t{16} << 20, unfolding_per_byte = 32;

std::uint64_t largest_contents(std::uint64_t frame) { return unfolding_of_any + unfolding_per_byte * frame; }

/// A frame that readers skip, behind the frame that they read (RFC 8878, 3.1.2).
std::string padded(std::string frame, std::uint64_t contents) {
  if (contents <= largest_contents(frame.size())) return frame;
  constexpr std::array<std::uint8_t, 4> skippable = {0x50, 0x2a, 0x4d, 0x18};
  const auto zeros = static_cast<std::uint32_t>((contents - unfolding_of_any) / unfolding_per_byte - frame.size());
  frame.append(skippable.begin(), skippable.end());
  frame.append(reinterpret_cast<const char*>(&zeros), sizeof zeros);
  return frame.append(zeros, '\0');
}

struct Header {
  std::array<char, 8> magic = file_magic;
  std::uint32_t version = format_version;
  std::uint32_t kind = 0;
  std::uint64_t puzzle_hash = 0;
  std::uint64_t size = 0;        ///< of the contents
  std::uint64_t compressed = 0;  ///< of the frame
  std::uint64_t checksum = 0;    ///< of the numbers above and the frame
};

std::uint64_t checksum_of(const Header& header, std::string_view frame) {
  Fnv64 hash;
  for (const std::uint64_t number :
       {std::uint64_t{header.version}, std::uint64_t{header.kind}, header.puzzle_hash, header.size, header.compressed})
    hash.add(static_cast<std::int64_t>(number));
  hash.add(frame);
  return hash.value();
}

std::string_view kind_name(DataFile::Kind kind) {
  switch (kind) {
    case DataFile::Kind::openings:
      return "openings";
    case DataFile::Kind::finals:
      return "finals";
    case DataFile::Kind::sets:
      return "finals of a packing puzzle";
  }
  return "another kind";
}

Header checked_header(const std::string& path, std::string_view bytes, DataFile::Kind kind) {
  Header header;
  if (bytes.size() < sizeof header || std::memcmp(bytes.data(), file_magic.data(), file_magic.size()) != 0)
    throw InputError({path}, fmt::format("is not a file of {}", kind_name(kind)));
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != format_version)
    throw InputError({path},
                     fmt::format("has format version {}, expected {}: build it again", header.version, format_version));
  if (header.kind != static_cast<std::uint32_t>(kind))
    throw InputError({path}, fmt::format("is a data file, but not of {}", kind_name(kind)));
  if (header.compressed != bytes.size() - sizeof header)
    throw InputError({path}, "is cut short or has something appended");
  if (header.checksum != checksum_of(header, bytes.substr(sizeof header))) throw InputError({path}, "is damaged");
  return header;
}

}  // namespace

void write_data_file(const std::string& path, const DataFile& file) {
  std::string frame(ZSTD_compressBound(file.contents.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), file.contents.data(), file.contents.size(), compression_level);
  if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  if (ZSTD_isError(size)) throw InternalError(std::string("data file: ") + ZSTD_getErrorName(size));
  frame.resize(size);
  frame = padded(std::move(frame), file.contents.size());
  Header header;
  header.kind = static_cast<std::uint32_t>(file.kind);
  header.puzzle_hash = file.puzzle_hash;
  header.size = file.contents.size();
  header.compressed = frame.size();
  header.checksum = checksum_of(header, frame);
  write_file_atomically(path, std::string(reinterpret_cast<const char*>(&header), sizeof header) + frame);
}

DataFile read_data_file(const std::string& path, DataFile::Kind kind) {
  const MappedFile mapped(path);
  const Header header = checked_header(path, mapped.bytes(), kind);
  const std::string_view frame = mapped.bytes().substr(sizeof header);
  const bool plausible = header.size <= largest_contents(frame.size()) &&
                         ZSTD_getFrameContentSize(frame.data(), frame.size()) == header.size;
  if (!plausible) throw InputError({path}, "is damaged");
  DataFile file{kind, header.puzzle_hash, std::string(header.size, '\0')};
  const std::size_t size = ZSTD_decompress(file.contents.data(), header.size, frame.data(), frame.size());
  if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  if (size != header.size) throw InputError({path}, "is damaged");
  return file;
}

void add_text(ByteWriter& writer, std::string_view text) { writer.array(std::span(text.data(), text.size())); }

std::string take_text(ByteReader& reader) {
  const auto characters = reader.array<char>();
  return {characters.begin(), characters.end()};
}

}  // namespace tesselle
