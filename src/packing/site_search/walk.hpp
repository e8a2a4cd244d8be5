#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "packing/site_search/search.hpp"

namespace tesselle::packing::tiling {

/// Depth-first through the tree that a TilingSearch stands at the root of, for users that want its placements and no
/// engine around it (engine/tree_search.hpp).
class TilingWalk {
 public:
  explicit TilingWalk(TilingSearch& search) : search_(search) {}

  /// To be called after TilingSearch::start().
  void begin() { levels_.assign(1, {0, search_.open()}); }

  /// Goes on to the next tiling, which is then the path of the search, or to the end of the tree, or until `budget`
  /// placements were made; they are deducted.
  enum class Event { tiling, budget_used, ended };
  Event advance(std::uint64_t& budget) {
    while (!levels_.empty()) {
      if (levels_.back().next == levels_.back().count) {
        leave();
        continue;
      }
      if (budget == 0) return Event::budget_used;
      --budget;
      search_.take(levels_.back().next++);
      levels_.push_back({0, search_.open()});
      if (search_.solved()) return Event::tiling;
    }
    return Event::ended;
  }

  /// The present place: per open node, how many of its candidates were taken. Empty at the end.
  std::vector<std::uint32_t> place() const {
    std::vector<std::uint32_t> taken;
    for (const Level& level : levels_) taken.push_back(level.next);
    return taken;
  }
  /// After begin(). False if there is no such place, or it is the end; the walk must then begin again.
  bool go_to(std::span<const std::uint32_t> place) {
    for (std::size_t depth = 0; depth < place.size(); ++depth) {
      if (depth > 0) levels_.push_back({0, search_.open()});
      Level& level = levels_.back();
      level.next = place[depth];
      if (level.next > level.count) return false;
      if (depth + 1 == place.size()) return true;
      if (level.next == 0) return false;
      search_.take(level.next - 1);
    }
    return false;
  }

 private:
  /// An open node.
  struct Level {
    std::uint32_t next, count;
  };

  void leave() {
    search_.close();
    levels_.pop_back();
    if (!levels_.empty()) search_.undo();
  }

  TilingSearch& search_;
  std::vector<Level> levels_;
};

}  // namespace tesselle::packing::tiling
