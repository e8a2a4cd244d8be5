#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/json.hpp"
#include "search/openings.hpp"

namespace tesselle {

std::vector<std::string> opening_placements(const OpeningSet& set, const std::optional<Solution>& board) {
  if (!board || set.puzzle.family() != Family::edge) return {};
  std::vector<std::string> words;
  const auto& cells = board->edge().cells;
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    if (cells[cell])
      words.push_back(fmt::format("{} {}/{}", square_name(set.puzzle.edge(), Square(cell)),
                                  cells[cell]->piece.index() + 1, cells[cell]->rotation));
  return words;
}

std::string openings_json(const OpeningSet& set) {
  return Json{{"event", "openings"},
              {"puzzle", set.puzzle.name},
              {"hash", hex64(puzzle_hash(set.puzzle))},
              {"engine", set.engine},
              {"options", set.options},
              {"depth", set.depth},
              {"openings", set.openings.size()},
              {"top_nodes", set.top_nodes},
              {"top_solutions", set.top_solutions},
              {"rank", set.rank == OpeningRank::size ? "size" : "domains"},
              {"heaviest", set.openings.front().weight},
              {"lightest", set.openings.back().weight}}
      .dump();
}

std::string opening_json(std::size_t number, const Opening& opening, const std::vector<std::string>& placements) {
  return Json{{"event", "opening"},
              {"opening", number},
              {"weight", opening.weight},
              {"choices", opening.position.choices},
              {"placements", placements}}
      .dump();
}

}  // namespace tesselle
