#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "formats/cell_text.hpp"
#include "formats/limits.hpp"
#include "formats/puzzle_readers.hpp"
#include "formats/text.hpp"
#include "puzzle/piece_sets.hpp"

namespace tesselle {
namespace {

class PackingReader {
 public:
  explicit PackingReader(const Document& document) : document_(document), root_(document.root()) {}

  PackingPuzzle read() {
    document_.allow_only(root_, {"name", "title", "source", "family", "lattice", "region", "region_cells",
                                 "optional_cells", "sets", "turn_over", "use_all", "piece", "hint"});
    read_lattice();
    read_region();
    turn_over_ = read_turn_over(root_, puzzle_.lattice != LatticeKind::cube);
    if (const Node* use_all = document_.find(root_, "use_all")) use_all_ = document_.yes_or_no(*use_all);
    read_sets();
    read_pieces();
    read_hints();
    return std::move(puzzle_);
  }

 private:
  bool is_cube() const { return puzzle_.lattice == LatticeKind::cube; }

  void read_lattice() {
    const Node* node = document_.find(root_, "lattice");
    if (node == nullptr) return;
    const std::string expected = "\"square\", \"cube\", \"triangle\", \"hexagon\" or \"drafter\"";
    const auto kind = Lattice::kind_named(document_.text(*node, expected));
    if (!kind) document_.unexpected(*node, expected);
    puzzle_.lattice = *kind;
  }

  void read_region() {
    const Node* picture = document_.find(root_, "region");
    const Node* tokens = document_.find(root_, "region_cells");
    const Node* optional = document_.find(root_, "optional_cells");
    if (picture == nullptr && tokens == nullptr) document_.fail(root_, "key 'region' or 'region_cells' is missing");
    if (picture != nullptr && tokens != nullptr) document_.fail(*tokens, "give 'region' or 'region_cells', not both");
    const Node& node = picture != nullptr ? *picture : *tokens;
    const auto cells = picture != nullptr ? read_cell_picture(document_, node, puzzle_.lattice, true)
                                          : read_cell_tokens(document_, node, puzzle_.lattice);
    if (tokens != nullptr) refuse_repeated_cells(document_, node, cells);
    for (const CellAt& at : cells) (at.optional ? puzzle_.optional_cells : puzzle_.region).push_back(at.cell);
    if (puzzle_.region.empty()) document_.fail(node, "found an empty region, expected at least one cell");
    std::sort(puzzle_.region.begin(), puzzle_.region.end());
    std::sort(puzzle_.optional_cells.begin(), puzzle_.optional_cells.end());
    if (optional != nullptr) read_optional_cells(*optional);
  }

  void read_optional_cells(const Node& node) {
    const auto cells = read_cell_tokens(document_, node, puzzle_.lattice);
    refuse_repeated_cells(document_, node, cells);
    const auto drawn = puzzle_.optional_cells;
    for (const CellAt& at : cells) {
      if (contains(puzzle_.region, at.cell) || contains(drawn, at.cell))
        document_.fail({&node, at.offset, true}, "found a cell that is in the region already, expected others");
      puzzle_.optional_cells.push_back(at.cell);
    }
    if (static_cast<std::int64_t>(puzzle_.region.size() + puzzle_.optional_cells.size()) > max_cells)
      document_.fail(node, fmt::format("found more than {} cells in all, expected fewer", max_cells));
    std::sort(puzzle_.optional_cells.begin(), puzzle_.optional_cells.end());
  }

  static bool contains(const std::vector<Cell>& sorted, Cell cell) {
    return std::binary_search(sorted.begin(), sorted.end(), cell);
  }

  bool read_turn_over(const Node& table, bool standard) const {
    const Node* node = document_.find(table, "turn_over");
    if (node == nullptr) return standard;
    const bool yes = document_.yes_or_no(*node);
    if (yes && is_cube()) document_.fail(*node, "found true, expected false: solid pieces cannot be reflected");
    return yes;
  }

  void read_sets() {
    const Node* sets = document_.find(root_, "sets");
    if (sets == nullptr) return;
    for (const Node& node : document_.items(*sets, "a list of names of piece sets")) add_set(node);
  }

  void add_set(const Node& node) {
    const std::string& name = document_.text(node, "the name of a piece set");
    const PieceSet* set = find_piece_set(name);
    if (set == nullptr)
      document_.fail(node, "found unknown piece set " + in_quotes(name) + did_you_mean(name, piece_set_names()));
    if (set->lattice != puzzle_.lattice && !(is_cube() && set->lattice == LatticeKind::square))
      document_.fail(node, fmt::format("found a piece set of the {} lattice, expected one of the {} lattice",
                                       Lattice::of(set->lattice).name(), puzzle_.grid().name()));
    for (PackingPiece piece : set->pieces) {
      piece.turn_over = piece.turn_over && turn_over_ && !is_cube();
      piece.cells = normalised(puzzle_.grid(), std::move(piece.cells));
      if (!use_all_) piece.min_copies = 0;
      add_piece(std::move(piece), node);
    }
  }

  void read_pieces() {
    if (const Node* list = document_.find(root_, "piece"))
      for (const Node& table : document_.items(*list, "[[piece]] tables")) read_piece(table);
    if (puzzle_.pieces.empty()) document_.fail(root_, "there are no pieces, expected 'sets' or [[piece]] tables");
  }

  void add_piece(PackingPiece piece, const Node& where) {
    const PieceId id(puzzle_.pieces.size());
    if (static_cast<std::int64_t>(puzzle_.pieces.size()) >= max_pieces)
      document_.fail(where, fmt::format("found more than {} pieces, expected fewer", max_pieces));
    piece_cells_ += static_cast<std::int64_t>(piece.cells.size());
    if (piece_cells_ > max_cells)
      document_.fail(where, fmt::format("found pieces of more than {} cells together, expected fewer", max_cells));
    if (!ids_.emplace(piece.name, id).second)
      document_.fail(where, "found a second piece called " + in_quotes(piece.name) + ", expected different names");
    puzzle_.pieces.push_back(std::move(piece));
  }

  void read_piece(const Node& table) {
    document_.allow_only(table,
                         {"name", "shape", "cells", "copies", "at_least", "turn_over", "orientations", "disconnected"});
    PackingPiece piece;
    const Node& name = document_.need(table, "name");
    piece.name = document_.text(name, "a name");
    if (piece.name.empty()) document_.unexpected(name, "a name");
    piece.cells = read_shape(table);
    piece.turn_over = read_turn_over(table, turn_over_);
    read_copies(table, piece);
    if (const Node* orientations = document_.find(table, "orientations"))
      piece.orientations = read_orientations(*orientations);
    add_piece(std::move(piece), name);
  }

  std::vector<Cell> read_shape(const Node& table) const {
    const Node* picture = document_.find(table, "shape");
    const Node* tokens = document_.find(table, "cells");
    if (picture == nullptr && tokens == nullptr) document_.fail(table, "key 'shape' or 'cells' is missing");
    if (picture != nullptr && tokens != nullptr) document_.fail(*tokens, "give 'shape' or 'cells', not both");
    const Node& node = picture != nullptr ? *picture : *tokens;
    const auto read = picture != nullptr ? read_cell_picture(document_, node, puzzle_.lattice, false)
                                         : read_cell_tokens(document_, node, puzzle_.lattice);
    if (read.empty()) document_.fail(node, "found a piece without cells, expected at least one");
    if (tokens != nullptr) refuse_repeated_cells(document_, node, read);
    std::vector<Cell> cells;
    for (const CellAt& at : read) cells.push_back(at.cell);
    cells = normalised(puzzle_.grid(), std::move(cells));
    check_shape(table, node, cells);
    return cells;
  }

  void check_shape(const Node& table, const Node& node, const std::vector<Cell>& cells) const {
    for (const Cell& cell : cells)
      if (std::max({cell.x, cell.y, cell.z}) > farthest)
        document_.fail(node, fmt::format("found a piece wider than {}, expected a smaller one", farthest));
    const Node* disconnected = document_.find(table, "disconnected");
    if (disconnected != nullptr && document_.yes_or_no(*disconnected)) return;
    if (!is_connected(puzzle_.grid(), cells))
      document_.fail(node, "found cells that are not joined through sides, expected that or disconnected = true");
  }

  void read_copies(const Node& table, PackingPiece& piece) const {
    if (const Node* copies = document_.find(table, "copies")) {
      const auto* word = std::get_if<std::string>(&copies->value);
      if (word != nullptr && *word == "unlimited")
        piece.max_copies = PackingPiece::unlimited;
      else
        piece.max_copies = static_cast<int>(
            document_.whole_number(*copies, 1, max_copies_of_piece, "\"unlimited\" or a whole number"));
    }
    const bool unlimited = piece.max_copies == PackingPiece::unlimited;
    piece.min_copies = use_all_ && !unlimited ? piece.max_copies : 0;
    if (const Node* at_least = document_.find(table, "at_least"))
      piece.min_copies =
          static_cast<int>(document_.whole_number(*at_least, 0, unlimited ? max_copies_of_piece : piece.max_copies));
  }

  /// On the cube lattice the second half of the symmetries are reflections, which no solid piece can follow.
  int orientation_count() const { return is_cube() ? 24 : puzzle_.grid().symmetry_count(); }

  std::vector<int> read_orientations(const Node& node) const {
    std::set<int> orientations;
    for (const Node& item : document_.items(node, "a list of orientations"))
      if (!orientations.insert(read_orientation(item)).second)
        document_.fail(item, "found orientation " + describe(item) + " twice, expected it once");
    if (orientations.empty()) document_.unexpected(node, "at least one orientation");
    return {orientations.begin(), orientations.end()};
  }

  int read_orientation(const Node& node) const {
    return static_cast<int>(document_.whole_number(node, 0, orientation_count() - 1, "an orientation"));
  }

  void read_hints() {
    const Node* list = document_.find(root_, "hint");
    if (list == nullptr) return;
    std::set<Cell> covered;
    std::vector<int> used(puzzle_.pieces.size());
    for (const Node& table : document_.items(*list, "[[hint]] tables")) {
      document_.allow_only(table, {"piece", "orientation", "offset"});
      const PackingPlacement hint = read_hint(table);
      const PackingPiece& piece = puzzle_.pieces[hint.piece.index()];
      if (++used[hint.piece.index()] > piece.max_copies)
        document_.fail(table, "found more hints for piece " + in_quotes(piece.name) + " than it has copies");
      check_hint(table, hint, covered);
      puzzle_.hints.push_back(hint);
    }
  }

  PackingPlacement read_hint(const Node& table) const {
    const Node& name = document_.need(table, "piece");
    const auto id = ids_.find(document_.text(name, "the name of a piece"));
    if (id == ids_.end())
      document_.fail(name, "found unknown piece " + describe(name) + ", expected one of the puzzle");
    const Node& orientation = document_.need(table, "orientation");
    const int symmetry = read_orientation(orientation);
    const auto allowed = allowed_orientations(puzzle_, puzzle_.pieces[id->second.index()]);
    if (!std::binary_search(allowed.begin(), allowed.end(), symmetry))
      document_.fail(orientation, fmt::format("found orientation {}, expected one that the piece may have", symmetry));
    return {id->second, symmetry, read_offset(document_.need(table, "offset"))};
  }

  Cell read_offset(const Node& node) const {
    const Items& numbers = document_.items(node, is_cube() ? "[x, y, z]" : "[x, y]");
    const bool right_length = numbers.size() == 3 || (numbers.size() == 2 && !is_cube());
    if (!right_length) document_.unexpected(node, is_cube() ? "[x, y, z]" : "[x, y]");
    const auto number = [&](std::size_t i, std::int64_t limit) {
      return i < numbers.size() ? static_cast<int>(document_.whole_number(numbers[i], -limit, limit)) : 0;
    };
    return {number(0, farthest_offset), number(1, farthest_offset), number(2, is_cube() ? farthest_offset : 0)};
  }

  void check_hint(const Node& table, const PackingPlacement& hint, std::set<Cell>& covered) const {
    const PackingPiece& piece = puzzle_.pieces[hint.piece.index()];
    const auto refuse = [&](Cell cell, const char* expected) {
      document_.fail(table, "found a hint that covers " + cell_token(puzzle_.lattice, cell) + ", expected " + expected);
    };
    for (const Cell& cell : placed(puzzle_.grid(), piece.cells, hint.orientation, hint.offset)) {
      if (!contains(puzzle_.region, cell) && !contains(puzzle_.optional_cells, cell))
        refuse(cell, "it inside the region");
      if (!covered.insert(cell).second) refuse(cell, "no overlap with another hint");
    }
  }

  const Document& document_;
  const Node& root_;
  PackingPuzzle puzzle_;
  bool turn_over_ = true, use_all_ = true;
  std::int64_t piece_cells_ = 0;
  std::map<std::string, PieceId, std::less<>> ids_;
};

}  // namespace

PackingPuzzle read_packing_body(const Document& document) { return PackingReader(document).read(); }

}  // namespace tesselle
