#include "puzzle/symmetry.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

using Element = SymmetryGroup::Element;
constexpr std::uint32_t none = ~std::uint32_t{0};

/// Cell -> its number, by open addressing: regions may be sparse, and a tree lookup per cell and board is too slow.
class CellNumbers {
 public:
  CellNumbers() = default;
  explicit CellNumbers(const PackingPuzzle& puzzle) : cells_(puzzle.region) {
    cells_.insert(cells_.end(), puzzle.optional_cells.begin(), puzzle.optional_cells.end());
    measure_box();
    slots_.assign(in_box_ ? static_cast<std::size_t>(volume()) : std::bit_ceil(2 * cells_.size() + 1), none);
    for (std::uint32_t i = 0; i < cells_.size(); ++i)
      slots_[in_box_ ? box_slot(cells_[i]) : hashed_slot(cells_[i])] = i;
  }

  const std::vector<Cell>& cells() const { return cells_; }
  /// `none` if the cell is not part of the board.
  std::uint32_t find(Cell cell) const {
    if (!in_box_) return slots_[hashed_slot(cell)];
    return inside(cell) ? slots_[box_slot(cell)] : none;
  }

 private:
  /// A region that fills much of the box around it has a slot for every cell of the box: cells that follow each other
  /// are then found beside each other, in boxes of a million cells, too.
  void measure_box() {
    if (cells_.empty()) return;
    const CellBounds bounds = bounds_of(cells_);
    low_ = bounds.low;
    high_ = bounds.high;
    in_box_ = volume() <= 4.0 * static_cast<double>(cells_.size());
  }
  static double length(int low, int high) { return static_cast<double>(high) - low + 1; }
  double volume() const { return length(low_.x, high_.x) * length(low_.y, high_.y) * length(low_.z, high_.z); }
  bool inside(Cell c) const {
    return c.x >= low_.x && c.x <= high_.x && c.y >= low_.y && c.y <= high_.y && c.z >= low_.z && c.z <= high_.z;
  }
  std::size_t box_slot(Cell cell) const {
    const auto rows = static_cast<std::size_t>(high_.y - low_.y + 1),
               columns = static_cast<std::size_t>(high_.x - low_.x + 1);
    const auto z = static_cast<std::size_t>(cell.z - low_.z), y = static_cast<std::size_t>(cell.y - low_.y);
    return (z * rows + y) * columns + static_cast<std::size_t>(cell.x - low_.x);
  }
  /// Where the cell is, or the free slot where it belongs.
  std::size_t hashed_slot(Cell cell) const {
    const auto word = [](int n) { return static_cast<std::uint32_t>(n); };
    const std::uint32_t mixed = (word(cell.x) * 73856093u + word(cell.y) * 19349663u + word(cell.z) * 83492791u);
    std::size_t slot = (mixed ^ (mixed >> 15)) & (slots_.size() - 1);
    while (slots_[slot] != none && cells_[slots_[slot]] != cell) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  std::vector<Cell> cells_;
  std::vector<std::uint32_t> slots_;
  Cell low_{}, high_{};
  bool in_box_ = false;
};

// --- Edge-matching -------------------------------------------------------------------------------------------------

/// piece * 4 + rotation -> a number that is equal exactly for equal sides; never 0, which means an empty cell.
std::vector<std::uint32_t> side_codes(const EdgePuzzle& puzzle) {
  const PieceKinds kinds = piece_kinds(puzzle);
  std::vector<std::uint32_t> codes;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    for (int r = 0; r < 4; ++r) {
      const auto kind = static_cast<std::size_t>(kinds.kind[p]);
      const int turn = (r + 4 - kinds.turn[p]) % kinds.rotations[kind];
      codes.push_back(static_cast<std::uint32_t>(kind * 4 + static_cast<std::size_t>(turn) + 1));
    }
  return codes;
}

/// The label (piece * 4 + rotation) of a piece after the board was turned.
std::uint32_t turned(std::uint32_t label, int turns) {
  return (label & ~3u) | ((label + static_cast<std::uint32_t>(turns)) & 3u);
}

std::uint32_t label_of(Placed placed) { return std::uint32_t{placed.piece.value} * 4 + placed.rotation; }

Square turned_square(const EdgePuzzle& puzzle, Square square, int turns) {
  int row = puzzle.row(square), column = puzzle.column(square), height = puzzle.height, width = puzzle.width;
  for (; turns > 0; --turns) {
    std::swap(row, column);
    std::swap(height, width);
    column = width - 1 - column;
  }
  return puzzle.square(row, column);
}

Element board_turn(const EdgePuzzle& puzzle, int turns) {
  Element element;
  element.symmetry = turns;
  for (std::size_t s = 0; s < puzzle.cell_count(); ++s)
    element.cells.push_back(turned_square(puzzle, Square(s), turns).value);
  return element;
}

bool keeps_hints(const EdgePuzzle& puzzle, const std::vector<std::uint32_t>& codes, const Element& element) {
  std::vector<std::uint32_t> hinted(puzzle.cell_count());
  for (const EdgeHint& hint : puzzle.hints) hinted[hint.square.index()] = codes[label_of(hint.placed)];
  return std::all_of(puzzle.hints.begin(), puzzle.hints.end(), [&](const EdgeHint& hint) {
    const std::uint32_t image = codes[turned(label_of(hint.placed), element.symmetry)];
    return hinted[element.cells[hint.square.index()]] == image;
  });
}

std::vector<Element> edge_elements(const EdgePuzzle& puzzle, const std::vector<std::uint32_t>& codes) {
  std::vector<Element> elements;
  for (int turns = 0; turns < 4; turns += puzzle.width == puzzle.height ? 1 : 2) {
    Element element = board_turn(puzzle, turns);
    if (keeps_hints(puzzle, codes, element)) elements.push_back(std::move(element));
  }
  return elements;
}

// --- Packing -------------------------------------------------------------------------------------------------------

/// What tells a congruence class apart, and how many of it there are.
struct ShapeClass {
  std::set<std::vector<Cell>> shapes;
  std::int64_t min_copies = 0, max_copies = 0;
};

std::vector<ShapeClass> shape_classes(const PackingPuzzle& puzzle, const std::vector<int>& classes) {
  std::vector<ShapeClass> result;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    const auto c = static_cast<std::size_t>(classes[p]);
    if (c == result.size()) {
      result.emplace_back();
      for (Orientation& way : distinct_orientations(puzzle, puzzle.pieces[p]))
        result[c].shapes.insert(std::move(way.cells));
    }
    result[c].min_copies += puzzle.pieces[p].min_copies;
    const std::int64_t most = result[c].max_copies + puzzle.pieces[p].max_copies;
    result[c].max_copies = std::min<std::int64_t>(most, PackingPiece::unlimited);
  }
  return result;
}

Cell low_corner(const Lattice& lattice, const std::vector<Cell>& cells) {
  Cell low = bounds_of(cells).low;
  if (lattice.kind() != LatticeKind::cube) low.z = 0;
  return low;
}

/// Finds the symmetries of one packing puzzle.
class PackingSymmetries {
 public:
  PackingSymmetries(const PackingPuzzle& puzzle, const CellNumbers& numbers, const std::vector<int>& classes)
      : puzzle_(puzzle), numbers_(numbers), classes_(classes), shape_classes_(shape_classes(puzzle, classes)) {
    for (std::size_t c = 0; c < shape_classes_.size(); ++c)
      class_with_.emplace(shape_classes_[c].shapes, static_cast<int>(c));
  }

  std::vector<Element> all() const {
    std::vector<Element> elements;
    for (int g = 0; g < puzzle_.grid().symmetry_count(); ++g) {
      Element element;
      element.symmetry = g;
      element.reflects = puzzle_.grid().reflects(g);
      if (maps_classes(element) && maps_region(element) && maps_hints(element) && !is_known(elements, element))
        elements.push_back(std::move(element));
    }
    return elements;
  }

 private:
  using Numbered = std::pair<int, std::vector<std::uint32_t>>;  // a placement as class and sorted cell numbers

  /// Only one shift can bring the image of the region back onto the region.
  bool maps_region(Element& element) const {
    const Lattice& lattice = puzzle_.grid();
    const std::vector<Cell>& cells = puzzle_.region.empty() ? puzzle_.optional_cells : puzzle_.region;
    std::vector<Cell> image;
    image.reserve(cells.size());
    for (const Cell& cell : cells) image.push_back(lattice.apply(element.symmetry, cell));
    element.shift = low_corner(lattice, cells) - low_corner(lattice, image);
    for (std::uint32_t i = 0; i < numbers_.cells().size(); ++i) {
      const std::uint32_t to = numbers_.find(lattice.apply(element.symmetry, numbers_.cells()[i]) + element.shift);
      if (to == none || (i < puzzle_.region.size()) != (to < puzzle_.region.size())) return false;
      element.cells.push_back(to);
    }
    return true;
  }

  bool maps_classes(Element& element) const {
    for (const ShapeClass& from : shape_classes_) {
      std::set<std::vector<Cell>> shapes;
      for (const auto& shape : from.shapes)
        shapes.insert(normalised(puzzle_.grid(), placed(puzzle_.grid(), shape, element.symmetry, {})));
      const auto found = class_with_.find(shapes);
      if (found == class_with_.end()) return false;
      const ShapeClass& to = shape_classes_[static_cast<std::size_t>(found->second)];
      if (to.min_copies != from.min_copies || to.max_copies != from.max_copies) return false;
      element.class_image.push_back(found->second);
    }
    return true;
  }

  bool maps_hints(const Element& element) const {
    std::set<Numbered> hints, images;
    for (const PackingPlacement& hint : puzzle_.hints) {
      hints.insert(numbered(hint));
      images.insert(image(element, numbered(hint)));
    }
    return hints == images;
  }

  Numbered numbered(const PackingPlacement& hint) const {
    Numbered result{classes_[hint.piece.index()], {}};
    const auto& shape = puzzle_.pieces[hint.piece.index()].cells;
    for (const Cell& cell : placed(puzzle_.grid(), shape, hint.orientation, hint.offset))
      result.second.push_back(numbers_.find(cell));
    std::sort(result.second.begin(), result.second.end());
    return result;
  }

  static Numbered image(const Element& element, Numbered placement) {
    placement.first = element.class_image[static_cast<std::size_t>(placement.first)];
    for (std::uint32_t& cell : placement.second) cell = cell == none ? none : element.cells[cell];
    std::sort(placement.second.begin(), placement.second.end());
    return placement;
  }

  static bool is_known(const std::vector<Element>& elements, const Element& element) {
    return std::any_of(elements.begin(), elements.end(), [&](const Element& known) {
      return known.cells == element.cells && known.class_image == element.class_image;
    });
  }

  const PackingPuzzle& puzzle_;
  const CellNumbers& numbers_;
  const std::vector<int>& classes_;
  std::vector<ShapeClass> shape_classes_;
  std::map<std::set<std::vector<Cell>>, int> class_with_;
};

/// One orientation of a piece, not moved; `cells` are sorted.
struct Pose {
  int symmetry = 0;
  std::vector<Cell> cells;
};

std::vector<Pose> poses_of(const PackingPuzzle& puzzle, const PackingPiece& piece) {
  std::vector<Pose> ways;
  for (const Orientation& way : distinct_orientations(puzzle, piece))
    ways.push_back({way.symmetry, placed(puzzle.grid(), piece.cells, way.symmetry, {})});
  return ways;
}

/// The shift that brings `from` onto `to` (both sorted), if there is one.
std::optional<Cell> shift_onto(const Lattice& lattice, const std::vector<Cell>& from, const std::vector<Cell>& to) {
  const Cell shift = to.front() - from.front();
  if (from.size() != to.size() || (shift.z != 0 && lattice.kind() != LatticeKind::cube)) return std::nullopt;
  for (std::size_t i = 1; i < from.size(); ++i)
    if (from[i] + shift != to[i]) return std::nullopt;
  return shift;
}

}  // namespace

/// What the group works out once. `sources` per element: number of a cell of the image -> cell it comes from.
struct SymmetryGroup::Tables {
  std::vector<std::vector<std::uint32_t>> sources;
  std::vector<std::uint32_t> codes;           // edge-matching
  CellNumbers numbers;                        // packing, as all below
  std::vector<std::vector<Pose>> ways;        // per piece
  std::vector<std::vector<PieceId>> members;  // per congruence class

  void learn_packing(const PackingPuzzle& puzzle, const std::vector<int>& classes) {
    for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
      ways.push_back(poses_of(puzzle, puzzle.pieces[p]));
      members.resize(std::max(members.size(), static_cast<std::size_t>(classes[p]) + 1));
      members[static_cast<std::size_t>(classes[p])].push_back(PieceId(p));
    }
  }

  void learn_sources(const std::vector<Element>& elements) {
    for (const Element& element : elements) {
      sources.emplace_back(element.cells.size());
      for (std::uint32_t i = 0; i < element.cells.size(); ++i) sources.back()[element.cells[i]] = i;
    }
  }

  PackingPlacement placement_on(const Lattice& lattice, PieceId piece, const std::vector<Cell>& cells) const {
    for (const Pose& way : ways[piece.index()])
      if (const auto shift = shift_onto(lattice, way.cells, cells)) return {piece, way.symmetry, *shift};
    throw InternalError("a symmetry of the puzzle moves a piece to where it does not fit");
  }
};

/// A board laid out for reading its key under each element.
///
/// The key has one number per cell of the image, in cell order. Edge-matching: the code of the sides that show.
/// Packing: the class of the piece there and the first cell that the piece covers; since the cells are read in order,
/// that is the cell where the reader first met the piece, so an image is never built to be compared.
class SymmetryGroup::View {
 public:
  View(const SymmetryGroup& group, const Solution& solution) : group_(group), tables_(*group.tables_) {
    if (group.puzzle_.family() == Family::edge)
      read(solution.edge());
    else
      read(solution.packing());
  }

  SolutionKey key(std::size_t g) {
    SolutionKey key(labels_.size());
    walk(g, [&](std::size_t at, std::uint32_t value) {
      key[at] = value;
      return true;
    });
    return key;
  }

  /// How the image under g compares with a key.
  std::strong_ordering compare(std::size_t g, const SolutionKey& key) {
    std::strong_ordering order = std::strong_ordering::equal;
    walk(g, [&](std::size_t at, std::uint32_t value) {
      order = value <=> key[at];
      return order == std::strong_ordering::equal;
    });
    return order;
  }

 private:
  void read(const EdgeBoard& board) {
    for (const auto& placed : board.cells) labels_.push_back(placed ? label_of(*placed) : none);
  }

  void read(const PackingLayout& layout) {
    const PackingPuzzle& puzzle = group_.puzzle_.packing();
    labels_.assign(tables_.numbers.cells().size(), none);
    for (const PackingPlacement& placement : layout.placements) {
      for (const Cell& cell : puzzle.pieces[placement.piece.index()].cells) {
        const Cell there = puzzle.grid().apply(placement.orientation, cell) + placement.offset;
        const std::uint32_t number = tables_.numbers.find(there);
        if (number != none) labels_[number] = static_cast<std::uint32_t>(piece_class_.size());
      }
      piece_class_.push_back(group_.classes_[placement.piece.index()]);
    }
  }

  /// Calls `use(position, value)` along the key until it returns false.
  template <class Use>
  void walk(std::size_t g, Use&& use) {
    if (group_.puzzle_.family() == Family::edge)
      walk_sides(g, use);
    else
      walk_pieces(g, use);
  }

  template <class Use>
  void walk_sides(std::size_t g, Use& use) const {
    const int turns = group_.elements_[g].symmetry;
    for (std::size_t at = 0; at < labels_.size(); ++at) {
      const std::uint32_t label = labels_[tables_.sources[g][at]];
      if (!use(at, label == none ? 0 : tables_.codes[turned(label, turns)])) return;
    }
  }

  template <class Use>
  void walk_pieces(std::size_t g, Use& use) {
    const auto& class_image = group_.elements_[g].class_image;
    const auto classes = static_cast<std::uint32_t>(class_image.size());
    first_met_.assign(piece_class_.size(), none);
    for (std::size_t at = 0; at < labels_.size(); ++at) {
      const std::uint32_t label = labels_[tables_.sources[g][at]];
      std::uint32_t value = 0;
      if (label != none) {
        if (first_met_[label] == none) first_met_[label] = static_cast<std::uint32_t>(at);
        const auto kind = static_cast<std::uint32_t>(class_image[static_cast<std::size_t>(piece_class_[label])]);
        value = first_met_[label] * classes + kind + 1;
      }
      if (!use(at, value)) return;
    }
  }

  const SymmetryGroup& group_;
  const Tables& tables_;
  std::vector<std::uint32_t> labels_;     // per cell: piece * 4 + rotation, or number of the placement, or `none`
  std::vector<int> piece_class_;          // packing: per placement
  std::vector<std::uint32_t> first_met_;  // packing: per placement, during a walk
};

SymmetryGroup::SymmetryGroup(const Puzzle& puzzle) : puzzle_(puzzle) {
  auto tables = std::make_shared<Tables>();
  if (puzzle.family() == Family::edge) {
    tables->codes = side_codes(puzzle.edge());
    elements_ = edge_elements(puzzle.edge(), tables->codes);
  } else {
    classes_ = congruence_classes(puzzle.packing());
    tables->numbers = CellNumbers(puzzle.packing());
    tables->learn_packing(puzzle.packing(), classes_);
    elements_ = PackingSymmetries(puzzle.packing(), tables->numbers, classes_).all();
  }
  tables->learn_sources(elements_);
  tables_ = std::move(tables);
}

std::string SymmetryGroup::description() const {
  if (order() == 1) return "nothing";
  const auto reflections = static_cast<std::size_t>(
      std::count_if(elements_.begin(), elements_.end(), [](const Element& e) { return e.reflects; }));
  if (reflections == 0) return "rotations";
  return reflections + 1 == order() ? "reflections" : "rotations and reflections";
}

SolutionKey SymmetryGroup::image_key(std::size_t g, const Solution& solution) const {
  return View(*this, solution).key(g);
}

Solution SymmetryGroup::image(std::size_t g, const Solution& solution) const {
  if (g == 0) return solution;
  if (puzzle_.family() == Family::edge) return {image_of(elements_[g], solution.edge())};
  return {image_of(elements_[g], solution.packing())};
}

EdgeBoard SymmetryGroup::image_of(const Element& element, const EdgeBoard& board) const {
  EdgeBoard image = board;
  for (std::size_t s = 0; s < board.cells.size(); ++s) {
    auto placed = board.cells[s];
    if (placed) placed->rotation = static_cast<std::uint8_t>((placed->rotation + element.symmetry) & 3);
    image.cells[element.cells[s]] = placed;
  }
  return image;
}

PackingLayout SymmetryGroup::image_of(const Element& element, const PackingLayout& layout) const {
  const Lattice& lattice = puzzle_.packing().grid();
  std::vector<int> used(puzzle_.packing().pieces.size());
  PackingLayout image;
  for (const PackingPlacement& placement : layout.placements) {
    const auto& shape = puzzle_.packing().pieces[placement.piece.index()].cells;
    auto cells = placed(lattice, shape, placement.orientation, placement.offset);
    cells = placed(lattice, cells, element.symmetry, element.shift);
    const int from = classes_[placement.piece.index()], to = element.class_image[static_cast<std::size_t>(from)];
    const PieceId piece = from == to ? placement.piece : next_member(to, used);
    ++used[piece.index()];
    image.placements.push_back(tables_->placement_on(lattice, piece, cells));
  }
  return image;
}

/// The copies that must be used are dealt out first, so that what suffices for the class suffices for each member.
PieceId SymmetryGroup::next_member(int piece_class, const std::vector<int>& used) const {
  const auto& members = tables_->members[static_cast<std::size_t>(piece_class)];
  const auto& pieces = puzzle_.packing().pieces;
  for (const PieceId piece : members)
    if (used[piece.index()] < pieces[piece.index()].min_copies) return piece;
  for (const PieceId piece : members)
    if (used[piece.index()] < pieces[piece.index()].max_copies) return piece;
  return members.back();
}

bool SymmetryGroup::is_representative(const Solution& solution) const {
  if (order() == 1) return true;
  View view(*this, solution);
  const SolutionKey own = view.key(0);
  for (std::size_t g = 1; g < order(); ++g)
    if (view.compare(g, own) == std::strong_ordering::less) return false;
  return true;
}

std::size_t SymmetryGroup::orbit_size(const Solution& solution) const {
  if (order() == 1) return 1;
  View view(*this, solution);
  const SolutionKey own = view.key(0);
  std::size_t fixing = 1;
  for (std::size_t g = 1; g < order(); ++g) fixing += view.compare(g, own) == std::strong_ordering::equal;
  return order() / fixing;
}

std::vector<Solution> SymmetryGroup::orbit(const Solution& solution) const {
  View view(*this, solution);
  std::set<SolutionKey> seen;
  std::vector<Solution> images;
  for (std::size_t g = 0; g < order(); ++g)
    if (seen.insert(view.key(g)).second) images.push_back(image(g, solution));
  return images;
}

}  // namespace tesselle
