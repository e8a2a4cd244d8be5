#pragma once

#include <memory>

#include "edge/smart/corolla_pruning.hpp"
#include "edge/smart/propagation.hpp"
#include "edge/tables/paths.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::edge::smart {

enum class CellChoice { path, pessimistic, optimistic, fewest_corollas, most_corollas };
enum class ValueChoice { lexicographic, pessimistic, optimistic, fewest_corollas, most_corollas };

/// How many corollas have a value in their centre, per cell and value.
using CorollaCounts = std::vector<std::vector<std::uint64_t>>;

struct CorollaSettings {
  int radius = 0;           ///< of the corollas that values must have; 0: none asked for
  std::uint32_t depth = 0;  ///< of the search, down to which it is asked after every placement
  CorollaCounts counts;     ///< empty if not known; values without corollas go at the start
};

struct SmartSettings {
  Layers layers;
  CellChoice cells = CellChoice::path;
  Path path;  ///< for CellChoice::path
  ValueChoice values = ValueChoice::lexicographic;
  CorollaSettings corollas;
};

/// The board filled cell by cell, with propagation after every placement; hints are placed beforehand.
/// A placement that leads to a contradiction is a node without candidates. A SearchSpace (engine/tree_search.hpp).
class SmartSpace {
 public:
  SmartSpace(const EdgePuzzle& puzzle, const SmartSettings& settings);

  std::uint32_t depth_limit() const { return static_cast<std::uint32_t>(open_cells_.size()); }
  int pieces_placed() const { return static_cast<int>(model_->cells - open_cells_.size() + depth_); }
  bool solved() const { return outcome_ == Outcome::consistent && depth_ == open_cells_.size(); }
  Solution solution() const;

  std::uint32_t open();
  void close() { candidates_.resize(levels_[depth_].first_candidate); }
  bool take(std::uint32_t candidate);
  void undo();

 private:
  struct Level {
    std::uint32_t cell = 0;
    std::size_t first_candidate = 0;
    Domains::Mark mark = 0;
  };

  void place_hints();
  void prune_by_corollas();
  std::uint64_t corollas_of_cell(std::uint32_t cell) const;
  std::uint32_t choose_cell() const;
  void sort_candidates(std::size_t first);

  std::unique_ptr<const Model> model_;
  SmartSettings settings_;
  std::unique_ptr<Domains> domains_;
  std::unique_ptr<Propagation> propagation_;
  std::unique_ptr<CorollaPruning> pruning_;  ///< nullptr if not asked for
  std::vector<std::uint32_t> open_cells_;    ///< in the order of the path; hinted ones are not among them
  std::vector<std::uint32_t> placed_;        ///< per cell: the value, or Model::none
  std::vector<std::size_t> left_;            ///< per kind: copies not placed
  std::vector<Level> levels_;                ///< per depth, the full board's included
  std::vector<std::uint32_t> candidates_;    ///< of all open nodes, one after the other
  std::uint32_t depth_ = 0;
  Outcome outcome_ = Outcome::consistent;
};

}  // namespace tesselle::edge::smart
