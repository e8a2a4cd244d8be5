#include "search/solution_families.hpp"

#include <algorithm>
#include <bitset>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "base/hash.hpp"
#include "puzzle/symmetry.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t max_comparisons = 6'000'000;

/// A piece and the cells that it covers. Edge-matching: the last one is the turns, as a cell.
struct PlacementLook {
  int piece = 0;
  std::vector<Cell> cells;
  friend auto operator<=>(const PlacementLook&, const PlacementLook&) = default;
};

/// The placements of a board as numbers, ascending.
using LookNumbers = std::vector<std::uint32_t>;

std::vector<PlacementLook> looks_of(const Puzzle& puzzle, const Solution& board) {
  std::vector<PlacementLook> looks;
  if (puzzle.family() == Family::edge) {
    const EdgePuzzle& body = puzzle.edge();
    for (std::size_t c = 0; c < board.edge().cells.size(); ++c)
      if (const auto& placed_there = board.edge().cells[c]) {
        const Square square(c);
        looks.push_back({static_cast<int>(placed_there->piece.value),
                         {{body.column(square), body.row(square), 0}, {placed_there->rotation, 0, 0}}});
      }
  } else {
    const PackingPuzzle& body = puzzle.packing();
    for (const PackingPlacement& p : board.packing().placements)
      looks.push_back({static_cast<int>(p.piece.value),
                       placed(body.grid(), body.pieces[p.piece.index()].cells, p.orientation, p.offset)});
  }
  return looks;
}

class LookTable {
 public:
  LookNumbers numbers_of(const std::vector<PlacementLook>& looks) {
    LookNumbers numbers;
    for (const PlacementLook& look : looks)
      numbers.push_back(numbers_.emplace(look, static_cast<std::uint32_t>(numbers_.size())).first->second);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  }

 private:
  std::map<PlacementLook, std::uint32_t> numbers_;
};

/// What is left of a board without some of its placements, as one number.
std::uint64_t remainder_of(const LookNumbers& board, std::optional<std::pair<std::size_t, std::size_t>> without = {}) {
  Fnv64 hash;
  for (std::size_t i = 0; i < board.size(); ++i)
    if (!without || (i != without->first && i != without->second)) hash.add(static_cast<std::int64_t>(board[i]));
  return hash.value();
}

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

  std::vector<std::uint32_t> numbers() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> members;
    for (std::uint32_t s = 0; s < leader_.size(); ++s) members[leader(s)].push_back(s);
    std::vector<std::uint32_t> numbers(leader_.size());
    std::uint32_t number = 0;
    for (const auto& [first, list] : members) {
      if (list.size() < 2) continue;
      ++number;
      for (const std::uint32_t s : list) numbers[s] = number;
    }
    return numbers;
  }

 private:
  std::vector<std::uint32_t> leader_;
};

/// All boards of all solutions, turned ones included.
class BoardIndex {
 public:
  explicit BoardIndex(std::size_t count) : clusters_(count) {}

  void add(std::uint32_t solution, const std::vector<PlacementLook>& looks) {
    const LookNumbers board = table_.numbers_of(looks);
    solution_of_.emplace(remainder_of(board), solution);
    // Boards that are equal but for two placements have a remainder in common. (With three, nearly all solutions of
    // small puzzles are related: 239 of Soma's 240.)
    for (std::size_t i = 0; i < board.size(); ++i)
      for (std::size_t j = i + 1; j < board.size(); ++j) {
        const auto [at, is_new] = first_with_.emplace(remainder_of(board, std::pair{i, j}), solution);
        if (!is_new) clusters_.join(at->second, solution);
      }
  }

  /// The board is made from a solution's by turning a block: if it is known, the two are related.
  void relate(std::uint32_t solution, const std::vector<PlacementLook>& turned) {
    const auto found = solution_of_.find(remainder_of(table_.numbers_of(turned)));
    if (found != solution_of_.end()) clusters_.join(found->second, solution);
  }

  std::vector<std::uint32_t> families() { return clusters_.numbers(); }

 private:
  LookTable table_;
  std::unordered_map<std::uint64_t, std::uint32_t> solution_of_, first_with_;
  Clusters clusters_;
};

/// Blocks of a packed board that some symmetry of the lattice maps onto themselves.
///
/// Each connected set of pieces is grown once, piece by piece, with its cells and their images as bits of a box in
/// which a shift is a shift of bits: so the test for symmetry is a comparison of words.
class PackedBlocks {
 public:
  static constexpr std::size_t max_bits = 512, max_pieces = 14, longest_block_of_many = 5;

  PackedBlocks(const Lattice& lattice, std::vector<PlacementLook> looks) : lattice_(lattice), looks_(std::move(looks)) {
    for (const PlacementLook& look : looks_) all_.insert(all_.end(), look.cells.begin(), look.cells.end());
    for (int g = 0; g < lattice.symmetry_count(); ++g) images_.push_back(image_under(g));
    for (const Image& image : images_)
      for (int Cell::*axis : {&Cell::x, &Cell::y, &Cell::z}) box_.*axis = std::max(box_.*axis, image.box.*axis);
    fits_ = static_cast<std::size_t>(box_.x) * static_cast<std::size_t>(box_.y) * static_cast<std::size_t>(box_.z) <=
            max_bits;
    if (!fits_) return;
    for (Image& image : images_)
      for (const auto& cells : image.cells) image.bits.push_back(bits_of(cells));
    find_neighbours();
    longest_ = looks_.size() <= max_pieces ? looks_.size() - 1 : longest_block_of_many;
  }

  /// Calls turned(board) for every board made by turning a block.
  template <class Turned>
  void for_each(Turned turned) {
    if (!fits_ || looks_.size() < 3 || looks_.size() > 64) return;
    for (std::size_t first = 0; first < looks_.size(); ++first) {
      std::vector<Bits> unions;
      for (const Image& image : images_) unions.push_back(image.bits[first]);
      // Blocks are grown from their first piece; those before it belong to other blocks.
      grow(one(first), neighbours_[first] & ~below(first + 1), below(first + 1), 1, unions, turned);
    }
  }

 private:
  using Bits = std::bitset<max_bits>;
  using Set = std::uint64_t;
  struct Image {
    std::vector<std::vector<Cell>> cells;  // by piece, from 0 on every axis
    Cell box;
    std::vector<Bits> bits;
  };

  static Set one(std::size_t piece) { return Set{1} << piece; }
  static Set below(std::size_t piece) { return piece >= 64 ? ~Set{0} : one(piece) - 1; }

  Image image_under(int symmetry) const {
    const auto everything = placed(lattice_, all_, symmetry, {});
    const CellBounds bounds = bounds_of(everything);
    Image image;
    image.box = {bounds.extent(&Cell::x), bounds.extent(&Cell::y), bounds.extent(&Cell::z)};
    for (const PlacementLook& look : looks_)
      image.cells.push_back(placed(lattice_, look.cells, symmetry, Cell{} - bounds.low));
    return image;
  }

  std::size_t bit(Cell cell) const { return static_cast<std::size_t>(cell.x + box_.x * (cell.y + box_.y * cell.z)); }
  Bits bits_of(const std::vector<Cell>& cells) const {
    Bits bits;
    for (const Cell& cell : cells) bits.set(bit(cell));
    return bits;
  }

  void find_neighbours() {
    neighbours_.resize(looks_.size());
    for (std::size_t a = 0; a < looks_.size(); ++a)
      for (std::size_t b = a + 1; b < looks_.size(); ++b) {
        std::vector<Cell> both = looks_[a].cells;
        both.insert(both.end(), looks_[b].cells.begin(), looks_[b].cells.end());
        if (!is_connected(lattice_, both)) continue;
        neighbours_[a] |= one(b);
        neighbours_[b] |= one(a);
      }
  }

  /// `block` and the unions of its cells, by symmetry; `open`: pieces that may be added; `closed`: those that have been
  /// decided on, so that each set is met once.
  template <class Turned>
  void grow(Set block, Set open, Set closed, std::size_t size, const std::vector<Bits>& unions, Turned& turned) {
    const Bits shape = moved_to_origin(unions[0]);
    for (std::size_t g = 1; size > 1 && g < images_.size(); ++g)
      if (moved_to_origin(unions[g]) == shape) turned(board_with(block, g));
    if (size == longest_) return;
    for (std::size_t piece = 0; piece < looks_.size(); ++piece) {
      if (!(open & one(piece))) continue;
      open &= ~one(piece);
      closed |= one(piece);
      std::vector<Bits> larger = unions;
      for (std::size_t g = 0; g < images_.size(); ++g) larger[g] |= images_[g].bits[piece];
      grow(block | one(piece), open | (neighbours_[piece] & ~closed), closed, size + 1, larger, turned);
    }
  }

  static Bits moved_to_origin(const Bits& bits) { return bits >> bits._Find_first(); }

  std::vector<PlacementLook> board_with(Set block, std::size_t g) const {
    const auto first_cell = [&](std::size_t image) {
      Cell first;
      std::size_t lowest = max_bits;
      for (std::size_t p = 0; p < looks_.size(); ++p)
        for (const Cell& cell : images_[image].cells[p])
          if (block & one(p) && bit(cell) < lowest) lowest = bit(cell), first = cell;
      return first;
    };
    const Cell shift = first_cell(0) - first_cell(g) + bounds_of(all_).low;
    std::vector<PlacementLook> board = looks_;
    for (std::size_t p = 0; p < looks_.size(); ++p)
      if (block & one(p)) {
        board[p].cells = images_[g].cells[p];
        for (Cell& cell : board[p].cells) cell = cell + shift;
        std::sort(board[p].cells.begin(), board[p].cells.end());
      }
    return board;
  }

  const Lattice& lattice_;
  std::vector<PlacementLook> looks_;
  std::vector<Cell> all_;
  std::vector<Image> images_;
  Cell box_{1, 1, 1};
  bool fits_ = false;
  std::vector<Set> neighbours_;
  std::size_t longest_ = 0;
};

/// A rectangle of an edge-matching board turned by half a turn, or a square by any.
template <class Turned>
void for_each_turned_rectangle(const EdgePuzzle& puzzle, const std::vector<PlacementLook>& looks, Turned turned) {
  const auto turn_block = [&](int left, int top, int width, int height, int turns) {
    std::vector<PlacementLook> board = looks;
    for (PlacementLook& look : board) {
      Cell& at = look.cells[0];
      const int x = at.x - left, y = at.y - top;
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const Cell by_turns[] = {
          {x, y, 0}, {height - 1 - y, x, 0}, {width - 1 - x, height - 1 - y, 0}, {y, width - 1 - x, 0}};
      at = by_turns[turns] + Cell{left, top, 0};
      look.cells[1].x = (look.cells[1].x + turns) & 3;
    }
    turned(board);
  };
  for (int height = 1; height <= puzzle.height; ++height)
    for (int width = 1; width <= puzzle.width; ++width) {
      if (width * height < 2 || (width == puzzle.width && height == puzzle.height)) continue;
      for (int top = 0; top + height <= puzzle.height; ++top)
        for (int left = 0; left + width <= puzzle.width; ++left)
          for (int turns = 1; turns < 4; ++turns)
            if (turns == 2 || width == height) turn_block(left, top, width, height, turns);
    }
}

}  // namespace

std::vector<std::uint32_t> solution_families(const Puzzle& puzzle, const std::vector<Solution>& solutions) {
  if (solutions.empty()) return {};
  const SymmetryGroup group(puzzle);
  const std::uint64_t pieces = looks_of(puzzle, solutions[0]).size();
  if (solutions.size() * group.order() * (pieces * (pieces - 1) / 2) > max_comparisons) return {};
  BoardIndex index(solutions.size());
  for (std::uint32_t s = 0; s < solutions.size(); ++s)
    for (const Solution& image : group.orbit(solutions[s])) index.add(s, looks_of(puzzle, image));
  for (std::uint32_t s = 0; s < solutions.size(); ++s) {
    const auto relate = [&](const std::vector<PlacementLook>& board) { index.relate(s, board); };
    if (puzzle.family() == Family::edge)
      for_each_turned_rectangle(puzzle.edge(), looks_of(puzzle, solutions[s]), relate);
    else
      PackedBlocks(puzzle.packing().grid(), looks_of(puzzle, solutions[s])).for_each(relate);
  }
  return index.families();
}

}  // namespace tesselle
