#include "edge/corolla_data/corolla_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "edge/corolla_data/layout.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge::corollas {
namespace {

constexpr std::uint64_t max_block = std::uint64_t{1} << 24;

/// The mapped file with its name.
class Source {
 public:
  Source(const MappedFile& file, std::string name) : bytes_(file.bytes()), name_(std::move(name)) {}

  std::uint64_t size() const { return bytes_.size(); }
  const std::string& name() const { return name_; }

  std::string_view read(std::uint64_t offset, std::uint64_t length) const {
    if (offset > size() || length > size() - offset) refuse_damaged(name_);
    return bytes_.substr(offset, length);
  }
  template <class Plain>
  Plain read_plain(std::uint64_t offset) const {
    Plain plain;
    std::memcpy(&plain, read(offset, sizeof plain).data(), sizeof plain);
    return plain;
  }

 private:
  std::string_view bytes_;
  std::string name_;
};

FileHeader read_header(const Source& source) {
  const bool has_header =
      source.size() >= sizeof(FileHeader) && source.read_plain<std::array<char, file_magic.size()>>(0) == file_magic;
  if (!has_header) throw InputError({source.name()}, "is not a corollas file");
  const auto header = source.read_plain<FileHeader>(0);
  if (header.version != format_version)
    throw InputError({source.name()}, fmt::format("has version {} of the file format, expected {}: build it again",
                                                  header.version, format_version));
  return header;
}

FileTrailer read_trailer(const Source& source) {
  if (source.size() < sizeof(FileHeader) + sizeof(FileTrailer)) refuse_damaged(source.name());
  const auto trailer = source.read_plain<FileTrailer>(source.size() - sizeof(FileTrailer));
  const std::uint64_t end = source.size() - sizeof(FileTrailer);
  const bool plausible = trailer.magic == file_magic && trailer.contents_offset <= end &&
                         trailer.contents_compressed == end - trailer.contents_offset &&
                         trailer.contents_size <= max_contents;
  if (!plausible) refuse_damaged(source.name());
  return trailer;
}

CorollaContents read_contents(const Source& source) {
  const FileHeader header = read_header(source);
  const FileTrailer trailer = read_trailer(source);
  const std::string encoded = decompress(source.read(trailer.contents_offset, trailer.contents_compressed),
                                         trailer.contents_size, source.name());
  if (file_checksum(header, encoded, trailer) != trailer.checksum) refuse_damaged(source.name());
  CorollaContents contents = decode(encoded, source.name());
  if (corolla_hash(contents.puzzle) != header.puzzle_hash) refuse_damaged(source.name());
  return contents;
}

/// Every block is read and must be what was written.
void check_blocks(const Source& source, const CorollaContents& contents) {
  for (const ZoneRecord& zone : contents.zones)
    for (const CentreRecord& centre : zone.centres) {
      std::uint64_t fillings = 0;
      for (const Block& block : centre.blocks) {
        if (checksum_of(source.read(block.offset, block.compressed)) != block.checksum) refuse_damaged(source.name());
        fillings += block.fillings;
      }
      if (zone.fillings_kept ? fillings != centre.fillings || !centre.all : fillings != 0)
        refuse_damaged(source.name());
    }
}

void check_records(const CorollaContents& contents, const ZoneMap& map, const PatchPieces& pieces,
                   const std::string& file) {
  if (contents.zones.size() != map.zones.size()) refuse_damaged(file);
  for (std::size_t z = 0; z < contents.zones.size(); ++z) {
    int last = -1;
    for (const CentreRecord& centre : contents.zones[z].centres) {
      if (centre.centre >= pieces.value_count() || centre.centre <= last) refuse_damaged(file);
      last = centre.centre;
      for (const SideCount& side : centre.sides)
        if (side.side >= map.zones[z].frontier.size() || side.colour >= pieces.colour_count()) refuse_damaged(file);
    }
  }
}

}  // namespace

std::uint64_t ZoneRecord::fillings() const {
  return std::accumulate(centres.begin(), centres.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const CentreRecord& centre) { return sum + centre.fillings; });
}

bool ZoneRecord::all() const {
  return std::all_of(centres.begin(), centres.end(), [](const CentreRecord& centre) { return centre.all; });
}

EdgePuzzle without_hints(EdgePuzzle puzzle) {
  puzzle.hints.clear();
  puzzle.colours.clear();
  return puzzle;
}

std::uint64_t corolla_hash(const EdgePuzzle& puzzle) {
  Puzzle bare;
  bare.body = without_hints(puzzle);
  return puzzle_hash(bare);
}

CorollaFile::CorollaFile(const std::filesystem::path& path)
    : path_(path), file_(std::make_unique<MappedFile>(path.string())) {
  const Source source(*file_, path.string());
  contents_ = read_contents(source);
  map_ = ZoneMap(contents_.puzzle.width, contents_.puzzle.height, contents_.radius);
  pieces_ = std::make_unique<PatchPieces>(contents_.puzzle);
  check_records(contents_, map_, *pieces_, source.name());
  check_blocks(source, contents_);
}

void CorollaFile::check_is_for(const EdgePuzzle& puzzle) const {
  if (corolla_hash(puzzle) != corolla_hash(contents_.puzzle))
    throw InputError({path_.string()}, fmt::format("was built for another puzzle ({})", contents_.name));
}

void CorollaFile::for_each_filling(std::size_t z, const std::function<void(std::span<const Value>)>& visit) const {
  const ZoneRecord& record = contents_.zones[z];
  const Zone& zone = map_.zones[z];
  if (!record.fillings_kept) throw InputError({path_.string()}, fmt::format("has only counts for zone {}", z + 1));
  const Source source(*file_, path_.string());
  Filling filling(zone.cells.size());
  const std::size_t record_size = filling.size() * sizeof(Value);
  for (const CentreRecord& centre : record.centres) {
    const SymmetricCopies copies(*pieces_, zone, centre.centre);
    for (const Block& block : centre.blocks) {
      const std::size_t size = std::size_t{block.fillings} * record_size;
      if (size > max_block) refuse_damaged(source.name());
      const std::string bytes = decompress(source.read(block.offset, block.compressed), size, source.name());
      for (std::size_t f = 0; f < block.fillings; ++f) {
        std::memcpy(filling.data(), bytes.data() + f * record_size, record_size);
        if (std::any_of(filling.begin(), filling.end(), [&](Value v) { return v >= pieces_->value_count(); }))
          refuse_damaged(source.name());
        copies.for_each(filling, visit);
      }
    }
  }
}

std::vector<std::uint64_t> CorollaFile::counts(std::size_t zone) const {
  std::vector<std::uint64_t> result(pieces_->value_count());
  for (const CentreRecord& centre : contents_.zones[zone].centres)
    for (const int t : map_.zones[zone].symmetry) result[pieces_->turned(centre.centre, t)] = centre.fillings;
  return result;
}

}  // namespace tesselle::edge::corollas
