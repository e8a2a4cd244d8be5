#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/bytes.hpp"
#include "tesselle/engine.hpp"
#include "tesselle/puzzle.hpp"
#include "tesselle/statistics.hpp"

namespace tesselle::edge::meet {

/// A way to make halves meet, in bounded steps. What a step found is there until the next one.
class Method {
 public:
  virtual ~Method() = default;
  /// False if everything is done.
  virtual bool step() = 0;
  /// Placements, row fillings and meetings made so far.
  virtual std::uint64_t nodes() const = 0;
  virtual std::size_t found() const = 0;
  virtual Solution board(std::size_t index) const = 0;
  /// Boards of one orbit of the puzzle's rotations are found once, instead of all.
  virtual bool one_of_each_orbit() const = 0;
  virtual Statistics statistics() const = 0;
  /// From now on tasks may be given to `parallel`.
  virtual void use_threads(ParallelFor) {}
  /// Of the work, if it can be said.
  virtual std::optional<double> fraction() const { return std::nullopt; }
  /// How it cut the board.
  virtual std::string remark() const = 0;

  /// What is needed to stand there again: which part of the work is under way, and how many steps of it were made.
  virtual void save(ByteWriter& out) const = 0;
  /// Into one that has made no step.
  virtual void restore(ByteReader& in) = 0;
  /// After that: makes one of the steps again, the last one included, so that what it found is there. False if all are
  /// made. Throws InputError if they do not lead where they should.
  virtual bool catch_up() = 0;
};

}  // namespace tesselle::edge::meet
