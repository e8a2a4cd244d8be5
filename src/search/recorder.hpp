#pragma once

#include <map>
#include <memory>
#include <stop_token>

#include "render/recording.hpp"
#include "tesselle/search.hpp"

namespace tesselle {

/// How much of a search is recorded.
struct RecordingLimits {
  std::uint32_t max_depth = ~std::uint32_t{0};  ///< deeper nodes are counted but not kept
  std::size_t max_kept = 100'000;               ///< a search that keeps more is refused
  std::uint64_t max_walked = 200'000'000;       ///< a search that makes more is refused
};

/// Walks a search and keeps what happens. The engine notes its choices on a tape and runs at full speed; afterwards a
/// second instance is led to the nodes that were kept, one after the other, and what is new on its board is the
/// placement of the node. An engine that cannot write on a tape is advanced one node at a time and asked where it is.
///
/// `request`: goal first stops at the first solution, all walks everything, both within limits.nodes. Engine "auto"
/// takes the plain one of the family, which is the easiest to follow, or the first that has the options given.
class Recorder {
 public:
  /// Throws UsageError if the engine does not walk a tree or does not show its board.
  explicit Recorder(const SearchRequest& request, RecordingLimits limits = {});
  ~Recorder();
  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;

  /// Makes one node, and records it; false if the search has ended (or what was asked for has been found).
  bool step();
  /// Records the rest. Throws UsageError, with an estimate and what to limit, if it is too large.
  void run(const std::stop_token& stop = {});
  /// What has been recorded so far, but for nodes_per_depth, which finish() fills in. Dead ends among the last nodes are known when a later node has been made.
  const Recording& recording() const;
  /// Ends the recording: open ends are marked, dead ends explained.
  Recording finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// All in one.
Recording record(const SearchRequest& request, RecordingLimits limits = {}, const std::stop_token& stop = {});

/// The boards of an optimising run, each better than the one before.
Recording record_best_boards(const SearchRequest& request, const std::stop_token& stop = {});

/// Given boards one after the other.
Recording recording_of_boards(std::shared_ptr<const Puzzle> puzzle, const std::vector<Solution>& boards);

/// The recording as one JSON object: docs/tree-and-film.md lists the keys.
std::string recording_json(const Recording& recording);

}  // namespace tesselle
