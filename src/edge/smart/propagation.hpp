#pragma once

#include "edge/smart/domains.hpp"

namespace tesselle::edge::smart {

enum class Outcome { consistent, dead_end };

/// Narrows domains by the rules of the layers until none changes anything. All rules are monotone, so the result does
/// not depend on their order; cheap rules come first.
class Propagation {
 public:
  Propagation(const Model& model, Layers layers);

  /// Applies every rule, whether or not something changed.
  Outcome start(Domains& domains);
  /// The value is placed on the cell. The cells beside it lose what does not fit even if no layer is on.
  Outcome place(Domains& domains, std::size_t cell, std::uint32_t value);
  /// Something else has taken values away.
  Outcome go_on(Domains& domains) { return settle(domains); }

 private:
  Outcome settle(Domains& domains);
  void list_lost_colours(Domains& domains, std::uint32_t cell) const;
  void lose_across(Domains& domains, const Domains::LostColour& lost) const;
  Outcome check_kind(Domains& domains, std::size_t kind) const;
  Outcome check_key(Domains& domains, std::size_t key) const;
  void check_vertex(Domains& domains, const Model::Corners& around);
  void check_corner(Domains& domains, const Model::Corners& around, std::size_t i);
  void reach(const Domains& domains, const Model::Corners& around, std::size_t i, std::uint32_t first);

  const Model& model_;
  Layers layers_;
  // Of check_corner:
  std::vector<std::uint64_t> reached_, next_;  ///< sets of colours: one per first colour; one
  std::vector<bool> is_reached_known_;
};

}  // namespace tesselle::edge::smart
