#include <algorithm>
#include <filesystem>

#include "base/files.hpp"
#include "formats/library_data.hpp"
#include "formats/text.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

bool is_path(const std::string& name_or_path) {
  std::error_code ignored;
  return name_or_path.find_first_of("/.") != name_or_path.npos ||
         std::filesystem::is_regular_file(name_or_path, ignored);
}

}  // namespace

std::vector<std::string> library_names() {
  std::vector<std::string> names;
  for (const EmbeddedPuzzle& puzzle : embedded_puzzles()) names.emplace_back(puzzle.name);
  std::sort(names.begin(), names.end());
  return names;
}

Puzzle load_puzzle(const std::string& name_or_path) {
  if (name_or_path == "-") return read_puzzle(read_file("/dev/stdin"), "standard-input");
  if (is_path(name_or_path)) {
    const auto [path, number] = path_and_number(name_or_path);
    return read_puzzle(read_file(path), path, number);
  }
  for (const EmbeddedPuzzle& puzzle : embedded_puzzles())
    if (puzzle.name == name_or_path) return read_toml(puzzle.toml, name_or_path + ".toml");
  throw InputError({one_line(name_or_path, 100)}, "not a built-in puzzle, and no such file (see tesselle puzzles)" +
                                                      did_you_mean(name_or_path, library_names()));
}

}  // namespace tesselle
