#include <doctest/doctest.h>

#include <set>

#include "formats/refusals.hpp"
#include "support/random_puzzles.hpp"
#include "support/samples.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

const Puzzle& strip() {
  static const Puzzle puzzle = edge_sample("strip", 3, 1, 0, {{0, 1, 0, 0}, {0, 2, 0, 1}, {0, 0, 0, 2}});
  return puzzle;
}

std::string address_of(const std::string& edges, const std::string& rest = "") {
  return "https://e2.bucas.name/#puzzle=strip&board_w=3&board_h=1&board_edges=" + edges + rest;
}

EdgeBoard board_of(const Puzzle& puzzle, const std::string& text) { return read_board_address(puzzle, text, "b.txt"); }

/// What each cell shows: what an address can tell of a board.
std::vector<std::optional<Sides>> shown(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  std::vector<std::optional<Sides>> result;
  for (const auto& cell : board.cells)
    result.push_back(cell ? std::optional(rotated(puzzle.pieces[cell->piece.index()], cell->rotation)) : std::nullopt);
  return result;
}

EdgeBoard random_board(Rng& rng, const EdgePuzzle& puzzle) {
  std::vector<std::optional<Placed>> cells;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    cells.push_back(Placed{PieceId(p), static_cast<std::uint8_t>(rng.below(4))});
  for (auto& cell : cells)
    if (rng.below(4) == 0) cell.reset();
  rng.shuffle(std::span(cells));
  return {cells};
}

}  // namespace

TEST_CASE("an address names each side with a letter, the rim with a") {
  const EdgeBoard board = {{Placed{PieceId(0), 0}, Placed{PieceId(1), 0}, std::nullopt}};
  const std::string text = write_board_address(strip(), board);
  CHECK(text == address_of("abaaacabaaaa", "&board_pieces=001002000"));
  CHECK(board_of(strip(), text) == board);
  CHECK(board_of(strip(), address_of("abaaacabaaac")).cells[2] == Placed{PieceId(2), 0});
}

TEST_CASE("addresses as people have them: query, fragment, bare, encoded, quoted, with blanks around") {
  const EdgeBoard board = board_of(strip(), address_of("abaaacabaaaa"));
  CHECK(board_of(strip(), "http://example.org/viewer?board_edges=abaaacabaaaa&x=1") == board);
  CHECK(board_of(strip(), "https://e2.bucas.name/?lang=fr#board_edges=abaaacabaaaa") == board);
  CHECK(board_of(strip(), "board_edges=abaaacabaaaa") == board);
  CHECK(board_of(strip(),
                 "\xef\xbb\xbf"
                 "board_edges=abaaacabaaaa") == board);
  CHECK(board_of(strip(), "board_edges=%61b%61%61acabaaaa&board%5fw=3") == board);
  CHECK(board_of(strip(), "\xef\xbb\xbf\n  \"" + address_of("abaaacabaaaa") + "\"  \nand more\n") == board);
  CHECK(board_of(strip(), "12/0 7/1 ---/-\n\n<" + address_of("abaaacabaaaa") + ">\n") == board);
  CHECK(read_solution(strip(), "  " + address_of("abaaacabaaaa") + "\n", "b.txt").solution.edge() == board);
}

TEST_CASE("without a frame the letters start at b, so that aaaa stays empty") {
  const Puzzle puzzle = edge_sample("free", 2, 1, std::nullopt, {{0, 0, 0, 0}, {0, 1, 2, 1}});
  const EdgeBoard board = {{std::nullopt, Placed{PieceId(0), 0}}};
  CHECK(write_board_address(puzzle, board).find("board_edges=aaaabbbb") != std::string::npos);
  CHECK(board_of(puzzle, write_board_address(puzzle, board)) == board);
}

TEST_CASE("a frame that is not colour 0 is letter a all the same") {
  const Puzzle puzzle = edge_sample("framed", 1, 1, 2, {{0, 1, 2, 3}});
  CHECK(write_board_address(puzzle, {{Placed{PieceId(0), 0}}}).find("board_edges=bcad") != std::string::npos);
  CHECK(board_of(puzzle, "board_edges=cadb").cells[0] == Placed{PieceId(0), 3});
}

TEST_CASE("a piece made of frame colour is told from an empty cell by its number") {
  const Puzzle puzzle = edge_sample("blank", 2, 1, 0, {{0, 0, 0, 0}, {0, 1, 0, 0}});
  const EdgeBoard board = {{Placed{PieceId(0), 0}, std::nullopt}};
  CHECK(board_of(puzzle, write_board_address(puzzle, board)) == board);
  CHECK_FALSE(board_of(puzzle, "board_edges=aaaaaaaa").cells[0].has_value());
}

TEST_CASE("twins: each gets a piece of its own, the numbers say which if they are there") {
  const Puzzle puzzle = four_twins();
  EdgeBoard board;
  for (const std::size_t piece : {2u, 0u, 3u, 1u}) board.cells.push_back(Placed{PieceId(piece), 0});
  const std::string text = write_board_address(puzzle, board);
  CHECK(shown(puzzle.edge(), board_of(puzzle, text)) == shown(puzzle.edge(), board));
  CHECK(write_board_address(puzzle, board_of(puzzle, text)) == text);
  const EdgeBoard plain = board_of(puzzle, text.substr(0, text.find("&board_pieces")));
  CHECK(shown(puzzle.edge(), plain) == shown(puzzle.edge(), board));
  std::set<PieceId> used;
  for (const auto& cell : plain.cells) used.insert(cell->piece);
  CHECK(used.size() == 4);
}

TEST_CASE("random boards survive being written and read") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng);
    const EdgeBoard board = random_board(rng, puzzle.edge());
    const std::string text = write_board_address(puzzle, board);
    const EdgeBoard again = board_of(puzzle, text);
    CHECK(shown(puzzle.edge(), again) == shown(puzzle.edge(), board));
    CHECK(write_board_address(puzzle, again) == text);
  }
}

TEST_CASE("other motif orders mean the same pieces") {
  // The official clues as the site and as J. Blackwood's program write them: pieces 139 at I8 and 208 at C3.
  const Puzzle puzzle = load_puzzle("eternity2");
  const auto with_clues = [&](const std::string& c3, const std::string& i8, const std::string& order) {
    std::string edges(1024, 'a');
    if (!c3.empty()) edges.replace(34 * 4, 4, c3);
    edges.replace(135 * 4, 4, i8);
    return board_of(puzzle, "board_edges=" + edges + (order.empty() ? "" : "&motifs_order=" + order));
  };
  const EdgeBoard plain = with_clues("wlmn", "ijjm", "");
  CHECK(plain.cells[34] == Placed{PieceId(207), 1});
  CHECK(plain.cells[135] == Placed{PieceId(138), 0});
  CHECK(with_clues("rgou", "vddo", "jef") == plain);
  CHECK(with_clues("", "sggl", "jblackwood").cells[135] == plain.cells[135]);
  CHECK(with_clues("", "sggl", "marie").cells[135] == plain.cells[135]);
}

TEST_CASE("refused: addresses that are not right, with the column of the cell") {
  const auto column = [](const std::string& text, const std::string& what) {
    return "b.txt:1:" + std::to_string(text.find(what) + 1);
  };
  const std::string good = address_of("abaaacabaaac", "&board_pieces=001002003");
  CHECK(board_of(strip(), good).cells[2] == Placed{PieceId(2), 0});
  const std::string bad_cell = address_of("abaaadabaaac"), twice = address_of("abaaabaaaaac");
  const std::string upper = address_of("abaaacaBaaac"), percent = address_of("abaaac%zbaaac");
  check_refusals(
      {
          {bad_cell, column(bad_cell, "adab"), "found the sides 'adab' in cell A2, expected those of a piece"},
          {twice, column(twice, "abaaaaac"), "found the piece 'abaa' in cell A2 once more than there are such pieces"},
          {upper, column(upper, "B"), "found 'B', expected a letter from a to z"},
          {percent, column(percent, "%zb"), "found '%zb', expected two hexadecimal digits after '%'"},
          {"board_edges=abaa", "b.txt:1:17", "found board_edges of 4 letters, expected 12: 4 for each of 3 cells"},
          {"board_edges=abaaacabaaacaaaa", "b.txt:1:25", "found board_edges of 16 letters, expected 12"},
          {"x=1&board_w=4&board_edges=abaaacabaaac", "b.txt:1:13", "found board_w '4', expected 3 as the puzzle has"},
          {"board_h=2&board_edges=abaaacabaaac", "b.txt:1:9", "found board_h '2', expected 1"},
          {"board_h=-1&board_edges=abaaacabaaac", "b.txt:1:9", "found board_h '-1'"},
          {"https://e2.bucas.name/#board_w=3", "b.txt:1:33", "found no board_edges"},
          {"", "b.txt:1:1", "found no board_edges"},
          {"board_w=3&board_w=3", "b.txt:1:11", "found 'board_w' twice"},
          {"board_edges=abaaacabaaac&motifs_order=mine", "b.txt:1:39", "found motifs_order 'mine', expected jef"},
          {"board_edges=abaaacabaaac&board_pieces=001", "b.txt:1:42", "found board_pieces of 3 digits, expected 9"},
          {"board_edges=abaaacabaaac&board_pieces=0010x2003", "b.txt:1:42", "found piece '0x2' in cell A2"},
          {"board_edges=abaaacabaaac&board_pieces=001004003", "b.txt:1:42", "expected 000 or a number up to 003"},
          {"board_edges=abaaacabaaac&board_pieces=001003002", "b.txt:1:42",
           "found piece 003 in cell A2, expected one with the sides 'acab'"},
          {"board_edges=abaaacabaaac&board_pieces=001000003", "b.txt:1:42", "found piece 000 in cell A2"},
          {"board_edges=abaaaaaaaaac&board_pieces=001002003", "b.txt:1:17", "found the sides 'aaaa' in cell A2"},
      },
      [](const std::string& text) { board_of(strip(), text); });
  const Puzzle twins = edge_sample("twins", 2, 1, 0, {{0, 1, 0, 0}, {0, 1, 0, 0}});
  CHECK(refusal([&] { board_of(twins, "board_edges=abaaabaa&board_pieces=001001"); }) ==
        "b.txt:1:38: found piece 001 a second time in cell A2");
  CHECK_THROWS_AS(board_of(domino_box(2, 2, 2, 2), "board_edges=aaaa"), InputError);
  CHECK(refusal([] { read_solution(strip(), "hello", "b.txt"); }) ==
        "b.txt:1:1: found 'hello', expected a solution: a JSON object or a board address");
}

TEST_CASE("a puzzle of too many colours has no address") {
  const auto many = [](int colours, std::optional<int> frame) {
    return read_toml("family = \"edge\"\nboard = \"1x1\"\ncolours = " + std::to_string(colours) +
                         (frame ? "\nframe = " + std::to_string(*frame) : "") + "\npieces = [[0, 1, 2, " +
                         std::to_string(colours - 1) + "]]",
                     "f.toml");
  };
  const EdgeBoard board = {{Placed{PieceId(0), 0}}};
  CHECK(board_of(many(26, 0), write_board_address(many(26, 0), board)) == board);
  CHECK(board_of(many(25, std::nullopt), write_board_address(many(25, std::nullopt), board)) == board);
  CHECK_THROWS_AS(write_board_address(many(27, 0), board), UsageError);
  CHECK_THROWS_AS(write_board_address(many(26, std::nullopt), board), UsageError);
  CHECK_THROWS_AS(write_board_address(domino_box(2, 2, 2, 2), board), UsageError);
  CHECK_THROWS_AS(board_of(many(27, 0), "board_edges=aaaa"), InputError);
}
