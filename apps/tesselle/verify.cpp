#include "tesselle/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "commands.hpp"
#include "search/verdict_json.hpp"
#include "terminal.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "verify/drat.hpp"

namespace tesselle {
namespace {

struct VerifyOptions {
  std::string puzzle, solution;
  std::optional<std::string> proof, cnf;
  bool json = false;
};

constexpr std::size_t max_proof_bytes = std::size_t{4} << 30;

constexpr std::size_t max_named = 24;  ///< cells, pieces and conflicts in one line or list

std::string_view side_name(Side side) {
  constexpr std::array<std::string_view, 4> names = {"north", "east", "south", "west"};
  return names[static_cast<std::size_t>(side)];
}

/// "A1, A2 and 7 more"
std::string some_of(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), max_named);
  const std::vector<std::string> first(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown));
  return fmt::format("{}{}", fmt::join(first, ", "),
                     names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "");
}

/// The judge's card in words, one matter per line.
class CardText {
 public:
  CardText(const EdgePuzzle& puzzle, const BoardCard& card) : puzzle_(puzzle), card_(card) {}

  void print(const std::optional<BuiltInSet>& set) const {
    const std::string of_set = set ? fmt::format(" (the set of {})", set->name) : "";
    if (card_.whole_set())
      print_text("pieces: all {}, each once{}\n", puzzle_.pieces.size(), of_set);
    else
      print_text("pieces: not the whole set, each once{}\n", of_set);
    print_cells("empty", card_.empty);
    print_cells("sides that no piece has", card_.strangers);
    print_cells("not the piece that the board says", card_.misnamed);
    for (const auto& piece : card_.repeated)
      print_text("piece {} is there {} times: {}\n", piece.piece.index() + 1, piece.squares.size(),
                 some_of(names(piece.squares)));
    print_missing();
    print_rim();
    print_clues();
    print_conflicts();
  }

 private:
  std::string cell(Square square) const { return square_name(puzzle_, square); }
  std::string colour(const std::optional<Colour>& colour) const {
    return colour ? puzzle_.colours[colour->index()] : "unknown";
  }
  std::vector<std::string> names(const std::vector<Square>& squares) const {
    std::vector<std::string> result;
    for (const Square square : squares) result.push_back(cell(square));
    return result;
  }

  void print_cells(const char* what, const std::vector<Square>& squares) const {
    if (!squares.empty()) print_text("{}: {}\n", what, some_of(names(squares)));
  }

  void print_missing() const {
    std::vector<std::string> numbers;
    for (const PieceId piece : card_.missing) numbers.push_back(std::to_string(piece.index() + 1));
    if (!numbers.empty()) print_text("missing pieces: {}\n", some_of(numbers));
  }

  void print_rim() const {
    if (card_.rim_sides == 0) return;
    const auto faults = static_cast<int>(card_.rim_faults.size());
    std::vector<std::string> wrong;
    for (const auto& fault : card_.rim_faults)
      wrong.push_back(fmt::format("{} {} is {}", cell(fault.square), side_name(fault.side), colour(fault.colour)));
    if (faults == 0)
      print_text("rim: {}\n", card_.empty.empty() ? "right all around" : "right where there are pieces");
    else
      print_text("rim: {} of {} sides wrong: {}\n", faults, card_.rim_sides, some_of(wrong));
  }

  void print_clues() const {
    if (card_.clues.empty()) return;
    std::vector<std::string> lost;
    for (const auto& clue : card_.clues)
      if (!clue.kept)
        lost.push_back(fmt::format("{} (piece {})", cell(clue.hint.square), clue.hint.placed.piece.index() + 1));
    print_text("clues kept: {} of {}{}\n", card_.clues_kept(), card_.clues.size(),
               lost.empty() ? "" : "; not kept: " + some_of(lost));
  }

  void print_conflicts() const {
    if (card_.clashes.empty()) return;
    std::vector<std::string> edges;
    for (const auto& clash : card_.clashes)
      edges.push_back(
          fmt::format("{} {} | {} {}", cell(clash.square), colour(clash.here), colour(clash.there), cell(clash.other)));
    print_text("edges that do not match: {}\n", some_of(edges));
  }

  const EdgePuzzle& puzzle_;
  const BoardCard& card_;
};

void print_judgement(const Judgement& judgement) {
  const Puzzle& puzzle = judgement.puzzle;
  const Verdict& verdict = judgement.verdict;
  const bool edge = puzzle.family() == Family::edge;
  print_text("{}: {}\n", puzzle.name, verdict.solves() ? "this is a solution" : "this is not a solution");
  const std::string conflicts = counted(static_cast<std::uint64_t>(verdict.conflicts), edge ? "conflict" : "cell");
  print_text("score {} of {}, {}{}{}\n", judgement.card ? judgement.card->score : verdict.score, verdict.max_score,
             conflicts, edge ? "" : " not covered", verdict.complete ? "" : ", not complete");
  if (judgement.card) CardText(puzzle.edge(), *judgement.card).print(judgement.set);
  for (const Fault& fault : verdict.faults) print_text("fault: {}\n", fault.what);
}

/// One argument is a board, two are a puzzle and a board.
Judgement judgement_of(const VerifyOptions& options) {
  if (!options.solution.empty()) return judge_board(options.puzzle, options.solution);
  const auto names = library_names();
  std::error_code ignored;
  if (std::find(names.begin(), names.end(), options.puzzle) != names.end() &&
      !std::filesystem::exists(options.puzzle, ignored))
    throw UsageError("expected a solution of " + options.puzzle + ": a file, a link, or - for standard input");
  return judge_board(std::nullopt, options.puzzle);
}

int verify_board(const VerifyOptions& options) {
  const Judgement judgement = judgement_of(options);
  if (options.json)
    fmt::print("{}\n", verdict_json(judgement));
  else
    print_judgement(judgement);
  return judgement.verdict.solves() ? exit_codes::answered : exit_codes::no_solution;
}

int verify_proof(const VerifyOptions& options) {
  const ProofVerdict verdict = check_drat(read_file(*options.cnf, max_proof_bytes), *options.cnf,
                                          read_file(*options.proof, max_proof_bytes), *options.proof);
  if (options.json)
    fmt::print("{}\n", proof_json(verdict));
  else if (verdict.accepted)
    print_text("this is a proof: the formula of {} clauses has no solution ({} steps checked, {} deletions)\n",
               verdict.clauses, verdict.lemmas, verdict.deletions);
  else
    print_text("this is not a proof\nfault: {}\n", verdict.reason);
  return verdict.accepted ? exit_codes::answered : exit_codes::no_solution;
}

int verify_either(const VerifyOptions& options) {
  if (options.proof.has_value() != options.cnf.has_value()) throw UsageError("--proof FILE and --cnf FILE go together");
  if (options.proof && !options.puzzle.empty()) throw UsageError("verify a solution, or a proof, not both at once");
  if (!options.proof && options.puzzle.empty())
    throw UsageError("expected a puzzle and a solution, a board that tells its puzzle, or --proof and --cnf");
  return options.proof ? verify_proof(options) : verify_board(options);
}

}  // namespace

void add_verify(Command program) {
  auto options = std::make_shared<VerifyOptions>();
  Command command = program.subcommand(
      "verify",
      "is this a solution: pieces, rim, clues, score, conflicts; or is this a proof (exit 0 if it is, 1 if not)");
  command
      .argument("puzzle", options->puzzle,
                "a built-in puzzle's name or a file; may be left out if the board's pieces tell it")
      .value("P");
  command.argument("solution", options->solution, "a board: a file, a link such as https://e2.bucas.name/#…, or -")
      .value("S");
  command.option("--proof", options->proof, "a DRAT proof (text) that the formula of --cnf has no solution")
      .value("FILE");
  command.option("--cnf", options->cnf, "the formula, in DIMACS").value("FILE");
  command.flag("--json", options->json, "print the verdict as JSON");
  command.on_run([options] { return verify_either(*options); });
}

}  // namespace tesselle
