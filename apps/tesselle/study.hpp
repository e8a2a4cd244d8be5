#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/events.hpp"
#include "puzzle/puzzle.hpp"

namespace tesselle {

/// An SVG document, written beside the report.
struct StudyPicture {
  std::string name, svg;
};

/// A table of a study. Cells are ready to print; "" where there is nothing to say.
struct StudyTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows{};
  std::vector<std::string> notes{};
  std::optional<StudyPicture> picture{};
};

struct StudyReport {
  std::string title;
  std::vector<std::string> preface;  ///< paragraphs
  std::vector<StudyTable> tables;
};

/// What a study is run with.
struct StudyContext {
  bool quick = false;                               ///< leave out what takes more than about ten seconds
  std::vector<std::string> tables;                  ///< only these, by number; empty: all
  std::function<void(const std::string&)> working;  ///< told what is being measured
  std::function<bool()> stopped;                    ///< asked between measurements

  bool wants(const std::string& table) const {
    return tables.empty() || std::find(tables.begin(), tables.end(), table) != tables.end();
  }
};

/// A source document's tables, measured again. To add one: write study_NAME.cpp, declare it here, list it in study.cpp.
struct Study {
  std::string name, summary;
  StudyReport (*run)(const StudyContext& context);
};
Study pentominoes_study();
Study eternity1_study();

/// What one engine did with one puzzle, on one thread.
struct Measurement {
  Status status = Status::stopped;
  std::uint64_t solutions = 0, distinct = 0, nodes = 0;
  double cpu_seconds = 0;
};
/// Counts all solutions through the verifying run.
Measurement measure_count(const Puzzle& puzzle, const std::string& engine, SearchSymmetry symmetry);
/// Stops at solution number `wanted`, or when there are no more; every board is verified. Status::limit if the nodes
/// ran out.
Measurement measure_first(const Puzzle& puzzle, const std::string& engine, std::uint64_t wanted,
                          std::uint64_t most_nodes = ~std::uint64_t{0});

}  // namespace tesselle
