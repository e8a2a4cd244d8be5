#include "formats/board_address.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "formats/text.hpp"
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

/// How one cell is written.
std::string letters_of(const EdgePuzzle& puzzle, const Placed& placed) {
  std::string letters;
  for (const Colour colour : rotated(puzzle.pieces[placed.piece.index()], placed.rotation))
    letters += static_cast<char>('a' + letter_number(puzzle, colour));
  return letters;
}

constexpr std::string_view empty_cell = "aaaa";

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

 private:
  /// Of the word that holds the edges, so that the text around a link does not matter; else of the first word.
  std::size_t start_of_address() const {
    const std::size_t bom = text_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    const std::size_t edges = text_.find("board_edges=");
    if (edges == text_.npos) return std::min(text_.find_first_not_of(" \t\r\n\"'<", bom), text_.size());
    const std::size_t before = text_.find_last_of(" \t\r\n\"'<", edges);
    return before == text_.npos ? bom : before + 1;
  }

  /// Pairs stand behind the first '?' or '#'; without either the text is taken as pairs alone.
  void split(std::size_t start) {
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
      : puzzle_(puzzle), address_(address), taken_(puzzle.pieces.size()) {
    index_pieces();
  }

  EdgeBoard read() {
    check_size("board_w", puzzle_.width);
    check_size("board_h", puzzle_.height);
    read_order();
    const Field* edges = address_.find("board_edges");
    if (edges == nullptr) address_.fail_at_end("found no board_edges, expected the letters of the board");
    check_length(*edges, "board_edges", 4, "letters");
    const Field* pieces = address_.find("board_pieces");
    if (pieces != nullptr) check_length(*pieces, "board_pieces", 3, "digits");
    EdgeBoard board;
    for (std::size_t cell = 0; cell < puzzle_.cell_count(); ++cell)
      board.cells.push_back(pieces != nullptr ? numbered_cell(*edges, *pieces, cell) : plain_cell(*edges, cell));
    return board;
  }

 private:
  /// A way to turn a piece so that it shows these letters. The first rotation that does is the one kept.
  struct Candidates {
    std::vector<Placed> placed;
    std::size_t next = 0;  ///< candidates before it are taken
  };

  void index_pieces() {
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) {
      std::array<std::string, 4> seen;
      for (std::uint8_t r = 0; r < 4; ++r) {
        seen[r] = letters_of(puzzle_, {PieceId(p), r});
        if (std::find(seen.begin(), seen.begin() + r, seen[r]) == seen.begin() + r)
          by_letters_[seen[r]].placed.push_back({PieceId(p), r});
      }
    }
  }

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

  /// The four letters of a cell in the default order.
  std::string cell_letters(const Field& edges, std::size_t cell) const {
    std::string letters = edges.text.substr(cell * 4, 4);
    for (std::size_t i = 0; i < 4; ++i) {
      if (letters[i] < 'a' || letters[i] > 'z')
        address_.fail(edges.offsets[cell * 4 + i],
                      "found " + in_quotes(letters.substr(i, 1)) + ", expected a letter from a to z");
      letters[i] = ours_of_[static_cast<std::size_t>(letters[i] - 'a')];
    }
    return letters;
  }

  std::string where(std::size_t cell) const { return "cell " + square_name(puzzle_, Square(cell)); }

  Candidates& candidates(const Field& edges, std::size_t cell, const std::string& letters) {
    const auto found = by_letters_.find(letters);
    if (found == by_letters_.end())
      address_.fail(edges.offsets[cell * 4], fmt::format("found the sides {} in {}, expected those of a piece",
                                                         in_quotes(edges.text.substr(cell * 4, 4)), where(cell)));
    return found->second;
  }

  std::optional<Placed> plain_cell(const Field& edges, std::size_t cell) {
    const std::string letters = cell_letters(edges, cell);
    if (letters == empty_cell) return std::nullopt;
    Candidates& all = candidates(edges, cell, letters);
    while (all.next < all.placed.size() && taken_[all.placed[all.next].piece.index()]) ++all.next;
    if (all.next == all.placed.size())
      address_.fail(edges.offsets[cell * 4],
                    fmt::format("found the piece {} in {} once more than there are such pieces",
                                in_quotes(edges.text.substr(cell * 4, 4)), where(cell)));
    return take(all.placed[all.next]);
  }

  std::optional<Placed> numbered_cell(const Field& edges, const Field& pieces, std::size_t cell) {
    const std::string letters = cell_letters(edges, cell);
    const std::string digits = pieces.text.substr(cell * 3, 3);
    const std::size_t offset = pieces.offsets[cell * 3];
    const auto number = parse_digits(digits, static_cast<std::int64_t>(puzzle_.pieces.size()));
    if (!number)
      address_.fail(offset, fmt::format("found piece {} in {}, expected 000 or a number up to {:03}", in_quotes(digits),
                                        where(cell), puzzle_.pieces.size()));
    if (*number == 0 && letters == empty_cell) return std::nullopt;
    const PieceId piece(static_cast<std::size_t>(*number == 0 ? 0 : *number - 1));
    for (const Placed& placed : candidates(edges, cell, letters).placed) {
      if (*number == 0 || placed.piece != piece) continue;
      if (taken_[piece.index()])
        address_.fail(offset, fmt::format("found piece {} a second time in {}", digits, where(cell)));
      return take(placed);
    }
    address_.fail(offset, fmt::format("found piece {} in {}, expected one with the sides {}", digits, where(cell),
                                      in_quotes(edges.text.substr(cell * 4, 4))));
  }

  Placed take(Placed placed) {
    taken_[placed.piece.index()] = true;
    return placed;
  }

  const EdgePuzzle& puzzle_;
  const Address& address_;
  std::vector<bool> taken_;
  std::map<std::string, Candidates> by_letters_;
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

}  // namespace

std::string address_obstacle(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  if (letter_count(puzzle) > 26)
    return fmt::format("a board address has 26 letters, but the puzzle has {} colours", puzzle.colours.size());
  for (const auto& cell : board.cells)
    if (cell && letters_of(puzzle, *cell) == empty_cell && !numbers_fit(puzzle))
      return "a board address cannot tell a piece made of frame colour from an empty cell";
  return {};
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
  std::string edges, pieces;
  for (const auto& cell : board.cells) {
    edges += cell ? letters_of(body, *cell) : empty_cell;
    pieces += fmt::format("{:03}", cell ? cell->piece.index() + 1 : 0);
  }
  return fmt::format("https://e2.bucas.name/#puzzle={}&board_w={}&board_h={}&board_edges={}",
                     percent_encoded(puzzle.name), body.width, body.height, edges) +
         (numbers_fit(body) ? "&board_pieces=" + pieces : "");
}

EdgeBoard read_board_address(const Puzzle& puzzle, std::string_view text, const std::string& file) {
  const Address address(text, file);
  if (puzzle.family() != Family::edge)
    throw InputError({file}, "found a board address, expected a solution of a packing puzzle");
  if (letter_count(puzzle.edge()) > 26)
    throw InputError({file}, "found a board address, expected another format: the puzzle has more than 26 colours");
  return BoardReader(puzzle.edge(), address).read();
}

}  // namespace tesselle
