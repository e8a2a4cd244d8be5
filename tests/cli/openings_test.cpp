#include <doctest/doctest.h>
#include <signal.h>

#include <set>
#include <sstream>

#include "support/command_line.hpp"
#include "support/run_program.hpp"

using namespace tesselle::testing;

TEST_CASE("openings: killed again and again, the totals are those of the plain run") {
  const TemporaryFolder folder;
  const std::string file = folder.file("six");
  const Json plain = finished({"count", "owen-6x6", "--engine", "scan", "--json"});
  REQUIRE(tesselle_run({"openings", "build", "owen-6x6", "--count", "1000", "--out", file}).exit_code == 0);
  for (const double seconds : {0.05, 0.1, 0.15})
    run_and_signal({TESSELLE_BINARY, "openings", "solve", file, "--quiet"}, seconds, SIGKILL);
  const Json whole = finished({"openings", "solve", file, "--json"});
  CHECK(whole["solutions"] == plain["solutions"]);
  CHECK(whole["distinct"] == plain["distinct"]);
  CHECK(whole["nodes"] == plain["nodes"]);
  CHECK(whole["done"] == whole["openings"]);
  CHECK(tesselle_run({"openings", "info", file}).out.find("owen-6x6") != std::string::npos);
  const ProgramResult listed = tesselle_run({"openings", "list", file, "--first", "3"});
  CHECK(std::count(listed.out.begin(), listed.out.end(), '\n') == 3);
  CHECK(listed.out.find("  A1 ") != std::string::npos);
}

TEST_CASE("openings: boards are kept with what is done, and every one is there in the end") {
  const TemporaryFolder folder;
  const std::string file = folder.file("five"), boards = folder.file("boards"), plain = folder.file("plain");
  REQUIRE(tesselle_run({"openings", "build", "owen-5x5", "--count", "200", "--out", file}).exit_code == 0);
  REQUIRE(tesselle_run({"solve", "owen-5x5", "--all", "--quiet", "--out", plain}).exit_code == 0);
  run_and_signal({TESSELLE_BINARY, "openings", "solve", file, "--quiet", "--out", boards}, 0.05, SIGKILL);
  const ProgramResult whole = tesselle_run({"openings", "solve", file, "--json", "--out", boards});
  CHECK(whole.exit_code == 0);
  const auto placements = [](const std::string& name) {
    std::multiset<std::string> all;
    std::istringstream lines(read_text(name));
    for (std::string line; std::getline(lines, line);) all.insert(Json::parse(line).at("placements").dump());
    return all;
  };
  CHECK(placements(boards).size() == 16);
  CHECK(placements(boards) == placements(plain));

  const std::string counted = folder.file("counted");
  REQUIRE(tesselle_run({"openings", "solve", file, "--quiet", "--done", counted}).exit_code == 0);
  CHECK(tesselle_run({"openings", "solve", file, "--done", counted, "--out", boards}).exit_code == 2);
}

TEST_CASE("openings and finals: bad files and bad requests are one line and exit 2") {
  const TemporaryFolder folder;
  const std::string file = folder.file("finals");
  REQUIRE(tesselle_run({"finals", "build", "owen-4x4", "--cells", "6", "--out", file}).exit_code == 0);
  CHECK(finished({"count", "owen-4x4", "--engine", "meet", "--finals", file, "--json"})["solutions"] == 36);
  const auto refused = [&](const std::vector<std::string>& arguments) {
    const ProgramResult result = tesselle_run(arguments);
    CHECK(result.exit_code == 2);
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
  };
  refused({"count", "owen-5x5", "--engine", "meet", "--finals", file});
  refused({"openings", "solve", file});
  refused({"openings", "info", folder.file("none")});
  refused({"finals", "build", "owen-4x4", "--cells", "17", "--out", folder.file("x")});
  refused({"finals", "build", "owen-6x6", "--cells", "20", "--max", "1000", "--out", folder.file("x")});
  refused({"finals", "build", "soma", "--cells", "2", "--out", folder.file("x")});
  refused({"finals", "build", "soma", "--out", folder.file("x")});
  refused({"finals", "build", "owen-4x4", "--out", folder.file("x")});
  refused({"finals", "learn", "owen-4x4", "--out", folder.file("x")});
  refused({"finals", "forecast", "hexiamonds-6x6", file});
  refused({"finals", "check", "hexiamonds-6x6", file});
  refused({"solve", "hexiamonds-6x6", "--engine", "finals", "--finals", file});
  refused({"openings", "build", "owen-4x4"});
  refused({"openings", "build", "owen-4x4", "--out", folder.file("x"), "--checkpoint", folder.file("y")});
  refused({"openings", "build", "owen-6x6", "--depth", "20", "--max", "1000", "--out", folder.file("x")});
  refused({"openings", "build", "owen-4x4", "--engine", "smart", "--rank", "domains", "--out", folder.file("x")});
  refused({"openings", "build", "owen-4x4", "--depth", "40", "--out", folder.file("x")});
}
