#include <doctest/doctest.h>
#include <signal.h>

#include <filesystem>

#include "support/command_line.hpp"

using namespace tesselle::testing;

namespace {

int pages_in(const std::string& pdf) {
  int pages = 0;
  for (std::size_t at = pdf.find("/Type/Page/"); at != pdf.npos; at = pdf.find("/Type/Page/", at + 1)) ++pages;
  return pages;
}

}  // namespace

TEST_CASE("catalogue draws every distinct solution, the same whatever the threads and the engine") {
  const TemporaryFolder folder;
  const auto draw = [&](const std::string& name, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"catalogue", "pentominoes-4x15", "--svg", folder.file(name), "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = tesselle_run(arguments);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.out, "368 solutions drawn of 368 found"));
    return read_text(folder.file(name + "/page-0002.svg"));
  };
  const std::string page = draw("one", {"--threads", "1"});
  CHECK_UNARY(page == draw("two", {"--threads", "2"}));
  CHECK_UNARY(page == draw("fill", {"--engine", "fill"}));
  const std::string cover = read_text(folder.file("one/cover.svg"));
  CHECK(contains(cover, "368 distinct; 1 472 with their symmetric copies"));
  CHECK(contains(cover, "rotations and reflections"));
  CHECK(contains(cover, "40 as 4x5 + 4x10"));
}

TEST_CASE("catalogue filters keep the numbers") {
  const TemporaryFolder folder;
  const auto drawn = [&](const std::vector<std::string>& filters) {
    std::vector<std::string> arguments = {"catalogue", "pentominoes-4x15", "--svg", folder.file("pages"), "--quiet"};
    arguments.insert(arguments.end(), filters.begin(), filters.end());
    return tesselle_run(arguments).out;
  };
  CHECK(contains(drawn({"--only", "composed"}), "40 solutions drawn of 368"));
  CHECK(contains(drawn({"--every", "10"}), "37 solutions drawn of 368"));
  const std::string page = read_text(folder.file("pages/page-0001.svg"));
  CHECK(contains(page, ">1</text>"));
  CHECK(contains(page, ">11</text>"));
  CHECK(!contains(page, ">2</text>"));
  CHECK(contains(drawn({"--every", "10", "--first", "3"}), "3 solutions drawn of 368"));
  CHECK(contains(drawn({"--only", "composed", "--first", "5"}), "5 solutions drawn of 368"));
  CHECK(contains(drawn({"--piece-at", "X=0,0"}), "0 solutions drawn of 368"));
}

TEST_CASE("catalogue --piece-at looks at all symmetric copies, at all pieces in the same copy") {
  // Both solutions of 3x20 end in a U and in a V.
  const TemporaryFolder folder;
  const auto drawn = [&](const std::vector<std::string>& pieces_at) {
    std::vector<std::string> arguments = {"catalogue", "pentominoes-3x20", "--pdf", folder.file("a.pdf"), "--quiet"};
    for (const std::string& piece_at : pieces_at) arguments.insert(arguments.end(), {"--piece-at", piece_at});
    return tesselle_run(arguments).out.substr(0, 2);
  };
  CHECK(drawn({"U=0,0"}) == "2 ");
  CHECK(drawn({"V=0,0"}) == "2 ");
  CHECK(drawn({"U=19,0", "V=0,2"}) == "2 ");
  CHECK(drawn({"U=0,0", "V=0,2"}) == "0 ");
}

TEST_CASE("a PDF of solid solutions and of edge-matching boards") {
  const TemporaryFolder folder;
  CHECK(tesselle_run({"catalogue", "soma", "--pdf", folder.file("soma.pdf"), "--quiet"}).exit_code == 0);
  const std::string soma = read_text(folder.file("soma.pdf"));
  CHECK(soma.rfind("%PDF-1.4", 0) == 0);
  CHECK(pages_in(soma) > 5);
  CHECK(soma.size() < 400'000);
  CHECK(tesselle_run({"catalogue", "girafe", "--pdf", folder.file("girafe.pdf"), "--quiet"}).exit_code == 0);
  CHECK(pages_in(read_text(folder.file("girafe.pdf"))) == 2);
}

TEST_CASE("an interrupted catalogue is written and says so") {
  const TemporaryFolder folder;
  const ProgramResult limited = tesselle_run({"catalogue", "pentominoes-3x4x5", "--nodes", "300000", "--threads", "1",
                                              "--svg", folder.file("cut"), "--quiet"});
  CHECK(limited.exit_code == 3);
  CHECK(contains(read_text(folder.file("cut/cover.svg")), "Incomplete: a limit was reached"));
  const ProgramResult stopped = run_and_signal(
      {TESSELLE_BINARY, "catalogue", "eternity2-clues", "--svg", folder.file("stop"), "--quiet"}, 1.0, SIGINT);
  CHECK(stopped.exit_code == 3);
  CHECK(contains(read_text(folder.file("stop/cover.svg")), "Incomplete: the search was stopped"));
}

TEST_CASE("a puzzle without solutions gives a cover and exit code 1") {
  const TemporaryFolder folder;
  const ProgramResult result =
      tesselle_run({"catalogue", "pentominoes-2x30", "--pdf", folder.file("none.pdf"), "--quiet"});
  CHECK(result.exit_code == 1);
  CHECK(pages_in(read_text(folder.file("none.pdf"))) == 1);
}

TEST_CASE("catalogue refuses what it cannot do, in one line") {
  check_refused({"catalogue", "soma"}, "--pdf FILE, --svg FOLDER or --html FOLDER");
  check_refused({"catalogue", "soma", "--pdf", "/nowhere/at/all.pdf"}, "there is no folder");
  check_refused({"catalogue", "soma", "--pdf", "x.pdf", "--only", "pretty"}, "composed");
  check_refused({"catalogue", "girafe", "--pdf", "x.pdf", "--only", "composed"}, "packing puzzles");
  check_refused({"catalogue", "soma", "--pdf", "x.pdf", "--first", "0"}, "--first");
  check_refused({"catalogue", "soma", "--pdf", "x.pdf", "--resume", "c"}, "--resume");
  for (const char* wrong : {"X", "X=1,1,1", "V=1", "V=1,2,", "V=1,1,1,1", "V=a,b", "V=9,9,9", "=0,0,0"})
    check_refused({"catalogue", "soma", "--pdf", "x.pdf", "--piece-at", wrong}, "--piece-at");
}

TEST_CASE("study pentominoes: the thesis' solutions and nodes, to the node") {
  const TemporaryFolder folder;
  const ProgramResult result = tesselle_run({"study", "pentominoes", "--quick", "--quiet", "--table", "4.5", "--json",
                                             folder.file("a.json"), "--markdown", folder.file("a.md")});
  CHECK(result.exit_code == 0);
  const Json tables = Json::parse(read_text(folder.file("a.json")))["tables"];
  REQUIRE(tables.size() == 1);
  const Json& rows = tables[0]["rows"];
  REQUIRE(rows.size() == 5);
  for (const Json& row : rows) {
    CHECK(row[4] == row[3]);  // nodes of the thesis and ours
    CHECK(row[5] == "equal");
    CHECK(row[7] == row[2]);  // solutions by cover and by fill
  }
  CHECK(rows[4][2] == "2 339");
  CHECK(contains(read_text(folder.file("a.md")), "| 9 918 168 | 9 918 168 | equal |"));
}

TEST_CASE("study refuses unknown names and tables") {
  check_refused({"study", "hexominoes"}, "pentominoes");
  check_refused({"study", "pentominoes", "--quiet", "--table", "9.9"}, "--table");
}
