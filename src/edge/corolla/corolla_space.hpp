#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "edge/corolla/step_table.hpp"
#include "edge/corolla_data/corolla_file.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::edge::corolla {

/// The board filled corolla by corolla, hints beforehand. A node is a corolla placed. A SearchSpace
/// (engine/tree_search.hpp).
class CorollaSpace {
 public:
  /// The corollas come from the file if there is one. Throws UsageError if the tables would take more than
  /// `table_limit` bytes.
  CorollaSpace(const EdgePuzzle& puzzle, const corollas::CorollaFile* file, std::size_t table_limit);

  std::uint32_t depth_limit() const { return static_cast<std::uint32_t>(steps_.size()); }
  int pieces_placed() const { return static_cast<int>(pieces_placed_); }
  bool solved() const { return hints_fit_ && depth_ == steps_.size(); }
  Solution solution() const;

  std::uint32_t open();
  void close() {}
  bool take(std::uint32_t candidate);
  void undo();

 private:
  struct Step {
    StepPlan plan;
    std::shared_ptr<const StepTable> table;
  };
  struct Node {
    std::uint32_t first = 0, taken = 0;  ///< records of the step's table
  };

  void make_tables(const corollas::CorollaFile* file, std::size_t table_limit);
  std::shared_ptr<StepTable> make_table(const StepPlan& plan, const corollas::CorollaFile* file,
                                        std::size_t room) const;
  bool place_hints();
  Value hinted_value(const EdgeHint& hint) const;
  void put_back(std::span<const Value> values);

  EdgePuzzle puzzle_;
  std::unique_ptr<const PatchPieces> pieces_;
  corollas::ZoneMap whole_, single_;
  std::vector<Step> steps_;
  std::vector<Node> nodes_;          ///< per depth
  std::vector<Value> on_;            ///< per cell of the board; stale where the cell is empty
  std::vector<std::uint32_t> left_;  ///< per kind
  std::vector<std::uint16_t> key_;
  std::uint32_t depth_ = 0;
  std::size_t pieces_placed_ = 0;
  bool hints_fit_ = true;
};

}  // namespace tesselle::edge::corolla
