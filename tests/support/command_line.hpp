#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/run_program.hpp"

/// Runs of our own program and what is expected of every subcommand.
namespace tesselle::testing {

using Json = nlohmann::json;

inline ProgramResult tesselle_run(std::vector<std::string> arguments, const std::string& folder = "") {
  arguments.insert(arguments.begin(), TESSELLE_BINARY);
  return run_program(arguments, folder);
}

inline std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

inline Json finished(const std::vector<std::string>& arguments) {
  const auto lines = json_lines(tesselle_run(arguments).out);
  REQUIRE(!lines.empty());
  CHECK(lines.back()["event"] == "finished");
  return lines.back();
}

/// Exit 2, nothing on stdout, exactly one line on stderr that contains `expected`.
inline void check_refused(const std::vector<std::string>& arguments, const std::string& expected) {
  const ProgramResult result = tesselle_run(arguments);
  CAPTURE(arguments.back());
  CAPTURE(result.err);
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
  CHECK(result.err.find(expected) != std::string::npos);
}

}  // namespace tesselle::testing
