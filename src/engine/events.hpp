#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "engine/engine.hpp"

namespace tesselle {

struct Best {
  int score = 0, max_score = 0, conflicts = 0;
  friend bool operator==(const Best&, const Best&) = default;
};

enum class Status { solved, exhausted, limit, stopped };
std::string_view status_name(Status status);

struct Started {
  std::string puzzle, engine;
  std::uint64_t seed = 0;
  unsigned threads = 1;
};
struct ProgressMade {
  std::uint64_t nodes = 0, solutions = 0;
  double seconds = 0, nodes_per_second = 0;
  int depth = 0;
  std::optional<double> fraction, seconds_left;
  std::optional<Best> best;
};
/// A verified board better than all before.
struct Improved {
  SolutionRecord record;
};
/// A verified solution.
struct SolutionFound {
  SolutionRecord record;
  std::uint64_t number = 0;  ///< 1, 2, …
};
struct Note {
  std::string text;
};
struct Finished {
  Status status = Status::stopped;
  std::string engine;
  std::uint64_t solutions = 0;            ///< all symmetric copies included; the largest number if there are more
  std::optional<std::string> all_digits;  ///< of `solutions`, from engines that count beyond 64 bits
  std::optional<std::uint64_t> distinct;  ///< up to symmetry
  std::string identified;                 ///< what `distinct` identifies: "rotations", …
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::optional<Best> best;
  std::uint64_t verified = 0;  ///< boards that passed the verifier
  Statistics statistics;
};

/// The one stream that terminal, --json, log, web page and cluster subscribe to.
/// Always called from the thread that runs the run loop.
using Event = std::variant<Started, ProgressMade, Improved, SolutionFound, Note, Finished>;
using Subscriber = std::function<void(const Event&)>;

}  // namespace tesselle
