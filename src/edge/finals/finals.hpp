#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "edge/finals/half_walker.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::edge {

/// The board cut after its first cells, row by row (column by column if that leaves the shorter cut): the head is what
/// a search fills, the tail is what finals fill. Both are known by one key: the colours across the cut and the kinds
/// of pieces in the tail. Keys are sums of random numbers, so that "everything the head does not have" is a
/// subtraction; what they bring together must be compared in full.
class Cut {
 public:
  using Key = std::uint64_t;
  using Filling = std::span<const std::uint16_t>;

  /// `puzzle` must outlive it.
  Cut(const EdgePuzzle& puzzle, std::size_t tail_cells);

  const Values& values() const { return values_; }
  const std::vector<Square>& head() const { return head_; }
  const std::vector<Square>& tail() const { return tail_; }
  Key head_key(Filling filling) const;
  Key tail_key(Filling filling) const;
  bool fits(Filling head, Filling tail) const;
  Solution board(Filling head, Filling tail) const;

 private:
  /// Two cells that touch across the cut, as positions in head and tail, and the side of the first.
  struct Seam {
    std::size_t head = 0, tail = 0;
    Side side = Side::south;
    std::vector<Key> keys;  ///< per colour
  };
  Key key_of_kinds(const std::vector<Square>& cells, Filling filling) const;
  void lay(EdgeBoard& board, std::vector<std::size_t>& used, const std::vector<Square>& cells, Filling filling) const;

  const EdgePuzzle* puzzle_;
  Values values_;
  std::vector<Square> head_, tail_;
  std::vector<Seam> seams_;
  std::vector<Key> kind_keys_;
  Key all_kinds_ = 0;
};

/// Fillings of the tail, found by key. In front stands a filter of two bits per key in one word, so that most questions
/// end after one memory access.
class Finals {
 public:
  explicit Finals(std::size_t tail_cells) : tail_cells_(tail_cells) {}

  struct BuildProgress {
    std::size_t finals = 0;  ///< so far
    double fraction = 0;     ///< of the walk, about
  };
  using OnProgress = std::function<void(const BuildProgress&)>;

  /// Every filling of the last cells. Nullopt if `stop` was requested; throws UsageError if there are
  /// more than `most`. `on_progress` is called several times a second.
  static std::optional<Finals> build(const EdgePuzzle& puzzle, std::size_t tail_cells, std::size_t most,
                                     const std::stop_token& stop = {}, const OnProgress& on_progress = {});

  void clear();
  void add(Cut::Key key, Cut::Filling filling);
  /// Once all are there.
  void build_index();

  std::size_t size() const { return by_key_.size(); }
  std::size_t tail_cells() const { return tail_cells_; }
  std::size_t bytes() const;

  /// Calls visit(filling) for every filling under the key.
  template <class Visit>
  void for_each(Cut::Key key, Visit&& visit) const {
    if (by_key_.empty() || (filter_[place(key)] & bits(key)) != bits(key)) return;
    auto at = first_with(key);
    for (; at < by_key_.size() && by_key_[at].first == key; ++at)
      visit(Cut::Filling(fillings_).subspan(by_key_[at].second * tail_cells_, tail_cells_));
  }

  /// The file holds every final of the puzzle.
  void save(const std::string& path, const Puzzle& puzzle) const;
  /// Throws InputError if the file is not one of finals of this puzzle, whole and undamaged.
  static Finals load(const std::string& path, const Puzzle& puzzle);

 private:
  static std::uint64_t bits(Cut::Key key) {
    return std::uint64_t{1} << (key & 63) | std::uint64_t{1} << (key >> 6 & 63);
  }
  std::size_t place(Cut::Key key) const { return static_cast<std::size_t>((key >> 32) * filter_.size() >> 32); }
  std::size_t first_with(Cut::Key key) const;

  std::size_t tail_cells_;
  std::vector<std::uint16_t> fillings_;                     ///< one after the other
  std::vector<std::pair<Cut::Key, std::uint32_t>> by_key_;  ///< sorted: key, number of the filling
  std::vector<std::uint64_t> filter_;
};

}  // namespace tesselle::edge
