#include <algorithm>
#include <filesystem>

#include "base/files.hpp"
#include "base/names.hpp"
#include "formats/library_data.hpp"
#include "formats/text.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

std::optional<Puzzle> built_in(const std::string& name) {
  for (const EmbeddedPuzzle& puzzle : embedded_puzzles())
    if (puzzle.name == name) return read_toml(puzzle.toml, name + ".toml");
  return std::nullopt;
}

}  // namespace

std::vector<std::string> library_names() {
  std::vector<std::string> names;
  for (const EmbeddedPuzzle& puzzle : embedded_puzzles()) names.emplace_back(puzzle.name);
  std::sort(names.begin(), names.end(), natural_less);
  return names;
}

Puzzle load_puzzle(const std::string& name_or_path) {
  if (name_or_path == "-") return read_puzzle(read_file("/dev/stdin"), "standard-input");
  // A file that happens to have the name of a built-in puzzle must be asked for: ./NAME.
  if (auto puzzle = built_in(name_or_path)) return *std::move(puzzle);
  if (name_or_path.find_first_of("/.") != name_or_path.npos || is_file(name_or_path)) {
    const auto [path, number] = path_and_number(name_or_path);
    return read_puzzle(read_file(path), path, number);
  }
  if (auto puzzle = built_in(lower_case(name_or_path))) return *std::move(puzzle);
  throw InputError({one_line(name_or_path, 100)}, "not a built-in puzzle, and no such file (see tesselle puzzles)" +
                                                      did_you_mean(name_or_path, library_names()));
}

}  // namespace tesselle
