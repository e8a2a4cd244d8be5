#include "search/bench.hpp"

namespace tesselle {

std::span<const BenchCase> bench_cases() {
  constexpr auto all = Symmetry::all, distinct = Symmetry::distinct;
  constexpr auto quick = BenchPart::signature, slow = BenchPart::full;
  using enum BenchKind;
  // clang-format off
  static constexpr BenchCase cases[] = {
    {"edge",    "owen-5x5",                   "backtrack", all,      0,           {136'805, 4},          quick, search,            "plain search"},
    {"edge",    "owen-5x5",                   "scan",      all,      0,           {113'211, 4},          quick, search,            "a whole tree, row by row"},
    {"edge",    "owen-5x5",                   "scan",      distinct, 0,           {24'554, 4},           quick, search,            "the same with the rotation fixed"},
    {"edge",    "owen-5x5",                   "smart",     all,      0,           {4'990, 4},            quick, search,            "few, expensive nodes"},
    {"edge",    "owen-5x5",                   "memo",      all,      0,           {78'076, 4},           quick, search,            "states counted once"},
    {"edge",    "owen-5x5",                   "corolla",   all,      0,           {70'448, 4},           quick, search,            "whole corollas as steps"},
    {"edge",    "owen-5x5",                   "sat",       distinct, 0,           {4'846, 4},            quick, search,            "a formula of 25 cells, all its solutions"},
    {"edge",    "owen-6x6",                   "backtrack", all,      20'000'000,  {20'000'000, 65},      slow,  search,            "the yardstick's pace"},
    {"edge",    "eternity2",                  "scan",      all,      400'000'000, {400'000'000},         slow,  search,            "the official pieces, row by row"},
    {"edge",    "eternity2",                  "recursion", all,      200'000'000, {200'000'000},         slow,  recursive_loop,    "the straightforward recursive loop, for comparison", "", 1.6, "the recursive loop"},
    {"edge",    "owen-6x6",                   "scan",      all,      0,           {69'284'103, 65},      slow,  search,            "a whole tree; its nodes are published"},
    {"edge",    "owen-6x6",                   "scan",      distinct, 0,           {14'518'615, 65},      quick, search,            "the same with the rotation fixed"},
    {"edge",    "owen-6x6",                   "openings",  distinct, 0,           {14'518'615, 65},      quick, openings,          "the same tree by ranked openings"},
    {"edge",    "owen-6x6",                   "meet",      distinct, 0,           {837'754, 65},         quick, search,            "the same from halves that meet"},
    {"edge",    "clue3",                      "memo",      all,      0,           {12'313'220, 476'486}, slow,  search,            "few colours, twins: states counted once"},
    {"edge",    "inf6102-c",                  "scan",      distinct, 200'000'000, {200'000'000, 1},      slow,  search,            "8x8 of Peter-Hémon and Lamarche 2025"},
    {"edge",    "inf6102-complete",           "swap",      all,      60'000,      {60'000, 0, 401},      quick, search,            "their exchanges", "exchanges evaluated"},
    {"edge",    "inf6102-complete",           "ils",       all,      20'000,      {20'000, 0, 409},      quick, search,            "their chains of exchanges", "exchanges evaluated"},
    {"edge",    "eternity2",                  "repair",    all,      5'000'000,   {5'000'000, 0, 413},   slow,  search,            "pieces tried in windows and assignments"},
    {"edge",    "eternity2-clues",            "beam",      all,      10'000'000,  {10'000'000, 0, 450},  slow,  search,            "continuations of partial boards"},
    {"packing", "soma",                       "sat",       distinct, 0,           {350'826, 240},        quick, search,            "a formula, 240 solutions excluded one by one"},
    {"packing", "soma",                       "cover",     distinct, 0,           {4'286, 240},          quick, search,            "small and solid"},
    {"packing", "pentominoes-5x12",           "fill",      distinct, 0,           {1'421'231, 1010},     quick, search,            "thin and flat"},
    {"packing", "pentominoes-6x10",           "cover",     distinct, 0,           {896'636, 2339},       quick, search,            "flat"},
    {"packing", "pentominoes-6x10",           "fill",      distinct, 0,           {2'455'947, 2339},     slow,  search,            "flat, first empty cell"},
    {"packing", "pentominoes-8x8-hole",       "cover",     distinct, 0,           {40'371, 65},          quick, search,            "a hole"},
    {"packing", "pentominoes-8x8-square",     "cover",     distinct, 0,           {4'672'554, 16146},    slow,  search,            "many solutions"},
    {"packing", "pentominoes-2x5x6",          "cover",     distinct, 0,           {447'488, 264},        slow,  search,            "two layers"},
    {"packing", "pentominoes-3x20",           "frontier",  all,      0,           {43'296, 8},           quick, search,            "tilings counted without boards"},
    {"packing", "pentominoes-3x20",           "dlx",       all,      0,           {32'575, 2},           quick, search,            "dancing links, every symmetric copy"},
    {"packing", "pentominoes-3x20",           "interval",  all,      0,           {144'194, 2},          slow,  search,            "Gilleta 2000's constraint solver"},
    {"packing", "pentominoes-3x4x5",          "cover",     distinct, 0,           {5'643'237, 3940},     slow,  search,            "the hardest of the pentomino boxes"},
    {"packing", "pentominoes-3x4x5",          "cover",     all,      0,           {570'919, 381},        slow,  first_piece_fixed, "one piece fixed"},
    {"packing", "pentominoes-3x4x5",          "dlx",       all,      0,           {599'879, 381},        slow,  first_piece_fixed, "one piece fixed", "", 8, "dlx"},
    {"packing", "bedlam",                     "cover",     distinct, 0,           {32'475'475, 19186},   slow,  search,            "the hardest classic cube"},
    {"packing", "bedlam",                     "cover",     all,      0,           {7'782'574, 4110},     slow,  first_piece_fixed, "one piece fixed"},
    {"packing", "bedlam",                     "dlx",       all,      0,           {7'788'562, 4110},     slow,  first_piece_fixed, "one piece fixed", "", 8, "dlx"},
    {"packing", "one-sided-pentominoes-3x30", "cover",     distinct, 0,           {1'784'845, 46},       slow,  search,            "eighteen pieces, a long strip"},
    {"packing", "boomerang",                  "tile",      all,      0,           {55'741, 2},           quick, search,            "66 polydrafters, all tilings"},
    {"packing", "eternity1",                  "tile",      all,      2'000'000,   {2'000'000},           slow,  search,            "exhaustive tiling at full depth"},
    {"packing", "eternity1",                  "beam",      all,      60'000,      {60'000, 0, 207},      slow,  search,            "states expanded and scored"},
    {"packing", "eternity-own-40",            "finals",    all,      0,           {731'100, 1, 40},      slow,  own_pieces,        "beam around a region, walks in it"},
    {"packing", "pentominoes-6x10",           "dlx",       all,      0,           {3'615'971, 2339},     slow,  search,            "the yardstick, every symmetric copy"},
    {"packing", "nonadrafters",               "enumerate", all,      0,           {81'865, 81'865},      slow,  enumeration,       "pieces enumerated, a node is a form"},
  };
  // clang-format on
  return cases;
}

}  // namespace tesselle
