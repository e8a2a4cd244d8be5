#include "packing/obstruction/obstruction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "packing/tables/placements.hpp"

namespace tesselle {
namespace {

using packing::PieceClass;
using packing::Placement;
using packing::PlacementTable;

constexpr std::uint32_t max_coloured_cells = 10'000;  // sums of larger regions take too long for an explanation

/// Black are the cells where the sum of the chosen coordinates is odd.
struct Colouring {
  const char* name;
  std::array<int, 3> weight;
};
constexpr Colouring colourings[] = {{"x + y + z", {1, 1, 1}}, {"x", {1, 0, 0}},     {"y", {0, 1, 0}},
                                    {"z", {0, 0, 1}},         {"x + y", {1, 1, 0}}, {"x + z", {1, 0, 1}},
                                    {"y + z", {0, 1, 1}}};

bool is_black(const Colouring& colouring, Cell cell) {
  return ((colouring.weight[0] * cell.x + colouring.weight[1] * cell.y + colouring.weight[2] * cell.z) & 1) != 0;
}

std::optional<std::string> area_obstruction(const PackingPuzzle& puzzle, const PlacementTable& table) {
  std::int64_t least = 0, most = 0;
  for (const PieceClass& kind : table.classes) {
    least += std::int64_t{kind.min_copies} * kind.cell_count;
    most += std::int64_t{kind.max_copies} * kind.cell_count;
  }
  if (least > table.all_cells)
    return fmt::format("the pieces that must be used have {} cells, the region only {}", least, table.all_cells);
  if (most < table.required_cells)
    return fmt::format("the pieces have {} cells, the region {}", most, puzzle.region.size());
  return std::nullopt;
}

std::optional<std::string> reach_obstruction(const PackingPuzzle& puzzle, const PlacementTable& table) {
  std::vector<bool> reached(table.all_cells);
  std::vector<bool> fits(table.classes.size());
  for (const Placement& placement : table.placements) {
    fits[static_cast<std::size_t>(placement.piece_class)] = true;
    for (const std::uint32_t cell : placement.cells) reached[cell] = true;
  }
  for (std::size_t c = 0; c < fits.size(); ++c)
    if (!fits[c] && table.classes[c].min_copies > 0)
      return fmt::format("piece {} fits nowhere", puzzle.pieces[table.classes[c].members.front().index()].name);
  for (std::size_t i = 0; i < puzzle.region.size(); ++i)
    if (!reached[i]) {
      const Cell cell = puzzle.region[i];
      return fmt::format("no piece reaches cell ({}, {}, {})", cell.x, cell.y, cell.z);
    }
  return std::nullopt;
}

/// Which numbers of black cells the pieces can cover together; index: the number.
class BlackSums {
 public:
  BlackSums(const PlacementTable& table, const std::vector<bool>& black)
      : table_(table), black_(black), values_(table.classes.size()), sums_(black.size() + 1) {
    for (const Placement& placement : table.placements)
      values_[static_cast<std::size_t>(placement.piece_class)].insert(black_of(placement));
    sums_[0] = true;
    for (std::size_t c = 0; c < values_.size(); ++c) add_class(c);
  }

  bool can_be(std::size_t number) const { return sums_[number]; }

 private:
  std::size_t black_of(const Placement& placement) const {
    return static_cast<std::size_t>(std::count_if(placement.cells.begin(), placement.cells.end(),
                                                  [&](std::uint32_t cell) { return black_[cell]; }));
  }

  void add_class(std::size_t c) {
    const PieceClass& kind = table_.classes[c];
    const int most = std::min(kind.max_copies, static_cast<int>(table_.all_cells) / kind.cell_count);
    std::vector<bool> now = sums_, all(sums_.size());
    for (int copies = 0; copies <= most; ++copies) {
      if (copies > 0) now = one_more(now, values_[c]);
      if (copies < kind.min_copies) continue;
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] || now[i];
    }
    sums_ = std::move(all);
  }

  static std::vector<bool> one_more(const std::vector<bool>& sums, const std::set<std::size_t>& values) {
    std::vector<bool> result(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i)
      if (sums[i])
        for (const std::size_t value : values)
          if (i + value < sums.size()) result[i + value] = true;
    return result;
  }

  const PlacementTable& table_;
  const std::vector<bool>& black_;
  std::vector<std::set<std::size_t>> values_;
  std::vector<bool> sums_;
};

std::optional<std::string> colour_obstruction(const PackingPuzzle& puzzle, const PlacementTable& table) {
  if (!puzzle.optional_cells.empty() || table.all_cells > max_coloured_cells) return std::nullopt;
  for (const Colouring& colouring : colourings) {
    std::vector<bool> black;
    for (const Cell& cell : puzzle.region) black.push_back(is_black(colouring, cell));
    const auto wanted = static_cast<std::size_t>(std::count(black.begin(), black.end(), true));
    if (!BlackSums(table, black).can_be(wanted))
      return fmt::format(
          "a colouring forbids it: {} of the {} cells have {} odd, and however the pieces are turned they never cover "
          "exactly that many such cells",
          wanted, black.size(), colouring.name);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> obstruction(const PackingPuzzle& puzzle) {
  const PlacementTable table = packing::compile_placements(puzzle);
  if (auto reason = area_obstruction(puzzle, table)) return reason;
  if (auto reason = reach_obstruction(puzzle, table)) return reason;
  return colour_obstruction(puzzle, table);
}

}  // namespace tesselle
