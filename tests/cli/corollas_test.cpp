#include <doctest/doctest.h>
#include <signal.h>

#include <filesystem>

#include "support/command_line.hpp"

using namespace tesselle::testing;

TEST_CASE("corollas build and info: zones, counts, a coloured board") {
  const TemporaryFolder folder;
  const std::string file = folder.file("c");
  const auto built = json_lines(tesselle_run({"corollas", "build", "owen-5x5", "--out", file, "--json"}).out);
  REQUIRE(built.size() == 1);
  CHECK(built[0]["zones"] == 7);
  CHECK(built[0]["bytes"] == std::filesystem::file_size(file));
  const auto lines = json_lines(tesselle_run({"corollas", "info", file, "--json"}).out);
  REQUIRE(lines.size() == 8);
  CHECK(lines[0]["zones"].size() == 25);
  std::uint64_t corollas = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) corollas += lines[i]["corollas"].get<std::uint64_t>();
  CHECK(built[0]["corollas"] == corollas);
  const std::string plain = tesselle_run({"corollas", "info", file}).out;
  CHECK(plain.find(" Z1  Z2  Z4  Z3  Z1") != std::string::npos);
  CHECK(plain.find('\x1b') == std::string::npos);
  CHECK(tesselle_run({"corollas", "info", file, "--color", "always"}).out.find('\x1b') != std::string::npos);
  CHECK(tesselle_run({"corollas", "info", file, "--zone", "7"}).out.find("corollas\n") != std::string::npos);
  CHECK(finished({"count", "owen-5x5", "--engine", "corolla", "--corollas", file, "--json"})["solutions"] == 16);
  CHECK(finished({"count", "owen-5x5", "--engine", "smart", "--corollas", file, "--json"})["solutions"] == 16);
}

TEST_CASE("corollas: bad input is refused in one line") {
  const TemporaryFolder folder;
  const std::string file = folder.file("c");
  REQUIRE(tesselle_run({"corollas", "build", "owen-3x3", "--out", file}).exit_code == 0);
  check_refused({"corollas", "info", folder.file("missing")}, "cannot open");
  check_refused({"corollas", "info", folder.path()}, "directory");
  check_refused({"corollas", "info", file, "--zone", "99"}, "zone");
  check_refused({"corollas", "build", "soma", "--out", folder.file("d")}, "packing");
  check_refused({"corollas", "build", "owen-3x3", "--out", folder.file("no/d")}, "cannot be written");
  check_refused({"corollas", "build", "owen-3x3", "--out", folder.file("d"), "--store", "much"}, "--store");
  check_refused({"corollas", "build", "owen-3x3", "--out", folder.file("d"), "--radius", "0"}, "radius");
  check_refused({"count", "owen-4x4", "--engine", "smart", "--corollas", file, "--quiet"}, "another puzzle");
  const std::string good = read_text(file);
  write_text(file, good.substr(0, good.size() / 2));
  check_refused({"corollas", "info", file}, "damaged");
  CHECK_FALSE(std::filesystem::exists(folder.file("d")));
}

TEST_CASE("corollas build: Ctrl-C and kill leave no file under its name") {
  for (const int signal : {SIGINT, SIGKILL}) {
    const TemporaryFolder folder;
    const std::vector<std::string> command = {TESSELLE_BINARY, "corollas", "build", "eternity2",
                                              "--radius",      "2",        "--out", folder.file("c"),
                                              "--threads",     "1"};
    const ProgramResult result = run_and_signal(command, 0.3, signal);
    CHECK(result.exit_code == (signal == SIGINT ? 3 : 128 + SIGKILL));
    CHECK_FALSE(std::filesystem::exists(folder.file("c")));
    if (signal == SIGINT) CHECK(std::filesystem::is_empty(folder.path()));
  }
}

TEST_CASE("study smartforce: every method finds the same solutions") {
  const TemporaryFolder folder;
  const ProgramResult result = tesselle_run(
      {"study", "smartforce", "--quick", "--quiet", "--table", "owen-4x4", "--json", folder.file("s.json")});
  CHECK(result.exit_code == 0);
  const Json study = Json::parse(read_text(folder.file("s.json")));
  REQUIRE(study["tables"].size() == 1);
  const Json rows = study["tables"][0]["rows"];
  CHECK(rows.size() >= 10);
  for (const Json& row : rows) CHECK((row[4] == "36" || row[0].get<std::string>().find("fixed") != std::string::npos));
}
