#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include "support/command_line.hpp"
#include "support/run_program.hpp"

using namespace tesselle::testing;

TEST_CASE("solve prints the board, from any folder") {
  const TemporaryFolder folder;
  const ProgramResult result = tesselle_run({"solve", "girafe"}, folder.path());
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("Solved and verified") != std::string::npos);
  CHECK(result.out.find('\x1b') == std::string::npos);
  CHECK(tesselle_run({"solve", "girafe", "--color", "always"}).out.find("\x1b[") != std::string::npos);
}

TEST_CASE("count: known answers, the same with one thread and two") {
  for (const char* threads : {"1", "2"}) {
    const Json six_by_ten = finished({"count", "pentominoes-6x10", "--json", "--threads", threads});
    CHECK(six_by_ten["status"] == "exhausted");
    CHECK(six_by_ten["solutions"] == 9356);
    CHECK(six_by_ten["distinct"] == 2339);
  }
  CHECK(tesselle_run({"count", "pentominoes-2x30"}).exit_code == 1);
  const Json clue = finished({"count", "clue3", "--json"});
  CHECK(clue["engine"] == "memo");
  CHECK(clue["solutions"] == 1'905'944);
  CHECK(clue["distinct"] == 476'486);
}

TEST_CASE("count runs to a limit cleanly, solve finds a board without conflicts") {
  const ProgramResult limited = tesselle_run({"count", "inf6102-b", "--engine", "backtrack", "--time", "500ms"});
  CHECK(limited.exit_code == 3);
  CHECK(limited.out.find("not finished") != std::string::npos);
  const Json solved = finished({"solve", "inf6102-b", "--json"});
  CHECK(solved["status"] == "solved");
  CHECK(solved["best"]["conflicts"] == 0);
}

TEST_CASE("a solution written is a solution that verify, show and convert read") {
  const TemporaryFolder folder;
  for (const char* puzzle : {"girafe", "owen-4x4", "pentominoes-6x10", "soma", "whale"}) {
    CAPTURE(puzzle);
    const std::string file = folder.file(std::string(puzzle) + ".json");
    CHECK(tesselle_run({"solve", puzzle, "--out", file, "--quiet"}).exit_code == 0);
    CHECK(tesselle_run({"verify", puzzle, file}).exit_code == 0);
    CHECK(tesselle_run({"show", puzzle, file, "--svg", folder.file("board.svg")}).exit_code == 0);
    CHECK(read_text(folder.file("board.svg")).find("<svg") != std::string::npos);
    CHECK(tesselle_run({"convert", puzzle, file, "--to", "json"}).exit_code == 0);
  }
  const std::string address = tesselle_run({"solve", "owen-4x4", "--out", folder.file("s"), "--quiet"}).out;
  write_text(folder.file("address"), tesselle_run({"convert", "owen-4x4", folder.file("s"), "--to", "address"}).out);
  CHECK(tesselle_run({"verify", "owen-4x4", folder.file("address")}).exit_code == 0);
}

TEST_CASE("verify tells what is wrong") {
  const TemporaryFolder folder;
  tesselle_run({"solve", "girafe", "--out", folder.file("s"), "--quiet"});
  Json solution = Json::parse(read_text(folder.file("s")));
  solution["placements"][0]["piece"] = solution["placements"][1]["piece"];
  write_text(folder.file("bad"), solution.dump());
  const ProgramResult result = tesselle_run({"verify", "girafe", folder.file("bad")});
  CHECK(result.exit_code == 1);
  CHECK(result.out.find("fault: ") != std::string::npos);
}

TEST_CASE("solve --all writes every board") {
  const TemporaryFolder folder;
  CHECK(tesselle_run({"solve", "pentominoes-3x20", "--all", "--quiet", "--out", folder.file("all")}).exit_code == 0);
  CHECK(json_lines(read_text(folder.file("all"))).size() == 8);
  CHECK(tesselle_run({"solve", "pentominoes-3x20", "--all", "--quiet", "--symmetry", "distinct", "--out",
                      folder.file("distinct")})
            .exit_code == 0);
  CHECK(json_lines(read_text(folder.file("distinct"))).size() == 2);
}

TEST_CASE("interrupted and resumed gives the same totals") {
  const TemporaryFolder folder;
  const std::string file = folder.file("checkpoint");
  const Json whole = finished({"count", "pentominoes-4x15", "--engine", "dlx", "--json", "--threads", "1"});
  const ProgramResult part = tesselle_run({"count", "pentominoes-4x15", "--engine", "dlx", "--nodes", "5000",
                                           "--threads", "1", "--checkpoint", file, "--json"});
  CHECK(part.exit_code == 3);
  const Json rest = finished({"count", "pentominoes-4x15", "--resume", file, "--json", "--threads", "2"});
  for (const char* key : {"status", "solutions", "distinct", "nodes"}) CHECK(rest[key] == whole[key]);
}

TEST_CASE("Ctrl-C ends cleanly, and the run can be resumed") {
  const TemporaryFolder folder;
  const std::string file = folder.file("checkpoint");
  const ProgramResult result = run_and_signal(
      {TESSELLE_BINARY, "count", "inf6102-b", "--engine", "backtrack", "--json", "--checkpoint", file}, 0.7, SIGINT);
  CHECK(result.exit_code == 3);
  CHECK(json_lines(result.out).back()["status"] == "stopped");
  CHECK(tesselle_run({"count", "inf6102-b", "--resume", file, "--nodes", "1000"}).exit_code == 3);
}

TEST_CASE("bad input: exit 2 and one clear line") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& text, const std::string& expected) {
    write_text(folder.file("p.toml"), text);
    check_refused({"solve", folder.file("p.toml")}, expected);
  };
  const std::string edge = "family = \"edge\"\nboard = \"1x2\"\nframe = 0\n";
  refused("", "p.toml");
  refused(edge + "pieces = [[0,0,1,0],", "p.toml:4");
  refused(edge + "pieces = [[0,0,1,0]]\n", "2");
  refused(edge + "colours = 2\npieces = [[0,0,1,0], [7,0,0,0]]\n", "p.toml:5");
  refused("family = \"packing\"\nregion = \"\"\nsets = [\"pentominoes\"]\n", "p.toml:2");
  refused("family = \"packing\"\nregion = \"99999x99999\"\nsets = [\"pentominoes\"]\n", "p.toml:2");
  refused("family = \"packing\"\nregion = \"6x10\"\nsets = [\"nonominoes\"]\n", "p.toml:3");
  refused(edge + "pieces = [[0,0,1,0], [1,0,0,0]]\n[[hint]]\npiece = 1\nrotation = 0\ncell = \"C1\"\n", "p.toml:8");
  std::string noise(10'000'000, '\0');
  unsigned state = 12345;
  for (char& c : noise) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  refused(noise, "p.toml");
  check_refused({"solve", folder.path()}, "directory");
  check_refused({"solve", folder.file("missing.toml")}, "missing.toml");
  check_refused({"solve", "giraffe"}, "girafe");
  if (::geteuid() != 0) {  // root may read anything
    write_text(folder.file("secret.toml"), "x");
    std::filesystem::permissions(folder.file("secret.toml"), std::filesystem::perms::none);
    check_refused({"solve", folder.file("secret.toml")}, "ermission");
  }
}

TEST_CASE("bad usage: exit 2 and one clear line") {
  check_refused({"solve"}, "puzzle");
  check_refused({"fold", "girafe"}, "");
  check_refused({"solve", "girafe", "--engine", "magic"}, "magic");
  check_refused({"solve", "girafe", "--engine", "dlx"}, "dlx");
  check_refused({"solve", "girafe", "--time", "soon"}, "soon");
  check_refused({"solve", "girafe", "--time", "-3s"}, "-3s");
  check_refused({"solve", "girafe", "--threads", "0"}, "threads");
  check_refused({"solve", "girafe", "--nodes", "-1"}, "nodes");
  check_refused({"solve", "girafe", "--out", "/no/such/folder/file"}, "folder");
  check_refused({"solve", "girafe", "--resume", "/no/such/file"}, "/no/such/file");
  check_refused({"convert", "girafe", "--to", "braille"}, "toml");
  check_refused({"engines", "magic"}, "magic");
}

TEST_CASE("help and lists") {
  CHECK(tesselle_run({"--help"}).exit_code == 0);
  for (const char* command : {"solve", "count", "verify", "show", "convert", "puzzles", "engines"})
    CHECK(tesselle_run({command, "--help"}).exit_code == 0);
  CHECK(tesselle_run({"puzzles"}).out.find("eternity2-clues") != std::string::npos);
  CHECK(tesselle_run({"puzzles", "girafe"}).out.find("3 x 3") != std::string::npos);
  CHECK(tesselle_run({"engines"}).out.find("backtrack") != std::string::npos);
}
