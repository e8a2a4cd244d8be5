#include <algorithm>
#include <set>

#include "support/draw.hpp"
#include "support/random_puzzles.hpp"

namespace tesselle::testing {
namespace {

const std::vector<LatticeKind> lattices = {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle,
                                           LatticeKind::hexagon, LatticeKind::drafter};

/// The cells of a parallelogram or box with these sides, all classes included.
std::set<Cell> box(const Lattice& lattice, int width, int height, int depth) {
  std::set<Cell> cells;
  const int layers = lattice.kind() == LatticeKind::cube ? depth : lattice.class_count();
  for (int x = 0; x < width; ++x)
    for (int y = 0; y < height; ++y)
      for (int z = 0; z < layers; ++z) cells.insert({x, y, z});
  return cells;
}

/// Draws one puzzle: a board, cut into parts, which become pieces.
class PackingMaker {
 public:
  PackingMaker(Rng& rng, const PackingRecipe& recipe)
      : rng_(rng), recipe_(recipe), lattice_(Lattice::of(recipe.lattice.value_or(pick(rng, lattices)))) {
    puzzle_.lattice = lattice_.kind();
  }

  Planted make() {
    const Making making = recipe_.making.value_or(draw_making());
    draw_board();
    turn_over_ = lattice_.kind() != LatticeKind::cube && !(recipe_.restrictions && one_in(rng_, 3));
    if (making == Making::unplanned)
      add_unplanned_pieces();
    else
      for (const auto& part : cut()) add_part(part);
    if (recipe_.restrictions) restrict_orientations();
    if (recipe_.loose_use) loosen();
    if (making != Making::unplanned) draw_hints();
    if (making == Making::perturbed) perturb();
    Planted planted{{"random", "A random packing puzzle", "drawn by a test", puzzle_}, std::nullopt};
    if (making == Making::planted) planted.solution = Solution{layout_};
    return planted;
  }

 private:
  Making draw_making() {
    if (one_in(rng_, 2)) return Making::planted;
    return one_in(rng_, 3) ? Making::unplanned : Making::perturbed;
  }

  // --- the board ---

  void draw_board() {
    const int limit = lattice_.kind() == LatticeKind::drafter ? recipe_.max_cells * 3 / 2 : recipe_.max_cells;
    board_ = one_in(rng_, 2) ? draw_box(limit) : grow(nullptr, {0, 0, 0}, between(rng_, std::max(1, limit / 2), limit));
    if (one_in(rng_, 4)) punch_holes();
    if (one_in(rng_, 4)) move({between(rng_, -3, 3), between(rng_, -3, 3), 0});
    puzzle_.region.assign(board_.begin(), board_.end());
    if (recipe_.optional_cells && one_in(rng_, 3)) draw_optional_cells(limit);
  }

  std::set<Cell> draw_box(int limit) {
    for (;;) {
      auto cells = box(lattice_, between(rng_, 1, 5), between(rng_, 1, 4), between(rng_, 1, 3));
      if (static_cast<int>(cells.size()) <= limit) return cells;
      if (lattice_.class_count() > limit) return grow(nullptr, {0, 0, 0}, limit);
    }
  }

  /// A random connected set of at most `size` cells around `start`, within `allowed` if that is given.
  std::set<Cell> grow(const std::set<Cell>* allowed, Cell start, int size) {
    std::set<Cell> cells = {start};
    while (static_cast<int>(cells.size()) < size) {
      std::vector<Cell> rim;
      for (const Cell& cell : cells)
        for (const Cell& next : lattice_.neighbours(cell))
          if (cells.count(next) == 0 && (allowed == nullptr || allowed->count(next) > 0)) rim.push_back(next);
      if (rim.empty()) break;
      cells.insert(pick(rng_, rim));
    }
    return cells;
  }

  void punch_holes() {
    for (int holes = between(rng_, 1, 2); holes > 0 && board_.size() > 2; --holes) board_.erase(any_cell(board_));
  }

  Cell any_cell(const std::set<Cell>& cells) {
    return *std::next(cells.begin(), static_cast<std::ptrdiff_t>(rng_.below(static_cast<std::uint32_t>(cells.size()))));
  }

  void move(Cell shift) {
    std::set<Cell> moved;
    for (const Cell& cell : board_) moved.insert(cell + shift);
    board_ = std::move(moved);
  }

  /// Some cells of the board need not be covered, and there may be some beside it.
  void draw_optional_cells(int limit) {
    std::set<Cell> optional;
    for (int k = between(rng_, 0, 2); k > 0; --k) optional.insert(any_cell(board_));
    for (int k = between(rng_, 0, 2); k > 0; --k) {
      const Cell beside = pick(rng_, lattice_.neighbours(any_cell(board_)));
      if (board_.count(beside) == 0 && static_cast<int>(board_.size() + optional.size()) < limit)
        optional.insert(beside);
    }
    std::erase_if(puzzle_.region, [&](const Cell& cell) { return optional.count(cell) > 0; });
    if (puzzle_.region.empty()) {
      puzzle_.region.push_back(*board_.begin());
      optional.erase(*board_.begin());
    }
    puzzle_.optional_cells.assign(optional.begin(), optional.end());
  }

  // --- the pieces ---

  std::vector<std::vector<Cell>> cut() {
    std::vector<std::vector<Cell>> parts;
    std::set<Cell> left = board_;
    while (!left.empty()) {
      const auto part = grow(&left, any_cell(left), between(rng_, std::min(2, recipe_.max_piece), recipe_.max_piece));
      for (const Cell& cell : part) left.erase(cell);
      parts.emplace_back(part.begin(), part.end());
    }
    return parts;
  }

  void add_part(const std::vector<Cell>& part) {
    if (recipe_.copies && !one_in(rng_, 3))
      for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p)
        if (const auto placement = lying_on(PieceId(p), part)) {
          ++puzzle_.pieces[p].min_copies, ++puzzle_.pieces[p].max_copies;
          layout_.placements.push_back(*placement);
          return;
        }
    add_piece(part);
    layout_.placements.push_back(*lying_on(PieceId(puzzle_.pieces.size() - 1), part));
  }

  /// Turned somehow, so that files do not show its orientation.
  void add_piece(const std::vector<Cell>& cells) {
    PackingPiece piece;
    piece.name = std::string(1, static_cast<char>('A' + puzzle_.pieces.size() % 26));
    if (puzzle_.pieces.size() >= 26) piece.name += std::to_string(puzzle_.pieces.size() / 26);
    piece.turn_over = turn_over_ && !(recipe_.restrictions && one_in(rng_, 8));
    const int turn = pick(rng_, allowed_orientations(puzzle_, piece));
    piece.cells = normalised(lattice_, placed(lattice_, cells, turn, {}));
    puzzle_.pieces.push_back(std::move(piece));
  }

  std::optional<PackingPlacement> lying_on(PieceId piece, const std::vector<Cell>& cells) const {
    const PackingPiece& shape = puzzle_.pieces[piece.index()];
    for (const int g : allowed_orientations(puzzle_, shape)) {
      const Cell shift = cells.front() - placed(lattice_, shape.cells, g, {}).front();
      if (shift.z != 0 && lattice_.kind() != LatticeKind::cube) continue;
      if (placed(lattice_, shape.cells, g, shift) == cells) return PackingPlacement{piece, g, shift};
    }
    return std::nullopt;
  }

  void add_unplanned_pieces() {
    for (auto area = static_cast<int>(puzzle_.region.size()); area > 0;) {
      const auto cells = grow(nullptr, {0, 0, 0}, std::min(area, between(rng_, 1, recipe_.max_piece)));
      add_piece({cells.begin(), cells.end()});
      area -= static_cast<int>(cells.size());
    }
  }

  /// Keeps the orientations that the planted layout needs, and some others.
  void restrict_orientations() {
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) {
      if (!one_in(rng_, 8)) continue;
      std::set<int> kept;
      for (const PackingPlacement& placement : layout_.placements)
        if (placement.piece == PieceId(p)) kept.insert(placement.orientation);
      for (const int g : allowed_orientations(puzzle_, puzzle_.pieces[p]))
        if (kept.empty() || one_in(rng_, 3)) kept.insert(g);
      puzzle_.pieces[p].orientations = std::vector<int>(kept.begin(), kept.end());
    }
  }

  void loosen() {
    for (PackingPiece& piece : puzzle_.pieces) {
      if (one_in(rng_, 6)) piece.min_copies = between(rng_, 0, piece.min_copies);
      if (one_in(rng_, 8)) ++piece.max_copies;
      if (one_in(rng_, 12)) {
        piece.min_copies = std::min(piece.min_copies, 1);
        piece.max_copies = PackingPiece::unlimited;
      }
    }
    if (!one_in(rng_, 5)) return;
    const auto cells = grow(nullptr, {0, 0, 0}, between(rng_, 1, recipe_.max_piece));
    add_piece({cells.begin(), cells.end()});
    puzzle_.pieces.back().min_copies = 0;
    puzzle_.pieces.back().max_copies = between(rng_, 1, 2);
  }

  // --- hints and changes ---

  void draw_hints() {
    if (recipe_.max_hints == 0 || !one_in(rng_, 3)) return;
    std::vector<PackingPlacement> placements = layout_.placements;
    rng_.shuffle(std::span(placements));
    placements.resize(std::min(placements.size(), static_cast<std::size_t>(between(rng_, 1, recipe_.max_hints))));
    puzzle_.hints = std::move(placements);
  }

  void perturb() {
    puzzle_.hints.clear();
    PackingPiece& piece = puzzle_.pieces[rng_.below(static_cast<std::uint32_t>(puzzle_.pieces.size()))];
    switch (rng_.below(3)) {
      case 0:
        piece.cells = another_shape(static_cast<int>(piece.cells.size()));
        break;
      case 1:
        ++piece.min_copies;
        piece.max_copies = std::max(piece.max_copies, piece.min_copies);
        break;
      default:
        if (puzzle_.region.size() > 1) puzzle_.region.erase(puzzle_.region.begin() + between(rng_, 0, 1));
    }
  }

  std::vector<Cell> another_shape(int size) {
    const auto cells = grow(nullptr, {0, 0, 0}, size);
    return normalised(lattice_, {cells.begin(), cells.end()});
  }

  Rng& rng_;
  const PackingRecipe& recipe_;
  const Lattice& lattice_;
  bool turn_over_ = true;
  std::set<Cell> board_;  // every cell that the planted layout covers
  PackingPuzzle puzzle_;
  PackingLayout layout_;
};

}  // namespace

Planted planted_packing_puzzle(Rng& rng, const PackingRecipe& recipe) { return PackingMaker(rng, recipe).make(); }

Puzzle random_packing_puzzle(Rng& rng, const PackingRecipe& recipe) {
  return planted_packing_puzzle(rng, recipe).puzzle;
}

}  // namespace tesselle::testing
