#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "engine/engine.hpp"

namespace tesselle::testing {

/// Keeps everything an engine reports. Says stop at the solution number `stop_at` and at every later one.
class CollectingSink final : public SolutionSink {
 public:
  explicit CollectingSink(std::size_t stop_at = std::numeric_limits<std::size_t>::max()) : stop_at_(stop_at) {}

  void counted(std::uint64_t boards_more, std::uint64_t orbits_more) override {
    counted_boards += boards_more;
    counted_orbits += orbits_more;
  }
  void improved(const Solution& board) override { improvements.push_back(board); }

  std::vector<Solution> boards;            ///< in the order of their finding
  std::vector<std::uint64_t> orbit_sizes;  ///< one per board; 0 where the engine does not know
  std::vector<Solution> improvements;
  std::uint64_t counted_boards = 0, counted_orbits = 0;

 protected:
  Flow offer(const Solution& solution, std::uint64_t orbit_size) override {
    boards.push_back(solution);
    orbit_sizes.push_back(orbit_size);
    return boards.size() >= stop_at_ ? Flow::stop : Flow::go_on;
  }

 private:
  std::size_t stop_at_;
};

/// Slices until the engine is exhausted or stuck. Only for searches that end.
inline Advance run_to_end(Engine& engine, SolutionSink& sink, std::uint64_t slice = 1'000'000) {
  for (;;) {
    const Advance result = engine.advance({slice}, sink);
    if (result != Advance::running) return result;
  }
}

/// What the engine is best asked for in tests: all boards, if it finds them.
inline Goal natural_goal(const EngineInfo& info) { return info.serves(Goal::all) ? Goal::all : info.goals.front(); }

/// An engine with the defaults of its option table, except for what `config` sets otherwise.
inline std::unique_ptr<Engine> make_engine(const EngineInfo& info, const Puzzle& puzzle, EngineConfig config) {
  if (config.options.changed().empty()) config.options = Options(info.options);
  return info.make(puzzle, config);
}

inline std::unique_ptr<Engine> make_engine(const EngineInfo& info, const Puzzle& puzzle) {
  return make_engine(info, puzzle, {.goal = natural_goal(info)});
}

/// What a whole search finds.
struct Outcome {
  std::vector<Solution> boards;
  std::uint64_t nodes = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

inline Outcome search_all(const EngineInfo& info, const Puzzle& puzzle, std::uint64_t slice = 1'000'000) {
  const auto engine = make_engine(info, puzzle);
  CollectingSink sink;
  run_to_end(*engine, sink, slice);
  return {std::move(sink.boards), engine->progress().nodes};
}

}  // namespace tesselle::testing
