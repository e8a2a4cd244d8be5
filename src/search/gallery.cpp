#include "search/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "base/hash.hpp"
#include "base/readable.hpp"
#include "puzzle/symmetry.hpp"
#include "search/recorder.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t max_comparisons = 6'000'000;

/// What a placement looks like: which piece, on which cells.
using LookNumbers = std::vector<std::uint32_t>;

class Looks {
 public:
  explicit Looks(const Puzzle& puzzle) : puzzle_(puzzle) {}

  /// The placements of a board as numbers, ascending.
  LookNumbers of(const Solution& board) {
    LookNumbers numbers;
    if (puzzle_.family() == Family::edge) {
      const auto& cells = board.edge().cells;
      for (std::size_t c = 0; c < cells.size(); ++c)
        if (cells[c]) numbers.push_back(number({static_cast<int>(c), cells[c]->piece.value, cells[c]->rotation}));
    } else {
      const PackingPuzzle& body = puzzle_.packing();
      for (const PackingPlacement& p : board.packing().placements) {
        std::vector<int> look = {p.piece.value};
        for (const Cell& c : placed(body.grid(), body.pieces[p.piece.index()].cells, p.orientation, p.offset))
          look.insert(look.end(), {c.x, c.y, c.z});
        numbers.push_back(number(std::move(look)));
      }
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  }

 private:
  std::uint32_t number(std::vector<int> look) {
    return numbers_.emplace(std::move(look), static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

  const Puzzle& puzzle_;
  std::map<std::vector<int>, std::uint32_t> numbers_;
};

/// Sets of solutions that grow together.
class Clusters {
 public:
  explicit Clusters(std::size_t count) : leader_(count) { std::iota(leader_.begin(), leader_.end(), 0u); }
  std::uint32_t leader(std::uint32_t s) {
    while (leader_[s] != s) s = leader_[s] = leader_[leader_[s]];
    return s;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    leader_[std::max(leader(a), leader(b))] = std::min(leader(a), leader(b));
  }

 private:
  std::vector<std::uint32_t> leader_;
};

/// What is left of a board without two of its placements, as one number.
std::uint64_t remainder_of(const LookNumbers& board, std::size_t first, std::size_t second) {
  Fnv64 hash;
  for (std::size_t i = 0; i < board.size(); ++i)
    if (i != first && i != second) hash.add(static_cast<std::int64_t>(board[i]));
  return hash.value();
}

/// Boards that are equal but for two placements have a remainder in common. (With three, nearly all solutions of small
/// puzzles are related: 239 of Soma's 240.)
class FamilyFinder {
 public:
  explicit FamilyFinder(std::size_t count) : clusters_(count) {}

  void add(std::uint32_t solution, const LookNumbers& board) {
    for (std::size_t i = 0; i < board.size(); ++i)
      for (std::size_t j = i + 1; j < board.size(); ++j) meet(solution, remainder_of(board, i, j));
  }

  /// Numbers from 1, in the order of the first members; 0 for those that are alone.
  std::vector<std::uint32_t> families(std::size_t count) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> members;
    for (std::uint32_t s = 0; s < count; ++s) members[clusters_.leader(s)].push_back(s);
    std::vector<std::uint32_t> numbers(count);
    std::uint32_t number = 0;
    for (const auto& [leader, list] : members) {
      if (list.size() < 2) continue;
      ++number;
      for (const std::uint32_t s : list) numbers[s] = number;
    }
    return numbers;
  }

 private:
  void meet(std::uint32_t solution, std::uint64_t remainder) {
    const auto [at, is_new] = first_with_.emplace(remainder, solution);
    if (!is_new) clusters_.join(at->second, solution);
  }

  std::unordered_map<std::uint64_t, std::uint32_t> first_with_;
  Clusters clusters_;
};

std::vector<std::uint32_t> families_of(const Catalogue& catalogue) {
  const std::size_t count = catalogue.entries.size();
  if (count == 0) return {};
  const SymmetryGroup group(*catalogue.puzzle);
  Looks looks(*catalogue.puzzle);
  const std::uint64_t pieces = looks.of(catalogue.entries[0].solution).size();
  const std::uint64_t boards = count * group.order(), pairs = pieces * (pieces - 1) / 2;
  if (boards * pairs > max_comparisons) return std::vector<std::uint32_t>(count);
  FamilyFinder finder(count);
  for (std::uint32_t s = 0; s < count; ++s)
    for (const Solution& image : group.orbit(catalogue.entries[s].solution)) finder.add(s, looks.of(image));
  return finder.families(count);
}

}  // namespace

Gallery gallery_of(const Catalogue& catalogue, std::shared_ptr<const Puzzle> puzzle) {
  Gallery gallery;
  std::vector<Solution> boards;
  for (const CatalogueEntry& entry : catalogue.entries) {
    boards.push_back(entry.solution);
    gallery.labels.push_back(grouped(entry.number) + (entry.remark.empty() ? "" : ", " + entry.remark));
  }
  gallery.boards = recording_of_boards(std::move(puzzle), boards);
  gallery.families = families_of(catalogue);
  const std::uint32_t families =
      gallery.families.empty() ? 0 : *std::max_element(gallery.families.begin(), gallery.families.end());
  gallery.summary = counted(boards.size(), "solution");
  if (families > 0)
    gallery.summary += fmt::format("; {} {} of solutions that differ in two pieces only", grouped(families),
                                   families == 1 ? "family" : "families");
  if (!catalogue.warning.empty()) gallery.summary += ". " + catalogue.warning;
  return gallery;
}

}  // namespace tesselle
