#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tesselle {

/// A node of a recorded walk: which candidate was taken at which depth. With the nodes before it that is its place in
/// the tree, and everything else about it can be worked out later from that.
struct TapeEntry {
  std::uint64_t number = 0;  ///< among the nodes walked, from 1
  std::uint32_t depth = 0;   ///< after the placement
  std::uint32_t choice = 0;
};

/// Where a walk notes its nodes while it runs at full speed. Nodes deeper than `max_depth` are counted and not kept.
///
/// What costs time is memory that is touched for the first time. So a node takes four bytes, twelve bits of depth and
/// twenty of choice; its number is kept beside it only where nodes are left out; and the memory for the nodes that are
/// expected is set aside and touched before the walk begins. More comes in reels that are never moved, each with room
/// for a whole slice.
class Tape {
 public:
  static constexpr std::uint32_t no_limit = ~std::uint32_t{0};

  Tape(std::uint32_t max_depth, std::size_t expected) : max_depth_(max_depth) { make_room(expected); }

  /// To be called before a walk notes at most this many nodes.
  void make_room(std::size_t nodes) {
    if (!reels_.empty() && reels_.back().room - reels_.back().kept >= nodes) return;
    Reel reel;
    reel.room = std::max(nodes, shortest_reel);
    reel.notes = std::make_unique<std::uint32_t[]>(reel.room);
    if (max_depth_ != no_limit) reel.numbers = std::make_unique<std::uint64_t[]>(reel.room);
    reels_.push_back(std::move(reel));
  }

  std::uint64_t walked() const { return walked_; }
  std::uint64_t kept() const { return kept_; }
  /// Was there a node too deep, or a choice too far down its list, to be noted?
  bool overflowed() const { return overflow_ != 0; }

  /// Policy of a walk that is recorded. A slice's walk has one of its own, so that its fields stay in registers; the
  /// tape is up to date after put_down(), which the destructor calls.
  class Pen {
   public:
    explicit Pen(Tape& tape)
        : tape_(tape),
          begin_(tape.reels_.back().notes.get()),
          at_(begin_ + tape.reels_.back().kept),
          numbers_(tape.reels_.back().numbers.get()),
          walked_(tape.walked_),
          max_depth_(tape.max_depth_) {}
    ~Pen() { put_down(); }
    Pen(const Pen&) = delete;
    Pen& operator=(const Pen&) = delete;

    void note(std::uint32_t depth, std::uint32_t choice) {
      ++walked_;
      if (depth > max_depth_) return;
      overflow_ |= depth >> depth_bits | choice >> choice_bits;
      if (numbers_) numbers_[at_ - begin_] = walked_;
      *at_++ = depth << choice_bits | choice;
    }
    void put_down() {
      Reel& reel = tape_.reels_.back();
      const auto kept = static_cast<std::size_t>(at_ - begin_);
      tape_.kept_ += kept - reel.kept;
      reel.kept = kept;
      tape_.walked_ = walked_;
      tape_.overflow_ |= overflow_;
    }

   private:
    Tape& tape_;
    std::uint32_t* begin_;
    std::uint32_t* at_;
    std::uint64_t* numbers_;
    std::uint64_t walked_;
    std::uint32_t max_depth_, overflow_ = 0;
  };

  /// Reads what was kept, from the beginning and as far as the tape has been written.
  class Reader {
   public:
    std::optional<TapeEntry> next(const Tape& tape) {
      while (reel_ < tape.reels_.size() && at_ == tape.reels_[reel_].kept) {
        if (reel_ + 1 == tape.reels_.size()) return std::nullopt;
        ++reel_;
        at_ = 0;
      }
      if (reel_ == tape.reels_.size()) return std::nullopt;
      const Reel& reel = tape.reels_[reel_];
      ++read_;
      const std::uint32_t note = reel.notes[at_];
      const std::uint64_t number = reel.numbers ? reel.numbers[at_] : read_;
      ++at_;
      return TapeEntry{number, note >> choice_bits, note & ((std::uint32_t{1} << choice_bits) - 1)};
    }

   private:
    std::size_t reel_ = 0, at_ = 0;
    std::uint64_t read_ = 0;
  };

 private:
  static constexpr std::uint32_t depth_bits = 12, choice_bits = 20;
  static constexpr std::size_t shortest_reel = 1 << 12;
  struct Reel {
    std::unique_ptr<std::uint32_t[]> notes;
    std::unique_ptr<std::uint64_t[]> numbers;  ///< nullptr if all nodes are kept
    std::size_t kept = 0, room = 0;
  };

  std::vector<Reel> reels_;
  std::uint64_t kept_ = 0, walked_ = 0;
  std::uint32_t max_depth_, overflow_ = 0;
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
