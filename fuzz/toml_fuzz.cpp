#include "property.hpp"
#include "seeds.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto check = [&] {
    const Puzzle puzzle = read_puzzle(fuzz::text_of(data, size), "input");
    const std::string text = write_toml(puzzle);
    const Puzzle again = fuzz::must_read([&] { return read_toml(text, "again"); });
    fuzz::require(again == puzzle, "reading what was written gives the puzzle again");
    fuzz::require(write_toml(again) == text, "writing is stable");
  };
  return fuzz::accepts(check) ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  return {
      "name = \"a-1\"\ntitle = \"t\"\nsource = \"s\"\nfamily = \"edge\"\nboard = \"2x1\"\nframe = 0\ncolours = 3\n"
      "pieces = [[0, 1, 0, 0],\n  [0, 0, 0, 1], # two\n]\n[[hint]]\npiece = 1\nrotation = 0\ncell = \"A1\"\n",
      "family = \"edge\"\nboard = \"2x1\"\nmatch = \"complement\"\nmates = [[\"H\", \"B\"]]\n"
      "pieces = [\"H B H H\", 'B B H H']\n",
      "family = \"packing\"\nregion = \"\"\"\n.##\n+##\n\"\"\"\nturn_over = false\nuse_all = false\n[[piece]]\nname = "
      "\"V\"\n"
      "shape = \"#.\\n##\"\ncopies = 2\nat_least = 1\norientations = [0, 3]\n[[hint]]\npiece = \"V\"\norientation = 0\n"
      "offset = [1, 0]\n",
      "family = \"packing\"\nregion = \"6x10\"\nsets = [\"pentominoes\"]\n",
      "family = \"packing\"\nlattice = \"cube\"\nregion = \"2x3x4\"\n[[piece]]\nname = \"L\"\ncells = \"0,0,0 1,0,0 "
      "1,1,0\"\n"
      "copies = \"unlimited\"\n[[hint]]\npiece = \"L\"\norientation = 7\noffset = [0, 1, 2]\n",
      "family = \"packing\"\nlattice = \"drafter\"\nregion_cells = \"0,0,0,63 0,0,1,7\"\noptional_cells = \"0,1,0,1\"\n"
      "piece = [{ name = \"d\", cells = \"0,0,0,7\", copies = 3 }]\n",
      "family = \"packing\"\nlattice = \"triangle\"\nregion_cells = \"0,0,0 0,0,1 1,0,0\"\n[[piece]]\nname = \"t\"\n"
      "cells = \"0,0,0 5,5,1\"\ndisconnected = true\n",
      "family = \"packing\"\nlattice = \"hexagon\"\nregion = \"2x2\"\n[[piece]]\nname = \"h\"\nshape = \"##\"\ncopies "
      "= 2\n",
  };
}

std::vector<std::string> fuzz_words() {
  return {"family = ",
          "board = ",
          "pieces = ",
          "[[piece]]\n",
          "[[hint]]\n",
          "frame = ",
          "colours = ",
          "mates = ",
          "region = ",
          "region_cells = ",
          "optional_cells = ",
          "sets = ",
          "copies = ",
          "\"unlimited\"",
          "at_least = ",
          "turn_over = true\n",
          "use_all = false\n",
          "disconnected = true\n",
          "orientations = [0]\n",
          "lattice = ",
          "\"square\"",
          "\"cube\"",
          "\"triangle\"",
          "\"hexagon\"",
          "\"drafter\"",
          "\"complement\"",
          "\"\"\"",
          "'''",
          "\\u0000",
          "\\n",
          "1e18",
          "nan",
          "-1",
          "99999x99999",
          "1979-05-27",
          "# ",
          "\r\n",
          "a.b.c = 1\n",
          "\xef\xbb\xbf",
          "\xff",
          "é",
          "[",
          "]",
          "{",
          "}",
          "0,0",
          "#",
          "+"};
}
