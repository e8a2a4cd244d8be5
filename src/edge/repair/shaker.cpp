#include "edge/repair/shaker.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tesselle::edge::repair {
namespace {

constexpr double temperature = 0.28;
constexpr std::uint32_t share_of_faulty = 75;  // of a hundred exchanges, how many begin at a cell in conflict
constexpr int tries_of_kind = 64;              // in a row, because the processor foresees their branches

std::size_t at(int index) { return static_cast<std::size_t>(index); }

#if defined(__SSE2__)
/// All sixteen sides of a piece in its four rotations at once.
std::uint32_t equal_bytes(std::uint32_t want, const std::uint32_t* turned) {
  const __m128i sides = _mm_loadu_si128(reinterpret_cast<const __m128i*>(turned));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(sides, _mm_set1_epi32(static_cast<int>(want)))));
}
#else
std::uint32_t equal_bytes(std::uint32_t want, const std::uint32_t* turned) {
  std::uint32_t equal = 0;
  for (int side = 0; side < 16; ++side)
    equal |= static_cast<std::uint32_t>((((turned[side / 4] ^ want) >> (8 * (side % 4))) & 0xff) == 0) << side;
  return equal;
}
#endif

}  // namespace

Shaker::Shaker(const EdgePuzzle& puzzle) : board_(puzzle) {
  for (std::uint32_t two = 0; two < 256; ++two)
    most_of_two_[two] = static_cast<std::uint8_t>(std::max(std::popcount(two & 15), std::popcount(two >> 4)));
  for (std::size_t more = 1; more < accepted_.size(); ++more)
    accepted_[more] = static_cast<std::uint32_t>(std::exp2(32) * std::exp(-static_cast<double>(more) / temperature));
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

/// From the row of the first conflict on.
void Shaker::choose_region() {
  Cell first = 0;
  while (first < board_.cell_count() && board_.conflicts_at(first) == 0) ++first;
  const Cell begin = first / board_.width() * board_.width();
  region_.clear();
  for (auto& cells : of_kind_) cells.clear();
  for (const Cell c : board_.free_cells()) {
    if (c < begin) continue;
    region_.push_back(c);
    of_kind_[at(board_.kind_of(c))].push_back(c);
  }
}

void Shaker::list_faulty() {
  for (std::size_t kind = 0; kind < of_kind_.size(); ++kind) {
    faulty_[kind].clear();
    for (const Cell c : of_kind_[kind])
      if (board_.conflicts_at(c) > 0) faulty_[kind].push_back(c);
  }
}

inline Shaker::Matches Shaker::matches(Cell c, Piece p) const {
  Matches all = equal_bytes(board_.wanted(c), board_.turned(p));
  if (const Word rim = rim_[at(c)]; rim != 0)
    for (int shift = 0; shift < 16; shift += 4)
      if ((all >> shift & rim) != rim) all &= ~(15u << shift);
  return all;
}

inline int Shaker::most_matches(Matches matches) const {
  return std::max(most_of_two_[matches & 255], most_of_two_[matches >> 8]);
}

int Shaker::best_rotation(Matches matches, Rng& rng) const {
  const int most = most_matches(matches);
  auto rotation = static_cast<int>(rng.below(4));
  while (std::popcount(matches >> (4 * rotation) & 15) != most) rotation = (rotation + 1) & 3;
  return rotation;
}

bool Shaker::touch(Cell a, Cell b) const {
  for (int side = 0; side < 4; ++side)
    if (board_.neighbour(a, side) == b) return true;
  return false;
}

/// Tries exchanges of one kind of pieces until one is made. Returns how many.
int Shaker::try_some(Rng& rng) {
  const auto kind = at(board_.kind_of(region_[rng.below(static_cast<std::uint32_t>(region_.size()))]));
  const bool at_fault = !faulty_[kind].empty() && rng.below(100) < share_of_faulty;
  const std::vector<Cell>& from = at_fault ? faulty_[kind] : of_kind_[kind];
  for (int i = 1; i <= tries_of_kind; ++i)
    if (try_exchange(from, of_kind_[kind], rng)) return i;
  return tries_of_kind;
}

/// How much worse the board may become is drawn first: it is nearly always nothing, and then one cell is enough to
/// refuse nearly all exchanges.
inline bool Shaker::try_exchange(std::span<const Cell> from, std::span<const Cell> to, Rng& rng) {
  const std::uint64_t random = rng();
  const auto luck = static_cast<std::uint32_t>(random);
  const int allowed = (luck < accepted_[1]) + (luck < accepted_[2]) + (luck < accepted_[3]) + (luck < accepted_[4]);
  const Cell a = from[(random >> 48) * from.size() >> 16];
  const Cell b = to[(random >> 32 & 0xffff) * to.size() >> 16];
  const int now = board_.matches_at(a) + board_.matches_at(b) - allowed;
  const int at_a = most_matches(matches(a, board_.piece_at(b)));
  if (at_a + 4 < now) return false;
  if (at_a + most_matches(matches(b, board_.piece_at(a))) < now || a == b || touch(a, b)) return false;
  exchange(a, b, rng);
  return true;
}

void Shaker::exchange(Cell a, Cell b, Rng& rng) {
  const Piece from_a = board_.piece_at(a), from_b = board_.piece_at(b);
  const int at_a = best_rotation(matches(a, from_b), rng), at_b = best_rotation(matches(b, from_a), rng);
  board_.remove(a);
  board_.remove(b);
  board_.place(a, from_b, at_a);
  board_.place(b, from_a, at_b);
  list_faulty();
}

bool Shaker::improve(EdgeBoard& board, Rng& rng, std::uint64_t tries) {
  if (!load(board)) return false;
  choose_region();
  if (region_.empty()) return false;
  list_faulty();
  const int before = board_.conflicts();
  ConflictBoard::Layout best = board_.layout();
  for (std::uint64_t tried = 0; tried < tries && best.conflicts > 0;) {
    tried += static_cast<std::uint64_t>(try_some(rng));
    if (board_.conflicts() < best.conflicts) best = board_.layout();
  }
  if (best.conflicts >= before) return false;
  board_.go_to(best);
  board = board_.board();
  return true;
}

}  // namespace tesselle::edge::repair
