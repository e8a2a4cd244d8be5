#include "property.hpp"
#include "seeds.hpp"
#include "tesselle/foreign_formats.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const auto check_nesw = [&] {
    const Puzzle puzzle = read_plain_nesw(text, "input.txt");
    const std::string list = write_plain_nesw(puzzle);
    fuzz::require(fuzz::must_read([&] { return read_puzzle(list, "input.txt"); }) == puzzle,
                  "North East South West survives");
  };
  const auto check_nswe = [&] {
    const Puzzle puzzle = read_plain_nswe(text, "input.txt");
    const std::string list = write_plain_nswe(puzzle);
    fuzz::require(fuzz::must_read([&] { return read_puzzle(list, "input.txt"); }) == puzzle,
                  "North South West East survives");
  };
  const auto check_table = [&] {
    const Puzzle puzzle = read_piece_table("# sides: bltr\n" + std::string(text), "input.txt");
    ReadOptions options;
    options.sides = "bltr";
    options.board = std::to_string(puzzle.edge().width) + "x" + std::to_string(puzzle.edge().height);
    const std::string list = write_piece_table(puzzle, {"bltr", true, false});
    fuzz::require(fuzz::must_read([&] { return read_puzzle_with(list, "input.txt", options); }) == puzzle,
                  "a table of pieces survives");
  };
  const auto check_letters = [&] {
    const Puzzle puzzle = read_letter_list(text, "input.txt");
    const std::string list = write_letter_list(puzzle);
    fuzz::require(write_letter_list(fuzz::must_read([&] { return read_puzzle(list, "input.txt"); })) == list,
                  "a list of letters survives");
  };
  const bool plain = fuzz::accepts(check_nesw) || fuzz::accepts(check_nswe);
  const bool table = fuzz::accepts(check_table);
  return fuzz::accepts(check_letters) || plain || table ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  return {"2\n0 1 0 2\n0 1 2 0\n3 0 0 1\n3 0 1 0\n",
          "2 1\n0 1 0 0\n0 0 0 1\n",
          "# list\r\n\r\n1 1 # size\r\n1 2 3 1000 #x\r\n",
          "1\n4 4 4 4",
          "# board: 2x1\n2 0 1 0 0\n1 0 0 0 1\n",
          "# board: 1x2\nnorth,east,south,west\n0,1,2,3\n3,2,1,0\n",
          "# board: 1x1\nid;top;right;bottom;left;kind\n0;1;2;3;4;inner\n",
          "0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n",
          "# board: 2x1\nHOBBBVHM\nHMBBBVHB\n",
          "# pairs: AB-CD,EE-EE\n# board: 1x1\nABCDEEAB\n",
          "# pairs: same\n# sides: nesw\n# board: 1x1\nABCDEEAB\n"};
}

std::vector<std::string> fuzz_words() {
  return {"0 0 0 0\n",
          "# board: 2x2\n",
          "# sides: bltr\n",
          "# pairs: HB\n",
          ",",
          ";",
          "north",
          "HOBM",
          " 1000",
          " 1001",
          "-1",
          "99999",
          "#",
          "\n",
          "\r\n",
          "\t",
          "\xef\xbb\xbf",
          "18446744073709551616",
          "1.5",
          "\xff"};
}
