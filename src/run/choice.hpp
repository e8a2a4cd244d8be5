#pragma once

#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace tesselle {

/// What the one who asks wants of the engine, besides the answer.
struct Wishes {
  Goal goal = Goal::first;
  bool distinct = false;                  ///< the number up to symmetry must come out
  bool checkpoint = false;                ///< the run must be able to go on later
  bool limited = false;                   ///< by time or nodes, so that what is found early counts
  std::vector<std::string> options = {};  ///< engine options that were given by name
};

/// What `--engine auto` decides, and why, in one line for a note.
struct EngineChoice {
  const EngineInfo* engine = nullptr;
  std::string reason;
};

/// The rules are in choice.cpp, with what they rest on; docs/engines/README.md tells them to people. An engine that
/// cannot fulfil the wishes is passed over, unless none can.
EngineChoice choose_engine(const Puzzle& puzzle, const Wishes& wishes);

}  // namespace tesselle
