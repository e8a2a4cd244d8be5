#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/rng.hpp"
#include "engine/engine.hpp"

namespace tesselle {

/// How a trial leads the engine through its search. The first ones work on the engine itself, without threads, and
/// take microseconds; the others go through run() and the facade.
///   straight     slices to the end; the sink says stop now and then
///   interrupted  a fresh engine takes over again and again, from a place in the tree or a saved state
///   split        the tree is cut at some depth and its parts are walked in a random order
///   planted      the path of one solution, node by node: the first prune that loses it is found
///   run          one run with threads
///   resumed      the same, ended by a node limit and resumed from its checkpoint until it is done
///   steered      the same while somebody pauses, steps and slows it down
///   facade       start() with pause, step, resume, stop; then on from the checkpoint or anew with another seed
enum class Course { straight, interrupted, split, planted, run, resumed, steered, facade };

/// One way to search a puzzle, as a value: a failing one is shrunk, written down and replayed.
struct Trial {
  std::string engine;
  Course course = Course::straight;
  Goal goal = Goal::all;
  bool reduced = false;  ///< one board per symmetry class
  unsigned threads = 1;
  std::uint64_t slice = 1000;  ///< nodes
  std::uint64_t seed = 1;      ///< of the engine, and of everything the course draws
  std::map<std::string, std::string> options{};
  friend bool operator==(const Trial&, const Trial&) = default;
};

/// "tile course=split goal=all slice=7 seed=3 --order=comb"; what has its default is left out.
std::string to_text(const Trial& trial);
/// Throws UsageError naming the word that is wrong.
Trial trial_from_text(std::string_view text);

/// Draws how to run an engine: everything that it offers comes up.
Trial draw_trial(Rng& rng, const EngineInfo& engine, const Puzzle& puzzle);

}  // namespace tesselle
