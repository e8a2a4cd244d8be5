#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "packing/site_search/search.hpp"
#include "packing/site_search/tables.hpp"
#include "packing/site_search/walk.hpp"

namespace tesselle::packing::beam {

/// Searches the whole tree below a state for a tiling, as `tile` does; pieces may be left over.
template <int Words>
class Endgame {
 public:
  explicit Endgame(const tiling::TilingTables& tables);

  /// Begins with a board and how many of each piece kind are left. A tiling is always of interest, so this is true
  /// whatever is known already.
  bool begin(const tiling::Board& board, std::span<const int> copies, int known);
  /// Goes on until a tiling is found or there is none (true), or `budget` placements were made; they are deducted.
  bool work(std::uint64_t& budget);
  /// The tiling; empty if there is none so far.
  const std::vector<tiling::Spot>& best() const { return best_; }
  /// The pieces placed now.
  std::span<const tiling::Spot> path() const { return search_->path(); }

  /// Where it stands, if it is not done.
  void save(ByteWriter& out) const;
  /// After begin() with the same. Throws InputError if this was not written by save().
  void restore(ByteReader& in);

 private:
  const tiling::TilingTables& tables_;
  std::unique_ptr<tiling::SiteIndex<Words>> index_;
  std::unique_ptr<tiling::TilingSearch<Words>> search_;
  tiling::TilingWalk<Words> walk_;
  std::vector<tiling::Spot> best_;
};

extern template class Endgame<1>;
extern template class Endgame<2>;
extern template class Endgame<4>;
extern template class Endgame<13>;

}  // namespace tesselle::packing::beam
