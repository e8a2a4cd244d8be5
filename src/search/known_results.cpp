#include "search/known_results.hpp"

#include <map>

namespace tesselle {
namespace {

const std::map<std::string, KnownResult>& known_results() {
  constexpr const char *at_once = "instant", *few_seconds = "seconds", *unsolved = "open", *not_known = nullptr;
  // Counts are those that the puzzle files name and our tests check. How hard: `solve` on two cores of a small machine.
  static const std::map<std::string, KnownResult> results = {
      {"bedlam", {19186, at_once, "19,186 solutions up to rotations"}},
      {"boat", {1, at_once, "one solution"}},
      {"boomerang", {2, few_seconds, "2 solutions"}},
      {"clue1", {std::nullopt, at_once, ""}},
      {"clue2", {std::nullopt, not_known, ""}},
      {"clue3", {std::nullopt, at_once, "very many solutions"}},
      {"clue4", {std::nullopt, at_once, ""}},
      {"dominoes-8x8", {std::nullopt, at_once, "12,988,816 solutions"}},
      {"eternity1", {std::nullopt, unsolved, "solved by Selby and Riordan in 2000, and by others since; not by us"}},
      {"eternity2", {std::nullopt, unsolved, "nobody has published a solution"}},
      {"eternity2-centre", {std::nullopt, unsolved, "nobody has published a solution"}},
      {"eternity2-clues", {std::nullopt, unsolved, "nobody has published a solution"}},
      {"inf6102-complete", {std::nullopt, unsolved, "nobody has published a solution"}},
      {"girafe", {3, at_once, "12 solutions, 3 up to rotations"}},
      {"hexiamonds-4x9", {74, at_once, "74 solutions up to symmetry"}},
      {"hexiamonds-6x6", {156, at_once, "156 solutions up to symmetry"}},
      {"inf6102-a", {std::nullopt, at_once, ""}},
      {"inf6102-b", {std::nullopt, at_once, ""}},
      {"inf6102-c", {std::nullopt, few_seconds, ""}},
      {"one-sided-pentominoes-3x30", {46, at_once, "46 solutions up to symmetry"}},
      {"owen-3x3", {4, at_once, "16 solutions, 4 up to rotations"}},
      {"owen-4x4", {9, at_once, "36 solutions, 9 up to rotations"}},
      {"owen-5x5", {4, at_once, "16 solutions, 4 up to rotations"}},
      {"owen-6x5", {2, at_once, "2 solutions up to rotations"}},
      {"owen-6x6", {65, at_once, "260 solutions, 65 up to rotations"}},
      {"owen-7x7", {6297, at_once, "6,297 solutions up to rotations"}},
      {"owen-8x8", {13, not_known, "13 solutions up to rotations by our count; 24 were published"}},
      {"owen-9x9", {2, not_known, "2 solutions up to rotations, as published"}},
      {"pentomino-tilings-5x10", {std::nullopt, at_once, ""}},
      {"pentominoes-2x2x15", {0, at_once, "no solution"}},
      {"pentominoes-2x30", {0, at_once, "no solution"}},
      {"pentominoes-2x3x10", {12, at_once, "12 solutions up to symmetry"}},
      {"pentominoes-2x5x6", {264, at_once, "264 solutions up to symmetry"}},
      {"pentominoes-3x20", {2, at_once, "2 solutions up to symmetry"}},
      {"pentominoes-3x4x5", {3940, at_once, "3,940 solutions up to symmetry"}},
      {"pentominoes-4x15", {368, at_once, "368 solutions up to symmetry"}},
      {"pentominoes-5x12", {1010, at_once, "1,010 solutions up to symmetry"}},
      {"pentominoes-6x10", {2339, at_once, "2,339 solutions up to symmetry"}},
      {"pentominoes-8x8-hole", {65, at_once, "65 solutions up to symmetry"}},
      {"pentominoes-8x8-square", {16146, at_once, "16,146 solutions up to symmetry"}},
      {"serenity", {std::nullopt, at_once, "12 solutions"}},
      {"soma", {240, at_once, "240 solutions up to rotations and reflections"}},
      {"tetrahexes-4x7", {9, at_once, "9 solutions up to symmetry"}},
      {"tortoise", {2, at_once, "2 solutions"}},
      {"trinity", {1, at_once, "one solution"}},
      {"whale", {1, at_once, "one solution"}},
  };
  return results;
}

}  // namespace

const KnownResult* known_result(const std::string& name) {
  const auto found = known_results().find(name);
  return found == known_results().end() ? nullptr : &found->second;
}

}  // namespace tesselle
