#pragma once

#include <memory>
#include <optional>

#include "base/bytes.hpp"
#include "edge/memo/board_plan.hpp"
#include "tesselle/big_natural.hpp"

namespace tesselle::edge::memo {

/// Counts the boards of a plan, in slices.
class BoardCount {
 public:
  virtual ~BoardCount() = default;
  /// Takes one of `nodes` for each placement made. True once everything is counted; false if they are used up.
  virtual bool advance(std::uint64_t& nodes) = 0;
  /// The same, but only until there are more than this many states, or there is nothing left to grow.
  virtual bool grow_to(std::size_t states, std::uint64_t& nodes) = 0;
  virtual std::size_t gap() const = 0;  ///< cells between the two halves
  virtual const BigNatural& boards() const = 0;
  virtual std::size_t max_states() const = 0;          ///< at once
  virtual std::optional<double> fraction() const = 0;  ///< of the work that is done, once it is known

  virtual std::uint64_t grown_nodes() const = 0;  ///< placements made while the halves grew
  /// Where it stands after that. The halves themselves are not saved, they may be large.
  virtual void save(ByteWriter& out) const = 0;
  /// Into one that has done nothing yet: it goes there as soon as the halves have grown, and throws InputError then if
  /// there is no such place.
  virtual void restore(ByteReader& in) = 0;
  virtual bool restoring() const = 0;  ///< has it still to go there?
};

/// Throws UsageError if a key would be longer than `max_key_words`.
std::unique_ptr<BoardCount> make_board_count(std::shared_ptr<const BoardPlan> plan, std::size_t max_bytes);

}  // namespace tesselle::edge::memo
