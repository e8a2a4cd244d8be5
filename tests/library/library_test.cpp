#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tesselle/formats.hpp"

using namespace tesselle;

namespace {

std::vector<std::filesystem::path> puzzle_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(TESSELLE_SOURCE_DIR "/puzzles"))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  return files;
}

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("every built-in puzzle loads, is named like its file, and says what it is and where it comes from") {
  const auto names = library_names();
  CHECK(names.size() >= 50);
  for (const std::string& name : names) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    CHECK(puzzle.name == name);
    CHECK(puzzle.title.size() >= 15);
    CHECK(puzzle.title.size() <= 90);
    CHECK(puzzle.title.find('\n') == std::string::npos);
    CHECK(puzzle.source.size() >= 15);
  }
}

TEST_CASE("the binary holds exactly the files of puzzles/") {
  std::set<std::string> stems;
  for (const auto& path : puzzle_files()) stems.insert(path.stem().string());
  const auto names = library_names();
  CHECK(std::set<std::string>(names.begin(), names.end()) == stems);
  for (const auto& path : puzzle_files()) {
    CAPTURE(path.string());
    CHECK(load_puzzle(path.string()) == load_puzzle(path.stem().string()));
  }
}

TEST_CASE("every file opens with a comment that names its origin") {
  for (const auto& path : puzzle_files()) CHECK_MESSAGE(contents(path).starts_with("# "), path.string());
}

TEST_CASE("puzzles survive being written and read again") {
  for (const std::string& name : library_names()) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    const std::string text = write_toml(puzzle);
    const Puzzle again = read_toml(text, name + ".toml");
    CHECK(again == puzzle);
    CHECK(write_toml(again) == text);
  }
}

TEST_CASE("different puzzles have different hashes") {
  // inf6102-d and -e are Owen's boards under another name.
  std::set<std::uint64_t> hashes;
  for (const std::string& name : library_names()) hashes.insert(puzzle_hash(load_puzzle(name)));
  CHECK(hashes.size() == library_names().size() - 2);
}
