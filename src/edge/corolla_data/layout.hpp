#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "edge/corolla_data/corolla_file.hpp"

/// How a file of corollas is laid out: a header, blocks of fillings, the contents, a trailer. Blocks and contents are
/// Zstandard frames. The trailer comes last, so a file that ends early has none; it says where the contents are and
/// their checksum, and the contents have the checksum of every block.
namespace tesselle::edge::corollas {

static_assert(std::endian::native == std::endian::little, "fillings are stored as they lie in memory");

constexpr std::uint32_t format_version = 1;
/// Bytes before compression: what a file claims to hold must not fill the memory of its reader.
constexpr std::uint64_t max_contents = std::uint64_t{1} << 28;
constexpr std::array<char, 8> file_magic = {'t', 's', 'l', 'c', 'o', 'r', 'o', '\n'};

struct FileHeader {
  std::array<char, 8> magic = file_magic;
  std::uint32_t version = format_version;
  std::uint32_t radius = 0;
  std::uint64_t puzzle_hash = 0;
};

struct FileTrailer {
  std::uint64_t contents_offset = 0, contents_compressed = 0, contents_size = 0;
  std::uint64_t checksum = 0;  ///< of header, contents and the numbers above
  std::array<char, 8> magic = file_magic;
};

template <class Plain>
std::string_view bytes_of(const Plain& plain) {
  return {reinterpret_cast<const char*>(&plain), sizeof plain};
}

std::uint64_t checksum_of(std::string_view bytes);
std::uint64_t file_checksum(const FileHeader& header, std::string_view contents, const FileTrailer& trailer);

/// The contents as bytes, and back. Reading throws InputError with `file` as its place for anything that no writer
/// writes; a file with a right checksum can still come from another program.
std::string encode(const CorollaContents& contents);
CorollaContents decode(std::string_view bytes, const std::string& file);

/// Throws InputError if it is not a frame of exactly this size.
std::string decompress(std::string_view compressed, std::size_t size, const std::string& file);

[[noreturn]] void refuse_damaged(const std::string& file);

}  // namespace tesselle::edge::corollas
