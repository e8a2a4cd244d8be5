#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/command_line.hpp"
#include "support/run_program.hpp"

using namespace tesselle::testing;

TEST_CASE("estimate: a run beside the estimates, in the table and in the plot") {
  const TemporaryFolder folder;
  const std::string profile = folder.file("run.json"), plot = folder.file("plot.svg");
  CHECK(tesselle_run({"count", "owen-5x5", "--engine", "scan", "--symmetry", "all", "--profile", profile}).exit_code ==
        0);
  const ProgramResult result = tesselle_run(
      {"estimate", "owen-5x5", "--probes", "2000", "--speed", "1000000", "--run", profile, "--plot", plot, "--json"});
  CHECK(result.exit_code == 0);
  const auto json = nlohmann::json::parse(result.out);
  std::uint64_t nodes = 0;
  for (const auto& one : json["real"]["nodes_per_depth"]) nodes += one.get<std::uint64_t>();
  CHECK(nodes > 90'000);
  CHECK(json["probed"]["nodes"].get<double>() == doctest::Approx(static_cast<double>(nodes)).epsilon(0.2));
  CHECK(json["probed"]["seconds"].get<double>() == doctest::Approx(json["probed"]["nodes"].get<double>() / 1e6));
  CHECK(std::filesystem::file_size(plot) > 2000);
  check_refused({"estimate", "owen-4x4", "--run", profile}, "owen-5x5");
  check_refused({"estimate", "owen-4x4", "--run", plot}, "plot.svg");
  check_refused({"count", "girafe", "--engine", "memo", "--profile", profile}, "memo");
}

TEST_CASE("estimate says when no probe reached the end") {
  const ProgramResult result = tesselle_run({"estimate", "owen-10x10", "--probes", "100", "--speed", "1e8"});
  CHECK(result.out.find("no probe reached the end") != std::string::npos);
}
