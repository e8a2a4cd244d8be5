#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "formats/knuth.hpp"
#include "formats/limits.hpp"
#include "formats/text.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

using Cells = std::vector<Cell>;

struct Item {
  Word at;
  std::string name;
  bool secondary = false;
  std::int64_t least = 1, most = 1;
  std::optional<Cell> cell;
  std::set<Cells> options;  ///< of a piece: where it may be placed
};

/// One character per coordinate in Knuth's digits: 0 to 9, then a to z, then A to Z.
int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 36 : -1;
}

std::optional<std::vector<int>> coordinates(std::string_view text, bool letters) {
  std::vector<int> found;
  if (text.find(',') == text.npos) {
    for (const char c : text)
      if (const int value = digit_value(c); value >= 0 && (letters || value < 10))
        found.push_back(value);
      else
        return std::nullopt;
    return found;
  }
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const auto number = parse_digits(text.substr(start, end - start), farthest);
    if (!number) return std::nullopt;
    found.push_back(static_cast<int>(*number));
    start = end + 1;
  }
  return found;
}

/// An exact cover problem whose items are pieces and cells with coordinates in their names. The format does not say
/// what the pieces look like; the options do, provided that they are all placements of the shape.
class ExactCoverReader {
 public:
  ExactCoverReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  Puzzle read() {
    for (std::size_t start = 0; start < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', start), text_.size());
      read_line(start, text_.substr(start, end - start));
      start = end + 1;
    }
    if (items_.empty()) fail({text_, 0}, "found no items, expected an exact cover problem in Knuth's format");
    return {default_name(file_), "", "", puzzle()};
  }

 private:
  [[noreturn]] void fail(const Word& at, const std::string& message) const {
    throw InputError(place_at(file_, text_, at.offset), message);
  }

  void read_line(std::size_t start, std::string_view line) {
    if (line.starts_with('|')) return;
    WordReader words(line);
    std::vector<Word> all;
    while (const auto word = words.next()) all.push_back({word->text, start + word->offset});
    if (all.empty()) return;
    if (items_.empty()) return read_items(all);
    read_option(all);
  }

  void read_items(const std::vector<Word>& words) {
    bool secondary = false;
    for (const Word& word : words) {
      if (word.text == "|" && !secondary)
        secondary = true;
      else
        add_item(word, secondary);
    }
    find_cells();
  }

  void add_item(const Word& word, bool secondary) {
    Item item;
    item.at = word;
    item.secondary = secondary;
    const std::size_t bar = word.text.find('|');
    item.name = word.text.substr(bar == word.text.npos ? 0 : bar + 1);
    if (bar != word.text.npos) read_multiplicity(item, word.text.substr(0, bar));
    if (secondary) item.least = 0;
    if (item.name.empty() || first_invalid_utf8(item.name)) fail(word, "found an item without a readable name");
    if (!numbers_.emplace(item.name, items_.size()).second) fail(word, "found item " + in_quotes(item.name) + " twice");
    if (items_.size() == static_cast<std::size_t>(max_cells)) fail(word, "found too many items, expected fewer");
    items_.push_back(std::move(item));
  }

  void read_multiplicity(Item& item, std::string_view text) const {
    const std::size_t colon = text.find(':');
    const auto most = parse_digits(text.substr(colon == text.npos ? 0 : colon + 1), max_copies_of_piece);
    const auto least = colon == text.npos ? most : parse_digits(text.substr(0, colon), max_copies_of_piece);
    if (!most || !least || *most < 1 || *least > *most)
      fail(item.at, "found " + in_quotes(item.at.text) + ", expected low:high|name");
    item.least = *least, item.most = *most;
  }

  /// Names that start with @ are cells; where none does, names made of digits are.
  void find_cells() {
    const bool marked = std::any_of(items_.begin(), items_.end(), [](const Item& i) { return i.name[0] == '@'; });
    for (Item& item : items_) {
      if (marked && item.name[0] != '@') continue;
      const auto at = coordinates(std::string_view(item.name).substr(marked ? 1 : 0), marked);
      if (!at || at->size() < 2 || at->size() > 3) {
        if (marked) fail(item.at, "found " + in_quotes(item.name) + ", expected two or three coordinates after @");
        continue;
      }
      if (dimensions_ == 0) dimensions_ = at->size();
      if (at->size() != dimensions_) fail(item.at, "found cells of two and of three coordinates, expected one kind");
      item.cell = Cell{(*at)[0], (*at)[1], dimensions_ == 3 ? (*at)[2] : 0};
      if (item.most != 1) fail(item.at, "found a cell that several pieces may cover, expected one");
    }
    if (dimensions_ == 0)
      fail(items_.front().at,
           "found an exact cover problem without cells, expected items such as @x,y that say where they are");
  }

  void read_option(const std::vector<Word>& words) {
    Cells cells;
    Item* piece = nullptr;
    for (const Word& word : words) {
      const auto found = numbers_.find(std::string(word.text));
      if (found == numbers_.end()) refuse_item(word);
      Item& item = items_[found->second];
      if (item.cell)
        cells.push_back(*item.cell);
      else if (std::exchange(piece, &item) != nullptr)
        fail(word, "found a second piece in the option, expected one");
    }
    if (piece == nullptr || cells.empty()) fail(words.front(), "found an option without piece or cells, expected both");
    std::sort(cells.begin(), cells.end());
    if (std::adjacent_find(cells.begin(), cells.end()) != cells.end()) fail(words.front(), "found a cell twice");
    if (!piece->options.insert(std::move(cells)).second) fail(words.front(), "found an option twice, expected it once");
  }

  [[noreturn]] void refuse_item(const Word& word) const {
    if (word.text.find(':') != word.text.npos)
      fail(word, "found " + in_quotes(word.text) + ", expected no colours: they cannot be honoured");
    fail(word, "found unknown item " + in_quotes(word.text) + ", expected one of the first line");
  }

  PackingPuzzle puzzle() const {
    PackingPuzzle puzzle;
    puzzle.lattice = dimensions_ == 3 ? LatticeKind::cube : LatticeKind::square;
    for (const Item& item : items_)
      if (item.cell) (item.secondary ? puzzle.optional_cells : puzzle.region).push_back(*item.cell);
    std::sort(puzzle.region.begin(), puzzle.region.end());
    std::sort(puzzle.optional_cells.begin(), puzzle.optional_cells.end());
    if (puzzle.region.empty()) fail(items_.front().at, "found no cell that must be covered, expected at least one");
    for (const Item& item : items_)
      if (!item.cell) puzzle.pieces.push_back(piece(puzzle, item));
    if (puzzle.pieces.empty()) fail(items_.front().at, "found no piece items, expected at least one");
    if (puzzle.pieces.size() > static_cast<std::size_t>(max_pieces))
      fail(items_.front().at, "found too many pieces, expected fewer");
    return puzzle;
  }

  PackingPiece piece(const PackingPuzzle& puzzle, const Item& item) const {
    if (item.options.empty()) fail(item.at, "found no option with piece " + in_quotes(item.name));
    PackingPiece piece;
    piece.name = item.name;
    piece.cells = normalised(puzzle.grid(), *item.options.begin());
    piece.min_copies = static_cast<int>(item.least);
    piece.max_copies = static_cast<int>(item.most);
    choose_orientations(puzzle, item, piece);
    return piece;
  }

  /// The plainest rule that gives exactly the options: turned and turned over, turned only, or a list of orientations.
  void choose_orientations(const PackingPuzzle& puzzle, const Item& item, PackingPiece& piece) const {
    const bool cube = puzzle.lattice == LatticeKind::cube;
    piece.turn_over = !cube;
    if (is_explained(puzzle, item, piece)) return;
    piece.turn_over = false;
    if (!cube && is_explained(puzzle, item, piece)) return;
    piece.turn_over = !cube;
    std::vector<int> chosen;
    for (const Orientation& way : distinct_orientations(puzzle, piece))
      if (const auto all = poses_of(puzzle, way); !all.empty() && item.options.count(*all.begin()) > 0)
        chosen.push_back(way.symmetry);
    piece.orientations = std::move(chosen);
    if (!is_explained(puzzle, item, piece))
      fail(item.at, fmt::format("found {} options of piece {} that are not all the ways in which one shape may lie: "
                                "options left out cannot be honoured",
                                item.options.size(), in_quotes(item.name)));
  }

  bool is_explained(const PackingPuzzle& puzzle, const Item& item, const PackingPiece& piece) const {
    std::set<Cells> all;
    for (const Orientation& way : distinct_orientations(puzzle, piece)) {
      all.merge(poses_of(puzzle, way));
      if (all.size() > item.options.size()) return false;
    }
    return all == item.options;
  }

  std::set<Cells> poses_of(const PackingPuzzle& puzzle, const Orientation& way) const {
    std::set<Cells> all;
    for (const auto* where : {&puzzle.region, &puzzle.optional_cells})
      for (const Cell& cell : *where) {
        Cells cells = way.cells;
        for (Cell& c : cells) c = c + (cell - way.cells.front());
        if (is_inside(puzzle, cells)) all.insert(std::move(cells));
      }
    return all;
  }

  static bool is_inside(const PackingPuzzle& puzzle, const Cells& cells) {
    return std::all_of(cells.begin(), cells.end(), [&](const Cell& cell) {
      return std::binary_search(puzzle.region.begin(), puzzle.region.end(), cell) ||
             std::binary_search(puzzle.optional_cells.begin(), puzzle.optional_cells.end(), cell);
    });
  }

  std::string_view text_;
  const std::string& file_;
  std::vector<Item> items_;
  std::map<std::string, std::size_t> numbers_;
  std::size_t dimensions_ = 0;
};

}  // namespace

Puzzle read_exact_cover(std::string_view text, const std::string& file) { return ExactCoverReader(text, file).read(); }

}  // namespace tesselle
