#include "formats/board_address.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "formats/text.hpp"
#include "puzzle/piece_finder.hpp"
#include "tesselle/foreign_formats.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

constexpr std::size_t max_address_bytes = std::size_t{4}
                                          << 20;  // above the largest board, every letter percent-encoded
constexpr std::size_t max_numbered_pieces = 999;  // board_pieces has three digits per cell

/// The letter of each colour, 'a' + number, in the orders that e2.bucas.name knows by name: index = our number in its
/// default order, value = the number that the letter stands for. From the site's viewer (J. Bucas); checked against
/// the official clues, which the site links to in the order "jef".
constexpr std::array<int, 23> jef_order = {0,  8,  16, 22, 4, 12, 7,  15, 21, 3,  11, 6,
                                           14, 20, 2,  10, 5, 13, 19, 1,  9,  18, 17};
constexpr std::array<int, 23> marie_order = {0,  1,  9, 17, 5, 13, 2,  10, 18, 6,  14, 3,
                                             11, 19, 7, 15, 4, 12, 20, 8,  16, 21, 22};

/// The frame is letter 'a' and the other colours follow in order; without a frame 'a' stays unused, so that the
/// empty cell 'aaaa' is not a piece.
std::size_t letter_number(const EdgePuzzle& puzzle, Colour colour) {
  if (!puzzle.frame) return colour.index() + 1;
  if (colour == *puzzle.frame) return 0;
  return colour < *puzzle.frame ? colour.index() + 1 : colour.index();
}

std::size_t letter_count(const EdgePuzzle& puzzle) { return puzzle.colours.size() + (puzzle.frame ? 0 : 1); }

/// The viewer takes equal letters for a match: both of a pair get the smaller letter.
std::size_t viewer_number(const EdgePuzzle& puzzle, Colour colour) {
  return std::min(letter_number(puzzle, colour), letter_number(puzzle, puzzle.mate_of(colour)));
}

/// Do mates share letters in the viewer, so that the letters alone do not tell the sides?
bool letters_are_shared(const EdgePuzzle& puzzle) {
  for (std::size_t c = 0; c < puzzle.mate.size(); ++c)
    if (puzzle.mate[c] != Colour(c)) return true;
  return false;
}

/// How one cell is written.
std::string letters_of(const EdgePuzzle& puzzle, const Placed& placed) {
  std::string letters;
  for (const Colour colour : rotated(puzzle.pieces[placed.piece.index()], placed.rotation))
    letters += static_cast<char>('a' + letter_number(puzzle, colour));
  return letters;
}

std::string viewer_letters_of(const EdgePuzzle& puzzle, const Placed& placed) {
  std::string letters;
  for (const Colour colour : rotated(puzzle.pieces[placed.piece.index()], placed.rotation))
    letters += static_cast<char>('a' + viewer_number(puzzle, colour));
  return letters;
}

constexpr std::string_view empty_cell = "aaaa";

bool is_small_letters(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// A value of the address, decoded, with where each of its characters was.
struct Field {
  std::string text;
  std::vector<std::size_t> offsets;  ///< one more than characters: the last is the end
};

class Address {
 public:
  Address(std::string_view text, const std::string& file) : text_(text), file_(file) {
    if (text.size() > max_address_bytes)
      throw InputError({file}, fmt::format("is larger than {} MB, expected a board address", max_address_bytes >> 20));
    const std::size_t start = start_of_address();
    end_ = std::min(text.find_first_of(" \t\r\n\"'>", start), text.size());
    split(start);
  }

  const Field* find(const std::string& key) const {
    const auto field = fields_.find(key);
    return field == fields_.end() ? nullptr : &field->second;
  }

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    throw InputError(place_at(file_, text_, offset), message);
  }
  [[noreturn]] void fail_at_end(const std::string& message) const { fail(end_, message); }

  /// Refuses letters that are none and a length that is not four per cell; returns the number of cells.
  std::size_t count_cells(const Field& edges) const {
    for (std::size_t i = 0; i < edges.text.size(); ++i) check_letter(edges, i);
    if (edges.text.size() % 4 != 0 || edges.text.empty())
      fail(edges.offsets.back(),
           fmt::format("found board_edges of {} letters, expected four for each cell", edges.text.size()));
    return edges.text.size() / 4;
  }
  void check_letter(const Field& edges, std::size_t i) const {
    if (edges.text[i] < 'a' || edges.text[i] > 'z')
      fail(edges.offsets[i], "found " + in_quotes(edges.text.substr(i, 1)) + ", expected a letter from a to z");
  }

 private:
  /// Of the word that holds the edges, so that the text around a link does not matter; else of the first word.
  std::size_t start_of_address() const {
    const std::size_t bom = text_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    const std::size_t edges = text_.find("board_edges=");
    if (edges == text_.npos) return std::min(text_.find_first_not_of(" \t\r\n\"'<", bom), text_.size());
    const std::size_t before = text_.find_last_of(" \t\r\n\"'<", edges);
    return before == text_.npos ? bom : before + 1;
  }

  /// Pairs stand behind the first '?' or '#'; without either the text is taken as pairs alone, or as the edges alone if
  /// it is a word of small letters.
  void split(std::size_t start) {
    if (start < end_ && is_small_letters(text_.substr(start, end_ - start))) {
      fields_.emplace("board_edges", decoded(start, end_));
      return;
    }
    const std::size_t mark = text_.find_first_of("?#", start);
    std::size_t at = mark < end_ ? mark + 1 : start;
    while (at < end_) {
      const std::size_t next = std::min(text_.find_first_of("&?#", at), end_);
      add_pair(at, next);
      at = next + 1;
    }
  }

  void add_pair(std::size_t at, std::size_t end) {
    const std::size_t equals = at + std::min(text_.substr(at, end - at).find('='), end - at);
    const std::string key = decoded(at, equals).text;
    if (!fields_.emplace(key, decoded(std::min(equals + 1, end), end)).second)
      fail(at, "found " + in_quotes(key) + " twice, expected it once");
  }

  Field decoded(std::size_t at, std::size_t end) const {
    Field field;
    for (; at < end; ++at) {
      field.offsets.push_back(at);
      if (text_[at] != '%') {
        field.text += text_[at];
        continue;
      }
      const int high = digit(at + 1, end), low = digit(at + 2, end);
      if (high < 0 || low < 0)
        fail(at, "found " + in_quotes(text_.substr(at, std::min<std::size_t>(3, end - at))) +
                     ", expected two hexadecimal digits after '%'");
      field.text += static_cast<char>(high * 16 + low);
      at += 2;
    }
    field.offsets.push_back(end);
    return field;
  }

  int digit(std::size_t at, std::size_t end) const {
    if (at >= end) return -1;
    const char c = text_[at];
    if (c >= '0' && c <= '9') return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t end_ = 0;
  std::map<std::string, Field> fields_;
};

class BoardReader {
 public:
  BoardReader(const EdgePuzzle& puzzle, const Address& address)
      : puzzle_(puzzle), address_(address), finder_(puzzle), colours_(26, Colour(puzzle.colours.size())) {
    for (std::size_t c = 0; c < puzzle.colours.size(); ++c) colours_[letter_number(puzzle, Colour(c))] = Colour(c);
    check_size("board_w", puzzle_.width);
    check_size("board_h", puzzle_.height);
    if (puzzle_.width == puzzle_.height) check_size("puzzle_size", puzzle_.width);
    read_order();
    edges_ = address_.find("board_edges");
    if (edges_ == nullptr) address_.fail_at_end("found no board_edges, expected the letters of the board");
    check_length(*edges_, "board_edges", 4, "letters");
    take_true_sides();
    numbers_ = address_.find("board_pieces");
    if (numbers_ != nullptr) check_length(*numbers_, "board_pieces", 3, "digits");
  }

  EdgeBoard read() {
    EdgeBoard board;
    for (std::size_t cell = 0; cell < puzzle_.cell_count(); ++cell)
      board.cells.push_back(numbers_ != nullptr ? numbered_cell(cell) : plain_cell(cell));
    return board;
  }

  /// What the address says, whether or not there are such pieces.
  ShownBoard read_shown() const {
    ShownBoard board;
    for (std::size_t cell = 0; cell < puzzle_.cell_count(); ++cell) {
      const std::int64_t number = numbers_ != nullptr ? piece_number(cell) : 0;
      ShownCell shown{cell_sides(cell), {}};
      if (number > 0) shown.claimed = PieceId(static_cast<std::size_t>(number - 1));
      const bool empty = cell_letters(cell) == empty_cell && number == 0;
      board.cells.push_back(empty ? std::nullopt : std::optional(shown));
    }
    return board;
  }

 private:
  void check_size(const std::string& key, int expected) const {
    const Field* field = address_.find(key);
    if (field != nullptr && parse_digits(field->text, 1'000'000) != expected)
      address_.fail(field->offsets[0],
                    fmt::format("found {} {}, expected {} as the puzzle has", key, in_quotes(field->text), expected));
  }

  void read_order() {
    const Field* order = address_.find("motifs_order");
    if (order == nullptr) return;
    if (order->text == "jef")
      set_order(jef_order);
    else if (order->text == "marie" || order->text == "jblackwood")
      set_order(marie_order);
    else
      address_.fail(order->offsets[0],
                    "found motifs_order " + in_quotes(order->text) + ", expected jef, marie or jblackwood");
  }

  void set_order(const std::array<int, 23>& order) {
    for (std::size_t ours = 0; ours < order.size(); ++ours)
      ours_of_[static_cast<std::size_t>(order[ours])] = static_cast<char>('a' + ours);
  }

  void check_length(const Field& field, const char* key, std::size_t per_cell, const char* unit) const {
    const std::size_t expected = puzzle_.cell_count() * per_cell;
    if (field.text.size() != expected)
      address_.fail(field.offsets[std::min(field.text.size(), expected)],
                    fmt::format("found {} of {} {}, expected {}: {} for each of {} cells", key, field.text.size(), unit,
                                expected, per_cell, puzzle_.cell_count()));
  }

  /// Where mates share letters, board_sides has the letters that tell them apart.
  void take_true_sides() {
    const Field* sides = address_.find("board_sides");
    if (sides == nullptr) return;
    check_length(*sides, "board_sides", 4, "letters");
    const Field* viewer = std::exchange(edges_, sides);
    for (std::size_t i = 0; i < sides->text.size(); ++i) {
      address_.check_letter(*viewer, i);
      const Colour colour = colour_lettered(i);
      const bool known = colour.index() < puzzle_.colours.size();
      if (known && static_cast<char>('a' + viewer_number(puzzle_, colour)) != viewer->text[i])
        address_.fail(sides->offsets[i], fmt::format("found the letter {} in {}, which board_edges contradicts",
                                                     in_quotes(sides->text.substr(i, 1)), where(i / 4)));
    }
  }

  char letter(std::size_t i) const {
    address_.check_letter(*edges_, i);
    return ours_of_[static_cast<std::size_t>(edges_->text[i] - 'a')];
  }
  Colour colour_lettered(std::size_t i) const { return colours_[static_cast<std::size_t>(letter(i) - 'a')]; }

  /// The four letters of a cell in the default order.
  std::string cell_letters(std::size_t cell) const {
    std::string letters;
    for (std::size_t i = 0; i < 4; ++i) letters += letter(cell * 4 + i);
    return letters;
  }
  Sides cell_sides(std::size_t cell) const {
    Sides sides;
    for (std::size_t i = 0; i < 4; ++i) sides[i] = colour_lettered(cell * 4 + i);
    return sides;
  }
  /// As they were written.
  std::string quoted_letters(std::size_t cell) const { return in_quotes(edges_->text.substr(cell * 4, 4)); }

  std::string where(std::size_t cell) const { return "cell " + square_name(puzzle_, Square(cell)); }

  const std::vector<Placed>& candidates(std::size_t cell) const {
    const auto& found = finder_.showing(cell_sides(cell));
    if (found.empty())
      address_.fail(edges_->offsets[cell * 4], fmt::format("found the sides {} in {}, expected those of a piece",
                                                           quoted_letters(cell), where(cell)));
    return found;
  }

  std::optional<Placed> plain_cell(std::size_t cell) {
    if (cell_letters(cell) == empty_cell) return std::nullopt;
    candidates(cell);
    const auto placed = finder_.take_one(cell_sides(cell));
    if (!placed)
      address_.fail(edges_->offsets[cell * 4],
                    fmt::format("found the piece {} in {} once more than there are such pieces", quoted_letters(cell),
                                where(cell)));
    return placed;
  }

  std::string digits_of(std::size_t cell) const { return numbers_->text.substr(cell * 3, 3); }

  std::int64_t piece_number(std::size_t cell) const {
    const std::string digits = digits_of(cell);
    const auto number = parse_digits(digits, static_cast<std::int64_t>(puzzle_.pieces.size()));
    if (!number)
      address_.fail(numbers_->offsets[cell * 3],
                    fmt::format("found piece {} in {}, expected 000 or a number up to {:03}", in_quotes(digits),
                                where(cell), puzzle_.pieces.size()));
    return *number;
  }

  std::optional<Placed> numbered_cell(std::size_t cell) {
    const std::string letters = cell_letters(cell);
    const std::int64_t number = piece_number(cell);
    const std::size_t offset = numbers_->offsets[cell * 3];
    if (number == 0 && letters == empty_cell) return std::nullopt;
    const PieceId piece(static_cast<std::size_t>(number == 0 ? 0 : number - 1));
    for (const Placed& placed : candidates(cell)) {
      if (number == 0 || placed.piece != piece) continue;
      if (finder_.is_taken(piece))
        address_.fail(offset, fmt::format("found piece {} a second time in {}", digits_of(cell), where(cell)));
      finder_.take(piece);
      return placed;
    }
    address_.fail(offset, fmt::format("found piece {} in {}, expected one with the sides {}", digits_of(cell),
                                      where(cell), quoted_letters(cell)));
  }

  const EdgePuzzle& puzzle_;
  const Address& address_;
  PieceFinder finder_;
  std::vector<Colour> colours_;  ///< by letter; beyond the puzzle's for letters that it has not
  const Field* edges_ = nullptr;
  const Field* numbers_ = nullptr;
  std::array<char, 26> ours_of_ = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
                                   'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z'};
};

std::string percent_encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    result += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

bool numbers_fit(const EdgePuzzle& puzzle) { return puzzle.pieces.size() <= max_numbered_pieces; }

void check_board(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  if (board.cells.size() != puzzle.cell_count()) throw InternalError("the board has not the puzzle's size");
  for (const auto& cell : board.cells)
    if (cell && (cell->piece.index() >= puzzle.pieces.size() || cell->rotation > 3))
      throw InternalError("the board has a piece that the puzzle has not");
}

void require_letters(const Puzzle& puzzle, const std::string& file) {
  if (puzzle.family() != Family::edge)
    throw InputError({file}, "found a board address, expected a solution of a packing puzzle");
  if (letter_count(puzzle.edge()) > 26)
    throw InputError({file}, "found a board address, expected another format: the puzzle has more than 26 colours");
}

}  // namespace

std::string address_obstacle(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  if (letter_count(puzzle) > 26)
    return fmt::format("a board address has 26 letters, but the puzzle has {} colours", puzzle.colours.size());
  for (const auto& cell : board.cells)
    if (cell && letters_of(puzzle, *cell) == empty_cell && !numbers_fit(puzzle))
      return "a board address cannot tell a piece made of frame colour from an empty cell";
  return {};
}

bool is_bare_edges(std::string_view text) {
  text = text.substr(0, max_address_bytes);
  const auto words = words_of(without_byte_order_mark(text), 2);
  return words.size() == 1 && words[0].text.size() % 4 == 0 && is_small_letters(words[0].text);
}

bool is_board_address(std::string_view text) {
  text = text.substr(0, max_address_bytes);
  return text.find("board_edges=") != text.npos || text.find("://e2.bucas.name") != text.npos;
}

std::string write_board_address(const Puzzle& puzzle, const EdgeBoard& board) {
  if (puzzle.family() != Family::edge) throw UsageError("a board address holds edge-matching boards only");
  const EdgePuzzle& body = puzzle.edge();
  check_board(body, board);
  if (const std::string obstacle = address_obstacle(body, board); !obstacle.empty()) throw UsageError(obstacle);
  std::string edges, sides, pieces;
  for (const auto& cell : board.cells) {
    edges += cell ? viewer_letters_of(body, *cell) : empty_cell;
    sides += cell ? letters_of(body, *cell) : empty_cell;
    pieces += fmt::format("{:03}", cell ? cell->piece.index() + 1 : 0);
  }
  return fmt::format("https://e2.bucas.name/#puzzle={}&board_w={}&board_h={}&board_edges={}",
                     percent_encoded(puzzle.name), body.width, body.height, edges) +
         (numbers_fit(body) ? "&board_pieces=" + pieces : "") +
         (letters_are_shared(body) ? "&board_sides=" + sides : "");
}

std::string write_board_edges(const Puzzle& puzzle, const EdgeBoard& board) {
  const std::string address = write_board_address(puzzle, board);
  const std::string key = letters_are_shared(puzzle.edge()) ? "board_sides=" : "board_edges=";
  return address.substr(address.find(key) + key.size(), board.cells.size() * 4);
}

EdgeBoard read_board_address(const Puzzle& puzzle, std::string_view text, const std::string& file) {
  const Address address(text, file);
  require_letters(puzzle, file);
  return BoardReader(puzzle.edge(), address).read();
}

ShownBoard read_shown_address(const Puzzle& puzzle, std::string_view text, const std::string& file) {
  const Address address(text, file);
  require_letters(puzzle, file);
  return BoardReader(puzzle.edge(), address).read_shown();
}

BoardOutline address_outline(std::string_view text, const std::string& file) {
  const Address address(text, file);
  const Field* edges = address.find("board_edges");
  if (edges == nullptr) address.fail_at_end("found no board_edges, expected the letters of the board");
  BoardOutline outline{address.count_cells(*edges), {}, {}};
  const auto number = [&](const char* key) -> std::optional<int> {
    const Field* field = address.find(key);
    const auto value = field == nullptr ? std::nullopt : parse_digits(field->text, 1'000'000);
    return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
  };
  outline.width = number("board_w");
  outline.height = number("board_h");
  if (!outline.width) outline.width = outline.height = number("puzzle_size");
  return outline;
}

}  // namespace tesselle
