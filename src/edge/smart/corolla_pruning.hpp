#pragma once

#include <memory>
#include <optional>

#include "edge/corolla_data/growth.hpp"
#include "edge/smart/propagation.hpp"

namespace tesselle::edge::smart {

/// A value leaves a cell's domain when no corolla has it in the centre there: no filling of the patch around the cell
/// with values that their cells still hold. A value that is removed can remove corollas of other cells, so this is
/// repeated until nothing changes, with the layers in between.
///
/// The corolla that was found last for a cell and value is remembered and tried first. It need not be forgotten when
/// the search goes back: domains only grow by that.
class CorollaPruning {
 public:
  CorollaPruning(const Model& model, int radius);

  Outcome prune(Domains& domains, Propagation& propagation);

 private:
  struct Patch {
    std::vector<std::uint32_t> cells;  ///< of the board, the centre first
    std::size_t growth = 0;            ///< of growths_: patches of the same zone and turn grow alike
  };

  void check_cell(Domains& domains, std::size_t cell);
  void note_change(const Domains& domains, std::size_t cell);
  bool has_corolla(const Domains& domains, std::size_t cell, std::uint32_t value);
  bool still_stands(const Domains& domains, std::size_t cell, std::span<const corollas::Value> filling) const;

  std::size_t cells_;
  std::unique_ptr<const corollas::PatchPieces> pieces_;
  std::vector<corollas::Growth> growths_;
  std::vector<Patch> patches_;                                 ///< per cell
  std::vector<std::vector<std::uint32_t>> seen_from_;          ///< per cell: whose patches it is in
  std::vector<std::uint32_t> size_before_;                     ///< per cell: of its domain when last looked at
  std::vector<std::vector<corollas::Filling>> last_corollas_;  ///< per cell and value; empty: none found yet
  Agenda to_check_;
};

}  // namespace tesselle::edge::smart
