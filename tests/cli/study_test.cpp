#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "support/command_line.hpp"
#include "support/run_program.hpp"

using namespace tesselle::testing;

namespace {

/// The tables of a study run with --quick.
Json quick_study(const std::string& name, const std::vector<std::string>& tables, const std::string& folder) {
  std::vector<std::string> arguments = {
      "study", name, "--quick", "--quiet", "--json", folder + "/s.json", "--markdown", folder + "/s.md"};
  for (const std::string& table : tables) arguments.insert(arguments.end(), {"--table", table});
  CHECK(tesselle_run(arguments).exit_code == 0);
  return Json::parse(read_text(folder + "/s.json"))["tables"];
}

}  // namespace

TEST_CASE("study yardstick: every way to search, one number of solutions, and a verdict") {
  const TemporaryFolder folder;
  const Json tables = quick_study("yardstick", {"4x4", "owen-3x3"}, folder.path());
  REQUIRE(tables.size() == 3);
  for (const std::size_t t : {0, 1}) {
    std::set<std::string> solutions;
    for (const Json& row : tables[t]["rows"]) solutions.insert(row[5].get<std::string>());
    CHECK(tables[t]["rows"].size() == 20);
    CHECK(solutions.size() == 1);
  }
  CHECK(tables[1]["rows"][0][5] == "16");
  CHECK(tables[1]["rows"][0][6] == "132");
  CHECK(tables[2]["rows"].size() == 2);
  CHECK(tables[2]["notes"].size() == 3);
}

TEST_CASE("study laws: more colours, smaller trees; the picture lies beside the text") {
  const TemporaryFolder folder;
  const Json tables = quick_study("laws", {}, folder.path());
  REQUIRE(tables.size() == 2);
  CHECK(tables[0]["rows"].size() == 10);
  CHECK(tables[0]["rows"][0][1] == "613");
  CHECK(read_text(folder.file("s.md")).find("![") != std::string::npos);
  CHECK(read_text(folder.file("laws.svg")).find("5x5: solutions") != std::string::npos);
}

TEST_CASE("study records: boards per seed and in all, and what to expect") {
  const TemporaryFolder folder;
  const Json tables = quick_study("records", {}, folder.path());
  REQUIRE(tables.size() == 3);
  CHECK(tables[0]["rows"].size() == 3);
  CHECK(tables[0]["rows"][2][1] == "all");
  CHECK(tables[0]["rows"][2][4].get<std::string>().rfind("0 in", 0) != 0);
  CHECK(tables[1]["rows"][0].size() == 4);
}
