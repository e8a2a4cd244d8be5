#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/mapped_file.hpp"
#include "edge/corolla_data/growth.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::edge::corollas {

/// How many corollas show a colour on a side of the frontier.
struct SideCount {
  std::uint16_t side = 0;  ///< of Zone::frontier
  std::uint16_t colour = 0;
  std::uint64_t count = 0;
};

/// Where some fillings are in the file, compressed.
struct Block {
  std::uint64_t offset = 0;
  std::uint32_t compressed = 0, fillings = 0;
  std::uint64_t checksum = 0;  ///< of the compressed bytes
};

/// The corollas of a zone with one centre.
struct CentreRecord {
  Value centre = 0;
  std::uint64_t fillings = 0;
  bool all = true;  ///< false: counting stopped there, there are at least this many
  std::vector<SideCount> sides{};
  std::vector<Block> blocks{};  ///< empty if only counts are kept
};

struct ZoneRecord {
  bool fillings_kept = true;
  /// Ascending; of centres that the zone's own symmetry turns into one another only the smallest.
  std::vector<CentreRecord> centres;
  std::uint64_t fillings() const;
  bool all() const;
};

/// What a file of corollas holds besides the fillings.
struct CorollaContents {
  std::string name;   ///< of the puzzle
  EdgePuzzle puzzle;  ///< without hints and names of colours
  int radius = 1;
  std::uint64_t store_limit = 0, count_limit = 0;  ///< what it was built with
  std::vector<ZoneRecord> zones;
};

/// The puzzle as corollas see it: hints play no part.
EdgePuzzle without_hints(EdgePuzzle puzzle);
std::uint64_t corolla_hash(const EdgePuzzle& puzzle);

/// A new file under a temporary name; commit() gives it its own. Unless committed, nothing is left of it.
class CorollaFileWriter {
 public:
  explicit CorollaFileWriter(const std::filesystem::path& path);

  /// Appends fillings that compress() has made small. Throws InputError if it cannot.
  Block append(std::string_view compressed, std::uint32_t fillings);
  std::uint64_t position() const { return position_; }
  /// Takes back everything from `position` on.
  void cut_back_to(std::uint64_t position);
  void commit(const CorollaContents& contents);

 private:
  void write(std::string_view bytes);

  NewFile file_;
  std::uint64_t position_ = 0;
};

std::string compress(std::string_view bytes);
inline std::string compress(std::span<const Value> values) {
  return compress(std::string_view(reinterpret_cast<const char*>(values.data()), values.size_bytes()));
}

/// An existing file, mapped into memory. Everything is checked when it is opened: a file that is damaged, incomplete,
/// of another version or not a corollas file at all throws InputError.
class CorollaFile {
 public:
  explicit CorollaFile(const std::filesystem::path& path);

  const CorollaContents& contents() const { return contents_; }
  const ZoneMap& map() const { return map_; }
  const PatchPieces& pieces() const { return *pieces_; }
  std::uint64_t size() const { return file_->bytes().size(); }
  /// Throws InputError if the file was built for another puzzle.
  void check_is_for(const EdgePuzzle& puzzle) const;

  /// All fillings of the zone with any centre. Throws InputError if they are not kept.
  void for_each_filling(std::size_t zone, const std::function<void(std::span<const Value>)>& visit) const;
  /// Per value: how many corollas have it in the centre; capped counts as they are.
  std::vector<std::uint64_t> counts(std::size_t zone) const;

 private:
  std::filesystem::path path_;
  CorollaContents contents_;
  ZoneMap map_{1, 1, 0};
  std::unique_ptr<PatchPieces> pieces_;
  std::unique_ptr<const MappedFile> file_;
};

}  // namespace tesselle::edge::corollas
