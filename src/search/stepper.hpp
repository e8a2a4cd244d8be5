#pragma once

#include "search/dead_ends.hpp"
#include "search/recorder.hpp"

namespace tesselle {

/// A search that is walked by hand, forwards and backwards. It is recorded as far as it has been walked, and one node
/// further, to know what comes next.
class Stepper {
 public:
  explicit Stepper(const SearchRequest& request);

  /// The node that is looked at; 0 is the start.
  std::uint32_t node() const { return at_; }
  const Recording& recording() const { return recorder_.recording(); }
  const RecordedNode& here() const { return recording().nodes[at_]; }
  Solution board() const { return recording().solution_of(at_); }

  bool forward();
  bool back();
  /// Run on until the node looked at is one, at most max_run nodes and until stopped; false if none came.
  bool to_dead_end(const std::stop_token& stop);
  bool to_solution(const std::stop_token& stop);
  bool to_depth(std::uint32_t depth, const std::stop_token& stop);
  static constexpr std::uint64_t max_run = 1'000'000;

  bool is_dead_end() const;
  bool is_solution() const { return here().kind == RecordedNode::Kind::solution; }
  /// Is there nothing more to walk?
  bool at_end() const;
  std::string reason() const;
  /// The pieces that are left, at the cell where the search goes on or fails; nullopt on a full board.
  std::optional<BoardReader::Candidates> candidates() const;

 private:
  void look_ahead();
  template <class Reached>
  bool run_until(Reached reached, const std::stop_token& stop);
  bool has_child() const;
  std::optional<std::size_t> next_cell(const Solution& board) const;

  std::shared_ptr<const Puzzle> puzzle_;
  Recorder recorder_;
  BoardReader reader_;
  std::uint32_t at_ = 0;
};

}  // namespace tesselle
