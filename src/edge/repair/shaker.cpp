#include "edge/repair/shaker.hpp"

#include <algorithm>
#include <bit>

#include "edge/tables/at.hpp"

namespace tesselle::edge::repair {
namespace {

/// How often a look may make the board one conflict worse, or two.
constexpr std::uint32_t often(double share) { return static_cast<std::uint32_t>(share * 4294967296.0); }
constexpr std::uint32_t one_worse = often(0.05), two_worse = often(0.001);

std::uint32_t byte_of(std::uint32_t word, std::size_t side) { return word >> (8 * side) & 0xff; }

}  // namespace

Shaker::Shaker(const EdgePuzzle& puzzle)
    : board_(puzzle), colours_(puzzle.colours.size() + 1), sites_(puzzle.cell_count()), home_(puzzle.pieces.size()) {
  for (Cell c = 0; c < board_.cell_count(); ++c) {
    Word rim = 0;
    for (int side = 0; side < 4; ++side)
      if (board_.kind_of(c) != 0 && board_.neighbour(c, side) == ConflictBoard::none) rim |= 1u << side;
    rim_.push_back(rim);
  }
}

/// Is every piece there, each where its kind belongs?
bool Shaker::load(const EdgeBoard& board) {
  board_.load(board);
  const bool full =
      std::all_of(board.cells.begin(), board.cells.end(), [](const auto& cell) { return cell.has_value(); });
  return full && board_.board() == board;
}

/// From the row of the first conflict on, but the last cells if they are too many.
void Shaker::choose_region() {
  Cell first = 0;
  while (first < board_.cell_count() && board_.conflicts_at(first) == 0) ++first;
  const Cell begin = first / board_.width() * board_.width();
  faulty_.clear();
  std::fill(sites_.begin(), sites_.end(), Site{});
  for (Kind& kind : kinds_) {
    kind.cells.clear();
    kind.all = 0;
    kind.faulty.fill(0);
    kind.shows.assign(4 * colours_, Lanes{});
  }
  const auto& free = board_.free_cells();
  for (auto c = free.rbegin(); c != free.rend() && *c >= begin; ++c)
    if (kind_at(*c).cells.size() < max_of_kind) add_to_region(*c);
  for (const Kind& kind : kinds_)
    for (const Cell c : kind.cells) refresh(c);
}

void Shaker::add_to_region(Cell c) {
  Kind& kind = kind_at(c);
  const Piece piece = board_.piece_at(c);
  const std::size_t index = kind.cells.size();
  const Pieces bit = Pieces{1} << index;
  kind.cells.push_back(c);
  kind.pieces[index] = piece;
  kind.all |= bit;
  for (int rotation = 0; rotation < 4; ++rotation)
    for (std::size_t side = 0; side < 4; ++side)
      kind.shows[side * colours_ + byte_of(board_.sides_of(piece, rotation), side)][rotation] |= bit;
  home_[at(piece)] = {static_cast<std::uint8_t>(index), c};
  sites_[at(c)].in_region = true;
  note_conflicts(c);
}

void Shaker::note_conflicts(Cell c) {
  Kind& kind = kind_at(c);
  Site& site = sites_[at(c)];
  const int conflicts = site.conflicts = board_.conflicts_at(c);
  const Pieces bit = Pieces{1} << home_[at(board_.piece_at(c))].bit;
  for (int k = 1; k <= max_cost; ++k) {
    Pieces& faulty = kind.faulty[at(k)];
    faulty = conflicts >= k ? faulty | bit : faulty & ~bit;
  }
  if (conflicts > 0 && site.place < 0) {
    site.place = static_cast<std::int16_t>(faulty_.size());
    faulty_.push_back(c);
  } else if (conflicts == 0 && site.place >= 0) {
    sites_[at(faulty_.back())].place = site.place;
    faulty_[at(site.place)] = faulty_.back();
    faulty_.pop_back();
    site.place = -1;
  }
}

/// Adds up, for all pieces in all rotations at once, the sides that do not show what is wanted.
void Shaker::refresh(Cell c) {
  Site& site = sites_[at(c)];
  const Kind& kind = kind_at(c);
  const Word wanted = board_.wanted(c), rim = rim_[at(c)];
  Lanes wrong[4], legal = Lanes{} + kind.all;
  for (std::size_t side = 0; side < 4; ++side) {
    const std::uint32_t colour = byte_of(wanted, side);
    wrong[side] = colour != 0 ? ~kind.shows[side * colours_ + colour] : Lanes{};
    if (rim >> side & 1) legal &= ~wrong[side];
  }
  const Lanes sum_a = wrong[0] ^ wrong[1], carry_a = wrong[0] & wrong[1];
  const Lanes sum_b = wrong[2] ^ wrong[3], carry_b = wrong[2] & wrong[3];
  const Lanes carry = sum_a & sum_b;
  const Lanes ones = sum_a ^ sum_b, twos = carry_a ^ carry_b ^ carry, fours = carry_a & carry_b;
  const auto in_any_rotation = [&](const Lanes& lanes) {
    const Lanes placeable = lanes & legal;
    return (placeable[0] | placeable[1]) | (placeable[2] | placeable[3]);
  };
  site.within[0] = in_any_rotation(~(ones | twos | fours));
  site.within[1] = in_any_rotation(~(twos | fours));
  site.within[2] = in_any_rotation(~(fours | (twos & ones)));
  site.within[3] = in_any_rotation(~fours);
  site.within[4] = in_any_rotation(~Lanes{});
}

bool Shaker::touch(Cell a, Cell b) const {
  for (int side = 0; side < 4; ++side)
    if (board_.neighbour(a, side) == b) return true;
  return false;
}

/// Draws a cell in conflict, and by how much the board may become worse. The first exchange found is made.
void Shaker::look(Rng& rng) {
  const std::uint64_t random = rng();
  const auto luck = static_cast<std::uint32_t>(random);
  const int allowed = (luck < one_worse) + (luck < two_worse);
  const Cell a = faulty_[(random >> 48) * faulty_.size() >> 16];
  const Kind& kind = kind_at(a);
  const Site& site = sites_[at(a)];
  const std::uint8_t bit_of_a = home_[at(board_.piece_at(a))].bit;
  // 1. What may have at most as many conflicts there as the board may then have at both cells.
  const int most = site.conflicts + allowed;
  Pieces candidates = site.within[at(std::min(most, max_cost))];
  for (int more = 1; most + more <= max_cost; ++more)
    candidates |= site.within[at(most + more)] & kind.faulty[at(more)];
  candidates &= ~(Pieces{1} << bit_of_a);
  // 2. The first whose place suits the piece that is here.
  const int shift = static_cast<int>(random >> 32 & 63);
  for (Pieces left = std::rotr(candidates, shift); left != 0; left &= left - 1) {
    const std::size_t bit_of_b = at((std::countr_zero(left) + shift) & 63);
    const Cell b = home_[at(kind.pieces[bit_of_b])].cell;
    const Site& other = sites_[at(b)];
    if (site.conflicts_of(bit_of_b) + other.conflicts_of(bit_of_a) > most + other.conflicts || touch(a, b)) continue;
    return exchange(a, b, rng);
  }
}

/// Of the best ones, drawn at random.
int Shaker::best_rotation(Cell c, Piece p, Rng& rng) const {
  const Word wanted = board_.wanted(c), rim = rim_[at(c)];
  int best = 0, least = max_cost + 1;
  const auto first = static_cast<int>(rng.below(4));
  for (int i = 0; i < 4; ++i) {
    const int rotation = (first + i) & 3;
    const Word sides = board_.sides_of(p, rotation);
    bool legal = true;
    for (std::size_t side = 0; side < 4 && rim != 0; ++side)
      legal &= (rim >> side & 1) == 0 || byte_of(sides, side) == byte_of(wanted, side);
    const int cost = ConflictBoard::cost(wanted, sides);
    if (!legal || cost >= least) continue;
    least = cost;
    best = rotation;
  }
  return best;
}

void Shaker::exchange(Cell a, Cell b, Rng& rng) {
  const Piece from_a = board_.piece_at(a), from_b = board_.piece_at(b);
  const int at_a = best_rotation(a, from_b, rng), at_b = best_rotation(b, from_a, rng);
  board_.remove(a);
  board_.remove(b);
  board_.place(a, from_b, at_a);
  board_.place(b, from_a, at_b);
  home_[at(from_a)].cell = b;
  home_[at(from_b)].cell = a;
  for (const Cell c : {a, b}) {
    note_conflicts(c);
    for (int side = 0; side < 4; ++side) {
      const Cell next = board_.neighbour(c, side);
      if (next == ConflictBoard::none || !sites_[at(next)].in_region) continue;
      refresh(next);
      note_conflicts(next);
    }
  }
}

bool Shaker::improve(EdgeBoard& board, Rng& rng, std::uint64_t looks) {
  if (!load(board)) return false;
  choose_region();
  const int before = board_.conflicts();
  ConflictBoard::Layout best = board_.layout();
  for (std::uint64_t looked = 0; looked < looks && !faulty_.empty(); ++looked) {
    look(rng);
    if (board_.conflicts() < best.conflicts) best = board_.layout();
  }
  if (best.conflicts >= before) return false;
  board_.go_to(best);
  board = board_.board();
  return true;
}

}  // namespace tesselle::edge::repair
