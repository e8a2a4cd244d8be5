#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "commands.hpp"
#include "search/typed_puzzle.hpp"
#include "search/unsolvable.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/render.hpp"

namespace tesselle {
namespace {

struct NewOptions {
  std::optional<std::string> out, check;
  std::string time = "20s";
  bool overwrite = false;
};

constexpr std::size_t max_changes_shown = 8;

/// Questions go to stderr, answers come from standard input: from a person, who is asked again after a slip, or from a
/// script, which is refused.
class Questions {
 public:
  /// `parse` returns no value for an answer that it cannot take; `expected` completes the sentence.
  template <class Parse>
  auto ask(const std::string& question, const std::string& expected, const Parse& parse) {
    for (;;) {
      tell("{}: ", question);
      std::string answer;
      if (!std::getline(std::cin, answer)) {
        tell("\n");
        throw UsageError(fmt::format("the answers end before the question '{}'", question));
      }
      ++number_;
      if (!answer.empty() && answer.back() == '\r') answer.pop_back();
      if (auto value = parse(answer)) return *value;
      const std::string complaint = fmt::format("found '{}', expected {}", answer.substr(0, 60), expected);
      if (::isatty(STDIN_FILENO) == 0)
        throw UsageError(fmt::format("answer {} ('{}'): {}", number_, question, complaint));
      tell("  {}\n", complaint);
    }
  }

  std::string line(const std::string& question) {
    return ask(question, "a line without quotes or backslashes", plain_text);
  }

  static std::optional<std::string> plain_text(const std::string& answer) {
    const auto odd = [](char c) { return c == '"' || c == '\\' || (c >= 0 && c < ' ') || c == 0x7f; };
    return std::any_of(answer.begin(), answer.end(), odd) ? std::nullopt : std::optional(answer);
  }

 private:
  int number_ = 0;
};

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; (at = text.find_first_not_of(" \t", at)) != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::optional<int> small_number(const std::string& text, int least, int most) {
  if (text.empty() || text.size() > 5 || text.find_first_not_of("0123456789") != text.npos) return std::nullopt;
  const int number = std::stoi(text);
  return number >= least && number <= most ? std::optional(number) : std::nullopt;
}

/// "6x10" as numbers; nullopt if it is not that many.
std::optional<std::vector<int>> sizes_in(const std::string& text) {
  std::vector<int> sizes;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('x', at), text.size());
    const auto size = small_number(text.substr(at, end - at), 1, 1000);
    if (!size) return std::nullopt;
    sizes.push_back(*size);
    at = end + 1;
  }
  return sizes;
}

std::string ask_name(Questions& questions) {
  return questions.ask(
      "Name of the puzzle (small letters, digits, hyphens) [my-puzzle]", "small letters, digits and hyphens",
      [](const std::string& answer) -> std::optional<std::string> {
        if (answer.empty()) return "my-puzzle";
        const bool good =
            answer.size() <= 60 && answer.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == answer.npos;
        return good ? std::optional(answer) : std::nullopt;
      });
}

/// Four sides, clockwise from the top.
void ask_pieces(Questions& questions, EdgeDraft& draft) {
  const int count = draft.width * draft.height;
  for (int p = 1; p <= count; ++p) {
    const auto parse = [&](const std::string& answer) -> std::optional<std::array<std::string, 4>> {
      const auto words = words_in(answer);
      if (words.size() != 4 || !Questions::plain_text(answer)) return std::nullopt;
      const auto marked = [&](const std::string& side) { return draft.halves->mate(side).has_value(); };
      if (draft.halves && !std::all_of(words.begin(), words.end(), marked)) return std::nullopt;
      return std::array<std::string, 4>{words[0], words[1], words[2], words[3]};
    };
    draft.pieces.push_back(questions.ask(fmt::format("Piece {} of {}, clockwise from the top", p, count),
                                         draft.halves ? "four sides, each marked as one half" : "four sides", parse));
  }
}

std::string ask_scramble(Questions& questions, const std::string& name, const std::string& title) {
  EdgeDraft draft{name, title};
  draft.halves = questions.ask(
      "How do you write the two halves of a picture? * stands for its name [*+ *-]", "two marks such as *+ *- or H* B*",
      [](const std::string& answer) { return parse_halves(answer.empty() ? "*+ *-" : answer); });
  ask_pieces(questions, draft);
  return puzzle_file(draft);
}

std::string ask_edge_list(Questions& questions, const std::string& name, const std::string& title) {
  EdgeDraft draft{name, title};
  const auto sizes = questions.ask("Board, width x height [4x4]", "a size such as 4x4, at most 400 cells",
                                   [](const std::string& answer) -> std::optional<std::vector<int>> {
                                     const auto read = sizes_in(answer.empty() ? "4x4" : answer);
                                     const bool good = read && read->size() == 2 && (*read)[0] * (*read)[1] <= 400;
                                     return good ? read : std::nullopt;
                                   });
  draft.width = sizes[0];
  draft.height = sizes[1];
  const std::string frame =
      questions.ask("What all sides on the rim show (nothing: they are free)", "one word",
                    [](const std::string& answer) -> std::optional<std::string> {
                      return words_in(answer).size() <= 1 ? Questions::plain_text(answer) : std::nullopt;
                    });
  if (!frame.empty()) draft.frame = words_in(frame).at(0);
  ask_pieces(questions, draft);
  return puzzle_file(draft);
}

/// Rows of '#' and '.' up to an empty line; in a box with layers a line '-' starts the next layer.
std::vector<std::string> ask_rows(Questions& questions, bool layers) {
  std::vector<std::string> rows;
  for (;;) {
    const auto row = questions.ask(fmt::format("  row{} (nothing: done)", layers ? ", or - for the next layer" : ""),
                                   "a row of # and .", [&](const std::string& answer) -> std::optional<std::string> {
                                     if (layers && answer == "-") return answer;
                                     return answer.find_first_not_of("#.") == answer.npos && answer.size() <= 100
                                                ? std::optional(answer)
                                                : std::nullopt;
                                   });
    if (row.empty()) return rows;
    rows.push_back(row == "-" ? "" : row);
  }
}

std::string ask_box(Questions& questions, const std::string& name, const std::string& title) {
  PackingDraft draft{name, title, ""};
  draft.box =
      questions.ask("Box, such as 6x10 or 3x4x5 [6x10]", "a box such as 6x10 or 3x4x5",
                    [](const std::string& answer) -> std::optional<std::string> {
                      const std::string box = answer.empty() ? "6x10" : answer;
                      const auto sizes = sizes_in(box);
                      return sizes && (sizes->size() == 2 || sizes->size() == 3) ? std::optional(box) : std::nullopt;
                    });
  const bool layers = std::count(draft.box.begin(), draft.box.end(), 'x') == 2;
  draft.sets = words_in(questions.line("Piece sets to use, such as pentominoes (nothing: none)"));
  if (!layers)
    draft.turn_over = questions.ask("May pieces be turned over? [yes]", "yes or no",
                                    [](const std::string& answer) -> std::optional<bool> {
                                      if (answer.empty() || answer == "yes" || answer == "y") return true;
                                      return answer == "no" || answer == "n" ? std::optional(false) : std::nullopt;
                                    });
  for (;;) {
    const auto words =
        questions.ask("Next piece: a name, perhaps a number of copies (nothing: no more)",
                      "a name, perhaps followed by a number of copies",
                      [](const std::string& answer) -> std::optional<std::vector<std::string>> {
                        const auto read = words_in(answer);
                        const bool good = read.size() < 2 || (read.size() == 2 && small_number(read[1], 1, 10000));
                        return good && Questions::plain_text(answer) ? std::optional(read) : std::nullopt;
                      });
    if (words.empty()) return puzzle_file(draft);
    const int copies = words.size() == 2 ? *small_number(words[1], 1, 10000) : 1;
    draft.shapes.push_back({words[0], copies, ask_rows(questions, layers)});
  }
}

std::string sides_text(Side side) {
  constexpr std::array<std::string_view, 4> names = {"north", "east", "south", "west"};
  return std::string(names[static_cast<std::size_t>(side)]);
}

void print_changes(const EdgePuzzle& puzzle, const Diagnosis& diagnosis) {
  const auto& changes = diagnosis.changes;
  if (changes.empty())
    print_text("{}\n", diagnosis.all_tried
                           ? "No change of a single side makes it solvable."
                           : "No change of a single side was found that makes it solvable, but not all were tried.");
  else
    print_text("It becomes solvable if one side is changed:\n");
  for (std::size_t i = 0; i < changes.size() && i < max_changes_shown; ++i)
    print_text("  piece {}, {} side: {} instead of {}\n", changes[i].piece.index() + 1, sides_text(changes[i].side),
               puzzle.colours[changes[i].to.index()], puzzle.colours[changes[i].from.index()]);
  if (changes.size() > max_changes_shown) print_text("  and {} more\n", changes.size() - max_changes_shown);
  if (!changes.empty() && !diagnosis.all_tried) print_text("Not every change was tried.\n");
}

void print_diagnosis(const Puzzle& puzzle, const Diagnosis& diagnosis, const std::string& file) {
  if (diagnosis.answer == Diagnosis::Answer::solvable) print_text("It has a solution: tesselle solve {}\n", file);
  if (diagnosis.answer == Diagnosis::Answer::unknown)
    print_text("No solution was found in this time; go on with: tesselle solve {}\n", file);
  if (diagnosis.answer != Diagnosis::Answer::unsolvable) return;
  print_text("It has no solution{}.\n", diagnosis.reason.empty() ? "" : ": " + diagnosis.reason);
  if (const auto& closest = diagnosis.closest) {
    fmt::print("The closest board, {} of {} {}:\n{}", closest->score, closest->max_score,
               puzzle.family() == Family::edge ? "edges match" : "pieces placed",
               render_terminal(puzzle, &closest->solution, TerminalColour::none));
  }
  if (puzzle.family() == Family::edge) print_changes(puzzle.edge(), diagnosis);
}

/// What looks mistyped, and whether it can be solved.
Diagnosis::Answer check(const Puzzle& puzzle, const std::string& file, double seconds) {
  for (const Doubt& doubt : doubts_about(puzzle)) print_text("check: {}\n", doubt.text);
  if (seconds <= 0) return Diagnosis::Answer::unknown;
  std::fflush(stdout);
  const Diagnosis diagnosis = diagnose(puzzle, seconds, stop_on_signals());
  print_diagnosis(puzzle, diagnosis, file);
  return diagnosis.answer;
}

int check_puzzle(const NewOptions& options, double seconds) {
  switch (check(load_puzzle(*options.check), *options.check, seconds)) {
    case Diagnosis::Answer::solvable:
      return exit_codes::answered;
    case Diagnosis::Answer::unsolvable:
      return exit_codes::no_solution;
    default:
      return exit_codes::limit;
  }
}

/// Before the questions that come after its name is known.
void refuse_file(const std::string& file, const NewOptions& options) {
  require_writable(file);
  std::error_code ignored;
  if (!options.overwrite && std::filesystem::exists(file, ignored))
    throw UsageError(file + " exists already: give another --out, or --overwrite");
}

int make_puzzle(const NewOptions& options, double seconds) {
  if (options.out) refuse_file(*options.out, options);
  Questions questions;
  tell(
      "1  scramble squares: nine cards, 3x3, two halves of each picture\n"
      "2  square pieces with a colour on each side\n"
      "3  a box and pieces that fill it\n");
  const int kind = questions.ask("Kind of puzzle, 1, 2 or 3", "1, 2 or 3",
                                 [](const std::string& answer) { return small_number(answer, 1, 3); });
  const std::string name = ask_name(questions);
  const std::string file = options.out.value_or(name + ".toml");
  refuse_file(file, options);
  const std::string title = questions.line("Title, one line (nothing: none)");
  constexpr std::string (*kinds[])(Questions&, const std::string&, const std::string&) = {ask_scramble, ask_edge_list,
                                                                                          ask_box};
  const std::string text = kinds[kind - 1](questions, name, title);
  const Puzzle puzzle = read_toml(text, file);
  write_file_atomically(file, text);
  print_text("wrote {}\n", file);
  check(puzzle, file.find('/') == file.npos ? "./" + file : file, seconds);
  return exit_codes::answered;
}

}  // namespace

void add_new(Command program) {
  auto options = std::make_shared<NewOptions>();
  Command command = program.subcommand(
      "new", "make a puzzle file by answering questions, and check it for slips; answers may come from a pipe");
  command.option("--out", options->out, "the file to write (default: NAME.toml)").value("FILE");
  command.flag("--overwrite", options->overwrite, "replace a file that exists");
  command
      .option("--check", options->check, "ask nothing; check this puzzle: what looks mistyped, why it has no solution")
      .value("P");
  command
      .option("--time", options->time,
              "for the check: how long to look for a solution, or for what prevents it; 0 for not at all")
      .value("TIME")
      .show_default();
  command.on_run([options] {
    const double seconds = options->time == "0" ? 0 : parse_duration(options->time);
    return options->check ? check_puzzle(*options, seconds) : make_puzzle(*options, seconds);
  });
}

}  // namespace tesselle
