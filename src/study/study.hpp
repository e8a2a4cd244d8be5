#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "study/report.hpp"

/// Published experiments, run again with our engines and set beside the published numbers (docs/sources.md).
namespace tesselle::study {

/// What a study is run with.
struct Context {
  bool quick = false;                 ///< leave out what takes more than about ten seconds
  std::vector<std::string> tables;    ///< only these, by number; empty: all
  std::vector<std::string> puzzles;   ///< only these rows, in tables of puzzles; empty: all
  std::optional<double> budget;       ///< seconds of a measurement that only a limit ends
  std::optional<int> runs;            ///< how often such a measurement is made
  std::optional<std::string> keep;    ///< a file of measurements made before, and where new ones go
  std::optional<std::string> ledger;  ///< a PostgreSQL database to measure
  std::function<void(const std::string&)> working = [](const std::string&) {};  ///< called with what is being measured
  std::stop_token stop;  ///< ends the study; its report has what was measured until then

  bool stopped() const { return stop.stop_requested(); }
  bool wants(const std::string& table) const { return among(tables, table); }
  bool wants_puzzle(const std::string& puzzle) const { return among(puzzles, puzzle); }

 private:
  static bool among(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  }
};

/// To add one: write NAME.cpp, declare it here, list it in study.cpp.
struct Study {
  std::string name, summary;
  Report (*run)(const Context& context);
  bool draws = true;  ///< its report has pictures
};
Study pentominoes_study();
Study yardstick_study();
Study laws_study();
Study metaheuristics_study();
Study smartforce_study();
Study eternity1_study();
Study records_study();
Study scaling_study();

const std::vector<Study>& all_studies();

/// Throws UsageError naming the studies there are.
const Study& study_named(const std::string& name);

}  // namespace tesselle::study
