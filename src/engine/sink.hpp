#pragma once

#include <cstdint>
#include <limits>
#include <utility>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// What the engine does after a solution: go on, or return from advance() at once.
enum class Flow { go_on, stop };

/// Where engines put what they find. One sink per thread; the run's sinks lead to the verifying gate.
///
/// A search in SearchSymmetry::whole reports every solution; in ::reduced one of each orbit, with the size of the
/// orbit if the engine knows it (0 if not: the run then works it out from the board). An engine knows it for all
/// solutions of a search or for none.
/// When only counts are wanted the run asks for a sample of the boards, so the board is built only on demand.
class SolutionSink {
 public:
  virtual ~SolutionSink() = default;

  /// Reports one solution; `make` builds the Solution value.
  template <class Make>
  Flow found(Make&& make, std::uint64_t orbit_size = 0) {
    ++found_;
    if (found_ < next_wanted_) {
      skipped_boards_ += orbit_size == 0 ? 1 : orbit_size;
      return Flow::go_on;
    }
    return offer(std::forward<Make>(make)(), orbit_size);
  }

  /// Reports many solutions at once without boards (counting engines): `boards` in total, `orbits` up to symmetry.
  virtual void counted(std::uint64_t boards, std::uint64_t orbits) = 0;

  /// Optimisers report each board that is better than their last one.
  virtual void improved(const Solution& board) = 0;

 protected:
  virtual Flow offer(const Solution& solution, std::uint64_t orbit_size) = 0;

  std::uint64_t found_ = 0;           ///< calls of found()
  std::uint64_t next_wanted_ = 1;     ///< the next call whose board is built
  std::uint64_t skipped_boards_ = 0;  ///< boards that the calls without a board stand for
};

}  // namespace tesselle
