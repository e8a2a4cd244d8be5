#include "search/known_results.hpp"

#include <map>

namespace tesselle {
namespace {

constexpr const char *instant = "instant", *seconds = "seconds", *open = "open", *unknown = nullptr;

// Counts are those that the puzzle files name and our tests check. How hard: `solve` on two cores of a small machine.
const std::map<std::string, KnownResult> known_results = {
    {"bedlam", {19186, instant, "19,186 solutions up to rotations"}},
    {"boat", {1, instant, "one solution"}},
    {"boomerang", {2, seconds, "2 solutions"}},
    {"clue1", {std::nullopt, instant, ""}},
    {"clue2", {std::nullopt, unknown, ""}},
    {"clue3", {std::nullopt, instant, "very many solutions"}},
    {"clue4", {std::nullopt, instant, ""}},
    {"dominoes-8x8", {std::nullopt, instant, "12,988,816 solutions"}},
    {"eternity1", {std::nullopt, open, "solved by Selby and Riordan in 2000, and by others since; not by us"}},
    {"eternity2", {std::nullopt, open, "nobody has published a solution"}},
    {"eternity2-centre", {std::nullopt, open, "nobody has published a solution"}},
    {"eternity2-clues", {std::nullopt, open, "nobody has published a solution"}},
    {"inf6102-complete", {std::nullopt, open, "nobody has published a solution"}},
    {"girafe", {3, instant, "12 solutions, 3 up to rotations"}},
    {"hexiamonds-4x9", {74, instant, "74 solutions up to symmetry"}},
    {"hexiamonds-6x6", {156, instant, "156 solutions up to symmetry"}},
    {"inf6102-a", {std::nullopt, instant, ""}},
    {"inf6102-b", {std::nullopt, instant, ""}},
    {"inf6102-c", {std::nullopt, seconds, ""}},
    {"one-sided-pentominoes-3x30", {46, instant, "46 solutions up to symmetry"}},
    {"owen-3x3", {4, instant, "16 solutions, 4 up to rotations"}},
    {"owen-4x4", {9, instant, "36 solutions, 9 up to rotations"}},
    {"owen-5x5", {4, instant, "16 solutions, 4 up to rotations"}},
    {"owen-6x5", {2, instant, "2 solutions up to rotations"}},
    {"owen-6x6", {65, instant, "260 solutions, 65 up to rotations"}},
    {"owen-7x7", {6297, instant, "6,297 solutions up to rotations"}},
    {"owen-8x8", {13, unknown, "13 solutions up to rotations by our count; 24 were published"}},
    {"owen-9x9", {2, unknown, "2 solutions up to rotations, as published"}},
    {"pentomino-tilings-5x10", {std::nullopt, instant, ""}},
    {"pentominoes-2x2x15", {0, instant, "no solution"}},
    {"pentominoes-2x30", {0, instant, "no solution"}},
    {"pentominoes-2x3x10", {12, instant, "12 solutions up to symmetry"}},
    {"pentominoes-2x5x6", {264, instant, "264 solutions up to symmetry"}},
    {"pentominoes-3x20", {2, instant, "2 solutions up to symmetry"}},
    {"pentominoes-3x4x5", {3940, instant, "3,940 solutions up to symmetry"}},
    {"pentominoes-4x15", {368, instant, "368 solutions up to symmetry"}},
    {"pentominoes-5x12", {1010, instant, "1,010 solutions up to symmetry"}},
    {"pentominoes-6x10", {2339, instant, "2,339 solutions up to symmetry"}},
    {"pentominoes-8x8-hole", {65, instant, "65 solutions up to symmetry"}},
    {"pentominoes-8x8-square", {16146, instant, "16,146 solutions up to symmetry"}},
    {"serenity", {std::nullopt, instant, "12 solutions"}},
    {"soma", {240, instant, "240 solutions up to rotations and reflections"}},
    {"tetrahexes-4x7", {9, instant, "9 solutions up to symmetry"}},
    {"tortoise", {2, instant, "2 solutions"}},
    {"trinity", {1, instant, "one solution"}},
    {"whale", {1, instant, "one solution"}},
};

}  // namespace

const KnownResult* known_result(const std::string& name) {
  const auto found = known_results.find(name);
  return found == known_results.end() ? nullptr : &found->second;
}

}  // namespace tesselle
