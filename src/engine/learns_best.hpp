#pragma once

namespace tesselle {

/// Ability: a search for better boards uses what the other threads have found.
class LearnsBest {
 public:
  virtual ~LearnsBest() = default;
  /// Called between slices, if there are several threads: only boards with fewer conflicts than this are still of use.
  virtual void learn_best(int conflicts) = 0;
};

}  // namespace tesselle
