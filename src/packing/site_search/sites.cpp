#include "packing/site_search/sites.hpp"

namespace tesselle::packing::tiling {
namespace {

/// How far windows reach, centre of triangle to point: the 12 triangles around a corner, 16 around a middle. Wider ones
/// admit fewer shapes that do not fit, but have so many more patterns that the caches no longer hold them: with 24
/// triangles a node tries a third of the shapes and takes longer.
constexpr double corner_radius = 1.2, middle_radius = 1.5;

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

/// Which sectors of a point's star the shape takes, if it takes any.
Star star_at(const ShapeTable& shapes, const ShapeTable::Shape& shape, PointNumber point) {
  for (const auto& corner : shapes.corners(shape))
    if (point == point_number(corner.block, PointKind::corner)) return corner.taken;
  for (const auto& middle : shapes.middles(shape))
    if (point == middle.point) return middle.taken;
  return full_star(kind_of(point));
}

}  // namespace

constexpr std::array<Gaps, 4096 + 16> gap_table = [] {
  std::array<Gaps, 4096 + 16> table{};
  for (Star s = 0; s < 4096; ++s) table[s] = find_gaps(PointKind::corner, s);
  for (Star s = 0; s < 16; ++s) table[4096 + s] = find_gaps(PointKind::middle_up, s);
  return table;
}();

constexpr std::array<bool, 4096 + 16> narrow_gap_table = [] {
  std::array<bool, 4096 + 16> table{};
  for (std::size_t s = 0; s < table.size(); ++s) {
    const int narrow = half_turn(s < 4096 ? PointKind::corner : PointKind::middle_up) / 2;
    for (std::size_t g = 0; g < gap_table[s].count; ++g) table[s] = table[s] || gap_table[s].gaps[g].length <= narrow;
  }
  return table;
}();

template <int Words>
SiteIndex<Words>::SiteIndex(const Grid& grid, const ShapeTable& shapes)
    : grid_(grid),
      shapes_(shapes),
      patterns_(grid, corner_radius, middle_radius),
      all_openings_(48),
      star_openings_(48 * 4096),
      star_known_(48 * 4096),
      scratch_(grid.uniform_board(63)) {
  centre_ = grid.rows() / 2 * grid.stride() + grid.stride() / 2;
  make_openings();
}

template <int Words>
void SiteIndex<Words>::make_openings() {
  for (std::size_t s = 0; s < shapes_.size(); ++s)
    for (const Cell& cell : shapes_.cells(s))
      for (const SectorPoint& at : {corner_of_sector(cell.z), middle_of_sector(cell.z)}) {
        const int point_shift = grid_.shift(cell.x + at.dx, cell.y + at.dy);  // from the shape's position
        const Star taken = star_at(shapes_, shapes_[s], point_number(point_shift, at.kind));
        const auto cells = star_cells(at.kind);
        const auto ray = std::find(cells.begin(), cells.end(), Cell{-at.dx, -at.dy, cell.z}) - cells.begin();
        all_openings_[class_of(at.kind, static_cast<int>(ray))].push_back(
            {{static_cast<std::uint16_t>(s), static_cast<std::int16_t>(-point_shift)}, taken});
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
const Pattern<Words>& SiteIndex<Words>::add_pattern(const Board& board, SiteAt site, std::uint64_t key) {
  const Window& window = patterns_.window(site);
  const Window::View view = window.view(board, block_of(site.point));
  picked_.clear();
  picked_pieces_.clear();
  window.flip_missing(scratch_, centre_, view);
  for (const Opening& opening : openings_for(site, grid_.star(board, site.point)))
    pick(board, site, window, opening.candidate);
  window.flip_missing(scratch_, centre_, view);
  return patterns_.add(key, picked_, picked_pieces_);
}

/// Picks a candidate if it fits the view placed on the scratch board and leaves closable gaps at all corners in it,
/// where the board has the stars of the view.
template <int Words>
void SiteIndex<Words>::pick(const Board& board, SiteAt site, const Window& window, Candidate candidate) {
  if (!shapes_.fits(scratch_, {candidate.shape, centre_ + candidate.shift})) return;
  const auto& shape = shapes_[candidate.shape];
  for (const auto& corner : shapes_.corners(shape)) {
    const int block = candidate.shift + corner.block;
    if (!window.shows_star(block)) continue;
    const Star free = board.stars[static_cast<std::size_t>(block_of(site.point) + block)];
    if (!shapes_.closable(PointKind::corner, free & ~corner.taken)) return;
  }
  picked_.push_back(candidate);
  picked_pieces_.push_back(shape.piece);
}

template class SiteIndex<1>;
template class SiteIndex<2>;
template class SiteIndex<4>;
template class SiteIndex<13>;

}  // namespace tesselle::packing::tiling
