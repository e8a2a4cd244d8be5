#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "edge/finals/finals.hpp"
#include "edge/meet/method.hpp"

namespace tesselle::edge::meet {

/// Any puzzle: the fillings of the last cells are stored (finals), those of the others are made one after the other and
/// ask for the finals with all other pieces that fit them.
///
/// If the finals do not fit into memory the work is done for half of the keys, then for the other half, and so on.
class HalvesMethod final : public Method {
 public:
  /// `ready`: finals made before, instead of `tail_cells`.
  HalvesMethod(const EdgePuzzle& puzzle, std::size_t memory, std::size_t tail_cells, std::optional<Finals> ready = {});

  bool step() override;
  std::uint64_t nodes() const override { return nodes_; }
  std::size_t found() const override { return found_.size(); }
  Solution board(std::size_t index) const override { return cut_.board(found_[index].first, found_[index].second); }
  bool one_of_each_orbit() const override { return false; }
  Statistics statistics() const override;
  std::string remark() const override;

 private:
  using Filling = std::vector<std::uint16_t>;
  struct Portion {
    int bits = 0;  ///< lowest bits of the key that are given
    Cut::Key low = 0;
  };
  enum class Phase { begin, finals, heads };

  bool wanted(Cut::Key key) const { return ((key ^ portion_.low) & ((Cut::Key{1} << portion_.bits) - 1)) == 0; }
  bool next_portion();
  void keep_final();
  void begin_heads();
  void meet_finals();

  EdgePuzzle puzzle_;
  std::size_t memory_;
  Cut cut_;
  HalfWalker head_, tail_;
  Finals finals_;
  bool ready_;
  std::vector<Portion> portions_{1};
  Portion portion_;
  Phase phase_ = Phase::begin;
  std::vector<std::pair<Filling, Filling>> found_;
  std::uint64_t nodes_ = 0, stored_ = 0, heads_ = 0, met_ = 0, portions_done_ = 0;
  std::size_t max_bytes_ = 0;
};

}  // namespace tesselle::edge::meet
