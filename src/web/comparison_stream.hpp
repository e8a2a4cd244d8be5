#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/json.hpp"
#include "search/compare.hpp"
#include "web/http.hpp"
#include "web/puzzle_shelf.hpp"

namespace tesselle::web {

/// What POST /api/compare asks for. Throws Refusal, JsonError or UsageError.
ComparisonRequest comparison_from(const Json& body, PuzzleShelf& shelf, double max_seconds);

/// A comparison whose runs are told line by line as they end. It ends with the connection: whoever destroys the stream
/// stops it.
class ComparisonStream {
 public:
  /// Throws UsageError if a variant cannot run on the puzzle.
  ComparisonStream(ComparisonRequest request, std::stop_token server_ends);
  ~ComparisonStream();
  ComparisonStream(const ComparisonStream&) = delete;
  ComparisonStream& operator=(const ComparisonStream&) = delete;

  /// Writes the lines that are new, or an empty line as a sign of life; false: that was all.
  bool go_on(const Writer& write);

 private:
  void run(const ComparisonRequest& request);
  void tell(std::string line);

  const std::stop_token server_ends_;
  std::stop_source stop_;
  std::mutex mutex_;  // guards the two below
  std::string waiting_;
  bool ended_ = false;
  std::condition_variable news_;
  std::thread thread_;
};

}  // namespace tesselle::web
