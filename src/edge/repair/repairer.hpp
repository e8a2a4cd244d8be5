#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "edge/local_search/conflict_board.hpp"
#include "edge/repair/assignment.hpp"
#include "edge/repair/cell_sets.hpp"
#include "edge/repair/window.hpp"

namespace tesselle::edge::repair {

/// Improves a full board step by step with moves that are each exact on a part of it; between improvements the board
/// wanders among boards that are equally good, and for a while among slightly worse ones. The best one is kept.
class Repairer {
 public:
  struct Settings {
    std::uint64_t window_nodes = 1'000'000;  ///< most pieces tried in one window
    std::uint64_t patience = 5'000'000;      ///< effort without improvement before a step to a worse board
  };

  /// Throws UsageError where ConflictBoard does.
  Repairer(const EdgePuzzle& puzzle, std::uint64_t seed, const Settings& settings);
  Repairer(const Repairer&) = delete;
  Repairer& operator=(const Repairer&) = delete;

  /// Empty cells, and cells with a piece that does not belong there, are filled greedily.
  void start_from(const EdgeBoard& board);
  void start_greedily();
  /// Takes over what is better in another full board.
  void merge_with(const EdgeBoard& other);

  /// One move. Returns its effort in pieces tried, at least 1.
  std::uint64_t step();

  int best_conflicts() const { return best_.conflicts; }
  EdgeBoard best_board();
  EdgeBoard board() const { return board_.board(); }

  void save(ByteWriter& out) const;
  /// `started`: is there a full board?
  void restore(ByteReader& in, bool started);

  std::uint64_t assignments() const { return assignments_; }
  std::uint64_t windows() const { return windows_; }
  std::uint64_t windows_proved() const { return proved_; }
  std::uint64_t merges() const { return merges_; }
  std::size_t largest_proved() const { return largest_proved_; }

 private:
  using Cell = ConflictBoard::Cell;
  enum Shape { patch, two_patches, donors, shapes };

  /// Windows of about the same cost; how many cells that is, is found out by doing.
  struct WindowClass {
    std::uint64_t nodes = 0;
    std::uint64_t effort = 0;  ///< spent on it
    std::array<double, shapes> size{};
  };

  void begin();
  std::uint64_t reassign();
  void reassign(const std::vector<Cell>& cells);
  WindowClass* next_class();
  std::uint64_t refill_window(WindowClass& windows);
  const std::vector<Cell>& draw(Shape shape, std::size_t size);
  std::uint64_t mix_with_elite();
  std::uint64_t step_aside();
  void look_at_board();
  void remember();
  template <class Self>
  static auto counters(Self& self);

  EdgePuzzle puzzle_;
  Settings settings_;
  Rng rng_;
  ConflictBoard board_;
  Assignment assignment_;
  Window window_;
  CellSets sets_;
  ConflictBoard::Layout best_;
  std::vector<ConflictBoard::Layout> elite_;  ///< boards as good as the best, seen at different times

  std::vector<WindowClass> classes_;
  std::uint64_t reassign_effort_ = 0;
  std::uint64_t since_better_ = 0, since_aside_ = 0;
  std::uint64_t assignments_ = 0, windows_ = 0, proved_ = 0, merges_ = 0;
  std::size_t largest_proved_ = 0;
  std::vector<std::int64_t> costs_;
  std::vector<ConflictBoard::Piece> pieces_;
};

}  // namespace tesselle::edge::repair
