#pragma once

#include <string>
#include <vector>

#include "tesselle/search.hpp"

namespace tesselle {

/// How many nodes a run made at each depth, as kept in a file (`count --profile FILE`).
struct Profile {
  std::string engine;
  std::string order;      ///< "" if the engine has none
  bool complete = false;  ///< was everything searched?
  bool reduced = false;   ///< was the rotation of the board fixed?
  std::vector<double> nodes_per_depth;
};

/// Throws UsageError if the engine that will search keeps no profile.
void require_profile(const SearchRequest& request);
void write_profile(const std::string& file, const SearchRequest& request, const Finished& finished);
/// Throws InputError if it is not a profile, or of another puzzle.
Profile read_profile(const std::string& file, const Puzzle& puzzle);

}  // namespace tesselle
