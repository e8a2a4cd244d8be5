#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "packing/tables/placements.hpp"
#include "puzzle/symmetry.hpp"

namespace tesselle::packing {

/// How a search reports each orbit of solutions exactly once, without looking at solutions it does not report.
///
/// A class that every solution uses once, and that the group maps to itself, is put first, and only at one
/// representative of each orbit of its placements: every orbit of solutions has members there, and two of them are
/// symmetric exactly under the representative's stabiliser. Where that is not trivial the next class is restricted
/// by it in turn, and so on. The result is a small tree of forced first placements; below its ends the search is free.
///
/// Where no such class is left (copies, pieces that may stay out, mirror twins), a required cell takes its place:
/// some placement covers it in every solution. If the group moves the cell, a solution is seen from each cell of the
/// orbit; the view that ranks lowest is the one reported, so placements that would make a lower view are banned.
/// Views can tie: then, and only then, the solutions below are compared with their images before they are reported
/// (`ChainEnding::group`).
struct ChainStep {
  std::uint32_t placement = 0;
  std::optional<std::uint32_t> next;  ///< the node below; nullopt if the search is free from here
  std::uint32_t ending = 0;           ///< if it is free: the rules that hold below
};

struct ChainNode {
  std::vector<ChainStep> steps;
};

/// Placements that rank below the threshold in a ranking may not be used.
struct Ban {
  std::uint32_t ranking = 0;
  std::uint32_t threshold = 0;
};

struct ChainEnding {
  std::vector<Ban> bans;
  std::vector<std::uint32_t> group;     ///< elements that may map a solution below onto another one below
  std::optional<std::uint32_t> anchor;  ///< if set, only images that hold this placement are below
};

/// What the class put first should have: few representatives, or few that keep a stabiliser and so force further
/// pieces. Measured on boxes of pentominoes: `cover` wants few. `fill` suffers from pieces forced into the middle of
/// its order, up to ten times the nodes on long strips, so it wants them regular.
enum class Beginnings { few, regular };

struct ChainPreferences {
  Beginnings beginnings = Beginnings::few;
  std::optional<int> first_class{};  ///< put this one first; refused with UsageError if it cannot be
};

class SymmetryChain {
 public:
  /// The chain that leaves nothing out.
  SymmetryChain();
  SymmetryChain(const SymmetryGroup& group, const PlacementTable& table, ChainPreferences preferences = {});

  /// Where the search starts: node 0, or at once free under ending 0.
  bool starts_free() const { return nodes_.empty(); }
  const ChainNode& node(std::uint32_t index) const { return nodes_[index]; }
  bool banned(std::uint32_t ending, std::uint32_t placement) const;
  bool has_bans(std::uint32_t ending) const { return !endings_[ending].bans.empty(); }
  bool needs_check(std::uint32_t ending) const { return !endings_[ending].group.empty(); }
  /// Does any ending need a check? Not if classes that are used once are enough to break all symmetry.
  bool checks_solutions() const;

  /// The size of the orbit of a solution found below an ending that needs no check; 0 in the chain that leaves
  /// nothing out.
  std::uint64_t full_orbit() const { return order_; }
  /// The size of the orbit of a solution (all its placements, in any order), 0 if another one stands for the orbit.
  std::uint64_t orbit_size(std::uint32_t ending, std::span<const std::uint32_t> solution) const;

 private:
  friend class ChainBuilder;
  std::uint64_t order_ = 0;
  std::vector<ChainNode> nodes_;
  std::vector<ChainEnding> endings_;
  std::vector<std::vector<std::uint32_t>> rankings_;  ///< per placement; unranked is never banned
  std::vector<std::vector<std::uint32_t>> images_;    ///< per element and placement
};

}  // namespace tesselle::packing
