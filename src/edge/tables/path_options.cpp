#include "edge/tables/path_options.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge {

OptionTable path_options(const std::vector<std::string>& more) {
  std::vector<std::string> orders = more;
  orders.insert(orders.end(), path_names().begin(), path_names().end());
  const std::string standard = orders.front();
  orders.insert(orders.end(), {"comb", "file", "cells"});
  return {{.name = "order",
           .default_value = standard,
           .help = "the path over the board; 'file' reads it from --path, 'cells' is what --path-cells lists",
           .choices = orders},
          {.name = "path",
           .default_value = std::string(),
           .help = "a file with the cells (A1 A2 … or 1 2 …) in the order to fill them"},
          {.name = "path-cells",
           .default_value = std::string(),
           .help = "the cells themselves (A1 A2 … or 1 2 …) in the order to fill them"},
          {.name = "teeth",
           .default_value = std::int64_t{2},
           .help = "order comb: how many rows at the bottom are filled column by column",
           .min = 1,
           .max = 1000}};
}

Path chosen_path(const EdgePuzzle& puzzle, const Options& options) {
  const std::string& order = options.text("order");
  const std::string& file = options.text("path");
  const std::string& cells = options.text("path-cells");
  if ((order == "file") != !file.empty()) throw UsageError("--path FILE and --order file go together");
  if ((order == "cells") != !cells.empty()) throw UsageError("--path-cells CELLS and --order cells go together");
  if (order == "file") return read_path(puzzle, read_file(file), file);
  if (order == "cells") return read_path(puzzle, cells, "--path-cells");
  if (order != "comb") return path_named(puzzle, order);
  const auto teeth = static_cast<int>(options.integer("teeth"));
  if (teeth > puzzle.height)
    throw UsageError(fmt::format("--teeth: found {}, but the board has {} rows", teeth, puzzle.height));
  return comb(puzzle, teeth);
}

}  // namespace tesselle::edge
