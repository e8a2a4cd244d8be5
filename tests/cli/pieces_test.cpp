#include <doctest/doctest.h>
#include <signal.h>

#include <cmath>

#include "support/command_line.hpp"
#include "support/run_program.hpp"

using namespace tesselle::testing;

TEST_CASE("pieces enumerate: counts, and says what was counted") {
  const Json line =
      json_lines(tesselle_run({"pieces", "enumerate", "--lattice", "drafter", "--size", "6", "--dudes", "--json"}).out)
          .back();
  CHECK(line["pieces"] == 60);
  CHECK(line["polygons"] == 59);
  CHECK(line["complete"] == true);
  CHECK(line["definition"].get<std::string>().find("hypotenuse") != std::string::npos);
  CHECK(tesselle_run({"pieces", "enumerate", "--size", "5", "--kind", "one-sided"}).out.find("18 polyominoes") == 0);
}

TEST_CASE("pieces enumerate: a list that needs only a region to be a puzzle") {
  const TemporaryFolder folder;
  const std::string list = folder.file("pieces.toml");
  CHECK(tesselle_run({"pieces", "enumerate", "--size", "5", "--out", list, "--svg", folder.file("sheet.svg")})
            .exit_code == 0);
  CHECK(read_text(folder.file("sheet.svg")).find("<svg") != std::string::npos);
  check_refused({"count", list}, "region");
  std::string text = read_text(list);
  text.insert(text.find("lattice ="), "region = \"3x20\"\n");
  write_text(list, text);
  CHECK(finished({"count", list, "--json"})["distinct"] == 2);
  const std::string drawn = tesselle_run({"pieces", "enumerate", "--size", "4", "--show", "--color", "never"}).out;
  CHECK(drawn.find("5 polyominoes") != std::string::npos);
  CHECK(drawn.find("+---+") != std::string::npos);
}

TEST_CASE("pieces enumerate: Ctrl-C ends cleanly; bad requests in one line") {
  const ProgramResult stopped =
      run_and_signal({TESSELLE_BINARY, "pieces", "enumerate", "--size", "20", "--json"}, 0.5, SIGINT);
  CHECK(stopped.exit_code == 3);
  CHECK(json_lines(stopped.out).back()["complete"] == false);
  check_refused({"pieces", "enumerate", "--size", "0"}, "size");
  check_refused({"pieces", "enumerate", "--size", "99"}, "24");
  check_refused({"pieces", "enumerate", "--lattice", "rhombus"}, "rhombus");
  check_refused({"pieces", "enumerate", "--dudes"}, "drafter");
  check_refused({"pieces", "enumerate", "--lattice", "drafter", "--dudes", "--suitable"}, "--suitable");
  check_refused({"pieces", "enumerate", "--count", "--show"}, "--count");
  check_refused({"pieces"}, "ubcommand");
  check_refused({"pieces", "enumerate", "--size", "3", "--out", "/no/such/folder/file"}, "/no/such/folder");
}

TEST_CASE("generate eternity1: a board, and one with a planted solution") {
  const TemporaryFolder folder;
  const std::string board = folder.file("board.toml"), solution = folder.file("solution.json");
  CHECK(tesselle_run({"generate", "eternity1", "--pieces", "6", "--seed", "2", "--solution", solution, "--out", board})
            .exit_code == 0);
  CHECK(tesselle_run({"verify", board, solution}).exit_code == 0);
  check_refused({"generate", "eternity1", "--pieces", "1"}, "pieces");
  check_refused({"generate", "eternity1", "--pieces", "700", "--spare", "100"}, "770");
}

TEST_CASE("generate eternity1: Eternity's own pieces, more than fit") {
  const TemporaryFolder folder;
  const std::string board = folder.file("board.toml"), solution = folder.file("solution.json");
  CHECK(tesselle_run({"generate", "eternity1", "--pieces", "20", "--own-pieces", "--out", board}).exit_code == 0);
  CHECK(tesselle_run({"solve", board, "--engine", "tile", "--out", solution}).exit_code == 0);
  CHECK(tesselle_run({"verify", board, solution}).exit_code == 0);
  check_refused({"generate", "eternity1", "--pieces", "210", "--own-pieces"}, "209");
  for (const char* option : {"--spare", "--seed", "--solution"})
    check_refused({"generate", "eternity1", "--own-pieces", option, "1"}, option);
}

TEST_CASE("estimate of a packing puzzle: near the truth, repeatable, drawn") {
  const TemporaryFolder folder;
  const std::vector<std::string> command = {"estimate", "pentominoes-6x10", "--json", "--plot",
                                            folder.file("plot.svg")};
  const Json first = json_lines(tesselle_run(command).out).back(),
             second = json_lines(tesselle_run(command).out).back();
  CHECK(first["probed"]["nodes_per_depth"] == second["probed"]["nodes_per_depth"]);
  const double nodes = first["probed"]["nodes"], error = first["probed"]["nodes_error"];
  CHECK(std::abs(nodes - 896'620) < 3 * error);
  CHECK(first["probed"]["seconds"].get<double>() > 0);
  CHECK(first["model"]["p"].get<double>() > 0.1);
  CHECK(read_text(folder.file("plot.svg")).find("Fit probability") != std::string::npos);
  check_refused({"estimate", "pentominoes-6x10", "--engine", "frontier"}, "tree");
  check_refused({"estimate", "pentominoes-6x10", "--real"}, "--real");
  check_refused({"estimate", "girafe", "--engine", "scan"}, "--engine");
  check_refused({"estimate", "pentominoes-6x10", "--engine", "tile"}, "drafter and triangle lattices");
}

TEST_CASE("study eternity1: the published polydrafters") {
  const ProgramResult result = tesselle_run({"study", "eternity1", "--quick", "--table", "1", "--quiet"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("differs") == std::string::npos);
  CHECK(result.out.find("1 014") != std::string::npos);
}
