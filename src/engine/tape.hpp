#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesselle {

/// A node of a recorded walk: which candidate was taken at which depth. With the nodes before it that is its place in
/// the tree, and everything else about it can be worked out later from that.
struct TapeEntry {
  std::uint64_t number = 0;  ///< among the nodes walked, from 1
  std::uint32_t depth = 0;   ///< after the placement
  std::uint32_t choice = 0;
};

/// Where a walk notes its nodes while it runs at full speed: sixteen bytes per node, no test but that of the depth.
/// Nodes deeper than `max_depth` are counted and not kept.
class Tape {
 public:
  explicit Tape(std::uint32_t max_depth) : max_depth_(max_depth) {}

  /// To be called before a walk notes at most this many nodes.
  void make_room(std::size_t nodes) {
    const std::size_t wanted = kept_ + nodes + 1;  // an entry that is not kept is written too
    if (entries_.size() < wanted) entries_.resize(std::max(wanted, 2 * entries_.size()));
  }

  std::uint64_t walked() const { return walked_; }
  std::span<const TapeEntry> kept() const { return {entries_.data(), kept_}; }

  /// Policy of a walk that is recorded. A slice's walk has one of its own, so that its fields stay in registers; the
  /// tape is up to date after put_down(), which the destructor calls.
  class Pen {
   public:
    explicit Pen(Tape& tape)
        : tape_(tape), at_(tape.entries_.data() + tape.kept_), walked_(tape.walked_), max_depth_(tape.max_depth_) {}
    ~Pen() { put_down(); }
    Pen(const Pen&) = delete;
    Pen& operator=(const Pen&) = delete;

    void note(std::uint32_t depth, std::uint32_t choice) {
      *at_ = {++walked_, depth, choice};
      at_ += depth <= max_depth_;
    }
    void put_down() {
      tape_.kept_ = static_cast<std::size_t>(at_ - tape_.entries_.data());
      tape_.walked_ = walked_;
    }

   private:
    Tape& tape_;
    TapeEntry* at_;
    std::uint64_t walked_;
    std::uint32_t max_depth_;
  };

 private:
  std::vector<TapeEntry> entries_;
  std::size_t kept_ = 0;
  std::uint64_t walked_ = 0;
  std::uint32_t max_depth_;
};

/// Policy of a walk that is not recorded.
struct NoPen {
  void note(std::uint32_t, std::uint32_t) {}
  void put_down() {}
};

/// Ability of a TreeWalk: it notes its nodes on a tape.
class NotesNodes {
 public:
  virtual ~NotesNodes() = default;
  /// From now on, each node that advance() makes; the tape has room for the budget, and outlives the engine or the next
  /// call. Every node is made one after the other, whatever the engine does else to count them faster.
  virtual void note_on(Tape& tape) = 0;
};

}  // namespace tesselle
