#include "search/data_convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

/// A format and what can be written in it; nullptr: it has no such thing.
struct ConvertFormat {
  const char* name;
  std::string (*puzzle)(const Puzzle&);
  std::string (*solution)(const Puzzle&, const SolutionRecord&);
};

/// The verifier is asked first: programs that read these files trust what they say.
const Solution& verified_solution(const Puzzle& puzzle, const SolutionRecord& record) {
  const Verdict verdict = verify(puzzle, record.solution);
  if (!verdict.solves()) throw UsageError("--to: not a solution: " + summary(verdict));
  return record.solution;
}

std::string address_line(const Puzzle& puzzle, const SolutionRecord& record) {
  if (puzzle.family() != Family::edge) throw UsageError("--to address: only edge-matching boards have an address");
  return write_board_address(puzzle, record.solution.edge()) + "\n";
}

const std::array<ConvertFormat, 9> format_writers = {{
    {"toml", write_toml, nullptr},
    {"nswe", write_plain_nswe, nullptr},
    {"nesw", write_plain_nesw, nullptr},
    {"xmpuzzle", [](const Puzzle& puzzle) { return write_xmpuzzle(puzzle); },
     [](const Puzzle& puzzle, const SolutionRecord& record) {
       return write_xmpuzzle(puzzle, &verified_solution(puzzle, record));
     }},
    {"def", [](const Puzzle& puzzle) { return write_polycube(puzzle); },
     [](const Puzzle& puzzle, const SolutionRecord& record) {
       return write_polycube(puzzle, &verified_solution(puzzle, record));
     }},
    {"dlx", write_knuth, nullptr},
    {"ascii", write_ascii, nullptr},
    {"json", nullptr,
     [](const Puzzle& puzzle, const SolutionRecord& record) { return write_solution_json(puzzle, record) + "\n"; }},
    {"address", nullptr, address_line},
}};

/// "toml, nswe, … or ascii"
template <class Writer>
std::string formats_with(Writer ConvertFormat::*writer) {
  std::vector<std::string> names;
  for (const ConvertFormat& format : format_writers)
    if (format.*writer != nullptr) names.emplace_back(format.name);
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

template <class Writer>
Writer writer_for(const std::string& name, Writer ConvertFormat::*writer, const char* what) {
  for (const ConvertFormat& format : format_writers)
    if (name == format.name && format.*writer != nullptr) return format.*writer;
  throw UsageError(fmt::format("--to: {} can be written as {}", what, formats_with(writer)));
}

}  // namespace

std::vector<std::string> convert_formats() {
  std::vector<std::string> names;
  for (const ConvertFormat& format : format_writers) names.emplace_back(format.name);
  return names;
}

std::string converted(const Puzzle& puzzle, const std::string& format, const std::optional<SolutionRecord>& solution) {
  if (solution) return writer_for(format, &ConvertFormat::solution, "a solution")(puzzle, *solution);
  return writer_for(format, &ConvertFormat::puzzle, "a puzzle")(puzzle);
}

}  // namespace tesselle
