#pragma once

#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

namespace tesselle::packing {

/// Knuth's dancing links (The Art of Computer Programming, 7.2.2.1), in arrays instead of pointers.
///
/// An option is a set of items. The options that are still possible hang in a circular list under each of their
/// items; covering an item takes away every other option that contains it, by unlinking it from the lists of its
/// *other* items. Unlinked nodes keep their own links, so uncovering in exactly the reverse order restores
/// everything without any copy: that is the dance.
///
/// Items are 0 .. items-1; the first `primary` ones must be covered and stand in a list of their own, the others may
/// stay uncovered. Options are numbered in the order of add().
class DancingLinks {
 public:
  DancingLinks(std::uint32_t primary, std::uint32_t items);
  void add(std::span<const std::uint32_t> items_of_option);

  /// The items of an option, in the order they were added.
  auto items_of(std::uint32_t option) const {
    return std::span(nodes_).subspan(first_[option], first_[option + 1] - first_[option]) |
           std::views::transform(&Node::item);
  }
  /// How many options are left that contain the item (of a covered one: were left).
  std::uint32_t size(std::uint32_t item) const { return size_[item]; }
  /// Appends the options left that contain the item, in ascending order.
  void list(std::uint32_t item, std::vector<std::uint32_t>& out) const;

  void cover(std::uint32_t item);
  void uncover(std::uint32_t item);

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// The uncovered primary item with the fewest options, the lowest of equals; `none` if all are covered.
  std::uint32_t most_constrained() const;

 private:
  /// Nodes 0 .. items-1 are the heads of the items' lists, the others are grouped by option.
  struct Node {
    std::uint32_t up, down;
    std::uint32_t item;
    std::uint32_t option;  ///< `none` for heads
  };
  struct Neighbours {
    std::uint32_t left, right;
  };
  void unlink_others(std::uint32_t node);
  void relink_others(std::uint32_t node);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> first_;  ///< per option: its first node; one more at the end
  std::vector<std::uint32_t> size_;   ///< per item
  std::vector<Neighbours> row_;       ///< per item, and the head of the row: uncovered primary items, ascending
};

}  // namespace tesselle::packing
