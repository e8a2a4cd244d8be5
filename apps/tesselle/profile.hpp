#pragma once

#include <string>
#include <vector>

#include "tesselle/events.hpp"
#include "run/run.hpp"

namespace tesselle {

/// How many nodes a run made at each depth, as kept in a file (`count --profile FILE`).
struct Profile {
  std::string engine;
  std::string order;      ///< "" if the engine has none
  bool complete = false;  ///< was everything searched?
  bool reduced = false;   ///< was the rotation of the board fixed?
  std::vector<double> nodes_per_depth;
};

/// For engines that walk a tree: others keep none.
void write_profile(const std::string& file, const RunRequest& request, const Finished& finished);
/// Throws InputError if it is not a profile, or of another puzzle.
Profile read_profile(const std::string& file, const Puzzle& puzzle);

}  // namespace tesselle
