#include "engine/requests.hpp"

#include <fmt/format.h>

#include "base/errors.hpp"

namespace tesselle {

void require_supported(const EngineInfo& info, const Puzzle& puzzle, const EngineConfig& config) {
  if (puzzle.family() != info.family)
    throw UsageError(fmt::format("engine {}: made for {} puzzles, this is of the family {}", info.name,
                                 family_name(info.family), family_name(puzzle.family())));
  if (config.symmetry == SearchSymmetry::reduced && !info.reduces_symmetry)
    throw UsageError(fmt::format("engine {}: cannot leave out symmetric solutions", info.name));
}

}  // namespace tesselle
