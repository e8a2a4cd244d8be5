#include "search/library_facts.hpp"

#include <algorithm>
#include <array>

#include "base/names.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

/// In the order of the list.
struct LibraryGroups {
  static constexpr const char *edge_matching = "Edge-matching", *eternity2 = "Eternity II",
                              *pentominoes = "Pentominoes", *polycubes = "Polycubes", *other_shapes = "Other shapes",
                              *eternity = "Eternity";
  static constexpr std::array all = {edge_matching, eternity2, pentominoes, polycubes, other_shapes, eternity};
};

struct LibraryEntry {
  const char* name;
  const char* group;
  Hardness hardness;
  KnownSolutions known{};
};

// Counts are the program's own, by a complete search (owen-8x8: docs/engines/meet.md). Where only the number up to
// symmetry is given it is the published one: owen-7x7, pentominoes-3x4x5, owen-9x9 and inf6102-d, which has the same
// pieces. docs/manual/commands.md says how the classes of hardness were found.
const std::vector<LibraryEntry>& library_entries() {
  using enum Hardness;
  using Groups = LibraryGroups;
  static const std::vector<LibraryEntry> entries = {
      {"girafe", Groups::edge_matching, seconds, {12, 3}},
      {"inf6102-a", Groups::edge_matching, seconds, {4, 1}},
      {"inf6102-b", Groups::edge_matching, seconds},
      {"inf6102-c", Groups::edge_matching, seconds},
      {"inf6102-d", Groups::edge_matching, weeks, {{}, 2}},
      {"inf6102-e", Groups::edge_matching, weeks},
      {"inf6102-complete", Groups::edge_matching, unsolved},
      {"meta-10x10", Groups::edge_matching, unsolved},
      {"meta-12x12", Groups::edge_matching, unsolved},
      {"meta-14x14", Groups::edge_matching, unsolved},
      {"meta-16x16", Groups::edge_matching, unsolved},
      {"owen-3x3", Groups::edge_matching, seconds, {16, 4}},
      {"owen-4x4", Groups::edge_matching, seconds, {36, 9}},
      {"owen-5x5", Groups::edge_matching, seconds, {16, 4}},
      {"owen-6x5", Groups::edge_matching, seconds, {4, 2}},
      {"owen-6x6", Groups::edge_matching, seconds, {260, 65}},
      {"owen-7x7", Groups::edge_matching, seconds, {{}, 6297}},
      {"owen-8x8", Groups::edge_matching, minutes, {52, 13}},
      {"owen-9x9", Groups::edge_matching, weeks, {{}, 2}},
      {"owen-10x10", Groups::edge_matching, weeks},

      {"clue1", Groups::eternity2, seconds, {74'916'428, 18'729'107}},
      {"clue2", Groups::eternity2, seconds},
      {"clue3", Groups::eternity2, seconds, {1'905'944, 476'486}},
      {"clue4", Groups::eternity2, seconds},
      {"eternity2", Groups::eternity2, unsolved},
      {"eternity2-centre", Groups::eternity2, unsolved},
      {"eternity2-clues", Groups::eternity2, unsolved},

      {"one-sided-pentominoes-3x30", Groups::pentominoes, seconds, {184, 46}},
      {"pentomino-tilings-5x10", Groups::pentominoes, seconds, {101'698'212, {}}},
      {"pentominoes-2x30", Groups::pentominoes, seconds, {0, 0}},
      {"pentominoes-3x20", Groups::pentominoes, seconds, {8, 2}},
      {"pentominoes-4x15", Groups::pentominoes, seconds, {1472, 368}},
      {"pentominoes-5x12", Groups::pentominoes, seconds, {4040, 1010}},
      {"pentominoes-6x10", Groups::pentominoes, seconds, {9356, 2339}},
      {"pentominoes-8x8-hole", Groups::pentominoes, seconds, {520, 65}},
      {"pentominoes-8x8-square", Groups::pentominoes, seconds, {129'168, 16'146}},

      {"bedlam", Groups::polycubes, seconds, {460'464, 19'186}},
      {"pentominoes-2x2x15", Groups::polycubes, seconds, {0, 0}},
      {"pentominoes-2x3x10", Groups::polycubes, seconds, {96, 12}},
      {"pentominoes-2x5x6", Groups::polycubes, seconds, {2112, 264}},
      {"pentominoes-3x4x5", Groups::polycubes, seconds, {{}, 3940}},
      {"soma", Groups::polycubes, seconds, {11'520, 240}},

      {"dominoes-8x8", Groups::other_shapes, seconds, {12'988'816, {}}},
      {"hexiamonds-4x9", Groups::other_shapes, seconds, {148, 74}},
      {"hexiamonds-6x6", Groups::other_shapes, seconds, {624, 156}},
      {"tetrahexes-4x7", Groups::other_shapes, seconds, {18, 9}},

      {"boat", Groups::eternity, seconds, {1, 1}},
      {"boomerang", Groups::eternity, seconds, {2, 2}},
      {"eternity1", Groups::eternity, weeks},
      {"pram", Groups::eternity, unsolved},
      {"serenity", Groups::eternity, seconds, {12, 1}},
      {"tortoise", Groups::eternity, seconds, {2, 2}},
      {"trinity", Groups::eternity, seconds, {1, 1}},
      {"whale", Groups::eternity, seconds, {1, 1}},
  };
  return entries;
}

const LibraryEntry* library_entry(const std::string& name) {
  for (const LibraryEntry& entry : library_entries())
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace

std::optional<LibraryFacts> library_facts(const Puzzle& puzzle) {
  const LibraryEntry* entry = library_entry(puzzle.name);
  if (entry == nullptr || puzzle_hash(load_puzzle(entry->name)) != puzzle_hash(puzzle)) return std::nullopt;
  return LibraryFacts{entry->group, entry->known, entry->hardness};
}

std::vector<PuzzleFacts> library_list() {
  std::vector<PuzzleFacts> list;
  for (const std::string& name : library_names()) list.push_back(facts_of(load_puzzle(name)));
  const auto place = [](const PuzzleFacts& facts) {
    return std::find(LibraryGroups::all.begin(), LibraryGroups::all.end(), facts.group) - LibraryGroups::all.begin();
  };
  std::stable_sort(list.begin(), list.end(),
                   [&](const PuzzleFacts& a, const PuzzleFacts& b) { return place(a) < place(b); });
  return list;
}

}  // namespace tesselle
