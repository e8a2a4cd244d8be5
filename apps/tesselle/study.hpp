#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/events.hpp"
#include "puzzle/puzzle.hpp"

namespace tesselle {

/// A table of a study. Cells are ready to print; "" where there is nothing to say.
struct StudyTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows{};
  std::vector<std::string> notes{};
};

/// Written beside the Markdown that shows it.
struct StudyPicture {
  std::string file, caption, svg;
};

struct StudyReport {
  std::string title;
  std::vector<std::string> preface;  ///< paragraphs
  std::vector<StudyTable> tables;
  std::vector<StudyPicture> pictures;
  std::vector<std::string> conclusion;  ///< paragraphs
};

/// What a study is run with.
struct StudyContext {
  bool quick = false;                               ///< leave out what takes more than about ten seconds
  std::vector<std::string> tables;                  ///< only these, by number; empty: all
  std::vector<std::string> puzzles;                 ///< only these rows, in tables of puzzles; empty: all
  std::optional<double> budget;                     ///< seconds of a measurement that only a limit ends
  std::optional<int> runs;                          ///< how often such a measurement is made
  std::optional<std::string> keep;                  ///< a file of measurements made before, and where new ones go
  std::function<void(const std::string&)> working;  ///< told what is being measured
  std::function<bool()> stopped;                    ///< asked between measurements

  bool wants(const std::string& table) const { return among(tables, table); }
  bool wants_puzzle(const std::string& puzzle) const { return among(puzzles, puzzle); }

 private:
  static bool among(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  }
};

/// A source document's tables, measured again. To add one: write study_NAME.cpp, declare it here, list it in study.cpp.
struct Study {
  std::string name, summary;
  StudyReport (*run)(const StudyContext& context);
};
Study pentominoes_study();
Study yardstick_study();
Study laws_study();
Study metaheuristics_study();
Study smartforce_study();
Study eternity1_study();

/// Printed in the place of a number that was not measured.
inline constexpr const char* skipped = "–";

/// What one engine did with one puzzle, on one thread.
struct Measurement {
  Status status = Status::stopped;
  std::uint64_t solutions = 0, distinct = 0, nodes = 0;
  double cpu_seconds = 0;
  Statistics statistics;
};
using EngineSettings = std::vector<std::pair<std::string, std::string>>;  ///< options other than the defaults
/// Counts all solutions through the verifying run.
Measurement measure_count(const Puzzle& puzzle, const std::string& engine, SearchSymmetry symmetry);
/// Stops at solution number `wanted`, or when there are no more; every board is verified. Status::limit if the nodes
/// ran out.
Measurement measure_first(const Puzzle& puzzle, const std::string& engine, std::uint64_t wanted,
                          std::uint64_t most_nodes = ~std::uint64_t{0}, const EngineSettings& settings = {});

/// S1's four measurements of one search along every rotation of the board; every board that is looked at is verified.
struct YardstickMeasurement {
  std::optional<std::uint64_t> first_nodes;  ///< up to the first solution, if one was found
  double first_seconds = 0;
  bool exhausted = false;  ///< or the node limit came first
  std::uint64_t solutions = 0, nodes = 0;
  double cpu_seconds = 0;
};
YardstickMeasurement measure_yardstick(const Puzzle& puzzle, const std::string& engine, const EngineSettings& settings,
                                       std::uint64_t most_nodes);
/// The best board of one optimising run, and when it was found.
struct BestFound {
  int score = 0, max_score = 0, conflicts = 0;
  double seconds = 0;
  std::vector<std::pair<double, int>> history;  ///< seconds and score of every board that was the best
  Statistics statistics;
};
struct Effort {
  std::optional<double> seconds{};
  std::optional<std::uint64_t> nodes{};
  std::uint64_t seed = 1;
  unsigned threads = 1;
};
BestFound measure_best(const Puzzle& puzzle, const EngineInfo& engine, const Effort& effort);
/// The same as `tesselle optimise` does it if no engine is named.
BestFound measure_optimise(const Puzzle& puzzle, const Effort& effort);

}  // namespace tesselle
