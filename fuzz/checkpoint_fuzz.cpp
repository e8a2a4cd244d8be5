#include <algorithm>

#include "base/envelope.hpp"
#include "fixtures.hpp"
#include "property.hpp"
#include "run/checkpoint.hpp"
#include "run/registry.hpp"
#include "run/run.hpp"
#include "scratch.hpp"
#include "seeds.hpp"

using namespace tesselle;

namespace {

/// An input's first byte says what the others are: a whole file, or contents that get the first line they need to be
/// looked at at all. The second byte names an engine.
enum class Shape : char { file = 'f', contents = 'c' };

constexpr char first_engine = '0';
constexpr std::uint64_t nodes_before = 40, nodes_after = 200;
constexpr double max_seconds = 1;

const Puzzle& triangles() {
  static const Puzzle puzzle = read_puzzle(
      "family = \"packing\"\nlattice = \"triangle\"\nregion_cells = \"0,0,0 0,0,1 1,0,0 1,0,1\"\n[[piece]]\nname = "
      "\"D\"\ncells = \"0,0,0 0,0,1\"\ncopies = 2\n",
      "triangles.toml");
  return puzzle;
}

/// A search that can be continued, small enough to be set up for every input.
RunRequest request_for(const Puzzle& puzzle, const EngineInfo& engine) {
  RunRequest request;
  request.puzzle = &puzzle;
  request.engine = &engine;
  request.config.goal = engine.serves(Goal::count) ? Goal::count : Goal::best;
  request.config.options = Options(engine.options);
  request.slice_nodes = 16;
  request.limits.nodes = nodes_before;
  request.limits.seconds = max_seconds;
  request.checkpoint = fuzz::scratch_path();
  request.reproducer_folder = std::filesystem::temp_directory_path();
  return request;
}

struct Begun {
  RunRequest request;
  std::string file;  ///< the checkpoint
};

std::optional<Begun> begun(const Puzzle& puzzle, const EngineInfo& engine) {
  try {
    const RunRequest request = request_for(puzzle, engine);
    run(request, [](const Event&) {});
    return Begun{request, fuzz::read_scratch()};
  } catch (const UsageError&) {  // not a puzzle for this engine
    return std::nullopt;
  }
}

/// Every engine that can be continued, on the first puzzle that it accepts.
const std::vector<Begun>& searches() {
  static const std::vector<Begun> all = [] {
    static const Puzzle edge = load_puzzle("owen-3x3");
    std::vector<Begun> found;
    for (const EngineInfo& engine : all_engines())
      for (const Puzzle* puzzle : {&edge, &fuzz::packing_fixture(), &triangles()}) {
        if (puzzle->family() != engine.family || !engine.abilities.resumes()) continue;
        if (auto search = begun(*puzzle, engine)) {
          found.push_back(std::move(*search));
          break;
        }
      }
    fuzz::remove_scratch();
    return found;
  }();
  return all;
}

std::string_view contents_of(const std::string& file) { return std::string_view(file).substr(file.find('\n') + 1); }

std::string with_first_line(const RunRequest& request, std::string_view contents) {
  return sealed({"checkpoint", 3, puzzle_hash(*request.puzzle)}, contents);
}

/// A run of a few nodes from there. What it finds passes the gate, or an InternalError ends this program.
bool goes_on(RunRequest request) {
  request.resume = request.checkpoint;
  request.limits.nodes = nodes_after;
  try {
    return fuzz::accepts([&] { run(request, [](const Event&) {}); });
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return -1;
  const std::size_t number = static_cast<std::size_t>(data[1] - first_engine);
  if (number >= searches().size()) return -1;
  const RunRequest& request = searches()[number].request;
  const std::string_view rest = fuzz::text_of(data + 2, size - 2);
  fuzz::write_scratch(static_cast<Shape>(data[0]) == Shape::contents ? with_first_line(request, rest) : rest);
  const bool read = goes_on(request);
  fuzz::remove_scratch();
  return read ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  std::vector<std::string> seeds;
  for (std::size_t s = 0; s < searches().size(); ++s) {
    const std::string& file = searches()[s].file;
    fuzz::require(with_first_line(searches()[s].request, contents_of(file)) == file, "the first line is made right");
    const char engine = static_cast<char>(first_engine + s);
    seeds.push_back(std::string{static_cast<char>(Shape::contents), engine} + std::string(contents_of(file)));
    if (s == 0) seeds.push_back(std::string{static_cast<char>(Shape::file), engine} + file);
  }
  return seeds;
}

std::vector<std::string> fuzz_words() {
  return {"[",
          "]",
          ",",
          "[0,0,[]]",
          "[1,2,[0,1]]",
          "4294967295",
          "4294967294",
          "-1",
          "1e300",
          "\"jobs\":[",
          "\"nodes\":0",
          "\"best\"",
          "null",
          std::string(8, 0),
          std::string(8, '\xff'),
          std::string("\1\0\0\0\0\0\0\0", 8)};
}
