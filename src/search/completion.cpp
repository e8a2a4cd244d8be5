#include "search/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/solution_json.hpp"
#include "search/board_report.hpp"
#include "search/fits.hpp"

namespace tesselle {
namespace {

/// The first reason why nothing can be built on a board.
std::optional<std::string> unsound(const Puzzle& puzzle, const Solution& board) {
  const Verdict verdict = verify(puzzle, board);
  if (!verdict.legal()) return verdict.faults.front().what;
  if (!report_on(puzzle, board).clashes.empty()) return "the board has sides that do not match";
  return std::nullopt;
}

/// A piece that looks like the hinted one and is free, turned as the hint shows it.
Placed free_twin(const EdgePuzzle& puzzle, const EdgeHint& hint, const std::vector<bool>& used) {
  const Sides wanted = rotated(puzzle.pieces[hint.placed.piece.index()], hint.placed.rotation);
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    for (int rotation = 0; rotation < 4 && !used[p]; ++rotation)
      if (rotated(puzzle.pieces[p], rotation) == wanted) return {PieceId(p), static_cast<std::uint8_t>(rotation)};
  throw UsageError("the board cannot be built on: the piece for the hint at " + square_name(puzzle, hint.square) +
                   " is elsewhere");
}

void fix(EdgePuzzle& puzzle, const EdgeBoard& board) {
  std::vector<bool> used(puzzle.pieces.size());
  std::vector<EdgeHint> fixed;
  for (std::size_t cell = 0; cell < board.cells.size(); ++cell)
    if (const auto& placed = board.cells[cell]) {
      fixed.push_back({Square(cell), *placed});
      used[placed->piece.index()] = true;
    }
  for (const EdgeHint& hint : puzzle.hints) {
    if (board.cells[hint.square.index()]) continue;
    const bool free = !used[hint.placed.piece.index()];
    fixed.push_back({hint.square, free ? hint.placed : free_twin(puzzle, hint, used)});
    used[fixed.back().placed.piece.index()] = true;
  }
  puzzle.hints = std::move(fixed);
}

void fix(PackingPuzzle& puzzle, const PackingLayout& layout) {
  const auto cells = [&](const PackingPlacement& p) {
    return placed(puzzle.grid(), puzzle.pieces[p.piece.index()].cells, p.orientation, p.offset);
  };
  for (const PackingPlacement& placement : layout.placements) {
    std::erase_if(puzzle.hints, [&](const PackingPlacement& hint) { return cells(hint) == cells(placement); });
    puzzle.hints.push_back(placement);
  }
}

std::string cell_text(const Puzzle& puzzle, std::size_t cell) {
  const Json json = cell_json(puzzle, cell);
  return json.is_text() ? json.text() : json.dump();
}

std::string piece_text(const Puzzle& puzzle, PieceId piece) {
  return puzzle.family() == Family::edge ? std::to_string(piece.index() + 1)
                                         : puzzle.packing().pieces[piece.index()].name;
}

PieceId piece_of(const Placement& placement) {
  const auto* edge = std::get_if<EdgeHint>(&placement);
  return edge != nullptr ? edge->placed.piece : std::get<PackingPlacement>(placement).piece;
}

std::vector<Cell> cells_covered(const PackingPuzzle& puzzle, const PackingPlacement& placement) {
  return placed(puzzle.grid(), puzzle.pieces[placement.piece.index()].cells, placement.orientation, placement.offset);
}

bool covers_cell(const Puzzle& puzzle, const Placement& placement, std::size_t cell) {
  if (const auto* edge = std::get_if<EdgeHint>(&placement)) return edge->square.index() == cell;
  const PackingPuzzle& body = puzzle.packing();
  const auto cells = cells_covered(body, std::get<PackingPlacement>(placement));
  const Cell wanted = cell < body.region.size() ? body.region[cell] : body.optional_cells[cell - body.region.size()];
  return std::find(cells.begin(), cells.end(), wanted) != cells.end();
}

/// A placement that takes part in what is wrong; the last one made, as far as the board tells.
std::optional<Placement> offender(const Puzzle& puzzle, const Solution& board, const BoardReport& report) {
  auto placements = placements_of(board);
  std::reverse(placements.begin(), placements.end());
  for (const Placement& placement : placements) {
    for (const auto& clash : report.clashes)
      if (covers_cell(puzzle, placement, clash.square.index())) return placement;
    for (const auto& copies : report.duplicates)
      if (copies.piece == piece_of(placement)) return placement;
    if (puzzle.family() == Family::edge) continue;
    for (const Cell& cell : cells_covered(puzzle.packing(), std::get<PackingPlacement>(placement)))
      for (const auto* wrong : {&report.overlaps, &report.outside})
        if (std::find(wrong->begin(), wrong->end(), cell) != wrong->end()) return placement;
  }
  return placements.empty() ? std::nullopt : std::optional(placements.front());
}

/// What the board alone tells: the cell with the fewest choices, and a piece with one place left.
struct Look {
  std::optional<CellFits> tightest;     ///< of the cells that must be covered
  std::optional<Placement> only_place;  ///< of a piece that must be used
};

Look look_at(const Puzzle& puzzle, const Solution& board) {
  Look look;
  for (const CellFits& fits : count_fits(puzzle, board))
    if (fits.must_be_covered && (!look.tightest || fits.placements < look.tightest->placements)) look.tightest = fits;
  std::map<PieceId, std::pair<int, Placement>> places;
  for_each_fit(puzzle, board, [&](const Fit& fit) {
    const auto [place, fresh] = places.try_emplace(fit.piece, 0, fit.placement);
    ++place->second.first;
  });
  for (const auto& missing : report_on(puzzle, board).missing)
    if (const auto found = places.find(missing.piece); found != places.end() && found->second.first == 1)
      look.only_place = found->second.second;
  return look;
}

BoardHint from_engine(const Puzzle& puzzle, const Solution& board, const CellFits& tightest, double seconds,
                      std::stop_token stop) {
  const Completion completion = complete(puzzle, board, seconds, std::move(stop));
  const std::string cell = cell_text(puzzle, tightest.cell);
  if (completion.outcome == Completion::Outcome::no)
    return {"impossible",
            std::nullopt,
            std::nullopt,
            std::nullopt,
            true,
            fmt::format("{} has proved that this board cannot be completed: take something back",
                        completion.engine.empty() ? "the verifier" : completion.engine)};
  if (completion.board) {
    for (const Placement& placement : placements_of(completion.board->solution))
      if (covers_cell(puzzle, placement, tightest.cell))
        return {"from_solution",
                placement,
                tightest.cell,
                tightest.placements,
                false,
                fmt::format("{} has completed the board, with piece {} at {}", completion.engine,
                            piece_text(puzzle, piece_of(placement)), cell)};
  }
  const auto fits = fits_at(puzzle, board, tightest.cell);
  return {"guess",       fits.front(),
          tightest.cell, tightest.placements,
          false,         fmt::format("a guess: {} has the fewest choices, {}", cell, tightest.placements)};
}

}  // namespace

Puzzle with_fixed(const Puzzle& puzzle, const Solution& board) {
  if (const auto reason = unsound(puzzle, board)) throw UsageError("the board cannot be built on: " + *reason);
  Puzzle fixed = puzzle;
  if (puzzle.family() == Family::edge)
    fix(std::get<EdgePuzzle>(fixed.body), board.edge());
  else
    fix(std::get<PackingPuzzle>(fixed.body), board.packing());
  return fixed;
}

Completion complete(const Puzzle& puzzle, const Solution& board, double seconds, std::stop_token stop) {
  Completion completion;
  completion.outcome = Completion::Outcome::no;
  SearchRequest request;
  try {
    request.puzzle = share(with_fixed(puzzle, board));
  } catch (const UsageError&) {
    return completion;
  }
  request.limits.seconds = seconds;
  const auto hear = [&](const Event& event) {
    if (const auto* found = std::get_if<SolutionFound>(&event)) completion.board = found->record;
  };
  const Finished finished = search(request, hear, std::move(stop));
  if (completion.board)
    completion.outcome = Completion::Outcome::yes;
  else if (finished.status != Status::exhausted)
    completion.outcome = Completion::Outcome::unknown;
  completion.seconds = finished.seconds;
  completion.nodes = finished.nodes;
  completion.engine = finished.engine;
  return completion;
}

Json completion_json(const Puzzle& puzzle, const Completion& completion) {
  constexpr std::array<const char*, 3> names = {"yes", "no", "unknown"};
  return {{"answer", names[static_cast<std::size_t>(completion.outcome)]},
          {"seconds", completion.seconds},
          {"nodes", completion.nodes},
          {"engine", completion.engine},
          {"board", completion.board ? solution_as_json(puzzle, *completion.board) : Json()}};
}

BoardHint hint_for(const Puzzle& puzzle, const Solution& board, double seconds, std::stop_token stop) {
  const Verdict verdict = verify(puzzle, board);
  if (verdict.solves()) return {"solved", {}, {}, {}, true, "this is a solution"};
  const BoardReport report = report_on(puzzle, board);
  if (!verdict.legal() || !report.sound()) {
    const std::string reason = verdict.legal() ? "sides do not match" : verdict.faults.front().what;
    return {"take_back", offender(puzzle, board, report), {}, {}, true, "take a piece back: " + reason};
  }
  const Look look = look_at(puzzle, board);
  if (!look.tightest)
    return {"take_back", offender(puzzle, board, report),
            {},          {},
            false,       "the region is covered, but pieces that must be used are left"};
  const std::size_t cell = look.tightest->cell, choices = look.tightest->placements;
  const std::string name = cell_text(puzzle, cell);
  if (choices == 0)
    return {"dead_cell", {}, cell, choices, true, fmt::format("no piece that is left fits at {}", name)};
  if (choices == 1)
    return {"only_choice", fits_at(puzzle, board, cell).front(),
            cell,          choices,
            true,          fmt::format("only one piece still fits at {}", name)};
  if (look.only_place)
    return {
        "only_cell", look.only_place,
        {},          1,
        true,        fmt::format("piece {} has only one place left", piece_text(puzzle, piece_of(*look.only_place)))};
  return from_engine(puzzle, board, *look.tightest, seconds, std::move(stop));
}

Json hint_json(const Puzzle& puzzle, const BoardHint& hint) {
  return {{"kind", hint.kind},
          {"placement", hint.placement ? placement_json(puzzle, *hint.placement) : Json()},
          {"cell", hint.cell ? cell_json(puzzle, *hint.cell) : Json()},
          {"choices", hint.choices},
          {"certain", hint.certain},
          {"why", hint.why}};
}

}  // namespace tesselle
