#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "formats/bricks.hpp"
#include "formats/limits.hpp"
#include "formats/text.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

/// A directive: "C:name=F:layout=0 0 0" is C with fields name and layout.
struct Field {
  Word key, value;
};
struct Directive {
  Word name;
  std::vector<Field> fields;
};

struct DrawnPiece {
  std::string name;
  std::vector<Cell> cells;  ///< where the file says, not normalised
  bool stationary = false;
  Word at;
};

/// Line oriented; every line stays inside its text, so that errors carry exact places.
class PolycubeReader {
 public:
  PolycubeReader(std::string_view text, const std::string& file, PuzzleNumber number)
      : text_(text), file_(file), number_(number) {}

  Puzzle read() {
    for (std::size_t start = text_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; start < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', start), text_.size());
      read_line(trimmed({text_.substr(start, end - start), start}));
      start = end + 1;
    }
    const Word last = {text_.substr(text_.size()), text_.size()};
    if (in_drawing_) fail(last, "found the end, expected ~L");
    if (in_puzzle_) fail(last, "found the end, expected ~D");
    if (number_ && *number_ > puzzles_) fail(last, fmt::format("found {} puzzles, expected #{}", puzzles_, *number_));
    if (!number_ && puzzles_ != 1)
      fail(last, fmt::format("found {} puzzles, expected one; FILE#2 is the second", puzzles_));
    return puzzle();
  }

 private:
  [[noreturn]] void fail(const Word& at, const std::string& message) const {
    throw InputError(place_at(file_, text_, at.offset), message);
  }

  static Word trimmed(Word word) {
    const std::size_t first = word.text.find_first_not_of(" \t\r");
    if (first == word.text.npos) return {word.text.substr(0, 0), word.offset};
    const std::size_t last = word.text.find_last_not_of(" \t\r");
    return {word.text.substr(first, last - first + 1), word.offset + first};
  }

  void read_line(const Word& line) {
    if (line.text.empty() || line.text[0] == '#') return;
    if (in_drawing_ && line.text != "~L") {
      rows_.push_back(line);
      return;
    }
    const Directive directive = split(line);
    const std::string_view name = directive.name.text;
    if (name == "D") return open_puzzle(directive);
    if (!in_puzzle_) fail(line, "found " + in_quotes(line.text) + ", expected D:xDim=…:yDim=…:zDim=…");
    if (name == "~D") return close_puzzle(line);
    if (name == "C") return add_piece(directive);
    if (name == "L") return open_drawing(directive);
    if (name == "~L") return close_drawing(line);
    fail(directive.name, "found " + in_quotes(name) + ", expected C, L, ~L or ~D");
  }

  Directive split(const Word& line) const {
    Directive directive;
    std::vector<Word> parts;
    for (std::size_t start = 0; start <= line.text.size();) {
      const std::size_t end = std::min(line.text.find(':', start), line.text.size());
      parts.push_back(trimmed({line.text.substr(start, end - start), line.offset + start}));
      start = end + 1;
    }
    directive.name = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) directive.fields.push_back(field(parts[i]));
    return directive;
  }

  static Field field(const Word& part) {
    const std::size_t equals = std::min(part.text.find('='), part.text.size());
    const std::size_t after = std::min(equals + 1, part.text.size());
    return {trimmed({part.text.substr(0, equals), part.offset}),
            trimmed({part.text.substr(after), part.offset + after})};
  }

  /// The fields of a directive by key; refuses others and repetitions by name.
  std::map<std::string_view, Word> fields(const Directive& directive, const std::set<std::string_view>& known) const {
    std::map<std::string_view, Word> found;
    for (const Field& f : directive.fields) {
      if (known.count(f.key.text) == 0)
        fail(f.key, fmt::format("found {}, expected {}", in_quotes(f.key.text), fmt::join(known, ", ")));
      if (!found.emplace(f.key.text, f.value).second) fail(f.key, "found " + in_quotes(f.key.text) + " twice");
    }
    return found;
  }

  const Word& need(const std::map<std::string_view, Word>& fields, std::string_view key, const Word& at) const {
    const auto found = fields.find(key);
    if (found == fields.end()) fail(at, fmt::format("found no {}, expected {}=…", key, key));
    return found->second;
  }

  int whole(const Word& word, std::int64_t low, std::int64_t high) const {
    const bool negative = word.text.starts_with('-');
    const auto number = parse_digits(word.text.substr(negative ? 1 : 0), high);
    const std::int64_t value = number ? (negative ? -*number : *number) : low - 1;
    if (value < low)
      fail(word, fmt::format("found {}, expected a whole number from {} to {}", in_quotes(word.text), low, high));
    return static_cast<int>(value);
  }

  void open_puzzle(const Directive& directive) {
    if (in_puzzle_) fail(directive.name, "found D, expected ~D first");
    in_puzzle_ = true;
    ++puzzles_;
    if (!is_wanted()) return;
    const auto found = fields(directive, {"xDim", "yDim", "zDim", "oneSide"});
    size_ = {whole(need(found, "xDim", directive.name), 1, max_cells),
             whole(need(found, "yDim", directive.name), 1, max_cells),
             whole(need(found, "zDim", directive.name), 1, max_cells)};
    std::int64_t count = 1;
    for (const int side : {size_.x, size_.y, size_.z})
      if ((count *= side) > max_cells)
        fail(directive.name, fmt::format("found more than {} cells, expected fewer", max_cells));
    one_side_ = found.count("oneSide") > 0;
    if (one_side_ && size_.z != 1) fail(found.at("oneSide"), "found oneSide, expected it with zDim=1 only");
  }

  void close_puzzle(const Word& line) {
    in_puzzle_ = false;
    if (is_wanted() && pieces_.empty()) fail(line, "found no pieces, expected at least one C line");
  }

  void add_piece(const Directive& directive) {
    if (!is_wanted()) return;
    const auto found = fields(directive, {"name", "type", "layout"});
    DrawnPiece piece;
    piece.at = need(found, "name", directive.name);
    piece.name = piece.at.text;
    if (piece.name.empty() || piece.name == "." || words_of(piece.name).size() > 1)
      fail(piece.at, "found " + in_quotes(piece.name) + ", expected a name without blanks");
    if (first_invalid_utf8(piece.name)) fail(piece.at, "found a name that is not UTF-8");
    if (!names_.emplace(piece.name, pieces_.size()).second)
      fail(piece.at, "found name " + in_quotes(piece.name) + " twice");
    if (names_.size() > static_cast<std::size_t>(max_pieces)) fail(piece.at, "found too many pieces, expected fewer");
    if (const auto type = found.find("type"); type != found.end()) {
      if (type->second.text != "M" && type->second.text != "S")
        fail(type->second, "found type " + in_quotes(type->second.text) + ", expected M (mobile) or S (stationary)");
      piece.stationary = type->second.text == "S";
    }
    piece.cells = read_layout(need(found, "layout", directive.name));
    pieces_.push_back(std::move(piece));
  }

  std::vector<Cell> read_layout(const Word& layout) {
    std::vector<Cell> cells;
    std::set<Cell> seen;
    for (std::size_t start = 0; start <= layout.text.size();) {
      const std::size_t end = std::min(layout.text.find(',', start), layout.text.size());
      const Word triple = {layout.text.substr(start, end - start), layout.offset + start};
      cells.push_back(read_triple(triple));
      if (!seen.insert(cells.back()).second) fail(trimmed(triple), "found a cell twice, expected each once");
      start = end + 1;
    }
    piece_cells_ += static_cast<std::int64_t>(cells.size());
    if (piece_cells_ > max_cells) fail(layout, fmt::format("found more than {} cells, expected fewer", max_cells));
    std::sort(cells.begin(), cells.end());
    return cells;
  }

  Cell read_triple(const Word& triple) const {
    std::vector<Word> words = words_of(triple.text);
    for (Word& word : words) word.offset += triple.offset;
    if (words.size() != 3) fail(trimmed(triple), "found " + in_quotes(triple.text) + ", expected a cell: x y z");
    const Cell cell = {whole(words[0], -farthest, farthest), whole(words[1], -farthest, farthest),
                       whole(words[2], -farthest, farthest)};
    if (is_flat() && cell.z != 0) fail(words[2], "found a cell outside the plane, expected z 0 as zDim is 1");
    return cell;
  }

  void open_drawing(const Directive& directive) {
    const auto found = fields(directive, {"stationary"});
    if (const auto fixed = found.find("stationary"); fixed != found.end() && is_wanted()) {
      if (!fixed_names_.empty()) fail(fixed->second, "found a second list of stationary pieces, expected one");
      fixed_names_ = words_of(fixed->second.text);
      for (Word& word : fixed_names_) word.offset += fixed->second.offset;
      fixes_pieces_ = true;
    }
    rows_.clear();
    in_drawing_ = true;
  }

  /// The drawing is checked whether or not it fixes anything: names and dimensions must be right.
  void close_drawing(const Word& line) {
    if (!in_drawing_) fail(line, "found ~L, expected L first");
    in_drawing_ = false;
    if (!is_wanted()) return;
    if (static_cast<int>(rows_.size()) != size_.y)
      fail(line, fmt::format("found {} rows, expected yDim = {}", rows_.size(), size_.y));
    std::map<std::string_view, std::vector<Cell>> drawn;
    for (std::size_t row = 0; row < rows_.size(); ++row)
      read_row(rows_[row], size_.y - 1 - static_cast<int>(row), drawn);
    if (fixes_pieces_) fix_pieces(drawn);
    fixes_pieces_ = false;
  }

  void read_row(const Word& row, int y, std::map<std::string_view, std::vector<Cell>>& drawn) const {
    int z = 0;
    for (std::size_t start = 0; start <= row.text.size(); ++z) {
      const std::size_t end = std::min(row.text.find(',', start), row.text.size());
      const std::vector<Word> words = words_of(row.text.substr(start, end - start));
      if (static_cast<int>(words.size()) != size_.x || z >= size_.z)
        fail({row.text, row.offset + start},
             fmt::format("found {} names in layer {}, expected xDim = {} names in each of {} layers", words.size(),
                         z + 1, size_.x, size_.z));
      for (std::size_t x = 0; x < words.size(); ++x) {
        if (words[x].text == ".") continue;
        if (names_.count(std::string(words[x].text)) == 0)
          fail({words[x].text, row.offset + start + words[x].offset},
               "found unknown piece " + in_quotes(words[x].text) + ", expected a C line before it");
        drawn[words[x].text].push_back({static_cast<int>(x), y, z});
      }
      start = end + 1;
    }
    if (z != size_.z) fail(row, fmt::format("found {} layers, expected zDim = {}", z, size_.z));
  }

  void fix_pieces(const std::map<std::string_view, std::vector<Cell>>& drawn) {
    for (const Word& word : fixed_names_) {
      const auto cells = drawn.find(word.text);
      if (cells == drawn.end())
        fail(word, "found stationary piece " + in_quotes(word.text) + ", expected it in the drawing");
      DrawnPiece& piece = pieces_[names_.at(std::string(word.text))];
      piece.at = word;
      piece.stationary = true;
      drawn_cells_[piece.name] = cells->second;
    }
  }

  /// The others are counted only: how many there are is part of a refusal.
  bool is_wanted() const { return puzzles_ == number_.value_or(1); }

  bool is_flat() const { return size_.z == 1; }

  Puzzle puzzle() {
    PackingPuzzle packing;
    packing.lattice = is_flat() ? LatticeKind::square : LatticeKind::cube;
    packing.region = box_cells(size_);
    std::set<Cell> taken;
    for (const DrawnPiece& drawn : pieces_) {
      PackingPiece piece;
      piece.name = drawn.name;
      piece.cells = normalised(packing.grid(), drawn.cells);
      piece.turn_over = is_flat() && !one_side_;
      packing.pieces.push_back(std::move(piece));
      if (drawn.stationary) packing.hints.push_back(hint(packing, drawn, taken));
    }
    return {default_name(file_), "", "", std::move(packing)};
  }

  /// The placement that covers exactly the cells where the file puts the piece.
  PackingPlacement hint(const PackingPuzzle& packing, const DrawnPiece& drawn, std::set<Cell>& taken) const {
    const auto drawing = drawn_cells_.find(drawn.name);
    std::vector<Cell> cells = drawing == drawn_cells_.end() ? drawn.cells : drawing->second;
    std::sort(cells.begin(), cells.end());
    for (const Cell& cell : cells) {
      if (!std::binary_search(packing.region.begin(), packing.region.end(), cell))
        fail(drawn.at, "found a stationary piece that sticks out, expected it inside the box");
      if (!taken.insert(cell).second) fail(drawn.at, "found stationary pieces that overlap, expected none");
    }
    const PackingPiece& piece = packing.pieces.back();
    for (const int symmetry : allowed_orientations(packing, piece)) {
      const Cell offset = cells.front() - placed(packing.grid(), piece.cells, symmetry, {}).front();
      if (placed(packing.grid(), piece.cells, symmetry, offset) == cells)
        return {PieceId(packing.pieces.size() - 1), symmetry, offset};
    }
    fail(drawn.at, "found a drawing of another shape than the piece's, expected the same");
  }

  std::string_view text_;
  const std::string& file_;
  const PuzzleNumber number_;
  bool in_puzzle_ = false, in_drawing_ = false, one_side_ = false, fixes_pieces_ = false;
  int puzzles_ = 0;
  Cell size_;
  std::vector<DrawnPiece> pieces_;
  std::map<std::string, std::size_t> names_;
  std::map<std::string, std::vector<Cell>> drawn_cells_;
  std::int64_t piece_cells_ = 0;
  std::vector<Word> rows_, fixed_names_;
};

}  // namespace

Puzzle read_polycube(std::string_view text, const std::string& file, PuzzleNumber number) {
  return PolycubeReader(text, file, number).read();
}

}  // namespace tesselle
