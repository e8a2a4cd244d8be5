#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/names.hpp"
#include "base/readable.hpp"
#include "formats/limits.hpp"
#include "formats/puzzle_readers.hpp"
#include "formats/text.hpp"

namespace tesselle {
namespace {

/// A colour as the file names it.
struct ColourWord {
  std::string text;
  bool is_number = false;  ///< written as a TOML number, not as text
  Spot spot;
};

/// Turns the names and numbers of a file into colours. A puzzle is either numbered or named:
/// `colours = 23` or a first piece made of digits says numbered, a list of names or other words named.
class ColourBook {
 public:
  ColourBook(const Document& document, const Node* colours, const ColourWord& first) : document_(document) {
    if (colours == nullptr)
      style_ = is_digits(first.text) ? Style::numbers : Style::open_names;
    else if (std::holds_alternative<Items>(colours->value))
      read_names(std::get<Items>(colours->value));
    else
      declared_ = static_cast<std::size_t>(
          document.whole_number(*colours, 1, largest_colour + 1, "a list of names, or a number of colours"));
  }

  Colour colour(const ColourWord& word) { return style_ == Style::numbers ? number(word) : name(word); }

  bool is_named() const { return style_ != Style::numbers; }

  /// Where the file names this colour first.
  const Spot& first_use(Colour colour) const { return first_use_.at(colour); }

  std::vector<std::string> names() const {
    if (is_named()) return names_;
    std::vector<std::string> numbers;
    for (std::size_t c = 0; c < std::max(declared_, seen_); ++c) numbers.push_back(std::to_string(c));
    return numbers;
  }

 private:
  enum class Style { numbers, listed_names, open_names };

  void read_names(const Items& items) {
    style_ = Style::open_names;
    for (const Node& item : items) {
      const ColourWord word{document_.text(item, "a colour name"), false, {&item}};
      if (ids_.contains(word.text)) document_.fail(item, "found colour " + in_quotes(word.text) + " twice");
      name(word);
    }
    style_ = Style::listed_names;
  }

  Colour number(const ColourWord& word) {
    const std::int64_t largest = declared_ > 0 ? static_cast<std::int64_t>(declared_) - 1 : largest_colour;
    const auto value = parse_digits(word.text, largest);
    if (!value)
      document_.fail(word.spot,
                     fmt::format("found colour {}, expected a number from 0 to {}", in_quotes(word.text), largest));
    seen_ = std::max(seen_, static_cast<std::size_t>(*value) + 1);
    const Colour colour(static_cast<std::size_t>(*value));
    first_use_.emplace(colour, word.spot);
    return colour;
  }

  Colour name(const ColourWord& word) {
    if (word.is_number)
      document_.fail(word.spot,
                     "found the number " + word.text + ", expected a colour name as elsewhere in the puzzle");
    if (const auto known = ids_.find(word.text); known != ids_.end()) return known->second;
    if (style_ == Style::listed_names)
      document_.fail(word.spot, "found colour " + in_quotes(word.text) + ", expected one of the list 'colours'" +
                                    did_you_mean(word.text, names_));
    return add_name(word);
  }

  Colour add_name(const ColourWord& word) {
    const auto parts = words_of(word.text);
    if (parts.size() != 1 || parts[0].text.size() != word.text.size())
      document_.fail(word.spot, "found " + in_quotes(word.text) + ", expected a colour name without blanks");
    if (names_.size() > static_cast<std::size_t>(largest_colour))
      document_.fail(word.spot, fmt::format("found more colours than {}, expected fewer", largest_colour + 1));
    const Colour colour(names_.size());
    names_.push_back(word.text);
    ids_.emplace(word.text, colour);
    first_use_.emplace(colour, word.spot);
    return colour;
  }

  const Document& document_;
  Style style_ = Style::numbers;
  std::size_t declared_ = 0, seen_ = 0;  // numbers: how many were declared, largest one seen + 1
  std::vector<std::string> names_;
  std::map<std::string, Colour, std::less<>> ids_;
  std::map<Colour, Spot> first_use_;
};

class EdgeReader {
 public:
  explicit EdgeReader(const Document& document) : document_(document), root_(document.root()) {}

  EdgePuzzle read() {
    document_.allow_only(
        root_, {"name", "title", "source", "family", "board", "match", "mates", "frame", "colours", "pieces", "hint"});
    read_board();
    const Node& list = document_.need(root_, "pieces");
    const Items& rows = document_.items(list, "a list of pieces, one per cell");
    check_piece_count(list, rows);
    ColourBook book(document_, document_.find(root_, "colours"), words_of_row(rows.front())[0]);
    if (const Node* frame = document_.find(root_, "frame")) puzzle_.frame = book.colour(word_of(*frame));
    for (const Node& row : rows) read_piece(row, book);
    read_matching(book);
    read_hints();
    return std::move(puzzle_);
  }

 private:
  void read_board() {
    const Node& node = document_.need(root_, "board");
    const std::string& text = document_.text(node, "a size such as \"3x3\"");
    const auto cross = text.find('x');
    const auto width = parse_digits(std::string_view(text).substr(0, cross), max_pieces);
    const auto height = parse_digits(cross == text.npos ? "" : std::string_view(text).substr(cross + 1), max_pieces);
    if (!width || !height || *width * *height < 1 || *width * *height > max_pieces)
      document_.unexpected(node, fmt::format("width x height such as \"3x3\", at most {} cells", max_pieces));
    puzzle_.width = static_cast<int>(*width);
    puzzle_.height = static_cast<int>(*height);
  }

  void check_piece_count(const Node& list, const Items& rows) const {
    const std::size_t cells = puzzle_.cell_count();
    if (rows.size() == cells) return;
    const Node& where = rows.size() > cells ? rows[cells] : list;
    document_.fail(where, fmt::format("found {}, expected {}: one for each cell of the {}x{} board",
                                      counted(rows.size(), "piece"), cells, puzzle_.width, puzzle_.height));
  }

  ColourWord word_of(const Node& node) const {
    if (const auto* text = std::get_if<std::string>(&node.value)) return {*text, false, {&node}};
    if (const auto* number = std::get_if<std::int64_t>(&node.value)) return {std::to_string(*number), true, {&node}};
    document_.unexpected(node, "a colour: a number or a name");
  }

  std::vector<ColourWord> words_of_row(const Node& row) const {
    std::vector<ColourWord> words;
    if (const auto* text = std::get_if<std::string>(&row.value))
      for (const Word& word : tesselle::words_of(*text))
        words.push_back({std::string(word.text), false, {&row, word.offset, true}});
    else
      for (const Node& item : document_.items(row, "four colours: [1, 2, 3, 4] or \"a b c d\""))
        words.push_back(word_of(item));
    if (words.size() != 4)
      document_.fail(row, fmt::format("found {} colours, expected 4: North East South West", words.size()));
    return words;
  }

  void read_piece(const Node& row, ColourBook& book) {
    const auto words = words_of_row(row);
    Sides sides;
    for (std::size_t i = 0; i < 4; ++i) sides[i] = book.colour(words[i]);
    puzzle_.pieces.push_back(sides);
  }

  void read_matching(ColourBook& book) {
    const Node* match = document_.find(root_, "match");
    const Node* mates = document_.find(root_, "mates");
    if (match != nullptr) {
      const std::string& word = document_.text(*match, "\"same\" or \"complement\"");
      if (word != "same" && word != "complement") document_.unexpected(*match, "\"same\" or \"complement\"");
      if (word == "complement") puzzle_.matching = Matching::complement;
    }
    if (puzzle_.matching == Matching::complement) {
      read_mates(document_.need(root_, "mates"), book);
      return;
    }
    if (mates != nullptr) document_.fail(*mates, "found mates, expected them only with match = \"complement\"");
    puzzle_.colours = book.names();
    for (std::size_t c = 0; c < puzzle_.colours.size(); ++c) puzzle_.mate.push_back(Colour(c));
  }

  void read_mates(const Node& node, ColourBook& book) {
    std::map<Colour, Colour> mates;
    for (const Node& pair : document_.items(node, "a list of pairs of colours")) {
      const Items& two = document_.items(pair, "a pair of colours");
      if (two.size() != 2) document_.unexpected(pair, "a pair of colours");
      const Colour a = book.colour(word_of(two[0])), b = book.colour(word_of(two[1]));
      if (!mates.emplace(a, b).second) refuse_second_pair(two[0]);
      if (a != b && !mates.emplace(b, a).second) refuse_second_pair(two[1]);
    }
    puzzle_.colours = book.names();
    const std::set<Colour> used = used_colours();
    for (std::size_t c = 0; c < puzzle_.colours.size(); ++c) {
      const auto mate = mates.find(Colour(c));
      // A number that no piece has is a gap in the numbering, not a colour that someone forgot.
      if (mate == mates.end() && (book.is_named() || used.contains(Colour(c)))) refuse_unpaired(Colour(c), mates, book);
      puzzle_.mate.push_back(mate == mates.end() ? Colour(c) : mate->second);
    }
  }

  /// More often a piece's colour is mistyped than a pair forgotten.
  [[noreturn]] void refuse_unpaired(Colour colour, const std::map<Colour, Colour>& mates,
                                    const ColourBook& book) const {
    std::vector<std::string> paired;
    for (const auto& [mate, other] : mates) paired.push_back(puzzle_.colours[mate.index()]);
    const std::string& name = puzzle_.colours[colour.index()];
    document_.fail(book.first_use(colour), "found colour " + in_quotes(name) +
                                               ", which is in no pair of 'mates', expected it in exactly one" +
                                               (book.is_named() ? did_you_mean(name, paired) : ""));
  }

  [[noreturn]] void refuse_second_pair(const Node& node) const {
    document_.fail(node, "found colour " + describe(node) + " in a second pair, expected it in exactly one");
  }

  std::set<Colour> used_colours() const {
    std::set<Colour> used;
    for (const Sides& sides : puzzle_.pieces) used.insert(sides.begin(), sides.end());
    return used;
  }

  void read_hints() {
    const Node* list = document_.find(root_, "hint");
    if (list == nullptr) return;
    std::set<Square> squares;
    std::set<PieceId> pieces;
    for (const Node& hint : document_.items(*list, "[[hint]] tables")) {
      document_.allow_only(hint, {"piece", "rotation", "cell"});
      const Node& piece = document_.need(hint, "piece");
      const Node& cell = document_.need(hint, "cell");
      const EdgeHint read = {read_square(cell), {read_piece_number(piece), read_rotation(hint)}};
      if (!squares.insert(read.square).second) document_.fail(cell, "found a second hint for cell " + describe(cell));
      if (!pieces.insert(read.placed.piece).second)
        document_.fail(piece, "found a second hint for piece " + describe(piece));
      puzzle_.hints.push_back(read);
    }
  }

  PieceId read_piece_number(const Node& node) const {
    const auto count = static_cast<std::int64_t>(puzzle_.pieces.size());
    return PieceId(static_cast<std::size_t>(document_.whole_number(node, 1, count, "the number of a piece") - 1));
  }

  std::uint8_t read_rotation(const Node& hint) const {
    return static_cast<std::uint8_t>(
        document_.whole_number(document_.need(hint, "rotation"), 0, 3, "clockwise quarter turns"));
  }

  Square read_square(const Node& node) const {
    const Square last = Square(puzzle_.cell_count() - 1);
    const std::string expected = "a cell from A1 to " + square_name(puzzle_, last);
    const auto square = square_named(puzzle_, document_.text(node, expected));
    if (!square) document_.unexpected(node, expected);
    return *square;
  }

  const Document& document_;
  const Node& root_;
  EdgePuzzle puzzle_;
};

}  // namespace

EdgePuzzle read_edge_body(const Document& document) { return EdgeReader(document).read(); }

}  // namespace tesselle
