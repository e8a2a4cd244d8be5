#include "packing/finals/proposal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "base/patience.hpp"
#include "base/rng.hpp"
#include "packing/finals/finals_data.hpp"
#include "packing/finals/region_walker.hpp"
#include "packing/finals/rest.hpp"
#include "packing/site_search/tables.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing::finals {
namespace {

constexpr int random_starts = 16;           // clusters that are tried
constexpr std::size_t random_tries = 1500;  // hexagons that are tried in one place
/// Units of the score per edge that the middle of a hexagon is off the middle of the board. Without it hexagons go to
/// the rim, which they make shorter; but what closes a beam is a rest that goes all around.
constexpr double off_centre_cost = 2;

/// Hexagons of a size, each with its first corner bounds at 0, in all twelve positions of each form.
std::vector<Hexagon> hexagons_of_area(int area) {
  std::vector<Hexagon> found;
  const int longest = area;  // a strip one triangle wide
  for (int width = 1; width <= longest; ++width)
    for (int height = 1; height <= longest && width * height <= 2 * area; ++height)
      for (int low = 0; low < width + height; ++low)
        for (int high = low + 1; high <= width + height; ++high) {
          const Hexagon hexagon{0, width, 0, height, low, high};
          if (hexagon.tight() && hexagon.area() == area) found.push_back(hexagon);
        }
  return found;
}

Hexagon moved(Hexagon h, int dx, int dy) {
  return {h.x_low + dx, h.x_high + dx, h.y_low + dy, h.y_high + dy, h.sum_low + dx + dy, h.sum_high + dx + dy};
}

Point middle_of(const std::vector<Cell>& cells) {
  Point sum;
  const auto count = static_cast<double>(cells.size());
  for (const Cell& cell : cells) {
    // The centre of the triangle is near enough: all of its sectors are there, or nearly so.
    const double third = cell.z < 6 ? 1.0 / 3 : 2.0 / 3;
    sum.x += (cell.x + third + (cell.y + third) / 2) / count;
    sum.y += (cell.y + third) * std::sqrt(0.75) / count;
  }
  return sum;
}

class Proposer {
 public:
  Proposer(const PackingPuzzle& drafter, const tileability::Model& model, const ProposalSettings& settings)
      : drafter_(drafter),
        settings_(settings),
        tables_(drafter),
        scores_(model, drafter, tables_.shapes()),
        middle_(middle_of(drafter.region)),
        rng_(settings.seed) {
    list_candidates(drafter);
  }

  std::vector<Hexagon> best() {
    std::vector<Hexagon> best;
    std::pair<bool, double> best_score = {false, -std::numeric_limits<double>::infinity()};
    for (int start = 0; start < (tries_all() ? 1 : random_starts); ++start) {
      const auto [cluster, score] = climb();
      if (cluster.empty()) continue;
      const std::pair<bool, double> this_score = {leaves_a_tileable_rest(cluster), score};
      if (this_score > best_score) best = cluster, best_score = this_score;
    }
    if (best.empty()) throw UsageError("finals: there is no room for these regions on the board");
    return best;
  }

 private:
  struct Candidate {
    Hexagon hexagon;
    std::array<int, 6> form;
    std::vector<Cell> cells;
    double off_centre;  ///< distance of its middle from that of the board
    double own_score;   ///< its outline, less what its symmetries cost
  };
  struct Found {
    std::vector<Hexagon> cluster;
    double score;
  };

  /// Of each form the smoothest few sizes, anywhere on the board but not far from its middle.
  void list_candidates(const PackingPuzzle& drafter) {
    const auto sectors = static_cast<int>(drafter.pieces.front().cells.size());
    const std::set<Cell> board(drafter.region.begin(), drafter.region.end());
    const double reach = 1 + 0.6 * std::sqrt(settings_.regions * settings_.largest * sectors / 6.0);
    std::map<std::array<int, 6>, double> outlines;
    for (int pieces = settings_.smallest; pieces <= settings_.largest; ++pieces) {
      if (pieces * sectors % 6 != 0) continue;
      for (const Hexagon& hexagon : hexagons_of_area(pieces * sectors / 6))
        place(hexagon, pieces, board, reach, outlines);
    }
  }

  void place(const Hexagon& hexagon, int pieces, const std::set<Cell>& board, double reach,
             std::map<std::array<int, 6>, double>& outlines) {
    const auto sides = hexagon.sides();
    int around = 0;
    for (const int side : sides) around += side;
    // A regular hexagon of this area has a perimeter of 2 sqrt(area); much longer ones are not smooth.
    if (around > 2 * std::sqrt(6.0 * static_cast<double>(hexagon.area())) * 1.12 + 1) return;
    const auto form = hexagon.form();
    for (int dx = -64; dx <= 64; ++dx)
      for (int dy = -64; dy <= 64; ++dy) {
        const Hexagon here = moved(hexagon, dx, dy);
        const double x = (here.x_low + here.x_high) / 2.0, y = (here.y_low + here.y_high) / 2.0;
        if (std::hypot(x + y / 2 - middle_.x, y * std::sqrt(0.75) - middle_.y) > reach) continue;
        const auto cells = here.cells();
        if (!std::all_of(cells.begin(), cells.end(), [&](const Cell& c) { return board.count(c) != 0; })) continue;
        if (outlines.count(form) == 0) {
          const double outline = scores_.outline(tables_.grid(), tables_.grid().board_of(cells)) / unit;
          outlines[form] = outline - symmetry_cost * std::log(hexagon.symmetries()) + per_piece * pieces;
        }
        const Point at = middle_of(cells);
        candidates_.push_back({here, form, cells, std::hypot(at.x - middle_.x, at.y - middle_.y), outlines[form]});
      }
  }

  /// Hexagons can enclose a pocket that no pieces fill, which the outline alone does not tell.
  bool leaves_a_tileable_rest(const std::vector<Hexagon>& cluster) const {
    std::vector<RegionFinals> regions;
    for (const Hexagon& hexagon : cluster) regions.push_back({hexagon, {}, {}, 0, 0});
    const PackingPuzzle rest = rest_of(drafter_, regions);
    if (rest.region.empty()) return false;
    RegionWalker walker(rest);
    return !walker.first_choices({walker.tables().region(), walker.tables().copies()}).empty();
  }

  /// Improves one hexagon after the other until none can be.
  Found climb() {
    std::vector<const Candidate*> cluster;
    for (int i = 0; i < settings_.regions; ++i) {
      const Candidate* next = best_for(cluster, cluster.size());
      if (next == nullptr) return {{}, -std::numeric_limits<double>::infinity()};
      cluster.push_back(next);
    }
    double score = score_of(cluster);
    for (bool better = true; better;) {
      better = false;
      for (std::size_t i = 0; i < cluster.size(); ++i) {
        auto changed = cluster;
        changed[i] = best_for(cluster, i);
        if (changed[i] == nullptr) continue;
        const double changed_score = score_of(changed);
        if (changed_score > score + 1e-9) cluster = changed, score = changed_score, better = true;
      }
    }
    std::vector<Hexagon> hexagons;
    for (const Candidate* candidate : cluster) hexagons.push_back(candidate->hexagon);
    std::sort(hexagons.begin(), hexagons.end());
    return {hexagons, score};
  }

  /// Few enough for no chance to be needed?
  bool tries_all() const { return candidates_.size() <= random_tries; }

  /// The best candidate, of all or of some random ones, in place of number `index`.
  const Candidate* best_for(const std::vector<const Candidate*>& cluster, std::size_t index) {
    std::vector<const Candidate*> changed = cluster;
    if (index == changed.size()) changed.push_back(nullptr);
    const Candidate* best = nullptr;
    double best_score = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(random_tries, candidates_.size()); ++i) {
      Patience::ask();
      const std::size_t pick = tries_all() ? i : rng_.below(static_cast<std::uint32_t>(candidates_.size()));
      changed[index] = &candidates_[pick];
      if (!apart(changed, index)) continue;
      const double score = score_of(changed);
      if (score > best_score) best = changed[index], best_score = score;
    }
    return best;
  }

  static bool apart(const std::vector<const Candidate*>& cluster, std::size_t index) {
    const Candidate& one = *cluster[index];
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      if (i == index) continue;
      const Candidate& other = *cluster[i];
      if (one.form == other.form) return false;
      std::vector<Cell> common;
      std::set_intersection(one.cells.begin(), one.cells.end(), other.cells.begin(), other.cells.end(),
                            std::back_inserter(common));
      if (!common.empty()) return false;
    }
    return true;
  }

  double score_of(const std::vector<const Candidate*>& cluster) const {
    std::vector<Cell> together;
    double score = 0;
    for (const Candidate* candidate : cluster) {
      together.insert(together.end(), candidate->cells.begin(), candidate->cells.end());
      score += candidate->own_score - off_centre_cost * candidate->off_centre;
    }
    // The outline that the rest gets, seen from inside: of the cluster's own shape the other way round.
    tiling::Board rest = tables_.region();
    const tiling::Board gone = tables_.grid().board_of(together);
    for (std::size_t t = 0; t < rest.free.size(); ++t)
      rest.free[t] = static_cast<std::uint8_t>(rest.free[t] & ~gone.free[t]);
    for (std::size_t b = 0; b < rest.stars.size(); ++b)
      rest.stars[b] = static_cast<std::uint16_t>(rest.stars[b] & ~gone.stars[b]);
    return score + scores_.outline(tables_.grid(), rest) / unit;
  }

  static constexpr double unit = tileability::ScoreTables::unit;
  /// Tilings come in groups of as many as there are symmetries, and small forms with symmetries are bad otherwise, too.
  static constexpr double symmetry_cost = 2;
  /// What one more piece in a region is worth against its longer outline, about.
  static constexpr double per_piece = 0.3;
  const PackingPuzzle& drafter_;
  ProposalSettings settings_;
  tiling::TilingTables tables_;
  tileability::ScoreTables scores_;
  Point middle_;
  Rng rng_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Hexagon> propose_regions(const PackingPuzzle& drafter, const tileability::Model& model,
                                     const ProposalSettings& settings) {
  return Proposer(drafter, model, settings).best();
}

}  // namespace tesselle::packing::finals
