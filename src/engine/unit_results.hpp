#pragma once

#include <optional>
#include <vector>

#include "engine/unit_ledger.hpp"

namespace tesselle {

/// A ledger that can tell what came out of each unit.
class TellsUnitResults {
 public:
  virtual ~TellsUnitResults() = default;
  /// By the unit's number, without boards; nullopt where it is not done.
  virtual std::vector<std::optional<UnitResult>> unit_results() = 0;
};

}  // namespace tesselle
