#include "property.hpp"
#include "seeds.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto check = [&] {
    const Puzzle puzzle = read_puzzle(fuzz::text_of(data, size), "input");
    const std::string text = write_toml(puzzle);
    fuzz::require(fuzz::must_read([&] { return read_toml(text, "again"); }) == puzzle,
                  "a foreign puzzle survives our own format");
  };
  return fuzz::accepts(check) ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  return {
      "D:xDim=3:yDim=2:zDim=1:oneSide\nC:name=I:layout=0 0 0, 1 0 0, 2 0 0\nC:name=J:type=S:layout=0 1 0, 1 1 0, 2 1 "
      "0\n"
      "L:stationary=I\nJ J J\nI I I\n~L\n~D\n",
      "D:xDim=1:yDim=1:zDim=2\n# c\nC:name=I:type=M:layout=0 0 0, 0 0 1\nL\nI , I\n~L\n~D\n",
      "<?xml version=\"1.0\"?><puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes>"
      "<voxel x=\"3\" y=\"1\" z=\"1\" type=\"0\">##+</voxel><voxel x=\"2\" y=\"1\" z=\"1\" name=\"I\" "
      "type=\"0\">##</voxel>"
      "</shapes><problems><problem name=\"P\" state=\"0\"><shapes><shape id=\"1\" min=\"0\" max=\"2\"/></shapes>"
      "<result id=\"0\"/><bitmap/></problem></problems></puzzle>",
      "{\"name\":\"a\",\"width\":2,\"height\":1,\"pieces\":[[0,1,0,0],[0,0,0,1]],\"hints\":[{\"pos\":0,\"piece\":0,"
      "\"rot\":0}]}",
      "# c\nregion: 2x3\n\nI: *\n##\nV: 2\n#.\n##\n",
      "region:\n##\n-\n#+\nI:\n#\n-\n#\n",
      "| A packing puzzle as an exact cover problem; the puzzle itself:\n|> name = \"f\"\n|> family = \"packing\"\n"
      "|> lattice = \"square\"\n|> region = \"2x1\"\n|> \n|> [[piece]]\n|> name = \"I\"\n|> cells = \"0,0 1,0\"\n"
      "I @0,0 @1,0\nI @0,0 @1,0\n",
  };
}

std::vector<std::string> fuzz_words() {
  return {"xDim=",    "yDim=", "zDim=",   ":oneSide", "C:name=",  ":layout=",    ":type=S",   "L:stationary=",
          "~L\n",     "~D\n",  "0 0 0, ", "<voxel ",  "</voxel>", "count=\"2\"", "min=\"0\"", "id=\"0\"",
          "<group/>", "_",     "#",       "+",        "|> ",      "region:",     ": *",       "-\n",
          "\x1f\x8b", "-1",    "99999",   "\xff",     "&#0;",     "<![CDATA[",   "\r\n"};
}
