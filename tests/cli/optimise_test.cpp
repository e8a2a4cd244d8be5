#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "support/command_line.hpp"

using namespace tesselle::testing;

namespace {

std::vector<std::string> optimise(const std::vector<std::string>& more) {
  std::vector<std::string> all = {"optimise", "inf6102-c", "--threads", "1", "--nodes", "2000", "--quiet"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

TEST_CASE("optimise --archive keeps boards that archive lists and exports and verify accepts") {
  const TemporaryFolder folder;
  const std::string file = folder.file("boards.db"), best = folder.file("best.json");
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--archive", file, "--out", best, "--engine", "swap"});
    return tesselle_run(optimise(more));
  };
  CHECK(run({}).exit_code == 0);
  const auto boards = json_lines(tesselle_run({"archive", "list", file, "--json"}).out);
  REQUIRE(boards.size() > 3);
  const int highest = boards.front()["score"];
  CHECK(highest == Json::parse(read_text(best))["score"]);
  CHECK(run({}).exit_code == 0);  // the same boards again
  CHECK(json_lines(tesselle_run({"archive", "list", file, "--json"}).out).size() == boards.size());
  CHECK(tesselle_run({"archive", "list", file}).out.find("swap") != std::string::npos);
  CHECK(json_lines(tesselle_run({"archive", "info", file, "--json"}).out).at(0)["best"] == highest);

  const std::string exported = folder.file("board.txt");
  for (const char* format : {"json", "address"}) {
    CHECK(tesselle_run({"archive", "export", file, "--best", "1", "--to", format, "--out", exported}).exit_code == 0);
    const auto verdict = tesselle_run({"verify", "inf6102-c", exported});
    CHECK(verdict.out.find(std::to_string(highest)) != std::string::npos);
  }

  const std::string few = folder.file("few.db");
  tesselle_run(
      optimise({"--archive", few, "--keep-above", std::to_string(highest - 1), "--out", best, "--engine", "swap"}));
  CHECK(json_lines(tesselle_run({"archive", "list", few, "--json"}).out).size() == 1);
}

TEST_CASE("an archive survives a run that is killed") {
  const TemporaryFolder folder;
  const std::string file = folder.file("boards.db");
  const auto list = [&] { return tesselle_run({"archive", "list", file, "--json"}); };
  run_and_signal(
      {TESSELLE_BINARY, "optimise", "eternity2", "--engine", "ils", "--time", "90s", "--archive", file, "--out",
       folder.file("best.json"), "--quiet"},
      [&] { return !list().out.empty(); }, SIGKILL);
  CHECK(list().exit_code == 0);
  CHECK(!json_lines(list().out).empty());
  const std::string exported = folder.file("board.json");
  CHECK(tesselle_run({"archive", "export", file, "--best", "1", "--out", exported}).exit_code == 0);
  CHECK(tesselle_run({"verify", "eternity2", exported}).exit_code == 1);  // legal, not a solution
}

TEST_CASE("a beam that is killed goes on from its checkpoint") {
  const TemporaryFolder folder;
  const std::string checkpoint = folder.file("run.checkpoint"), best = folder.file("best.json");
  const auto optimising = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"optimise", "eternity1", "--engine", "beam", "--width", "3000", "--out", best});
    return more;
  };
  std::vector<std::string> first = optimising({"--checkpoint", checkpoint, "--quiet"});
  first.insert(first.begin(), TESSELLE_BINARY);
  const auto killed = run_and_signal(
      first, [&] { return std::filesystem::exists(checkpoint); }, SIGKILL);
  REQUIRE(killed.exit_code == 128 + SIGKILL);
  const int before = Json::parse(read_text(best))["score"];
  CHECK(before > 0);

  const Json resumed = finished(optimising({"--resume", checkpoint, "--nodes", "4000", "--json"}));
  CHECK(resumed["nodes"] > 4000);  // those of both parts
  CHECK(resumed["best"]["score"] > 0);
  CHECK(tesselle_run({"verify", "eternity1", best}).exit_code == 1);  // legal, not a solution
}

TEST_CASE("bad archives: exit 2 and one clear line") {
  const TemporaryFolder folder;
  const std::string text = folder.file("text.db");
  write_text(text,
             "not a database at all, but long enough to look at as if it were one, and longer than a header is\n");
  check_refused({"archive", "list", text}, text);
  check_refused({"archive", "info", folder.file("missing.db")}, "no such file");
  check_refused(optimise({"--archive", text, "--out", folder.file("best.json")}), text);
  check_refused(optimise({"--keep-above", "3"}), "archive");
  check_refused({"archive"}, "subcommand");
}

TEST_CASE("bad start boards and contradicting hints: exit 2 and one clear line") {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& name, const std::string& text) {
    write_text(folder.file(name), text);
    return folder.file(name);
  };
  const std::string out = folder.file("out.json");
  const auto refused = [&](const std::string& start, const std::string& expected) {
    check_refused(optimise({"--engine", "swap", "--start", start, "--out", out}), expected);
  };
  REQUIRE(tesselle_run({"optimise", "inf6102-b", "--engine", "greedy", "--nodes", "1", "--threads", "1", "--out", out})
              .exit_code == 0);
  refused(out, "inf6102-b");  // a board of another puzzle
  refused(file("size.txt", "board_w=2&board_h=2&board_edges=aaaaaaaaaaaaaaaa"), "size.txt");  // of another size
  refused(file("none.json", "{}"), "none.json");
  refused(folder.file("missing.json"), "missing.json");

  REQUIRE(tesselle_run(optimise({"--engine", "greedy", "--out", out})).exit_code == 0);
  Json board = Json::parse(read_text(out));
  board["placements"][1]["piece"] = board["placements"][0]["piece"];
  refused(file("twice.json", board.dump()), "twice.json");  // a piece in two places

  const auto hinted = [&](const std::string& name, const std::string& hints) {
    return file(name,
                "name = \"p\"\nfamily = \"edge\"\nboard = \"2x2\"\nmatch = \"same\"\nframe = 0\n"
                "pieces = [[0,0,1,1],[0,0,1,1],[0,0,1,1],[0,0,1,1]]\n" +
                    hints);
  };
  for (const char* command : {"optimise", "solve"}) {
    check_refused({command,
                   hinted("cell.toml",
                          "[[hint]]\npiece = 1\nrotation = 0\ncell = \"A1\"\n"
                          "[[hint]]\npiece = 2\nrotation = 0\ncell = \"A1\"\n"),
                   "--out", out},
                  "A1");
    check_refused({command,
                   hinted("piece.toml",
                          "[[hint]]\npiece = 1\nrotation = 0\ncell = \"A1\"\n"
                          "[[hint]]\npiece = 1\nrotation = 0\ncell = \"B2\"\n"),
                   "--out", out},
                  "piece");
  }
}

TEST_CASE("optimise solves a small board outright and looks like one run") {
  const TemporaryFolder folder;
  const auto result = tesselle_run(
      {"optimise", "inf6102-b", "--threads", "1", "--time", "30s", "--json", "--out", folder.file("b.json")});
  CHECK(result.exit_code == 0);
  const auto events = json_lines(result.out);
  const auto count = [&](const char* name) {
    return std::count_if(events.begin(), events.end(), [&](const Json& event) { return event["event"] == name; });
  };
  CHECK(count("started") == 1);
  CHECK(count("finished") == 1);
  CHECK(events.back()["status"] == "solved");
  CHECK(events.back()["best"]["conflicts"] == 0);
  CHECK(Json::parse(read_text(folder.file("b.json")))["conflicts"] == 0);
}

TEST_CASE("help tells apart what engines mean by an option of the same name") {
  std::string help = tesselle_run({"optimise", "--help"}).out;
  std::erase_if(help, [](char c) { return c == ' ' || c == '\n'; });  // however lines are broken
  CHECK(help.find("-1:themostpromisingnumber(default-1;schedule)") != std::string::npos);
}
