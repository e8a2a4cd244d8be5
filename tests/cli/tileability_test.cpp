#include <doctest/doctest.h>

#include "support/command_line.hpp"

using namespace tesselle::testing;

TEST_CASE("tileability: a model is learned, kept, listed and used") {
  const TemporaryFolder folder;
  const std::string model = folder.file("boat.tileability"), samples = folder.file("samples");
  const std::vector<std::string> learn = {"tileability", "learn",      "boat", "--out",      model, "--samples",
                                          samples,       "--rounds",   "1",    "--searches", "2",   "--width",
                                          "100",         "--smallest", "3",    "--largest",  "5"};
  const ProgramResult first = tesselle_run(learn);
  CHECK(first.exit_code == 0);
  CHECK(contains(first.err, "round 1:"));
  CHECK(contains(first.out, "hardest pieces:"));
  CHECK(contains(read_text(model), "puzzle boat"));
  const std::size_t kept = read_text(samples).size();
  CHECK(tesselle_run(learn).exit_code == 0);
  CHECK(read_text(samples).size() > kept);
  CHECK(contains(tesselle_run({"tileability", "list", model, "--count", "3"}).out, "model of boat: 21 pieces"));
  const std::string board = folder.file("board.json");
  CHECK(
      tesselle_run({"optimise", "boat", "--model", model, "--width", "20", "--nodes", "500", "--out", board, "--quiet"})
          .exit_code == 0);

  const std::string still = folder.file("still.svg"), moving = folder.file("moving.svg");
  CHECK(
      tesselle_run({"show", "boat", board, "--tileability", model, "--svg", still, "--animation", moving}).exit_code ==
      0);
  CHECK_FALSE(contains(read_text(still), "<animate"));
  CHECK(contains(read_text(moving), "<animate"));
}

TEST_CASE("tileability: searches that meet no region to learn from are told of") {
  const TemporaryFolder folder;
  const ProgramResult result =
      tesselle_run({"tileability", "learn", "boat", "--out", folder.file("model"), "--rounds", "1", "--searches", "1",
                    "--width", "1", "--smallest", "1", "--largest", "1"});
  CHECK(result.exit_code == 0);
  CHECK(contains(result.err, "nothing was learned"));
}

TEST_CASE("tileability: bad input is refused") {
  const TemporaryFolder folder;
  const std::string out = folder.file("model");
  check_refused({"tileability", "learn", "owen-4x4", "--out", out}, "packing puzzles");
  check_refused({"tileability", "learn", "soma", "--out", out}, "lattice");
  check_refused({"tileability", "learn", "boat", "--out", out, "--smallest", "9", "--largest", "3"}, "--largest");
  check_refused({"tileability", "list", folder.file("none")}, "none");
  CHECK(tesselle_run({"optimise", "boat", "--model", folder.file("none")}).exit_code == 2);
  check_refused({"show", "owen-4x4", "--svg", out, "--tileability", "shipped"}, "packing");
  check_refused({"show", "boat", "--animation", out}, "board");
}
