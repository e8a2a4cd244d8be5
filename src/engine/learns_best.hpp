#pragma once

namespace tesselle {

/// Ability: a search for better boards makes use of what the other threads have found.
class LearnsBest {
 public:
  virtual ~LearnsBest() = default;
  /// Told between slices, if there are several threads: boards with as many conflicts are of no use any more.
  virtual void learn_best(int conflicts) = 0;
};

}  // namespace tesselle
