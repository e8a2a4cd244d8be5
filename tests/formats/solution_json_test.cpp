#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "base/hash.hpp"
#include "formats/refusals.hpp"
#include "support/random_puzzles.hpp"
#include "support/samples.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

SolutionRecord record_of(const Puzzle& puzzle, Solution solution) {
  SolutionRecord record;
  record.puzzle = puzzle.name;
  record.hash = puzzle_hash(puzzle);
  record.solution = std::move(solution);
  record.score = 3, record.max_score = 4, record.conflicts = 1;
  record.engine = "backtrack";
  record.seed = ~std::uint64_t{0}, record.nodes = 123'456'789'012, record.seconds = 0.1;
  return record;
}

const Puzzle& corners() {
  static const Puzzle puzzle = four_corners();
  return puzzle;
}

const Puzzle& dominoes() {
  static const Puzzle puzzle = domino_box(2, 2, 2, 2);
  return puzzle;
}

SolutionRecord read(const Puzzle& puzzle, const std::string& text) { return read_solution(puzzle, text, "s.json"); }

void check_round_trip(const Puzzle& puzzle, const SolutionRecord& record) {
  const std::string line = write_solution_json(puzzle, record);
  CAPTURE(line);
  CHECK(line.find('\n') == line.npos);
  CHECK(read(puzzle, line) == record);
  CHECK(write_solution_json(puzzle, read(puzzle, line + "\n")) == line);
}

}  // namespace

TEST_CASE("an edge-matching solution is one line of JSON, keys in order, with its address") {
  const EdgeBoard board = {{Placed{PieceId(1), 3}, std::nullopt, std::nullopt, Placed{PieceId(0), 0}}};
  const SolutionRecord record = record_of(corners(), {board});
  const std::string line = write_solution_json(corners(), record);
  CHECK(line.starts_with("{\"puzzle\":\"" + corners().name + "\",\"hash\":\"" + hex64(record.hash) +
                         "\",\"family\":\"edge\",\"score\":3,\"max_score\":4,\"conflicts\":1,\"engine\":\"backtrack\","
                         "\"seed\":18446744073709551615,\"nodes\":123456789012,\"seconds\":0.1,\"placements\":["
                         "{\"cell\":\"A1\",\"piece\":2,\"rotation\":3},{\"cell\":\"B2\",\"piece\":1,\"rotation\":0}],"
                         "\"board\":\"https://e2.bucas.name/#puzzle="));
  CHECK(nlohmann::json::parse(line)["board"] == write_board_address(corners(), board));
  check_round_trip(corners(), record);
}

TEST_CASE("a board without address is written without one") {
  const Puzzle puzzle = edge_sample("many", 1, 1, 0, {{0, 1, 2, 40}});
  const SolutionRecord record = record_of(puzzle, {EdgeBoard{{Placed{PieceId(0), 2}}}});
  CHECK_FALSE(nlohmann::json::parse(write_solution_json(puzzle, record)).contains("board"));
  check_round_trip(puzzle, record);
}

TEST_CASE("a packing solution names pieces and shows their cells") {
  const PackingLayout layout = {{{PieceId(0), 0, {0, 0, 0}}, {PieceId(0), 0, {0, 1, 0}}}};
  const auto json = nlohmann::json::parse(write_solution_json(dominoes(), record_of(dominoes(), {layout})));
  const auto& first = json["placements"][0];
  CHECK(first["piece"] == dominoes().packing().pieces[0].name);
  CHECK(first["offset"] == nlohmann::json({0, 0}));
  CHECK(first["cells"].size() == 2);
  check_round_trip(dominoes(), record_of(dominoes(), {layout}));
}

TEST_CASE("planted solutions of random puzzles survive being written and read") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    EdgeRecipe edge;
    PackingRecipe packing;
    edge.making = packing.making = Making::planted;
    packing.lattice = static_cast<LatticeKind>(seed % 5);
    for (const Planted& planted : {planted_edge_puzzle(rng, edge), planted_packing_puzzle(rng, packing)})
      check_round_trip(planted.puzzle, record_of(planted.puzzle, *planted.solution));
  }
}

TEST_CASE("the first solution of a stream of events is taken; unknown keys do not matter") {
  const EdgeBoard board = {{Placed{PieceId(1), 3}, std::nullopt, std::nullopt, std::nullopt}};
  SolutionRecord record = record_of(corners(), {board});
  std::string solution = write_solution_json(corners(), record);
  solution.insert(1, "\"event\":\"solution\",\"extra\":[1,{\"a\":null}],");
  const std::string events = "\xef\xbb\xbf{\"event\":\"started\",\"x\":[]}\r\n\n{\"event\":\"progress\"}\n";
  CHECK(read(corners(), events + solution + "\n{broken") == record);
  CHECK(refusal([&] { read(corners(), events); }) == "s.json: found no solution in 2 objects, expected one");
}

TEST_CASE("what may be missing, and JSON over several lines") {
  const SolutionRecord record = read(corners(), "{\n  \"placements\" : [ ]\n}\n");
  CHECK(record.puzzle == corners().name);
  CHECK(record.hash == puzzle_hash(corners()));
  CHECK(record.solution.edge().cells.size() == 4);
  CHECK(record.seconds == 0);
  CHECK(read(corners(), "{\"seconds\": 3, \"placements\": []}").seconds == 3);
  CHECK(read(dominoes(), "{\"placements\":[{\"piece\":\"" + dominoes().packing().pieces[0].name +
                             "\",\"orientation\":1,\"offset\":[5,-5]}]}")
            .solution.packing()
            .placements[0] == PackingPlacement{PieceId(0), 1, {5, -5, 0}});
}

TEST_CASE("refused: solutions of another puzzle") {
  const std::string other = hex64(puzzle_hash(dominoes()));
  CHECK(refusal([&] { read(corners(), "{\"puzzle\":\"dominoes\",\"hash\":\"" + other + "\",\"placements\":[]}"); }) ==
        "s.json:1:29: found a solution of 'dominoes' (hash '" + other + "'), expected one of '" + corners().name +
            "' (hash " + hex64(puzzle_hash(corners())) + ")");
}

TEST_CASE("refused: edge-matching solutions, with the place") {
  const auto placement = [](const std::string& text) { return "{\"placements\":[\n" + text + "]}"; };
  check_refusals(
      {
          {"{\"puzzle\":\"x\"}", "s.json:1:1", "key 'placements' is missing"},
          {"{\"placements\":3}", "s.json:1:15", "found 3, expected a list of placements"},
          {"{\"family\":\"packing\",\"placements\":[]}", "s.json:1:11", "found 'packing', expected 'edge'"},
          {"{\"hash\":5,\"placements\":[]}", "s.json:1:9", "found 5, expected sixteen hexadecimal digits"},
          {"{\"score\":-1,\"placements\":[]}", "s.json:1:10", "found -1, expected a whole number from 0"},
          {"{\"score\":99999999999,\"placements\":[]}", "s.json:1:10", "found 99999999999"},
          {"{\"seed\":1.5,\"placements\":[]}", "s.json:1:9", "found 1.5, expected a whole number"},
          {"{\"seconds\":-2.5,\"placements\":[]}", "s.json:1:12", "found -2.5, expected a number of seconds"},
          {"{\"seconds\":null,\"placements\":[]}", "s.json:1:12", "found null"},
          {"{\"engine\":true,\"placements\":[]}", "s.json:1:11", "found true, expected text"},
          {placement("3"), "s.json:2:1", "found 3, expected a table"},
          {placement(" {\"piece\":1,\"rotation\":0}"), "s.json:2:2", "key 'cell' is missing"},
          {placement("{\"cell\":\"C1\",\"piece\":1,\"rotation\":0}"), "s.json:2:9",
           "found 'C1', expected a cell from A1 to B2"},
          {placement("{\"cell\":\"A1\",\"piece\": 0 ,\"rotation\":0}"), "s.json:2:23",
           "found 0, expected the number of a piece from 1 to 4"},
          {placement("{\"cell\":\"A1\",\"piece\":5,\"rotation\":0}"), "s.json:2:22", "found 5"},
          {placement("{\"cell\":\"A1\",\"piece\":1,\"rotation\":4}"), "s.json:2:35",
           "found 4, expected clockwise quarter turns"},
          {placement("{\"cell\":\"A1\",\"piece\":1,\"rotation\":0},\n{\"cell\":\"A1\",\"piece\":2,\"rotation\":0}"),
           "s.json:3:9", "found cell 'A1' twice"},
          {"{\"placements\":[],\"placements\":[]}", "s.json:1:18", "found key 'placements' twice"},
          {"{\"é\":1,\"placements\":[}", "s.json:1:22", "unexpected '}'"},
          {"{\"placements\":[]", "s.json:1:17", "not valid JSON"},
          {"{\"event\":\"started\"}\n{\"placements\":\n [x]}", "s.json:3:3", "not valid JSON"},
          {"{\"x\":\"\xff\"}", "s.json:1:7", "not valid JSON"},
          {"{\"x\":1e999}", "s.json:1:6", "not valid JSON: number overflow"},
          {"", "s.json:1:1", "found '', expected a solution"},
          {"[]", "s.json:1:1", "found '[]', expected a solution"},
      },
      [](const std::string& text) { read(corners(), text); });
}

TEST_CASE("refused: packing solutions, with the place") {
  const std::string piece = "{\"piece\":\"" + dominoes().packing().pieces[0].name + "\"";
  const auto placement = [&](const std::string& text) { return "{\"placements\":[\n" + piece + text + "}]}"; };
  const auto at = [&](std::size_t column) { return "s.json:2:" + std::to_string(piece.size() + column); };
  check_refusals(
      {
          {"{\"placements\":[{\"piece\":\"nobody\"}]}", "s.json:1:25", "found 'nobody', expected the name of a piece"},
          {placement(""), "s.json:2:1", "key 'orientation' is missing"},
          {placement(",\"orientation\":8,\"offset\":[0,0]"), at(16), "found 8, expected an orientation from 0 to 7"},
          {placement(",\"orientation\":0"), "s.json:2:1", "key 'offset' is missing"},
          {placement(",\"orientation\":0,\"offset\":[0]"), at(27), "found a list of 1, expected [x, y]"},
          {placement(",\"orientation\":0,\"offset\":[0,0,0]"), at(27), "found a list of 3, expected [x, y]"},
          {placement(",\"orientation\":0,\"offset\":[0,1e9]"), at(30), "found 1000000000"},
          {placement(",\"orientation\":0,\"offset\":[0,9999999999]"), at(30), "found 9999999999"},
          {placement(",\"orientation\":0,\"offset\":[0,0],\"cells\":[[0,0]]"), at(41), "found cells that disagree"},
          {placement(",\"orientation\":0,\"offset\":[0,0],\"cells\":[[0,0],[0,0]]"), at(41),
           "found cells that disagree"},
          {placement(",\"orientation\":0,\"offset\":[0,0],\"cells\":7"), at(41), "found 7, expected a list of cells"},
      },
      [](const std::string& text) { read(dominoes(), text); });
  const Puzzle triangles = read_toml(
      "family = \"packing\"\nlattice = \"triangle\"\nregion_cells = \"0,0,0\"\n[[piece]]\nname = \"m\"\ncells = "
      "\"0,0,0\"",
      "t.toml");
  CHECK(refusal([&] {
          read(triangles, "{\"placements\":[{\"piece\":\"m\",\"orientation\":0,\"offset\":[0,0,1]}]}");
        }).find("s.json:1:54: ") == 0);
}
