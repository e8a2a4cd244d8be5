#include "fixtures.hpp"
#include "property.hpp"
#include "seeds.hpp"

using namespace tesselle;

namespace {

bool accepts(const Puzzle& puzzle, std::string_view text) {
  return fuzz::accepts([&] {
    const SolutionRecord record = read_solution(puzzle, text, "input");
    const std::string line = write_solution_json(puzzle, record);
    const SolutionRecord again = fuzz::must_read([&] { return read_solution(puzzle, line, "again"); });
    fuzz::require(again == record, "the solution survives");
    fuzz::require(write_solution_json(puzzle, again) == line, "writing is stable");
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const bool edge = accepts(fuzz::edge_fixture(), text);
  return accepts(fuzz::packing_fixture(), text) || edge ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  EdgeBoard board;
  board.cells = {Placed{PieceId(0), 0}, Placed{PieceId(1), 3}, {}, {}};
  const PackingLayout layout = {{{PieceId(0), 0, {0, 0, 0}}, {PieceId(0), 5, {1, 1, 1}}}};
  SolutionRecord edge{"corners", puzzle_hash(fuzz::edge_fixture()), {board}, 1, 4, 3, "backtrack", 1, 2, 0.5};
  SolutionRecord packing{"blocks", puzzle_hash(fuzz::packing_fixture()), {layout}, 2, 4, 4, "dlx", ~std::uint64_t{0}, 2,
                         1e-9};
  return {write_solution_json(fuzz::edge_fixture(), edge),
          write_solution_json(fuzz::packing_fixture(), packing),
          "{\"event\":\"started\"}\n{\"placements\":[{\"cell\":\"A1\",\"piece\":2,\"rotation\":1}]}",
          "{\"placements\":[{\"piece\":\"I\",\"orientation\":3,\"offset\":[0,0,0]}]}",
          "board_edges=abcaaaaaaaaaaaaa",
          "abcaaaaaaaaaaaaa",
          "3\n2\n0 2 0 1\n0 2 1 0\n2 0 0 1\n0 2 0 1\n",
          "{\"size\":2,\"board\":[0,7,-1,8],\"score\":1}",
          "cell,piece,rotation\nA1,1,0\nB2,\"3\",1\n",
          "piece,orientation,x,y,z,cells\nI,0,0,0,0,\"0,0,0 1,0,0\"\n"};
}

std::vector<std::string> fuzz_words() {
  return {"{\"event\":\"x\"}\n",
          "\"placements\":[",
          "\"cell\":\"B2\",",
          "\"board\":[0,1,2,-1]",
          "cell,piece,rotation\n",
          "A2,2,3\n",
          "\"piece\":1,",
          "\"rotation\":0",
          "\"orientation\":0,",
          "\"offset\":[0,0,0]",
          "\"cells\":[[0,0,0]]",
          "\"hash\":\"0\",",
          "\"seconds\":",
          "1e308",
          "1e999",
          "-0",
          "-0.0",
          "18446744073709551615",
          "null",
          "true",
          "[[",
          "]]",
          "{",
          "}",
          "\\u0000",
          "\\ud800",
          "\xff",
          "\""};
}
