#include "search/archive_json.hpp"
#include "base/json.hpp"

namespace tesselle {

std::string archived_json(const ArchivedBoard& board) {
  const Json json = {{"event", "archived_board"},    {"id", board.id},
                     {"puzzle", board.puzzle},       {"score", board.score},
                     {"max_score", board.max_score}, {"conflicts", board.conflicts},
                     {"engine", board.engine},       {"seed", board.seed},
                     {"seconds", board.seconds},     {"found", board.found},
                     {"address", board.address}};
  return json.dump();
}

std::string archived_json(const ArchivedPuzzle& puzzle) {
  const Json json = {{"event", "archived_puzzle"}, {"puzzle", puzzle.name}, {"hash", puzzle.hash},
                     {"boards", puzzle.boards},    {"best", puzzle.best},   {"max_score", puzzle.max_score}};
  return json.dump();
}

}  // namespace tesselle
