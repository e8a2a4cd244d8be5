#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "packing/finals/hexagon.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::packing::finals {

/// Sets of pieces that tile one region, as bits: the pieces of the pool, the rarest first, so that the lowest bit of a
/// set is its rarest piece. Each set takes `words` numbers. Sorted by rarest piece, then by words.
using SetWords = std::vector<std::uint64_t>;

/// A region, what its pieces are worth, and its sets as far as they are listed.
struct RegionFinals {
  Hexagon hexagon;
  std::vector<double> values;  ///< by piece of the puzzle (shape_values.hpp); empty before they are learned
  SetWords sets;
  std::uint64_t parts_done = 0, parts = 0;  ///< of the list; all of it is there if both are equal and not 0

  bool listed() const { return parts != 0 && parts_done == parts; }
  friend bool operator==(const RegionFinals&, const RegionFinals&) = default;
};

/// What `tesselle finals` writes for a packing puzzle and engine `finals` reads.
struct FinalsData {
  std::vector<std::uint16_t> pool;  ///< pieces of the puzzle, the rarest first; empty before there are lists
  std::vector<RegionFinals> regions;

  static constexpr std::size_t max_pool = 128;
  std::size_t words() const { return pool.size() <= 64 ? 1 : 2; }
  std::size_t sets_of(const RegionFinals& region) const { return region.sets.size() / words(); }
  bool learned() const;
  bool listed() const;
  friend bool operator==(const FinalsData&, const FinalsData&) = default;
};

/// Checks that the regions take whole numbers of pieces, do not overlap, are on the part of the board that the hints
/// leave free, and do not take all of it. Throws UsageError.
void check_regions(const PackingPuzzle& drafter, std::span<const RegionFinals> regions);
/// Pieces that a region takes.
int pieces_of(const PackingPuzzle& drafter, const Hexagon& hexagon);

/// The pieces that are on average over the regions the easiest, rarest first. The regions must be learned.
std::vector<std::uint16_t> easiest_pieces(std::span<const RegionFinals> regions, std::size_t count);
/// By piece: the logarithm of its mean weight in the regions.
std::vector<double> mean_values(std::span<const RegionFinals> regions);

void add_to(ByteWriter& writer, const FinalsData& data);
/// Throws InputError if this is not what add_to() wrote for such a puzzle.
FinalsData take_from(ByteReader& reader, const PackingPuzzle& drafter);

void save_finals(const std::string& path, const Puzzle& puzzle, const FinalsData& data);
/// Throws InputError if the file is not one of finals of this puzzle, whole and undamaged.
FinalsData load_finals(const std::string& path, const Puzzle& puzzle);

}  // namespace tesselle::packing::finals
