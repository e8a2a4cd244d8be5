#include "edge/backtrack/backtrack.hpp"

#include "edge/backtrack/board_space.hpp"
#include "engine/requests.hpp"
#include "engine/tree_search.hpp"

namespace tesselle {
namespace {

std::vector<Square> row_scan(const EdgePuzzle& puzzle) {
  std::vector<Square> order;
  for (int row = 0; row < puzzle.height; ++row)
    for (int column = 0; column < puzzle.width; ++column) order.push_back(puzzle.square(row, column));
  return order;
}

std::vector<Square> column_scan(const EdgePuzzle& puzzle) {
  std::vector<Square> order;
  for (int column = 0; column < puzzle.width; ++column)
    for (int row = 0; row < puzzle.height; ++row) order.push_back(puzzle.square(row, column));
  return order;
}

std::unique_ptr<Engine> make_backtrack(const Puzzle& puzzle, const EngineConfig& config) {
  require_supported(backtrack_engine(), puzzle, config);
  const EdgePuzzle& body = puzzle.edge();
  const auto order = config.options.text("order") == "column" ? column_scan(body) : row_scan(body);
  return std::make_unique<TreeSearch<edge::BoardSpace>>(edge::BoardSpace(body, order));
}

}  // namespace

EngineInfo backtrack_engine() {
  EngineInfo info;
  info.name = "backtrack";
  info.family = Family::edge;
  info.complete = true;
  info.walks_tree = true;
  info.summary = "plain depth-first search, cell by cell: the yardstick";
  info.options = {{.name = "order",
                   .default_value = std::string("rowscan"),
                   .help = "the path over the board: row by row, or column by column, from the top-left",
                   .choices = {"rowscan", "column"}}};
  info.make = make_backtrack;
  return info;
}

}  // namespace tesselle
