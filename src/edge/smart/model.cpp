#include "edge/smart/model.hpp"

#include <algorithm>
#include <map>

#include "base/patience.hpp"

namespace tesselle::edge::smart {
namespace {

enum class SideClass : std::uint8_t { rim, ring, spoke, inner };
constexpr std::size_t class_count = 4;

/// Of each side, where `outside` says which sides are, or must be, on the rim.
std::array<SideClass, 4> classes_of(const std::array<bool, 4>& outside) {
  std::array<SideClass, 4> result;
  const bool on_rim = std::find(outside.begin(), outside.end(), true) != outside.end();
  for (std::size_t s = 0; s < 4; ++s)
    result[s] = outside[s]                                     ? SideClass::rim
                : outside[(s + 1) & 3] || outside[(s + 3) & 3] ? SideClass::ring
                : on_rim                                       ? SideClass::spoke
                                                               : SideClass::inner;
  return result;
}

std::array<bool, 4> sides_outside(const EdgePuzzle& puzzle, Square square) {
  std::array<bool, 4> outside;
  for (const Side side : all_sides) outside[static_cast<std::size_t>(side)] = !neighbour(puzzle, square, side);
  return outside;
}

bool frame_allows(const EdgePuzzle& puzzle, const Sides& sides, const std::array<bool, 4>& outside, bool only_on_rim) {
  if (!puzzle.frame) return true;
  for (std::size_t s = 0; s < 4; ++s) {
    const bool framed = sides[s] == *puzzle.frame;
    if (outside[s] ? !framed : framed && only_on_rim) return false;
  }
  return true;
}

}  // namespace

Model::Model(const EdgePuzzle& for_puzzle)
    : puzzle(for_puzzle), kinds(piece_kinds(puzzle)), values(oriented_kinds(kinds)), cells(puzzle.cell_count()) {
  for (std::uint32_t v = 0; v < values.size(); ++v)
    if (v == 0 || values[v].kind != values[v - 1].kind) first_of_kind.push_back(v);
  first_of_kind.push_back(static_cast<std::uint32_t>(values.size()));
  number_colours();
  list_cells();
  list_pairs();
  list_vertices();
  count_supply();
  judge_balance();
}

std::uint32_t Model::value_of(Placed placed) const {
  const auto kind = static_cast<std::size_t>(kinds.kind[placed.piece.index()]);
  const int turned = (placed.rotation + 4 - kinds.turn[placed.piece.index()]) % kinds.rotations[kind];
  return first_of_kind[kind] + static_cast<std::uint32_t>(turned);
}

void Model::number_colours() {
  std::map<Colour, std::uint32_t> number;
  for (const Sides& piece : puzzle.pieces)
    for (const Colour colour : piece) number.emplace(colour, 0);
  for (auto& [colour, its_number] : number) its_number = static_cast<std::uint32_t>(colours++);
  for (const auto& [colour, its_number] : number) {
    const auto partner = number.find(puzzle.mate_of(colour));
    mate.push_back(partner == number.end() ? none : partner->second);
  }
  showing.resize(4 * colours);
  for (std::uint32_t v = 0; v < values.size(); ++v) {
    sides.emplace_back();
    for (std::size_t s = 0; s < 4; ++s) {
      sides[v][s] = number.at(values[v].sides[s]);
      showing[s * colours + sides[v][s]].push_back(v);
    }
  }
}

void Model::list_cells() {
  const bool only_on_rim = frame_only_on_rim(puzzle);
  may.resize(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    Patience::ask();  // every cell with every piece: gigabytes on a large board
    across.emplace_back();
    for (const Side side : all_sides) {
      const auto other = neighbour(puzzle, Square(cell), side);
      across[cell][static_cast<std::size_t>(side)] = other ? other->value : none;
    }
    const auto outside = sides_outside(puzzle, Square(cell));
    for (std::uint32_t v = 0; v < values.size(); ++v)
      if (frame_allows(puzzle, values[v].sides, outside, only_on_rim)) may[cell].push_back(v);
  }
}

void Model::list_pairs() {
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> number;
  for (const Corners& value : sides) {
    pair_at.emplace_back();
    for (std::size_t corner = 0; corner < 4; ++corner) {
      const auto [entry, is_new] =
          number.try_emplace({value[corner], value[(corner + 1) & 3]}, static_cast<std::uint32_t>(pairs.size()));
      if (is_new) pairs.push_back(entry->first);
      pair_at.back()[corner] = entry->second;
    }
  }
}

void Model::list_vertices() {
  vertex_at.assign(cells, {none, none, none, none});
  for (int row = 0; row + 1 < puzzle.height; ++row)
    for (int column = 0; column + 1 < puzzle.width; ++column) {
      const Corners around = {puzzle.square(row, column).value, puzzle.square(row, column + 1).value,
                              puzzle.square(row + 1, column + 1).value, puzzle.square(row + 1, column).value};
      for (std::size_t i = 0; i < 4; ++i)
        vertex_at[around[i]][corner_at_vertex[i]] = static_cast<std::uint32_t>(vertices.size());
      vertices.push_back(around);
    }
}

void Model::count_supply() {
  // On boards less than three cells wide a side of a rim piece that looks inwards meets another one.
  sorted_ = frame_only_on_rim(puzzle) && std::min(puzzle.width, puzzle.height) >= 3;
  const auto classify = [&](const std::array<bool, 4>& outside) {
    return sorted_ ? classes_of(outside) : std::array<SideClass, 4>{};
  };
  for (std::size_t cell = 0; cell < cells; ++cell)
    for (const SideClass c : classify(sides_outside(puzzle, Square(cell))))
      border_class.push_back(static_cast<std::uint8_t>(c));

  total.assign(class_count * colours, 0);
  for (std::size_t kind = 0; kind < kinds.shape.size(); ++kind) {
    std::array<bool, 4> framed;
    for (std::size_t s = 0; s < 4; ++s) framed[s] = puzzle.frame && kinds.shape[kind][s] == *puzzle.frame;
    const auto classes = classify(framed);
    for (std::size_t s = 0; s < 4; ++s)
      total[static_cast<std::size_t>(classes[s]) * colours + sides[first_of_kind[kind]][s]] +=
          static_cast<std::uint32_t>(kinds.members[kind].size());
  }
}

/// In a full board every side that is not on the rim meets one of the mating colour, in the ring as elsewhere. Placing
/// pieces cannot change whether that can come out, so it is checked once.
void Model::judge_balance() {
  if (!sorted_) return;
  const auto sides_in = [&](std::uint32_t colour, SideClass c) {
    return colour == none ? 0 : total[static_cast<std::size_t>(c) * colours + colour];
  };
  const auto pairs_up = [&](std::uint32_t colour, std::uint32_t sides_of_it, std::uint32_t sides_of_mate) {
    return mate[colour] == colour ? sides_of_it % 2 == 0 : sides_of_it == sides_of_mate;
  };
  std::uint32_t on_rim = 0;
  for (std::uint32_t c = 0; c < colours; ++c) {
    on_rim += sides_in(c, SideClass::rim);
    balanced = balanced && pairs_up(c, sides_in(c, SideClass::ring), sides_in(mate[c], SideClass::ring)) &&
               pairs_up(c, sides_in(c, SideClass::spoke) + sides_in(c, SideClass::inner),
                        sides_in(mate[c], SideClass::spoke) + sides_in(mate[c], SideClass::inner));
  }
  balanced = balanced && on_rim == static_cast<std::uint32_t>(2 * (puzzle.width + puzzle.height));
}

}  // namespace tesselle::edge::smart
