#include "search/data_finals.hpp"

#include "base/json.hpp"
#include "edge/finals/finals.hpp"
#include "search/solution_files.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

const EdgePuzzle& board_with_finals(const Puzzle& puzzle) {
  if (puzzle.family() != Family::edge) throw UsageError("finals: made for edge puzzles, this is a packing puzzle");
  return puzzle.edge();
}

FinalsSummary summary_of_finals(const Puzzle& puzzle, const edge::Finals& finals) {
  return {puzzle.name, finals.tail_cells(), finals.size(), finals.bytes()};
}

}  // namespace

std::optional<FinalsSummary> build_finals(const Puzzle& puzzle, const FinalsRequest& request,
                                          const std::function<void(const FinalsProgress&)>& on_progress,
                                          const std::stop_token& stop) {
  require_folder(request.out);
  const auto tell = [&](const edge::Finals::BuildProgress& now) {
    if (on_progress) on_progress({now.finals, now.fraction});
  };
  const auto finals = edge::Finals::build(board_with_finals(puzzle), request.cells, request.max, stop, tell);
  if (!finals) return std::nullopt;
  finals->save(request.out.string(), puzzle);
  return summary_of_finals(puzzle, *finals);
}

FinalsSummary read_finals(const Puzzle& puzzle, const std::filesystem::path& file) {
  board_with_finals(puzzle);
  return summary_of_finals(puzzle, edge::Finals::load(file.string(), puzzle));
}

std::string finals_json(const FinalsSummary& summary) {
  return Json{{"event", "finals"},
              {"puzzle", summary.puzzle},
              {"cells", summary.cells},
              {"finals", summary.finals},
              {"bytes", summary.bytes}}
      .dump();
}

}  // namespace tesselle
