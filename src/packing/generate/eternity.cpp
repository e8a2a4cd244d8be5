#include "packing/generate/eternity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "base/rng.hpp"
#include "polyform/forms.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing {
namespace {

constexpr int sectors_per_piece = 36;
constexpr double half_root3 = 0.86602540378443864676;
/// The dodecagon of Eternity: sides along the lattice 15 altitudes from the middle, the others 26 half edges.
constexpr int eternity_altitudes = 15, eternity_half_edges = 26;

const Lattice& drafters() { return Lattice::of(LatticeKind::drafter); }

Point centre(Cell cell) {
  Point sum;
  for (const Point& p : drafters().outline(cell)) sum.x += p.x / 3, sum.y += p.y / 3;
  return sum;
}

/// A dodecagon around a lattice point whose sides lie on lines of the lattice: along its edges, and across them.
struct Dodecagon {
  int altitudes = 0, half_edges = 0;

  bool holds(Point p) const {
    static const auto normals = [] {
      std::array<Point, 12> all;
      for (std::size_t k = 0; k < 12; ++k) {
        const double angle = static_cast<double>(k) * 3.14159265358979323846 / 6;
        all[k] = {std::cos(angle), std::sin(angle)};
      }
      return all;
    }();
    for (std::size_t k = 0; k < 12; ++k) {
      const double distance = p.x * normals[k].x + p.y * normals[k].y;
      if (distance > (k % 2 == 1 ? altitudes * half_root3 : half_edges / 2.0)) return false;
    }
    return true;
  }
  std::vector<Cell> cells() const {
    std::vector<Cell> cells;
    const int reach = 2 * (altitudes + 1);
    for (int x = -reach; x <= reach; ++x)
      for (int y = -reach; y <= reach; ++y)
        for (int z = 0; z < 12; ++z)
          if (holds(centre({x, y, z}))) cells.push_back({x, y, z});
    return cells;
  }
  /// 0 for the proportions of Eternity, which are nearly regular.
  double roundness() const {
    return std::abs(std::log(half_edges * double{eternity_altitudes} / (altitudes * double{eternity_half_edges})));
  }
};

/// Nearly regular dodecagons that are large enough, the smallest first.
std::vector<std::vector<Cell>> enclosing_dodecagons(int sectors) {
  constexpr double max_oblong = 0.15;
  std::vector<std::vector<Cell>> all;
  const double radius = std::sqrt(sectors * half_root3 / 12 / 12 / (2 - 2 * half_root3));  // in edges
  const int middle = static_cast<int>(std::lround(radius / half_root3));
  for (int a = std::max(1, middle - 2); a <= middle + 3; ++a)
    for (int b = a; b <= 2 * a; ++b) {
      const Dodecagon dodecagon{a, b};
      if (dodecagon.roundness() > max_oblong && a > 4) continue;
      auto cells = dodecagon.cells();
      if (static_cast<int>(cells.size()) >= sectors) all.push_back(std::move(cells));
    }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& one, const auto& other) { return one.size() < other.size(); });
  return all;
}

/// A whole triangle of the lattice, named by its first sector.
using Triangle = Cell;

/// Takes triangles off the rim, those that stick out most first, until the area is right.
class Shaver {
 public:
  explicit Shaver(const std::vector<Cell>& cells) {
    for (const Cell& cell : cells) ++sectors_[{cell.x, cell.y, 6 * (cell.z / 6)}], cells_.insert(cell);
  }

  /// nullopt if it cannot be done.
  std::optional<std::vector<Cell>> shaved_to(int sectors) {
    while (static_cast<int>(cells_.size()) > sectors) {
      const auto triangle = max_exposed();
      if (!triangle) return std::nullopt;
      take_off(*triangle);
    }
    if (static_cast<int>(cells_.size()) != sectors) return std::nullopt;
    return std::vector<Cell>(cells_.begin(), cells_.end());
  }

 private:
  /// Sides with nothing beyond; 0 if some side is half covered.
  int exposed_sides(Triangle triangle) const {
    int exposed = 0;
    for (int side = 0; side < 3; ++side) {
      int free = 0;
      for (const int k : {2 * side, 2 * side + 1})
        for (const Cell& next : drafters().neighbours({triangle.x, triangle.y, triangle.z + k}))
          free += next.z / 6 != triangle.z / 6 && cells_.count(next) == 0;
      if (free == 1) return 0;
      exposed += free == 2;
    }
    return exposed;
  }

  /// Only whole triangles with a whole side free, so that no thin angle arises. Spikes first, then what is farthest
  /// out; the small slope keeps to one side of the board.
  std::optional<Triangle> max_exposed() const {
    std::optional<std::pair<double, Triangle>> best;
    for (const auto& [triangle, sectors] : sectors_) {
      if (sectors != 6) continue;
      const int exposed = exposed_sides(triangle);
      if (exposed == 0) continue;
      const Point at = triangle_centre(triangle);
      const double rank = 1000 * (exposed > 1) + std::hypot(at.x, at.y) + 0.05 * at.y + 0.01 * at.x;
      if (!best || rank > best->first) best = {rank, triangle};
    }
    return best ? std::optional(best->second) : std::nullopt;
  }

  static Point triangle_centre(Triangle triangle) {
    Point sum;
    for (int k = 0; k < 6; ++k) {
      const Point p = centre({triangle.x, triangle.y, triangle.z + k});
      sum.x += p.x / 6, sum.y += p.y / 6;
    }
    return sum;
  }

  void take_off(Triangle triangle) {
    sectors_.erase(triangle);
    for (int k = 0; k < 6; ++k) cells_.erase({triangle.x, triangle.y, triangle.z + k});
  }

  std::map<Triangle, int> sectors_;
  std::set<Cell> cells_;
};

void check(const EternityRecipe& recipe) {
  if (recipe.pieces < fewest_eternity_pieces || recipe.pieces > max_eternity_pieces)
    throw UsageError(fmt::format("generate: found {} pieces, expected {} to {}", recipe.pieces, fewest_eternity_pieces,
                                 max_eternity_pieces));
  if (recipe.spare < 0 || recipe.spare > max_eternity_pieces - recipe.pieces)
    throw UsageError(fmt::format("generate: found {} spare pieces, expected 0 to {}: there are only {} pieces",
                                 recipe.spare, max_eternity_pieces - recipe.pieces, max_eternity_pieces));
}

Puzzle named(const EternityRecipe& recipe, const char* kind, PackingPuzzle body) {
  Puzzle puzzle;
  const std::string spare = recipe.spare > 0 ? fmt::format("-{}-spare", recipe.spare) : "";
  puzzle.name = fmt::format("eternity-class{}-{}{}-{}", kind, recipe.pieces, spare, recipe.seed);
  puzzle.title = fmt::format("Eternity-class board of {} pieces{}{}, seed {}", recipe.pieces,
                             recipe.spare > 0 ? fmt::format(" and {} spare ones", recipe.spare) : "",
                             *kind != '\0' ? ", planted" : "", recipe.seed);
  puzzle.source = "tesselle generate eternity1: region like Eternity's, pieces from the 770 suitable 12-drafter dudes";
  puzzle.body = std::move(body);
  return puzzle;
}

std::vector<PackingPiece> shuffled_superset(Rng& rng) {
  std::vector<PackingPiece> pieces = eternity_superset();
  rng.shuffle(std::span(pieces));
  return pieces;
}

}  // namespace

std::vector<Cell> eternity_region(int pieces) {
  const int sectors = sectors_per_piece * pieces;
  for (const auto& dodecagon : enclosing_dodecagons(sectors)) {
    auto region = Shaver(dodecagon).shaved_to(sectors);
    if (region && polyform::is_plain_polydrafter(*region)) return *region;
  }
  throw InternalError("no region of this size was found");
}

const std::vector<PackingPiece>& eternity_superset() {
  static const std::vector<PackingPiece> pieces = [] {
    using namespace polyform;
    std::vector<PackingPiece> all;
    for (auto& cells : all_forms({LatticeKind::drafter, 12, Sameness::free, Selection::suitable, true})) {
      PackingPiece& piece = all.emplace_back();
      piece.name = std::to_string(all.size());
      piece.cells = std::move(cells);
    }
    return all;
  }();
  return pieces;
}

Puzzle eternity_board(const EternityRecipe& recipe) {
  check(recipe);
  Rng rng(recipe.seed);
  PackingPuzzle body;
  body.lattice = LatticeKind::drafter;
  body.region = eternity_region(recipe.pieces);
  body.pieces = shuffled_superset(rng);
  body.pieces.resize(static_cast<std::size_t>(recipe.pieces + recipe.spare));
  if (recipe.spare > 0)
    for (PackingPiece& piece : body.pieces) piece.min_copies = 0;
  return named(recipe, "", std::move(body));
}

Puzzle planting_ground(const EternityRecipe& recipe) {
  check(recipe);
  Rng rng(recipe.seed);
  PackingPuzzle body;
  body.lattice = LatticeKind::drafter;
  body.region = eternity_region(recipe.pieces);
  body.pieces = shuffled_superset(rng);
  for (PackingPiece& piece : body.pieces) piece.min_copies = 0;
  return named(recipe, "-ground", std::move(body));
}

PlantedBoard planted_board(const EternityRecipe& recipe, const Puzzle& ground, const Solution& tiling) {
  const PackingPuzzle& all = ground.packing();
  std::vector<bool> used(all.pieces.size());
  for (const PackingPlacement& placement : tiling.packing().placements) used[placement.piece.index()] = true;
  int spare = recipe.spare;
  for (std::size_t p = all.pieces.size(); p-- > 0 && spare > 0;)
    if (!used[p]) used[p] = true, --spare;

  PackingPuzzle body;
  body.lattice = all.lattice;
  body.region = all.region;
  std::vector<PieceId> renumbered(all.pieces.size());
  for (std::size_t p = 0; p < all.pieces.size(); ++p) {
    if (!used[p]) continue;
    renumbered[p] = PieceId(body.pieces.size());
    body.pieces.push_back(all.pieces[p]);
    body.pieces.back().min_copies = recipe.spare > 0 ? 0 : 1;
  }
  PackingLayout planted = tiling.packing();
  for (PackingPlacement& placement : planted.placements) placement.piece = renumbered[placement.piece.index()];
  return {named(recipe, "-planted", std::move(body)), {std::move(planted)}};
}

}  // namespace tesselle::packing
