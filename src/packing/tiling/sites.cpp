#include "packing/tiling/sites.hpp"

#include <cmath>
#include <map>

#include "base/errors.hpp"

namespace tesselle::packing::tiling {
namespace {

/// Windows reach this far, centre of triangle to point: the 24 triangles around a corner, 22 around a middle.
constexpr double window_radius = 1.2;

constexpr Gaps find_gaps(PointKind kind, Star free) {
  const int rays = ray_count(kind);
  Gaps result;
  if (free == full_star(kind)) return result;
  for (int ray = 0; ray < rays; ++ray) {
    if (!(free >> ray & 1) || (free >> (ray + rays - 1) % rays & 1)) continue;
    int length = 1;
    while (free >> (ray + length) % rays & 1) ++length;
    result.gaps[result.count++] = {static_cast<std::uint8_t>(ray), static_cast<std::uint8_t>(length)};
  }
  return result;
}

std::size_t class_of(PointKind kind, int ray) {
  return 12 * static_cast<std::size_t>(kind) + static_cast<std::size_t>(ray);
}

Point position_of(PointKind kind) {
  const Lattice& lattice = Lattice::of(LatticeKind::drafter);
  const Cell cell = star_cells(kind)[0];
  const auto outline = lattice.outline(cell);
  // rim[k], rim[k + 1], centre: even rim points are corners, odd ones middles.
  const bool corner_first = cell.z % 2 == 0;
  return outline[(kind == PointKind::corner) == corner_first ? 0 : 1];
}

Point centre_of(int x, int y, int down) { return Lattice::of(LatticeKind::drafter).outline({x, y, 6 * down})[2]; }

/// Which sectors of a point's star the shape takes, if it takes any.
Star star_at(const ShapeTable& shapes, const ShapeTable::Shape& shape, PointNumber point) {
  for (const auto& corner : shapes.corners(shape))
    if (point == point_number(corner.block, PointKind::corner)) return corner.taken;
  for (const auto& middle : shapes.middles(shape))
    if (point == middle.point) return middle.taken;
  return full_star(kind_of(point));
}

template <std::size_t N>
std::uint64_t mixed(const std::array<std::uint64_t, N>& words, std::uint64_t start) {
  std::uint64_t hash = start;
  for (const std::uint64_t word : words) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

constinit const std::array<Gaps, 4096 + 16> gap_table = [] {
  std::array<Gaps, 4096 + 16> table{};
  for (Star s = 0; s < 4096; ++s) table[s] = find_gaps(PointKind::corner, s);
  for (Star s = 0; s < 16; ++s) table[4096 + s] = find_gaps(PointKind::middle_up, s);
  return table;
}();

template <int Words>
SiteIndex<Words>::SiteIndex(const Grid& grid, const ShapeTable& shapes)
    : grid_(grid),
      shapes_(shapes),
      all_openings_(48),
      star_openings_(48 * 4096),
      star_known_(48 * 4096),
      scratch_(grid.uniform_board(63)),
      slots_(1 << 12) {
  centre_ = grid.rows() / 2 * grid.stride() + grid.stride() / 2;
  for (const PointKind kind :
       {PointKind::corner, PointKind::middle_along, PointKind::middle_up, PointKind::middle_across})
    make_window(kind, window_radius);
  make_openings();
}

template <int Words>
void SiteIndex<Words>::make_window(PointKind kind, double radius) {
  const auto at = position_of(kind);
  const int span = static_cast<int>(radius) + 3;
  std::map<int, bool> inside;  // by byte offset
  Window& window = windows_[static_cast<std::size_t>(kind)];
  for (int y = -span; y <= span; ++y)
    for (int x = -span; x <= span; ++x)
      for (int down = 0; down < 2; ++down) {
        const Point centre = centre_of(x, y, down);
        if (std::hypot(centre.x - at.x, centre.y - at.y) <= radius) inside[2 * grid_.shift(x, y) + down] = true;
      }
  for (const auto& [offset, yes] : inside) {
    if (window.words.empty() || offset - window.words.back().offset >= 8) window.words.push_back({offset, 0});
    window.words.back().mask |= std::uint64_t{63} << 8 * (offset - window.words.back().offset);
  }
  if (window.words.size() > window_words) throw InternalError("a window has too many words");
}

template <int Words>
void SiteIndex<Words>::make_openings() {
  for (std::size_t s = 0; s < shapes_.size(); ++s)
    for (const Cell& cell : shapes_[s].cells)
      for (const SectorPoint& at : {corner_of_sector(cell.z), middle_of_sector(cell.z)}) {
        const int point_shift = grid_.shift(cell.x + at.dx, cell.y + at.dy);  // from the shape's position
        const Star taken = star_at(shapes_, shapes_[s], point_number(point_shift, at.kind));
        const auto cells = star_cells(at.kind);
        const auto ray = std::find(cells.begin(), cells.end(), Cell{-at.dx, -at.dy, cell.z}) - cells.begin();
        all_openings_[class_of(at.kind, static_cast<int>(ray))].push_back(
            {static_cast<std::uint16_t>(s), static_cast<std::int16_t>(-point_shift), taken});
      }
}

template <int Words>
auto SiteIndex<Words>::openings_for(SiteAt site, Star free) -> const std::vector<Opening>& {
  const PointKind kind = kind_of(site.point);
  const std::size_t c = class_of(kind, site.ray), index = c * 4096 + free;
  if (!star_known_[index]) {
    star_known_[index] = 1;
    for (const Opening& opening : all_openings_[c])
      if ((opening.taken & ~free) == 0 && shapes_.closable(kind, free & ~opening.taken))
        star_openings_[index].push_back(opening);
  }
  return star_openings_[index];
}

template <int Words>
auto SiteIndex<Words>::pattern_at(const Board& board, SiteAt site) -> const Pattern& {
  const std::uint8_t* base = board.free.data() + 2 * block_of(site.point);
  const Window& view = windows_[static_cast<std::size_t>(kind_of(site.point))];
  std::array<std::uint64_t, window_words> window{};
  for (std::size_t w = 0; w < view.words.size(); ++w)
    window[w] = load_word(base + view.words[w].offset) & view.words[w].mask;
  const SiteAt key{site.point & 3, site.ray};
  std::uint32_t slot = slot_of(window, key);
  if (slots_[slot] == 0) {
    add_pattern(board, site, window);
    slots_[slot] = static_cast<std::uint32_t>(patterns_.size());
    if (patterns_.size() * 2 > slots_.size()) grow_slots();
    return patterns_.back();
  }
  return patterns_[slots_[slot] - 1];
}

template <int Words>
std::uint32_t SiteIndex<Words>::slot_of(const std::array<std::uint64_t, window_words>& window, SiteAt site) const {
  const auto last = static_cast<std::uint32_t>(slots_.size() - 1);
  auto slot =
      static_cast<std::uint32_t>(mixed(window, static_cast<std::uint64_t>(site.point * 12 + site.ray) + 1) >> 32) &
      last;
  while (slots_[slot] != 0) {
    const Pattern& pattern = patterns_[slots_[slot] - 1];
    std::uint64_t differs = 0;
    for (std::size_t w = 0; w < window_words; ++w) differs |= pattern.window[w] ^ window[w];
    if (differs == 0 && pattern.site == site) break;
    slot = (slot + 1) & last;
  }
  return slot;
}

template <int Words>
void SiteIndex<Words>::grow_slots() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t p = 0; p < patterns_.size(); ++p)
    slots_[slot_of(patterns_[p].window, patterns_[p].site)] = static_cast<std::uint32_t>(p + 1);
}

/// Lays the window on the scratch board, where all else is free, and tries every opening there.
template <int Words>
void SiteIndex<Words>::add_pattern(const Board& board, SiteAt site,
                                   const std::array<std::uint64_t, window_words>& window) {
  const PointKind kind = kind_of(site.point);
  const Window& view = windows_[static_cast<std::size_t>(kind)];
  std::uint8_t* base = scratch_.free.data() + 2 * centre_;
  for (std::size_t w = 0; w < view.words.size(); ++w)
    flip_word(base + view.words[w].offset, view.words[w].mask & ~window[w]);

  Pattern pattern{window, {site.point & 3, site.ray}, {}, {}, static_cast<std::uint32_t>(starts_.size())};
  for (const Opening& opening : openings_for(site, grid_.star(board, site.point))) {
    const Spot spot{opening.shape, centre_ + opening.shift};
    if (!shapes_.fits(scratch_, spot)) continue;
    const std::size_t piece = shapes_[opening.shape].piece;
    if (!pattern.pieces.has(piece)) starts_.push_back(static_cast<std::uint32_t>(candidates_.size()));
    pattern.pieces.add(piece);
    candidates_.push_back({opening.shape, opening.shift});
  }
  starts_.push_back(static_cast<std::uint32_t>(candidates_.size()));
  for (std::size_t w = 1; w < Words; ++w)
    pattern.rank[w] = static_cast<std::uint16_t>(pattern.rank[w - 1] + std::popcount(pattern.pieces.words[w - 1]));
  patterns_.push_back(pattern);

  for (std::size_t w = 0; w < view.words.size(); ++w)
    flip_word(base + view.words[w].offset, view.words[w].mask & ~window[w]);
}

template <int Words>
void SiteIndex<Words>::trim(std::size_t limit) {
  if (patterns_.size() <= limit) return;
  patterns_.clear();
  starts_.clear();
  candidates_.clear();
  slots_.assign(1 << 12, 0);
}

template class SiteIndex<1>;
template class SiteIndex<2>;
template class SiteIndex<4>;
template class SiteIndex<13>;

}  // namespace tesselle::packing::tiling
