#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <pugixml.hpp>
#include <set>

#include "formats/bricks.hpp"
#include "formats/gzip.hpp"
#include "formats/limits.hpp"
#include "formats/text.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

constexpr std::array<const char*, 5> grid_names = {"bricks", "triangular prisms", "spheres", "rhombic tetrahedra",
                                                   "tetrahedra and octahedra"};

struct Voxels {
  std::string name;
  std::vector<Cell> filled, variable;
  pugi::xml_node node;
};

/// Far above what a puzzle with all its solutions needs. Every element and attribute takes some fifty bytes, and a
/// packed file of a few kilobytes can hold millions of them.
constexpr std::ptrdiff_t max_xml_marks = 4'000'000;

/// `<puzzle>` with shapes by position and problems that refer to them.
class BurrToolsReader {
 public:
  BurrToolsReader(std::string_view text, const std::string& file, PuzzleNumber number)
      : text_(text), file_(file), number_(number) {}

  Puzzle read() {
    refuse_crowds();
    const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
    if (!result) fail_at(result.offset, fmt::format("not valid XML: {}", result.description()));
    const pugi::xml_node root = document_.document_element();
    if (std::string_view(root.name()) != "puzzle")
      fail(root, fmt::format("found <{}>, expected <puzzle>: a BurrTools file", one_line(root.name(), 40)));
    check_grid(root);
    for (const pugi::xml_node node : child(root, "shapes").children("voxel")) shapes_.push_back(read_voxels(node));
    return read_problem(chosen_problem(root));
  }

 private:
  [[noreturn]] void fail_at(std::ptrdiff_t offset, const std::string& message) const {
    throw InputError(place_at(file_, text_, static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0))), message);
  }
  [[noreturn]] void fail(pugi::xml_node node, const std::string& message) const {
    fail_at(node.offset_debug(), message);
  }

  void refuse_crowds() const {
    for (const char mark : {'<', '='})
      if (std::count(text_.begin(), text_.end(), mark) > max_xml_marks)
        throw InputError({file_}, fmt::format("found more than {} times '{}', expected a puzzle", max_xml_marks, mark));
  }

  pugi::xml_node child(pugi::xml_node parent, const char* name) const {
    const pugi::xml_node found = parent.child(name);
    if (!found) fail(parent, fmt::format("<{}> is missing in <{}>", name, one_line(parent.name(), 40)));
    return found;
  }

  std::int64_t number(pugi::xml_node node, const char* name, std::int64_t low, std::int64_t high) const {
    const pugi::xml_attribute attribute = node.attribute(name);
    const auto value = parse_digits(attribute.value(), high);
    if (!value || *value < low)
      fail(node,
           fmt::format("found {}={} in <{}>, expected a whole number from {} to {}", name,
                       attribute ? in_quotes(attribute.value()) : "nothing", one_line(node.name(), 40), low, high));
    return *value;
  }

  void check_grid(pugi::xml_node root) const {
    const pugi::xml_node grid = root.child("gridType");
    if (!grid) return;  // the first versions had bricks only
    const auto type = static_cast<std::size_t>(number(grid, "type", 0, 1000));
    if (type != 0)
      fail(grid, fmt::format("found grid type {} ({}), expected 0 (bricks)", type,
                             type < grid_names.size() ? grid_names[type] : "unknown"));
  }

  Voxels read_voxels(pugi::xml_node node) {
    Voxels voxels;
    voxels.node = node;
    voxels.name = node.attribute("name").value();
    // Weight and hot spot matter to taking the puzzle apart and to the editor only.
    check_attributes(node, {"x", "y", "z", "type", "name", "weight", "hx", "hy", "hz"});
    if (node.attribute("type")) number(node, "type", 0, 0);
    const Cell size = {static_cast<int>(number(node, "x", 0, farthest)),
                       static_cast<int>(number(node, "y", 0, farthest)),
                       static_cast<int>(number(node, "z", 0, farthest))};
    std::int64_t count = 1;
    for (const int side : {size.x, size.y, size.z})
      if ((count *= side) > max_cells) fail(node, fmt::format("found more than {} voxels, expected fewer", max_cells));
    read_symbols(voxels, node.child_value(), size, count);
    return voxels;
  }

  void read_symbols(Voxels& voxels, std::string_view symbols, Cell size, std::int64_t count) {
    std::int64_t at = 0;
    for (const char c : symbols) {
      if (c >= '0' && c <= '9') fail(voxels.node, "found a coloured voxel, expected none: colours cannot be honoured");
      if (c != '_' && c != '#' && c != '+')
        fail(voxels.node, "found " + in_quotes({&c, 1}) + " in <voxel>, expected '_', '#' or '+'");
      if (at == count) break;
      const int i = static_cast<int>(at++);
      const Cell cell = {i % size.x, i / size.x % size.y, i / size.x / size.y};
      if (c != '_') (c == '#' ? voxels.filled : voxels.variable).push_back(cell);
    }
    if (at != count || symbols.size() != static_cast<std::size_t>(count))
      fail(voxels.node, fmt::format("found {} voxels, expected {}x{}x{}", symbols.size(), size.x, size.y, size.z));
    if ((total_voxels_ += count) > max_cells)
      fail(voxels.node, fmt::format("found more than {} voxels in all, expected fewer", max_cells));
  }

  pugi::xml_node chosen_problem(pugi::xml_node root) const {
    const pugi::xml_node problems = child(root, "problems");
    const auto all = problems.children("problem");
    const auto count = std::distance(all.begin(), all.end());
    if (number_ && *number_ > count) fail(problems, fmt::format("found {} problems, expected #{}", count, *number_));
    if (!number_ && count != 1)
      fail(problems, fmt::format("found {} problems, expected one; FILE#2 is the second", count));
    return *std::next(all.begin(), number_.value_or(1) - 1);
  }

  /// What is not understood is refused by name, never passed over.
  void check_attributes(pugi::xml_node node, const std::set<std::string_view>& known) const {
    for (const pugi::xml_attribute attribute : node.attributes())
      if (known.count(attribute.name()) == 0)
        fail(node, fmt::format("found {} in <{}>, expected {}: it cannot be honoured", in_quotes(attribute.name()),
                               one_line(node.name(), 40), fmt::join(known, ", ")));
  }

  Puzzle read_problem(pugi::xml_node problem) {
    if (problem.child("bitmap").first_child())
      fail(problem.child("bitmap"), "found colour constraints, expected none: they cannot be honoured");
    // The others tell how far BurrTools came with the problem.
    check_attributes(problem, {"name", "state", "assemblies", "solutions", "time"});
    const Voxels& result = shape_named_by(child(problem, "result"));
    PackingPuzzle puzzle;
    puzzle.lattice = LatticeKind::cube;
    puzzle.region = result.filled;
    puzzle.optional_cells = result.variable;
    std::sort(puzzle.region.begin(), puzzle.region.end());
    std::sort(puzzle.optional_cells.begin(), puzzle.optional_cells.end());
    if (puzzle.region.empty()) fail(result.node, "found a result without '#', expected at least one");
    for (const pugi::xml_node use : child(problem, "shapes").children("shape"))
      puzzle.pieces.push_back(read_piece(use));
    if (puzzle.pieces.empty()) fail(problem, "found no pieces, expected at least one <shape>");
    std::string title = problem.attribute("name").value();
    if (!is_title(title)) fail(problem, fmt::format("found {}, expected a name of one line", in_quotes(title)));
    return {default_name(file_), std::move(title), "", std::move(puzzle)};
  }

  const Voxels& shape_named_by(pugi::xml_node node) const {
    if (shapes_.empty()) fail(node, "found no <voxel> shapes, expected some");
    return shapes_[static_cast<std::size_t>(number(node, "id", 0, static_cast<std::int64_t>(shapes_.size()) - 1))];
  }

  PackingPiece read_piece(pugi::xml_node use) {
    const Voxels& shape = shape_named_by(use);
    if (use.child("group")) fail(use, "found a piece group, expected none: groups cannot be honoured");
    check_attributes(use, {"id", "count", "min", "max"});
    if (!shape.variable.empty()) fail(shape.node, "found '+' in a piece, expected '#' and '_' only");
    if (shape.filled.empty()) fail(shape.node, "found a piece without '#', expected at least one");
    PackingPiece piece;
    piece.name = piece_name(shape, use);
    piece.cells = normalised(Lattice::of(LatticeKind::cube), shape.filled);
    piece.turn_over = false;
    const bool exact = static_cast<bool>(use.attribute("count"));
    piece.max_copies = static_cast<int>(number(use, exact ? "count" : "max", 1, max_copies_of_piece));
    piece.min_copies = exact ? piece.max_copies : static_cast<int>(number(use, "min", 0, piece.max_copies));
    return piece;
  }

  std::string piece_name(const Voxels& shape, pugi::xml_node use) {
    const std::string name = shape.name.empty() ? fmt::format("S{}", use.attribute("id").value()) : shape.name;
    std::string candidate = name;
    for (int i = 2; !names_.insert(candidate).second; ++i) candidate = fmt::format("{} {}", name, i);
    if (names_.size() > static_cast<std::size_t>(max_pieces)) fail(use, "found too many pieces, expected fewer");
    if (first_invalid_utf8(candidate)) fail(use, "found a name that is not UTF-8");
    return candidate;
  }

  std::string_view text_;
  const std::string& file_;
  const PuzzleNumber number_;
  pugi::xml_document document_;
  std::vector<Voxels> shapes_;
  std::int64_t total_voxels_ = 0;
  std::set<std::string> names_;
};

}  // namespace

Puzzle read_xmpuzzle(std::string_view text, const std::string& file, PuzzleNumber number) {
  if (!is_gzip(text)) return BurrToolsReader(text, file, number).read();
  const std::string plain = unzipped(text, file);
  return BurrToolsReader(plain, file, number).read();
}

}  // namespace tesselle
