#include "fixtures.hpp"
#include "property.hpp"
#include "seeds.hpp"
#include "tesselle/card.hpp"
#include "tesselle/foreign_formats.hpp"

using namespace tesselle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Puzzle& puzzle = fuzz::edge_fixture();
  const auto check = [&] {
    const EdgeBoard board = read_board_address(puzzle, fuzz::text_of(data, size), "input");
    const std::string text = write_board_address(puzzle, board);
    fuzz::require(fuzz::must_read([&] { return read_board_address(puzzle, text, "again"); }) == board,
                  "the board survives");
    const std::string letters = write_board_edges(puzzle, board);
    fuzz::require(read_shown_board(puzzle, letters, "again").has_value(), "the letters alone are a board");
  };
  // Any address that has the right size shows something, and a card can be written about it.
  fuzz::accepts([&] {
    const auto shown = read_shown_board(puzzle, fuzz::text_of(data, size), "input");
    if (shown) judge(puzzle.edge(), *shown, {});
  });
  return fuzz::accepts(check) ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  return {"https://e2.bucas.name/#puzzle=x&board_w=2&board_h=2&board_edges=abcaaacbaaaaaaaa&board_pieces=001002000000",
          "board_edges=abcaaacbcbaaabca",
          "http://a/?board_edges=%61%62%63%61aaaaaaaaaaaa&motifs_order=jef#x=1",
          "abcaaacbcbaaabca",
          "2\n2\n0 2 0 1 \n0 2 1 0 \n2 0 0 1 \n0 2 0 1 \n",
          "board_edges=abcazzzzaaaaaaaa&puzzle_size=2",
          "board_edges=abcaaaaaaaaaaaaa&motifs_order=jblackwood&board_w=2"};
}

std::vector<std::string> fuzz_words() {
  return {"&board_edges=",
          "&board_pieces=",
          "&board_w=2",
          "&board_h=2",
          "&motifs_order=marie",
          "&board_sides=",
          "&puzzle_size=2",
          "aaaa",
          "000",
          "004",
          "%61",
          "%",
          "#",
          "?",
          "abca",
          "\n",
          "\xff"};
}
