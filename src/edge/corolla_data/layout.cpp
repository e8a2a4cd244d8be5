#include "edge/corolla_data/layout.hpp"

#include <zstd.h>
#include <zstd_errors.h>

#include <limits>
#include <new>

#include "base/hash.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge::corollas {
namespace {

constexpr int compression_level = 3;

/// Numbers of seven bits per byte, low ones first; a set top bit says that more follow.
class Encoder {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
    bytes_.push_back(static_cast<char>(value));
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_.append(value);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Decoder {
 public:
  Decoder(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(file) {}

  std::uint64_t number(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(next());
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) {
        if (value > most) refuse_damaged(file_);
        return value;
      }
    }
    refuse_damaged(file_);
  }
  template <class Number>
  Number as(std::uint64_t most = std::numeric_limits<Number>::max()) {
    return static_cast<Number>(number(most));
  }
  /// How many things follow, each of at least one byte.
  std::size_t length() {
    const std::uint64_t things = number();
    if (things > bytes_.size() - at_) refuse_damaged(file_);  // what is left behind the number itself
    return things;
  }
  std::string text() {
    const std::size_t size = length();
    at_ += size;
    return std::string(bytes_.substr(at_ - size, size));
  }
  void check_end() const {
    if (at_ != bytes_.size()) refuse_damaged(file_);
  }

 private:
  char next() {
    if (at_ == bytes_.size()) refuse_damaged(file_);
    return bytes_[at_++];
  }

  std::string_view bytes_;
  const std::string& file_;
  std::size_t at_ = 0;
};

constexpr std::uint64_t max_side = 0xffff;  // of a board

void put_puzzle(Encoder& out, const EdgePuzzle& puzzle) {
  out.number(static_cast<std::uint64_t>(puzzle.width));
  out.number(static_cast<std::uint64_t>(puzzle.height));
  out.number(puzzle.matching == Matching::complement);
  out.number(puzzle.mate.size());
  for (const Colour colour : puzzle.mate) out.number(colour.value);
  out.number(puzzle.frame ? puzzle.frame->value + 1u : 0u);
  out.number(puzzle.pieces.size());
  for (const Sides& sides : puzzle.pieces)
    for (const Colour colour : sides) out.number(colour.value);
}

EdgePuzzle get_puzzle(Decoder& in, const std::string& file) {
  EdgePuzzle puzzle;
  puzzle.width = in.as<int>(max_side);
  puzzle.height = in.as<int>(max_side);
  puzzle.matching = in.number(1) == 1 ? Matching::complement : Matching::same;
  puzzle.mate.resize(in.length());
  if (puzzle.mate.empty()) refuse_damaged(file);
  const std::uint64_t last_colour = puzzle.mate.size() - 1;
  for (Colour& colour : puzzle.mate) colour = Colour(in.number(last_colour));
  if (const std::uint64_t frame = in.number(puzzle.mate.size())) puzzle.frame = Colour(frame - 1);
  puzzle.pieces.resize(in.length());
  for (Sides& sides : puzzle.pieces)
    for (Colour& colour : sides) colour = Colour(in.number(last_colour));
  if (puzzle.pieces.empty() || puzzle.pieces.size() != puzzle.cell_count()) refuse_damaged(file);
  return puzzle;
}

void put_centre(Encoder& out, const CentreRecord& centre) {
  out.number(centre.centre);
  out.number(centre.fillings);
  out.number(centre.all);
  out.number(centre.sides.size());
  for (const SideCount& side : centre.sides) {
    out.number(side.side);
    out.number(side.colour);
    out.number(side.count);
  }
  out.number(centre.blocks.size());
  for (const Block& block : centre.blocks) {
    out.number(block.offset);
    out.number(block.compressed);
    out.number(block.fillings);
    out.number(block.checksum);
  }
}

CentreRecord get_centre(Decoder& in) {
  CentreRecord centre;
  centre.centre = in.as<Value>();
  centre.fillings = in.number();
  centre.all = in.number(1) == 1;
  centre.sides.resize(in.length());
  for (SideCount& side : centre.sides) {
    side.side = in.as<std::uint16_t>();
    side.colour = in.as<std::uint16_t>();
    side.count = in.number();
  }
  centre.blocks.resize(in.length());
  for (Block& block : centre.blocks) {
    block.offset = in.number();
    block.compressed = in.as<std::uint32_t>();
    block.fillings = in.as<std::uint32_t>();
    block.checksum = in.number();
  }
  return centre;
}

}  // namespace

void refuse_damaged(const std::string& file) {
  throw InputError({file}, "is damaged: build it again with tesselle corollas build");
}

std::uint64_t checksum_of(std::string_view bytes) {
  Fnv64 hash;
  hash.add(bytes);
  return hash.value();
}

std::uint64_t file_checksum(const FileHeader& header, std::string_view contents, const FileTrailer& trailer) {
  Fnv64 hash;
  hash.add(bytes_of(header));
  hash.add(contents);
  for (const std::uint64_t number : {trailer.contents_offset, trailer.contents_compressed, trailer.contents_size})
    hash.add(bytes_of(number));
  return hash.value();
}

std::string encode(const CorollaContents& contents) {
  Encoder out;
  out.text(contents.name);
  put_puzzle(out, contents.puzzle);
  out.number(static_cast<std::uint64_t>(contents.radius));
  out.number(contents.store_limit);
  out.number(contents.count_limit);
  out.number(contents.zones.size());
  for (const ZoneRecord& zone : contents.zones) {
    out.number(zone.fillings_kept);
    out.number(zone.centres.size());
    for (const CentreRecord& centre : zone.centres) put_centre(out, centre);
  }
  return out.take();
}

CorollaContents decode(std::string_view bytes, const std::string& file) {
  Decoder in(bytes, file);
  CorollaContents contents;
  contents.name = in.text();
  contents.puzzle = get_puzzle(in, file);
  contents.radius = in.as<int>(static_cast<std::uint64_t>(max_radius));
  contents.store_limit = in.number();
  contents.count_limit = in.number();
  contents.zones.resize(in.length());
  for (ZoneRecord& zone : contents.zones) {
    zone.fillings_kept = in.number(1) == 1;
    zone.centres.resize(in.length());
    for (CentreRecord& centre : zone.centres) centre = get_centre(in);
  }
  in.check_end();
  return contents;
}

std::string compress(std::string_view bytes) {
  std::string result(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), compression_level);
  if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  if (ZSTD_isError(size)) throw InternalError(std::string("corollas: ") + ZSTD_getErrorName(size));
  result.resize(size);
  return result;
}

std::string decompress(std::string_view compressed, std::size_t size, const std::string& file) {
  std::string result(size, '\0');
  const std::size_t made = ZSTD_decompress(result.data(), size, compressed.data(), compressed.size());
  if (ZSTD_getErrorCode(made) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  if (made != size) refuse_damaged(file);
  return result;
}

}  // namespace tesselle::edge::corollas
