#include <doctest/doctest.h>
#include <signal.h>

#include "support/command_line.hpp"
#include "support/run_program.hpp"

using namespace tesselle::testing;

namespace {

/// Four corners that do not close.
const std::string unsolvable_edge =
    "family = \"edge\"\nboard = \"2x2\"\nframe = 0\ncolours = 6\n"
    "pieces = [[0,1,2,0], [0,0,3,1], [2,4,0,0], [3,0,0,5]]\n";

/// A 6x6 board without two opposite corners, and dominoes.
const std::string mutilated_board =
    "family = \"packing\"\nregion = \"\"\"\n.#####\n######\n######\n######\n######\n#####.\n\"\"\"\n"
    "[[piece]]\nname = \"domino\"\nshape = \"##\"\ncopies = 17\n";

}  // namespace

TEST_CASE("sat: no solution, with a proof that verify accepts and refuses when damaged") {
  const TemporaryFolder folder;
  const std::string cnf = folder.file("p.cnf"), proof = folder.file("p.drat");
  for (const std::string& puzzle : {unsolvable_edge, mutilated_board}) {
    write_text(folder.file("p.toml"), puzzle);
    const ProgramResult solved =
        tesselle_run({"solve", folder.file("p.toml"), "--engine", "sat", "--cnf", cnf, "--proof", proof});
    CHECK(solved.exit_code == 1);
    CHECK(solved.err.find("proof written to") != std::string::npos);
    CHECK(tesselle_run({"verify", "--proof", proof, "--cnf", cnf}).exit_code == 0);
  }
  const std::string good = read_text(proof);
  write_text(proof, "1 0\n-1 0\n" + good);
  const ProgramResult damaged = tesselle_run({"verify", "--proof", proof, "--cnf", cnf});
  CHECK(damaged.exit_code == 1);
  CHECK(damaged.out.find("p.drat:") != std::string::npos);
  const ProgramResult json = tesselle_run({"verify", "--proof", proof, "--cnf", cnf, "--json"});
  CHECK(json_lines(json.out).at(0)["accepted"] == false);
  write_text(proof, "nonsense\n");
  check_refused({"verify", "--proof", proof, "--cnf", cnf}, "p.drat:1");
}

TEST_CASE("sat: the proof of a count says that the solutions are all; a solution found leaves none") {
  const TemporaryFolder folder;
  const std::string cnf = folder.file("p.cnf"), proof = folder.file("p.drat");
  const Json counted = finished({"count", "girafe", "--engine", "sat", "--json", "--cnf", cnf, "--proof", proof});
  CHECK(counted["solutions"] == 12);
  CHECK(tesselle_run({"verify", "--proof", proof, "--cnf", cnf}).exit_code == 0);
  const std::string other = folder.file("other.drat");
  const ProgramResult solved = tesselle_run({"solve", "girafe", "--engine", "sat", "--cnf", cnf, "--proof", other});
  CHECK(solved.exit_code == 0);
  CHECK(solved.err.find("no proof was written") != std::string::npos);
  check_refused({"verify", "--proof", other, "--cnf", cnf}, "other.drat");
}

TEST_CASE("sat and portfolio: bad usage") {
  check_refused({"solve", "girafe", "--engine", "sat", "--proof", "p"}, "--cnf");
  check_refused({"solve", "girafe", "--engine", "sat", "--cnf", "/no/such/folder/f"}, "/no/such/folder/f");
  check_refused({"solve", "girafe", "--engine", "scan", "--cnf", "f"}, "--cnf");
  check_refused({"solve", "girafe", "--engine", "portfolio", "--checkpoint", "c"}, "checkpoint");
  check_refused({"count", "girafe", "--engine", "schedule"}, "schedule");
  check_refused({"count", "girafe", "--engine", "portfolio", "--threads", "2"}, "portfolio");
  check_refused({"solve", "girafe", "--engine", "portfolio", "--threads", "1"}, "two threads");
  check_refused({"verify", "--proof", "p"}, "--cnf");
  check_refused({"verify", "girafe"}, "solution");
  check_refused({"verify", "girafe", "s", "--proof", "p", "--cnf", "c"}, "not both");
  check_refused({"verify", "--proof", "/no/such/file", "--cnf", "/no/such/formula"}, "/no/such/");
}

TEST_CASE("sat stops on Ctrl-C and at limits; auto says which engine and why") {
  const ProgramResult stopped =
      run_and_signal({TESSELLE_BINARY, "solve", "owen-8x8", "--engine", "sat", "--json"}, 0.7, SIGINT);
  CHECK(stopped.exit_code == 3);
  CHECK(json_lines(stopped.out).back()["status"] == "stopped");
  CHECK(finished({"solve", "owen-8x8", "--engine", "sat", "--json", "--nodes", "500"})["nodes"] == 500);
  CHECK(tesselle_run({"solve", "pentominoes-5x12"}).err.find("note: engine fill: ") != std::string::npos);
  CHECK(tesselle_run({"solve", "owen-4x4", "--engine", "portfolio", "--threads", "2"}).err.find("first; stopped") !=
        std::string::npos);
}
