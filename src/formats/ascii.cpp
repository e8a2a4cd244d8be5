#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/bricks.hpp"
#include "formats/limits.hpp"
#include "formats/text.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

constexpr std::string_view blanks = " \t\r";

Word trimmed(Word word) {
  const std::size_t first = word.text.find_first_not_of(blanks);
  if (first == word.text.npos) return {word.text.substr(0, 0), word.offset};
  const std::size_t last = word.text.find_last_not_of(blanks);
  return {word.text.substr(first, last - first + 1), word.offset + first};
}

struct Drawing {
  Word name, setting;
  std::vector<Cell> cells, optional_cells;
  int rows = 0, layers = 1;
};

/// Named drawings: "region:" with a box or a picture, then one picture per piece.
class AsciiReader {
 public:
  AsciiReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  Puzzle read() {
    for (std::size_t start = text_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; start < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', start), text_.size());
      read_line({text_.substr(start, end - start), start});
      start = end + 1;
    }
    return puzzle();
  }

 private:
  [[noreturn]] void fail(const Word& at, const std::string& message) const {
    throw InputError(place_at(file_, text_, at.offset), message);
  }

  void read_line(Word line) {
    const Word words = trimmed(line);
    if (words.text.empty() || is_comment(words.text)) return;
    if (words.text.find(':') != words.text.npos) return start_drawing(words);
    if (drawings_.empty()) fail(words, "found " + in_quotes(words.text) + ", expected a name with a colon");
    Drawing& drawing = drawings_.back();
    if (words.text.find_first_not_of('-') == words.text.npos) {
      ++drawing.layers;
      drawing.rows = 0;
      return;
    }
    for (std::size_t x = 0; x < line.text.size(); ++x) read_character(drawing, line, x);
    ++drawing.rows;
  }

  /// A '#' begins a comment unless nothing but a picture follows.
  bool is_comment(std::string_view line) const {
    return line[0] == '#' && (drawings_.empty() || line.find_first_not_of("#.+ \t\r") != line.npos);
  }

  void start_drawing(const Word& line) {
    const std::size_t colon = line.text.find(':');
    Drawing drawing;
    drawing.name = trimmed({line.text.substr(0, colon), line.offset});
    drawing.setting = trimmed({line.text.substr(colon + 1), line.offset + colon + 1});
    if (drawing.name.text.empty()) fail(line, "found a colon without name, expected the name of a piece or region:");
    if (const auto bad = first_invalid_utf8(drawing.name.text)) fail(drawing.name, "found a name that is not UTF-8");
    if (!names_.emplace(drawing.name.text, drawings_.size()).second)
      fail(drawing.name, "found name " + in_quotes(drawing.name.text) + " twice");
    if (drawings_.size() > static_cast<std::size_t>(max_pieces)) fail(line, "found too many pieces, expected fewer");
    drawings_.push_back(std::move(drawing));
  }

  void read_character(Drawing& drawing, const Word& line, std::size_t x) {
    const char c = line.text[x];
    if (c == '.' || blanks.find(c) != blanks.npos) return;
    const Word at = {line.text.substr(x, 1), line.offset + x};
    if (c != '#' && c != '+') fail(at, "found " + in_quotes(at.text) + ", expected '#' a cell, '.' nothing");
    if (c == '+' && drawing.name.text != "region") fail(at, "found '+' in a piece, expected it in the region only");
    if (++cells_ > max_cells || x > farthest)
      fail(at, fmt::format("found more than {} cells, expected fewer", max_cells));
    const Cell cell = {static_cast<int>(x), drawing.rows, drawing.layers - 1};
    (c == '#' ? drawing.cells : drawing.optional_cells).push_back(cell);
  }

  Puzzle puzzle() {
    const Word end = {text_.substr(text_.size()), text_.size()};
    const auto region = names_.find("region");
    if (region == names_.end()) fail(end, "found no region, expected \"region:\" with a box or a picture");
    if (drawings_.size() < 2) fail(end, "found no pieces, expected at least one");
    PackingPuzzle packing;
    read_region(drawings_[region->second], packing);
    for (const Drawing& drawing : drawings_) solid_ = solid_ || drawing.layers > 1;
    packing.lattice = solid_ ? LatticeKind::cube : LatticeKind::square;
    for (const Drawing& drawing : drawings_)
      if (drawing.name.text != "region") packing.pieces.push_back(read_piece(drawing, packing.grid()));
    return {default_name(file_), "", "", std::move(packing)};
  }

  void read_region(const Drawing& drawing, PackingPuzzle& packing) {
    packing.region = drawing.cells;
    packing.optional_cells = drawing.optional_cells;
    if (!drawing.setting.text.empty()) {
      if (!drawing.cells.empty() || !drawing.optional_cells.empty())
        fail(drawing.setting, "found a box and a picture, expected one of them");
      packing.region = read_box(drawing.setting);
    }
    if (packing.region.empty()) fail(drawing.name, "found an empty region, expected at least one '#'");
    std::sort(packing.region.begin(), packing.region.end());
    std::sort(packing.optional_cells.begin(), packing.optional_cells.end());
  }

  std::vector<Cell> read_box(const Word& word) {
    std::vector<int> sides;
    std::int64_t count = 1;
    for (std::size_t start = 0; start <= word.text.size();) {
      const std::size_t end = std::min(word.text.find('x', start), word.text.size());
      const auto side = parse_digits(word.text.substr(start, end - start), max_cells);
      if (!side || *side == 0 || (count *= *side) > max_cells || sides.size() == 3) sides.assign(4, 0), count = 1;
      sides.push_back(static_cast<int>(side.value_or(0)));
      start = end + 1;
    }
    if (sides.size() != 2 && sides.size() != 3)
      fail(word, fmt::format("found {}, expected a box such as 6x10 or 3x4x5 of at most {} cells", in_quotes(word.text),
                             max_cells));
    solid_ = sides.size() == 3;
    return box_cells({sides[0], sides[1], solid_ ? sides[2] : 1});
  }

  PackingPiece read_piece(const Drawing& drawing, const Lattice& lattice) const {
    if (drawing.cells.empty()) fail(drawing.name, "found no picture of this piece, expected at least one '#'");
    PackingPiece piece;
    piece.name = drawing.name.text;
    piece.cells = normalised(lattice, drawing.cells);
    piece.turn_over = !solid_;
    if (drawing.setting.text.empty()) return piece;
    const auto copies = parse_digits(drawing.setting.text, max_copies_of_piece);
    const bool unlimited = drawing.setting.text == "*";
    if (!unlimited && (!copies || *copies == 0))
      fail(drawing.setting, "found " + in_quotes(drawing.setting.text) + ", expected how many copies, or *");
    piece.max_copies = unlimited ? PackingPiece::unlimited : static_cast<int>(*copies);
    piece.min_copies = unlimited ? 0 : piece.max_copies;
    return piece;
  }

  std::string_view text_;
  const std::string& file_;
  std::vector<Drawing> drawings_;
  std::map<std::string_view, std::size_t> names_;
  std::int64_t cells_ = 0;
  bool solid_ = false;
};

std::string picture(std::span<const Cell> cells, std::span<const Cell> optional_cells = {}) {
  const BrickBox box = box_of(cells, optional_cells);
  std::string marks(box.cell_count(), '.'), text;
  for (const Cell& cell : cells) marks[box.index(cell)] = '#';
  for (const Cell& cell : optional_cells) marks[box.index(cell)] = '+';
  const auto width = static_cast<std::size_t>(box.size.x), height = static_cast<std::size_t>(box.size.y);
  for (std::size_t row = 0; row * width < marks.size(); ++row) {
    if (row > 0 && row % height == 0) text += "-\n";
    text += marks.substr(row * width, width) + "\n";
  }
  return text;
}

std::string copies_text(const PackingPiece& piece) {
  if (piece.min_copies == 1 && piece.max_copies == 1) return "";
  if (piece.min_copies == 0 && piece.max_copies == PackingPiece::unlimited) return " *";
  if (piece.min_copies == piece.max_copies) return fmt::format(" {}", piece.max_copies);
  throw UsageError("--to ascii: piece " + piece.name + " may stay out, which cannot be written");
}

}  // namespace

Puzzle read_ascii(std::string_view text, const std::string& file) { return AsciiReader(text, file).read(); }

std::string write_ascii(const Puzzle& puzzle) {
  const PackingPuzzle& packing = as_bricks(puzzle, "ascii");
  if (!packing.hints.empty()) throw UsageError("--to ascii: hints cannot be written");
  // A flat puzzle on the cube lattice would be read back on the square lattice, so its region is written as a box.
  const BrickBox box = box_of(packing.region, packing.optional_cells);
  const bool whole = box.cell_count() == packing.region.size();
  const bool solid = packing.lattice == LatticeKind::cube;
  if (solid && box.size.z == 1 && !whole) throw UsageError("--to ascii: a flat region of cubes cannot be written");
  std::vector<std::string> names = {"region"};
  for (const PackingPiece& piece : packing.pieces) {
    names.push_back(piece.name);
    if (is_one_sided(packing, piece))
      throw UsageError("--to ascii: piece " + piece.name + " may not be turned over, which cannot be written");
  }
  names = plain_names(names);
  std::string out = "region:";
  if (whole)
    out += fmt::format(" {}x{}{}\n", box.size.x, box.size.y, solid ? fmt::format("x{}", box.size.z) : "");
  else
    out += "\n" + picture(packing.region, packing.optional_cells);
  for (std::size_t p = 0; p < packing.pieces.size(); ++p)
    out += "\n" + names[p + 1] + ":" + copies_text(packing.pieces[p]) + "\n" + picture(packing.pieces[p].cells);
  return out;
}

}  // namespace tesselle
