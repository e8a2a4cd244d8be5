#pragma once

#include "edge/tables/paths.hpp"
#include "tesselle/options.hpp"

namespace tesselle::edge {

/// --order, --path, --path-cells and --teeth, for engines that fill the cells along a path. `more` are orders of the
/// engine's own, the first of them its default.
OptionTable path_options(const std::vector<std::string>& more = {});

/// The path that they name; --order must not be one of the engine's own. Throws UsageError or InputError.
Path chosen_path(const EdgePuzzle& puzzle, const Options& options);

}  // namespace tesselle::edge
