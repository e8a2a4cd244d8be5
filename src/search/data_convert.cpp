#include "search/data_convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/readable.hpp"
#include "tesselle/card.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/foreign_formats.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

/// A format and what can be written in it; nullptr: it has no such thing.
struct ConvertFormat {
  const char* name;
  std::string (*puzzle)(const Puzzle&, const ConvertChoice&);
  std::string (*solution)(const Puzzle&, const SolutionRecord&);
};

/// The verifier is asked first: programs that read these files trust what they say.
const Solution& verified_solution(const Puzzle& puzzle, const SolutionRecord& record) {
  const Verdict verdict = verify(puzzle, record.solution);
  if (!verdict.solves()) throw UsageError("--to: not a solution: " + summary(verdict));
  return record.solution;
}

const EdgeBoard& edge_board(const Puzzle& puzzle, const SolutionRecord& record, const char* format) {
  if (puzzle.family() != Family::edge)
    throw UsageError(fmt::format("--to {}: only edge-matching boards have it", format));
  return record.solution.edge();
}

template <std::string (*write)(const Puzzle&)>
std::string plain(const Puzzle& puzzle, const ConvertChoice&) {
  return write(puzzle);
}

const std::array<ConvertFormat, 15> format_writers = {{
    {"toml", plain<write_toml>, nullptr},
    {"nswe", plain<write_plain_nswe>, nullptr},
    {"nesw", plain<write_plain_nesw>, nullptr},
    {"list",
     [](const Puzzle& puzzle, const ConvertChoice& choice) {
       return write_piece_table(puzzle, {choice.sides, choice.numbered, false});
     },
     nullptr},
    {"csv",
     [](const Puzzle& puzzle, const ConvertChoice& choice) {
       return write_piece_table(puzzle, {choice.sides, true, true});
     },
     [](const Puzzle& puzzle, const SolutionRecord& record) { return write_solution_csv(puzzle, record.solution); }},
    {"letters", plain<write_letter_list>, nullptr},
    {"eternity2dev", plain<write_site_puzzle>,
     [](const Puzzle& puzzle, const SolutionRecord& record) {
       const EdgeBoard& board = edge_board(puzzle, record, "eternity2dev");
       return write_site_board(puzzle, board, verify_edge(puzzle.edge(), board).score);
     }},
    {"xmpuzzle", [](const Puzzle& puzzle, const ConvertChoice&) { return write_xmpuzzle(puzzle); },
     [](const Puzzle& puzzle, const SolutionRecord& record) {
       return write_xmpuzzle(puzzle, &verified_solution(puzzle, record));
     }},
    {"def", [](const Puzzle& puzzle, const ConvertChoice&) { return write_polycube(puzzle); },
     [](const Puzzle& puzzle, const SolutionRecord& record) {
       return write_polycube(puzzle, &verified_solution(puzzle, record));
     }},
    {"dlx", plain<write_knuth>, nullptr},
    {"ascii", plain<write_ascii>, nullptr},
    {"json", nullptr,
     [](const Puzzle& puzzle, const SolutionRecord& record) { return write_solution_json(puzzle, record) + "\n"; }},
    {"address", nullptr,
     [](const Puzzle& puzzle, const SolutionRecord& record) {
       return write_board_address(puzzle, edge_board(puzzle, record, "address")) + "\n";
     }},
    {"edges", nullptr,
     [](const Puzzle& puzzle, const SolutionRecord& record) {
       return write_board_edges(puzzle, edge_board(puzzle, record, "edges")) + "\n";
     }},
    {"course", nullptr,
     [](const Puzzle& puzzle, const SolutionRecord& record) {
       const EdgeBoard& board = edge_board(puzzle, record, "course");
       return write_course_solution(puzzle, board, verify_edge(puzzle.edge(), board).conflicts);
     }},
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

/// The viewer shows equal letters as a match, so that mates share a letter there; then two heads look like a match too.
std::string viewer_note(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  if (puzzle.matching == Matching::same) return {};
  std::size_t alike = 0;
  for (const auto& clash : judge(puzzle, shown_board(puzzle, board), {}).clashes) alike += clash.here == clash.there;
  std::string note = "the viewer takes equal letters for a match, so sides that fit have the same letter in this link";
  if (alike > 0)
    note += fmt::format("; {} where equal sides meet {} a match there and {} not one", counted(alike, "edge"),
                        alike == 1 ? "looks like" : "look like", alike == 1 ? "is" : "are");
  return note;
}

}  // namespace

std::vector<std::string> convert_formats() {
  std::vector<std::string> names;
  for (const ConvertFormat& format : format_writers) names.emplace_back(format.name);
  return names;
}

Converted converted(const Puzzle& puzzle, const ConvertChoice& choice, const std::optional<SolutionRecord>& solution) {
  if (!solution) return {writer_for(choice.format, &ConvertFormat::puzzle, "a puzzle")(puzzle, choice)};
  Converted result{writer_for(choice.format, &ConvertFormat::solution, "a solution")(puzzle, *solution)};
  if (choice.format == "address") result.note = viewer_note(puzzle.edge(), solution->solution.edge());
  return result;
}

}  // namespace tesselle
