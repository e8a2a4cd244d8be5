#include "packing/beam/expander.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "base/rng.hpp"

namespace tesselle::packing::beam {
namespace {

constexpr int copies_told_apart = 8;  // more copies of a piece than this share a hash

}  // namespace

StateHash::StateHash(const tiling::TilingTables& tables, std::uint64_t seed) {
  Rng rng(seed);
  const std::size_t triangles = static_cast<std::size_t>(2 * tables.grid().block_count());
  sectors_.assign(triangles * 64, 0);
  for (std::size_t t = 0; t < triangles; ++t) {
    std::uint64_t single[6];
    for (auto& value : single) value = rng();
    for (unsigned mask = 1; mask < 64; ++mask)
      sectors_[t * 64 + mask] =
          sectors_[t * 64 + (mask & (mask - 1))] ^ single[static_cast<std::size_t>(std::countr_zero(mask))];
  }
  pieces_.resize(tables.shapes().pieces().size() * copies_told_apart);
  for (auto& value : pieces_) value = rng();
  for (std::size_t s = 0; s < tables.shapes().size(); ++s) {
    std::map<int, unsigned> masks;
    for (const Cell& c : tables.shapes().cells(s)) masks[2 * tables.grid().shift(c.x, c.y) + c.z / 6] |= 1u << c.z % 6;
    parts_.emplace_back();
    for (const auto& [triangle, mask] : masks) parts_.back().push_back({triangle, static_cast<std::uint8_t>(mask)});
  }
}

std::uint64_t StateHash::region_after(std::uint64_t before, tiling::Spot spot) const {
  for (const Part& part : parts_[spot.shape])
    before ^= sectors_[static_cast<std::size_t>(2 * spot.position + part.triangle) * 64 + part.mask];
  return before;
}

std::uint64_t StateHash::piece(std::size_t kind, int copies_left) const {
  return pieces_[kind * copies_told_apart + static_cast<std::size_t>(copies_left) % copies_told_apart];
}

template <int Words>
Expander<Words>::Expander(const tiling::TilingTables& tables, const tileability::ScoreTables& scores,
                          const StateHash& hash)
    : tables_(tables),
      scores_(scores),
      hash_(hash),
      index_(tables.grid(), tables.shapes()),
      search_(tables, index_),
      copies_(tables.copies()),
      regions_{0},
      sets_{0} {
  search_.start(tables.region(), tables.copies(), tables.required_copies());
  search_.open();
}

template <int Words>
void Expander<Words>::begin(const Forest& forest, const std::vector<StateScore>& state_scores, Chunk chunk,
                            Weighing weighing) {
  forest_ = &forest;
  state_scores_ = &state_scores;
  chunk_ = chunk;
  weighing_ = weighing;
  children_.clear();
  solutions_.clear();
  state_ = chunk.first;
  alive_ = 0;
  // Node numbers of earlier levels may have changed since the last chunk; placements tell what is still right.
  const auto path = forest.path(chunk.first);
  std::size_t common = 0;
  while (common < path.size() && common < search_.path().size() && path[common] == search_.path()[common]) ++common;
  retreat_to(common);
  nodes_.assign(forest.depth(), 0);
  std::uint32_t node = chunk.first;
  for (std::uint32_t level = forest.depth(); level-- > 0; node = forest.node(level, node).parent) nodes_[level] = node;
  nodes_.resize(common);
}

template <int Words>
bool Expander<Words>::work(std::uint64_t& budget) {
  for (; state_ < chunk_.last; ++state_, --budget) {
    if (budget == 0) return false;
    go_to(state_);
    expand();
  }
  return true;
}

/// From the present state to another one through their last common ancestor.
template <int Words>
void Expander<Words>::go_to(std::uint32_t state) {
  std::vector<std::uint32_t> fresh;  // nodes to enter, last first
  std::uint32_t node = state;
  std::uint32_t level = forest_->depth();
  while (level > 0 && (level > nodes_.size() || nodes_[level - 1] != node)) {
    fresh.push_back(node);
    node = forest_->node(--level, node).parent;
  }
  retreat_to(level);
  for (; !fresh.empty(); fresh.pop_back(), ++level) push(fresh.back(), forest_->node(level, fresh.back()).spot);
}

template <int Words>
void Expander<Words>::retreat_to(std::size_t depth) {
  while (search_.path().size() > depth) {
    search_.close();
    ++copies_[tables_.shapes()[search_.path().back().shape].piece];
    search_.undo();
    regions_.pop_back();
    sets_.pop_back();
  }
  if (nodes_.size() > depth) nodes_.resize(depth);
}

template <int Words>
void Expander<Words>::push(std::uint32_t node, PackedSpot packed) {
  const tiling::Spot spot = unpack(packed);
  const std::size_t kind = tables_.shapes()[spot.shape].piece;
  search_.put_down(spot);
  search_.open();
  nodes_.push_back(node);
  regions_.push_back(hash_.region_after(regions_.back(), spot));
  sets_.push_back(sets_.back() ^ hash_.piece(kind, copies_[kind]--));
}

template <int Words>
void Expander<Words>::expand() {
  if (search_.candidates().empty()) return;
  ++alive_;
  if (weighing_.sites > 1) search_.add_choices(weighing_.sites - 1);
  for (const tiling::Spot spot : search_.candidates()) {
    const StateScore score = score_after(spot);
    const Score total = score.pieces + score.outline * weighing_.outline_percent / 100;
    if (total + weighing_.noise < chunk_.threshold) continue;
    const std::size_t kind = tables_.shapes()[spot.shape].piece;
    const std::uint64_t region = hash_.region_after(regions_.back(), spot);
    const std::uint64_t hash = region ^ sets_.back() ^ hash_.piece(kind, copies_[kind]);
    const Child child{hash, static_cast<std::uint32_t>(region >> 32), state_, pack(spot), total + noise_of(hash),
                      score};
    const bool last = search_.free_area() == tables_.shapes().pieces()[kind].sectors;
    if (!last && !weighing_.lookahead) {
      children_.push_back(child);
      continue;
    }
    const tiling::Outlook outlook = search_.outlook(spot);
    if (outlook == tiling::Outlook::solved) solutions_.push_back(child);
    if (outlook == tiling::Outlook::open) children_.push_back(child);
  }
}

template <int Words>
StateScore Expander<Words>::score_after(tiling::Spot spot) const {
  const tiling::Board& board = search_.board();
  const auto& shapes = tables_.shapes();
  const auto& shape = shapes[spot.shape];
  Score change = 0;
  for (const auto& corner : shapes.corners(shape)) {
    const tiling::Star star = board.stars[static_cast<std::size_t>(spot.position + corner.block)];
    change += scores_.corner(star & ~corner.taken) - scores_.corner(star);
  }
  for (const auto& middle : shapes.middles(shape)) {
    const tiling::Star star = tables_.grid().star(board, 4 * spot.position + middle.point);
    change += scores_.middle(star & ~middle.taken) - scores_.middle(star);
  }
  const StateScore before = (*state_scores_)[state_];
  return {before.pieces - scores_.piece(shape.piece), before.outline + change};
}

template <int Words>
Score Expander<Words>::noise_of(std::uint64_t hash) const {
  const std::uint64_t mixed = (hash ^ weighing_.seed) * 0x9e3779b97f4a7c15u;
  const auto span = static_cast<std::uint64_t>(2 * weighing_.noise + 1);
  return static_cast<Score>((mixed >> 32) * span >> 32) - weighing_.noise;
}

template class Expander<1>;
template class Expander<2>;
template class Expander<4>;
template class Expander<13>;

}  // namespace tesselle::packing::beam
