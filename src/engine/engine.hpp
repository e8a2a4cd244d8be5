#pragma once

#include <memory>

#include "tesselle/engine.hpp"

namespace tesselle {

/// An engine with its abilities looked up once; null where it lacks one.
struct EngineInstance {
  EngineInstance() = default;
  explicit EngineInstance(std::unique_ptr<Engine> made);
  explicit operator bool() const { return engine != nullptr; }
  Engine* operator->() const { return engine.get(); }

  std::unique_ptr<Engine> engine;
  TreeWalk* walk = nullptr;
  PlansAhead* plans = nullptr;
  ShowsBoard* shows = nullptr;
  Improves* improver = nullptr;
  LearnsBest* learner = nullptr;
  SharesWork* sharing = nullptr;
  Saves* saving = nullptr;
  CountsExactly* counter = nullptr;
};

}  // namespace tesselle
