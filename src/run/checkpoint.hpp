#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "run/gate.hpp"

namespace tesselle {

/// All that is needed to go on with a run: what is left of the tree and what was found so far.
struct Checkpoint {
  std::uint64_t puzzle_hash = 0;
  std::string engine, goal, symmetry, options;
  std::map<std::string, std::string> files;  ///< by option that names a file to read: the hash of its contents
  std::uint64_t seed = 1;
  std::uint64_t nodes = 0;
  double seconds = 0, cpu_seconds = 0;
  Totals totals;
  std::size_t total_jobs = 1;              ///< for the fraction done
  std::vector<TreePosition> jobs;          ///< empty: nothing is left
  std::vector<std::string> engine_states;  ///< of engines that save, one per worker; any bytes
};

/// The checkpoint as it would be at the start of this run.
Checkpoint blank_checkpoint(const RunRequest& request);

/// Sealed (base/envelope.hpp): one line of JSON; what the engines saved follows as it is.
void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
/// Throws InputError if the file is damaged or was made for another puzzle, engine, goal, option, seed, or other
/// contents of a file that an option names.
Checkpoint read_checkpoint(const std::filesystem::path& path, const RunRequest& request);
/// The engine that made a checkpoint, so that `--resume` needs no `--engine`.
std::string checkpoint_engine(const std::filesystem::path& path);
/// What was found before a checkpoint.
Totals checkpoint_totals(const std::filesystem::path& path);

}  // namespace tesselle
