#include <doctest/doctest.h>

#include <algorithm>

#include "support/command_line.hpp"

using namespace tesselle::testing;

TEST_CASE("study metaheuristics: the published numbers, ours beside them, and the figure") {
  const TemporaryFolder folder;
  const std::string json = folder.file("study.json"), svg = folder.file("figure.svg"), page = folder.file("page.md");
  const auto result = tesselle_run({"study", "metaheuristics", "--table", "1", "--table", "3", "--budget", "20ms",
                                    "--runs", "2", "--json", json, "--svg", svg, "--markdown", page, "--quiet"});
  CHECK(result.exit_code == 0);
  const Json tables = Json::parse(read_text(json))["tables"];
  REQUIRE(tables.size() == 2);
  for (const Json& table : tables) {
    CHECK(table["columns"].size() == 7);
    for (const Json& row : table["rows"]) CHECK(row.size() == 7);
  }
  CHECK(tables[0]["rows"][0] == Json({"best, published", "0", "11", "19", "26", "31", "81"}));
  CHECK(std::stoi(tables[0]["rows"][4][6].get<std::string>()) > 60);  // our greedy boards are like theirs
  CHECK(std::stoi(tables[0]["rows"][4][6].get<std::string>()) < 100);
  CHECK(tables[1]["rows"][0][6] == "54");
  CHECK(read_text(svg).find("</svg>") != std::string::npos);
  CHECK(read_text(page).find("| best, published | 0 | 11 |") != std::string::npos);
}

TEST_CASE("study metaheuristics: the bars, row by row") {
  const TemporaryFolder folder;
  const std::string json = folder.file("study.json");
  const auto result = tesselle_run({"study", "metaheuristics", "--table", "7", "--puzzle", "inf6102-a", "--puzzle",
                                    "inf6102-d", "--budget", "50ms", "--runs", "3", "--json", json, "--quiet"});
  CHECK(result.exit_code == 0);
  const Json rows = Json::parse(read_text(json))["tables"][0]["rows"];
  REQUIRE(rows.size() == 2);
  CHECK(rows[0][0] == "inf6102-a");
  CHECK(rows[0][2] == rows[0][1]);
  CHECK(rows[1][2] == "141");
  CHECK(rows[1][3] == "139");
  const std::string scores = rows[1][7];
  CHECK(std::count(scores.begin(), scores.end(), ' ') == 2);
  check_refused({"study", "metaheuristics", "--table", "7", "--puzzle", "soma", "--quiet"}, "--puzzle");
}

TEST_CASE("study metaheuristics: bad usage is refused in one line") {
  check_refused({"study", "metaheuristics", "--budget", "soon"}, "--budget");
  check_refused({"study", "metaheuristics", "--runs", "0"}, "--runs");
  check_refused({"study", "metaheuristics", "--table", "99", "--quiet"}, "--table");
}
