#include "formats/site_documents.hpp"

#include <fmt/format.h>

#include <set>

#include "base/json.hpp"
#include "base/readable.hpp"
#include "formats/board_address.hpp"
#include "formats/limits.hpp"
#include "formats/list_lines.hpp"
#include "formats/text.hpp"

namespace tesselle {
namespace {

class SitePuzzleReader {
 public:
  explicit SitePuzzleReader(const Document& document) : document_(document), root_(document.root()) {}

  Puzzle read() {
    Puzzle puzzle;
    const Node* name = document_.find(root_, "name");
    if (name == nullptr) name = document_.find(root_, "id");
    puzzle.title = name == nullptr ? "" : document_.text(*name, "the name of the puzzle");
    if (!is_title(puzzle.title)) document_.unexpected(*name, "a name of one line");
    puzzle.name = default_name(puzzle.title.empty() ? document_.file() : puzzle.title);
    read_size();
    read_pieces();
    if (const Node* hints = document_.find(root_, "hints")) read_hints(*hints);
    puzzle.body = std::move(body_);
    return puzzle;
  }

 private:
  void read_size() {
    const Node& width = document_.need(root_, "width");
    body_.width = static_cast<int>(document_.whole_number(width, 1, max_pieces, "the width of the board"));
    body_.height = static_cast<int>(
        document_.whole_number(document_.need(root_, "height"), 1, max_pieces, "the height of the board"));
    if (static_cast<std::int64_t>(body_.cell_count()) > max_pieces)
      document_.fail(width,
                     fmt::format("found a board of {} cells, expected at most {}", body_.cell_count(), max_pieces));
  }

  void read_pieces() {
    const Node& list = document_.need(root_, "pieces");
    const Items& rows = document_.items(list, "a list of pieces");
    if (rows.size() != body_.cell_count())
      document_.fail(list, fmt::format("found {}, expected {}: one for each cell of the {}x{} board",
                                       counted(rows.size(), "piece"), body_.cell_count(), body_.width, body_.height));
    std::size_t colours = 0;
    for (const Node& row : rows) {
      const Items& numbers = document_.items(row, "four colours: [1, 2, 3, 4]");
      if (numbers.size() != 4) document_.fail(row, fmt::format("found {} colours, expected 4", numbers.size()));
      Sides sides;
      for (std::size_t i = 0; i < 4; ++i) {
        sides[i] = Colour(static_cast<std::size_t>(document_.whole_number(numbers[i], 0, largest_colour, "a colour")));
        colours = std::max(colours, sides[i].index() + 1);
        if (sides[i] == Colour(0)) body_.frame = Colour(0);
      }
      body_.pieces.push_back(sides);
    }
    number_colours(body_, colours);
  }

  void read_hints(const Node& list) {
    const auto last = static_cast<std::int64_t>(body_.cell_count()) - 1;
    std::set<std::int64_t> cells, pieces;
    for (const Node& hint : document_.items(list, "a list of hints")) {
      const Node &pos = document_.need(hint, "pos"), &piece = document_.need(hint, "piece");
      const auto cell = document_.whole_number(pos, 0, last, "a cell");
      const auto number = document_.whole_number(piece, 0, last, "a piece");
      const auto rotation = document_.whole_number(document_.need(hint, "rot"), 0, 3, "clockwise quarter turns");
      if (!cells.insert(cell).second) document_.fail(pos, "found a second hint for this cell");
      if (!pieces.insert(number).second) document_.fail(piece, "found a second hint for this piece");
      body_.hints.push_back({Square(static_cast<std::size_t>(cell)),
                             {PieceId(static_cast<std::size_t>(number)), static_cast<std::uint8_t>(rotation)}});
    }
  }

  const Document& document_;
  const Node& root_;
  EdgePuzzle body_;
};

constexpr std::size_t site_colours = 23;  // its letters go from a to w

void refuse_what_the_site_cannot_hold(const Puzzle& puzzle) {
  if (puzzle.family() != Family::edge) throw UsageError("eternity2.dev has no packing puzzles");
  if (puzzle.edge().matching != Matching::same) throw UsageError("eternity2.dev has no complementary sides");
}

/// FNV-1a over the codes as 32-bit little-endian numbers: how the site tells boards apart.
std::uint64_t site_hash(const std::vector<int>& codes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const int code : codes)
    for (int shift = 0; shift < 32; shift += 8) {
      hash ^= (static_cast<std::uint32_t>(code) >> shift) & 0xff;
      hash *= 0x100000001b3;
    }
  return hash;
}

std::string site_name(const std::string& name) {
  std::string result = name;
  for (char& c : result)
    if (c == '-') c = '_';
  return result;
}

}  // namespace

bool is_site_puzzle(const Document& document) {
  const Node& root = document.root();
  return std::holds_alternative<Members>(root.value) && document.find(root, "pieces") != nullptr &&
         document.find(root, "width") != nullptr;
}

bool is_site_board(const Document& document) {
  const Node& root = document.root();
  if (!std::holds_alternative<Members>(root.value)) return false;
  const Node* board = document.find(root, "board");
  return board != nullptr && std::holds_alternative<Items>(board->value);
}

Puzzle read_site_puzzle(std::string_view text, const std::string& file) {
  Cursor cursor;
  const std::size_t start = text.size() - without_byte_order_mark(text).size();
  cursor.advance_to(std::min(text.find_first_not_of(" \t\r\n", start), text.size()), text);
  const Document document = parse_json(text, file, cursor);
  if (const std::size_t rest = text.find_first_not_of(" \t\r\n", cursor.offset); rest != text.npos)
    throw InputError(place_at(file, text, rest), "found more text, expected one puzzle");
  if (!is_site_puzzle(document))
    document.fail(document.root(), "found JSON, expected a puzzle: keys width, height and pieces");
  return SitePuzzleReader(document).read();
}

EdgeBoard read_site_board(const Puzzle& puzzle, const Document& document) {
  const Node& root = document.root();
  const Node& list = document.need(root, "board");
  if (puzzle.family() != Family::edge)
    document.fail(list, "found an edge-matching board, expected a solution of a packing puzzle");
  const EdgePuzzle& body = puzzle.edge();
  if (const Node* size = document.find(root, "size"))
    if (document.whole_number(*size, 1, max_pieces) != body.width || body.width != body.height)
      document.unexpected(*size, fmt::format("the size of a {}x{} board", body.width, body.height));
  const Items& codes = document.items(list, "a list of numbers, piece * 4 + rotation");
  if (codes.size() != body.cell_count())
    document.fail(list, fmt::format("found {} cells, expected {}", codes.size(), body.cell_count()));
  EdgeBoard board;
  for (const Node& node : codes) {
    const auto code = document.whole_number(node, -1, static_cast<std::int64_t>(body.pieces.size()) * 4 - 1);
    const auto number = static_cast<std::size_t>(code < 0 ? 0 : code);
    board.cells.push_back(code < 0 ? std::nullopt
                                   : std::optional(Placed{PieceId(number / 4), static_cast<std::uint8_t>(number % 4)}));
  }
  const Node* edges = document.find(root, "board_edges");
  if (edges != nullptr && address_obstacle(body, board).empty() &&
      document.text(*edges, "four letters for each cell") != write_board_edges(puzzle, board))
    document.fail(*edges, "found board_edges that disagree with board");
  return board;
}

std::string write_site_puzzle(const Puzzle& puzzle) {
  refuse_what_the_site_cannot_hold(puzzle);
  const EdgePuzzle& body = puzzle.edge();
  const auto numbers = list_numbers(body);
  Json pieces = Json::list(), hints = Json::list();
  std::size_t largest = 0;
  for (const Sides& sides : body.pieces) {
    Json row = Json::list();
    for (const Colour colour : sides) row.push_back(numbers[colour.index()]);
    for (const Colour colour : sides) largest = std::max(largest, numbers[colour.index()]);
    pieces.push_back(std::move(row));
  }
  if (largest > static_cast<std::size_t>(largest_colour))
    throw UsageError(fmt::format("a document of eternity2.dev cannot hold more than {} colours", largest_colour));
  for (const EdgeHint& hint : body.hints)
    hints.push_back(
        {{"pos", hint.square.index()}, {"piece", hint.placed.piece.index()}, {"rot", hint.placed.rotation}});
  const Json json = {{"name", site_name(puzzle.name)}, {"width", body.width},         {"height", body.height},
                     {"numColors", largest},           {"pieces", std::move(pieces)}, {"hints", std::move(hints)}};
  return json.dump() + "\n";
}

std::string write_site_board(const Puzzle& puzzle, const EdgeBoard& board, int score) {
  refuse_what_the_site_cannot_hold(puzzle);
  const EdgePuzzle& body = puzzle.edge();
  if (body.width != body.height) throw UsageError("a board document of eternity2.dev needs a square board");
  if (body.pieces.size() > 999) throw UsageError("a board document of eternity2.dev numbers at most 999 pieces");
  if (body.colours.size() + (body.frame ? 0 : 1) > site_colours)
    throw UsageError(
        fmt::format("eternity2.dev has {} letters, but the puzzle has {} colours", site_colours, body.colours.size()));
  const std::string edges = write_board_edges(puzzle, board), name = site_name(puzzle.name);
  std::vector<int> codes;
  std::string pieces;
  for (const auto& cell : board.cells) {
    codes.push_back(cell ? static_cast<int>(cell->piece.index() * 4 + cell->rotation) : -1);
    pieces += fmt::format("{:03}", cell ? cell->piece.index() + 1 : 0);
  }
  const Json json = {{"name", name},
                     {"size", body.width},
                     {"score", score},
                     {"breaks", body.inner_edges() - score},
                     {"board", codes},
                     {"board_hash", site_hash(codes)},
                     {"board_edges", edges},
                     {"board_pieces", pieces},
                     {"url", fmt::format("https://eternity2.dev/viewer?puzzle={}&puzzle_size={}&board_edges={}&board_"
                                         "pieces={}",
                                         name, body.width, edges, pieces)}};
  return json.dump() + "\n";
}

}  // namespace tesselle
