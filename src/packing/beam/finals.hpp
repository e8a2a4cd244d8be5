#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes.hpp"
#include "packing/beam_search/beam.hpp"
#include "packing/beam_search/filler.hpp"
#include "packing/site_search/tables.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::beam {

struct FinalSettings {
  std::size_t per_level = 64;       ///< states kept of one level
  int largest_area = 0;             ///< in sectors: levels with more left are passed over
  std::uint64_t node_limit = 5000;  ///< for one state
};

/// The best states of the last levels of a beam, to be worked on one by one: those that the model expects most of come
/// first.
class Finals {
 public:
  /// As many states are worked on at a time as there are fillers.
  Finals(const tiling::TilingTables& tables, FinalSettings settings, std::vector<std::unique_ptr<Filler>> fillers);

  /// Keeps the best states of a beam's present level if they are small enough; `bonus` makes levels comparable.
  void collect(const Beam& beam, double bonus);
  /// Sorts; the first `limit` nodes of work are allowed.
  void begin(std::uint64_t limit);
  /// Works until `budget` nodes are used (they are deducted), or something better than `known` pieces was found, or
  /// nothing is left or allowed (true).
  bool work(std::uint64_t& budget, int known, const ParallelFor& parallel);
  /// What was found since the last call; empty if nothing.
  std::vector<tiling::Spot> take_best() { return std::exchange(best_, {}); }
  void clear();
  /// The pieces of a state that is worked on now, with what was added to it; empty if there is none.
  std::vector<tiling::Spot> present() const;

  void save(ByteWriter& out) const;
  /// Throws InputError if this was not written by save(). If fewer slots are there than when it was saved, the states
  /// that they were at are begun again.
  void restore(ByteReader& in);

 private:
  struct State {
    double expectation = 0;
    std::vector<tiling::Spot> path;
  };
  struct Slot {
    std::unique_ptr<Filler> filler;
    std::size_t state = none;
    std::uint64_t left = 0;  ///< nodes that the present state may still take
  };
  static constexpr std::size_t none = ~std::size_t{0};

  void take_next(Slot& slot, int known);
  void finish(Slot& slot);
  void restore_slot(Slot& slot, std::span<const char> bytes, ByteReader& in);

  const tiling::TilingTables& tables_;
  FinalSettings settings_;
  std::vector<Slot> slots_;
  std::vector<State> states_;
  std::size_t next_ = 0;
  std::uint64_t allowed_ = 0;
  std::vector<tiling::Spot> best_;
};

}  // namespace tesselle::packing::beam
