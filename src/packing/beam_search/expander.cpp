#include "packing/beam_search/expander.hpp"

#include <algorithm>

#include "base/rng.hpp"

namespace tesselle::packing::beam {
namespace {

constexpr int copies_told_apart = 8;  // more copies of a piece than this share a hash

}  // namespace

StateHash::StateHash(const tiling::TilingTables& tables, std::uint64_t seed) {
  constexpr int sectors_of_block = 12;
  Rng rng(seed);
  const std::uint64_t place = rng() % (prime - 2) + 2;
  std::vector<std::uint64_t> terms = {1};  // by sector
  const auto blocks = static_cast<std::size_t>(tables.grid().block_count());
  while (terms.size() < sectors_of_block * blocks) terms.push_back(times(terms.back(), place));
  for (std::size_t block = 0; block < blocks; ++block) powers_.push_back(terms[sectors_of_block * block]);
  for (std::size_t s = 0; s < tables.shapes().size(); ++s) {
    std::uint64_t sum = 0;
    for (const Cell& c : tables.shapes().cells(s))
      sum = (sum + terms[static_cast<std::size_t>(sectors_of_block * tables.grid().shift(c.x, c.y) + c.z)]) % prime;
    shapes_.push_back(sum);
  }
  pieces_.resize(tables.shapes().pieces().size() * copies_told_apart);
  for (auto& value : pieces_) value = rng();
}

std::uint64_t StateHash::piece(std::size_t kind, int copies_left) const {
  return pieces_[kind * copies_told_apart + static_cast<std::size_t>(copies_left) % copies_told_apart];
}

Expander::Expander(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, const StateHash& hash)
    : tables_(tables),
      scores_(scores),
      hash_(hash),
      search_(tiling::make_tiling_search(tables)),
      regions_{0},
      sets_{0} {
  search_->start(tables.region(), tables.copies(), tables.required_copies());
  search_->open();
}

void Expander::begin(const Forest& forest, const std::vector<StateScore>& state_scores, Chunk chunk,
                     Weighing weighing) {
  forest_ = &forest;
  state_scores_ = &state_scores;
  chunk_ = chunk;
  weighing_ = weighing;
  children_.clear();
  solutions_.clear();
  state_ = chunk.first;
  alive_ = 0;
  dropped_ = false;
  // Node numbers of earlier levels may have changed since the last chunk; placements tell what is still right.
  const auto path = forest.path(chunk.first);
  std::size_t common = 0;
  while (common < path.size() && common < search_->path().size() && path[common] == search_->path()[common]) ++common;
  retreat_to(common);
  nodes_.assign(forest.depth(), 0);
  std::uint32_t node = chunk.first;
  for (std::uint32_t level = forest.depth(); level-- > 0; node = forest.node(level, node).parent) nodes_[level] = node;
  nodes_.resize(common);
}

bool Expander::work(std::uint64_t& budget) {
  for (; state_ < chunk_.last; ++state_, --budget) {
    if (budget == 0) return false;
    go_to(state_);
    expand();
  }
  return true;
}

void Expander::save(ByteWriter& out) const {
  out.number(state_);
  out.number(alive_);
  out.number(static_cast<std::uint64_t>(dropped_));
  out.number(static_cast<std::uint64_t>(static_cast<std::int64_t>(chunk_.threshold)));
  out.array(std::span<const Child>(children_));
  out.array(std::span<const Child>(solutions_));
}

void Expander::restore(ByteReader& in) {
  state_ = static_cast<std::uint32_t>(in.number(chunk_.last));
  if (state_ < chunk_.first) in.refuse();
  alive_ = in.number(chunk_.last - chunk_.first);
  dropped_ = in.number(1) != 0;
  chunk_.threshold = static_cast<Score>(static_cast<std::int64_t>(in.number()));
  children_ = in.array<Child>();
  solutions_ = in.array<Child>();
  for (const auto* made : {&children_, &solutions_})
    for (const Child& child : *made)
      if (child.parent < chunk_.first || child.parent >= state_) in.refuse();
}

/// From the present state to another one through their last common ancestor.
void Expander::go_to(std::uint32_t state) {
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

void Expander::retreat_to(std::size_t depth) {
  while (search_->path().size() > depth) {
    search_->close();
    search_->undo();
    regions_.pop_back();
    sets_.pop_back();
  }
  if (nodes_.size() > depth) nodes_.resize(depth);
}

void Expander::push(std::uint32_t node, PackedSpot packed) {
  const tiling::Spot spot = unpack(packed);
  const std::size_t kind = tables_.shapes()[spot.shape].piece;
  search_->put_down(spot);
  search_->open();
  nodes_.push_back(node);
  regions_.push_back(hash_.region_after(regions_.back(), spot));
  sets_.push_back(sets_.back() ^ hash_.piece(kind, search_->copies()[kind] + 1));
}

void Expander::expand() {
  if (search_->candidates().empty()) return;
  ++alive_;
  for (const tiling::Spot spot : search_->candidates()) consider(spot);
}

void Expander::consider(tiling::Spot spot) {
  const std::size_t kind = tables_.shapes()[spot.shape].piece;
  const Score change = scores_.outline_change(tables_.shapes(), search_->board(), search_->middles(), spot);
  const StateScore before = (*state_scores_)[state_];
  const StateScore score{before.pieces - scores_.piece(kind), before.outline + change};
  const Score total = score.pieces + score.outline * weighing_.outline_percent / 100;
  if (total + weighing_.noise < chunk_.threshold) return;
  const std::uint64_t region = hash_.region_after(regions_.back(), spot);
  const std::uint64_t hash = region ^ sets_.back() ^ hash_.piece(kind, search_->copies()[kind]);
  const Child child{hash, static_cast<std::uint32_t>(region >> 29), state_, pack(spot), total + noise_of(hash), score};
  const bool last = search_->free_area() == tables_.shapes().pieces()[kind].sectors;
  if (!last && !weighing_.lookahead) return keep(child);
  const tiling::Outlook outlook = search_->outlook(spot);
  if (outlook == tiling::Outlook::solved) solutions_.push_back(child);
  if (outlook == tiling::Outlook::open) keep(child);
}

/// Adds a child, and leaves the worst ones out when there are twice as many as can be of use: the threshold rises with
/// every such time, and most children then go no further than their score.
void Expander::keep(const Child& child) {
  children_.push_back(child);
  if (children_.size() < 2 * chunk_.enough) return;
  const auto worst = children_.begin() + static_cast<std::ptrdiff_t>(chunk_.enough);
  std::nth_element(children_.begin(), worst, children_.end());
  chunk_.threshold = std::max(chunk_.threshold, worst->total);
  children_.erase(worst, children_.end());
  dropped_ = true;
}

Score Expander::noise_of(std::uint64_t hash) const {
  const std::uint64_t mixed = (hash ^ weighing_.seed) * 0x9e3779b97f4a7c15u;
  const auto span = static_cast<std::uint64_t>(2 * weighing_.noise + 1);
  return static_cast<Score>((mixed >> 32) * span >> 32) - weighing_.noise;
}

}  // namespace tesselle::packing::beam
