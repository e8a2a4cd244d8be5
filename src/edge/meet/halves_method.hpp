#pragma once

#include <utility>
#include <vector>

#include "edge/meet/half_walker.hpp"
#include "edge/meet/method.hpp"

namespace tesselle::edge::meet {

/// Any puzzle: every filling of the first half of the cells is kept under a key made of the colours it asks across the
/// cut and of the kinds of pieces it leaves; a filling of the other half fits those with the same key.
///
/// Keys are sums of random numbers, so that "everything the other half does not have" is a subtraction; what they bring
/// together is compared in full. If the fillings do not fit into memory, the work is done again for half of the keys
/// and then for the other half, and so on.
class HalvesMethod final : public Method {
 public:
  HalvesMethod(const EdgePuzzle& puzzle, std::size_t memory);

  bool step() override;
  std::uint64_t nodes() const override { return nodes_; }
  std::size_t found() const override { return found_.size(); }
  Solution board(std::size_t index) const override;
  bool one_of_each_orbit() const override { return false; }
  Statistics statistics() const override;

 private:
  using Key = std::uint64_t;
  using Filling = std::vector<std::uint16_t>;
  struct Portion {
    int bits = 0;  ///< lowest bits of the key that are given
    Key low = 0;
  };
  /// Two cells that touch across the cut, as positions in the halves, and the side of the first.
  struct Seam {
    std::size_t top = 0, bottom = 0;
    Side side = Side::south;
    std::vector<Key> keys;  ///< per colour
  };

  void find_seams();
  bool wanted(Key key) const { return ((key ^ portion_.low) & ((Key{1} << portion_.bits) - 1)) == 0; }
  Key key_of_kinds(const HalfWalker& half) const;
  Key top_key() const;
  Key bottom_key() const;
  void keep_top();
  void meet_bottom();
  bool fits(const std::uint16_t* top) const;
  void begin_bottoms();
  bool next_portion();
  std::size_t bytes() const;

  EdgePuzzle puzzle_;
  std::size_t memory_;
  Values values_;
  HalfWalker top_, bottom_;
  std::vector<Seam> seams_;
  std::vector<Key> kind_keys_;
  Key all_kinds_ = 0;

  std::vector<std::uint16_t> fillings_;                ///< of the top, one after the other
  std::vector<std::pair<Key, std::uint32_t>> by_key_;  ///< sorted once all are there: key, number
  std::vector<Portion> portions_;
  Portion portion_;
  enum class Phase { begin, tops, bottoms } phase_ = Phase::begin;
  std::vector<std::pair<Filling, Filling>> found_;
  std::uint64_t nodes_ = 0, halves_ = 0, met_ = 0, portions_done_ = 0;
  std::size_t most_bytes_ = 0;
};

}  // namespace tesselle::edge::meet
