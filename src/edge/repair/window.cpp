#include "edge/repair/window.hpp"

#include <algorithm>
#include <bit>

#include "edge/tables/at.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge::repair {
namespace {

std::uint64_t bit(int index) { return std::uint64_t{1} << index; }
std::uint32_t byte_at(std::uint32_t word, int side) { return (word >> (8 * side)) & 0xff; }

/// Bits in a random order would cost more than they bring; beginning somewhere in the middle does.
template <class Visit>
void for_each_bit_from(std::uint64_t set, int shift, Visit visit) {
  for (std::uint64_t turned = std::rotr(set, shift); turned != 0; turned &= turned - 1)
    visit((std::countr_zero(turned) + shift) & 63);
}

}  // namespace

Window::Window(const ConflictBoard& board) : tables_(&board), site_of_cell_(at(board.cell_count()), nowhere) {}

Window::Result Window::solve(ConflictBoard& board, std::span<const Cell> cells, Aim aim, Rng& rng, std::uint64_t budget,
                             int allowance) {
  if (cells.size() > max_cells) throw InternalError("a window of more cells than there are bits");
  tables_ = &board;
  const int conflicts = board.conflicts();
  open(board, cells);
  old_cost_ = conflicts - board.conflicts();
  limit_ = aim == Aim::better ? old_cost_ - 1 : old_cost_ + allowance;
  found_ = false;
  nodes_ = 0;
  budget_ = budget;
  shift_ = rng();
  search(0);

  const auto& filling = found_ ? best_ : before_;
  for (int s = 0; s < count_; ++s) board.place(cell_[at(s)], piece_[at(filling[at(s)].piece)], filling[at(s)].rotation);
  for (const Cell c : cells) site_of_cell_[at(c)] = nowhere;
  const bool finished = nodes_ < budget_;
  return {board.conflicts() - conflicts, found_, finished, nodes_};
}

/// Takes the pieces off the board and sets up sites and sets.
void Window::open(ConflictBoard& board, std::span<const Cell> cells) {
  count_ = static_cast<int>(cells.size());
  sort_pieces(board, cells);
  for (int s = 0; s < count_; ++s) site_of_cell_[at(cells[at(s)])] = s;
  for (const Cell c : cells) board.remove(c);
  for (int s = 0; s < count_; ++s) {
    const Cell c = cells[at(s)];
    cell_[at(s)] = c;
    for (int side = 0; side < 4; ++side) {
      const Cell next = board.neighbour(c, side);
      beside_[at(s)][at(side)] = next == ConflictBoard::none ? nowhere : site_of_cell_[at(next)];
    }
    site_[at(s)].wanted = board.wanted(c);
    refresh(site_[at(s)], kind_[at(s)]);
  }
  available_ = empty_ = count_ == 64 ? ~Pieces{0} : bit(count_) - 1;
}

void Window::sort_pieces(const ConflictBoard& board, std::span<const Cell> cells) {
  std::array<Pieces, 3> of_kind{};
  for (auto& by_colour : shows_) by_colour.fill(0);
  for (int s = 0; s < count_; ++s) {
    const Cell c = cells[at(s)];
    piece_[at(s)] = board.piece_at(c);
    before_[at(s)] = {s, board.rotation_at(c)};
    of_kind[at(board.kind_of(c))] |= bit(s);
    const Word unturned = board.sides_of(piece_[at(s)], 0);
    for (int side = 0; side < 4; ++side) shows_[at(side)][byte_at(unturned, side)] |= bit(s);
  }
  for (int s = 0; s < count_; ++s) kind_[at(s)] = of_kind[at(board.kind_of(cells[at(s)]))];
}

/// Adds up, for all pieces at once, the sides that do not show what is wanted.
void Window::refresh(Site& site, Pieces kind) const {
  site.within.fill(0);
  for (int rotation = 0; rotation < 4; ++rotation) {
    std::array<Pieces, 4> wrong{};
    for (int side = 0; side < 4; ++side) {
      const std::uint32_t colour = byte_at(site.wanted, side);
      if (colour != 0) wrong[at(side)] = ~shows_[at((side - rotation) & 3)][colour];
    }
    const Pieces sum_a = wrong[0] ^ wrong[1], carry_a = wrong[0] & wrong[1];
    const Pieces sum_b = wrong[2] ^ wrong[3], carry_b = wrong[2] & wrong[3];
    const Pieces carry = sum_a & sum_b;
    const Pieces ones = sum_a ^ sum_b, twos = carry_a ^ carry_b ^ carry, fours = carry_a & carry_b;
    site.within[0] |= ~(ones | twos | fours);
    site.within[1] |= ~(twos | fours);
    site.within[2] |= ~(fours | (twos & ones));
    site.within[3] |= ~fours;
  }
  for (int cost = 0; cost < max_cost; ++cost) site.within[at(cost)] &= kind;
  site.within[max_cost] = kind;
}

/// The empty site with the fewest pieces that keep the bound, and what a piece may cost there; nowhere if the bound
/// is exceeded.
int Window::choose_site(int cost, int& most) const {
  std::array<std::int8_t, max_cells> least{};
  int bound = cost, rivals = 0;
  Pieces claimed = 0;
  for (Pieces left = empty_; left != 0; left &= left - 1) {
    const int s = std::countr_zero(left);
    int k = 0;
    Pieces cheapest = 0;
    while (k <= max_cost && (cheapest = available_ & site_[at(s)].within[at(k)]) == 0) ++k;
    if (k > max_cost) return nowhere;
    least[at(s)] = static_cast<std::int8_t>(k);
    bound += k;
    if (!std::has_single_bit(cheapest)) continue;
    rivals += (claimed & cheapest) != 0;
    claimed |= cheapest;
  }
  if (bound + rivals > limit_) return nowhere;

  const int slack = limit_ - bound;
  int chosen = nowhere, fewest = 99;
  for (Pieces left = empty_; left != 0; left &= left - 1) {
    const int s = std::countr_zero(left);
    const int allowed = std::min(max_cost, least[at(s)] + slack);
    const int choices = std::popcount(available_ & site_[at(s)].within[at(allowed)]);
    if (choices >= fewest) continue;
    fewest = choices;
    chosen = s;
    most = allowed;
    if (fewest == 1) break;
  }
  return chosen;
}

void Window::search(int cost) {
  if (empty_ == 0) return keep(cost);
  int most = 0;
  const int s = choose_site(cost, most);
  if (s == nowhere) return;
  const Site site = site_[at(s)];
  Pieces tried = 0;
  for (int k = 0; k <= most; ++k) {
    const Pieces now = available_ & site.within[at(k)] & ~tried;
    tried |= now;
    for_each_bit_from(now, static_cast<int>((shift_ + nodes_) & 63), [&](int piece) {
      Word last = 0;
      for (int rotation = 0; rotation < 4; ++rotation) {
        const Word word = tables_->sides_of(piece_[at(piece)], rotation);
        if (word == last) break;  // turns of a symmetric piece look alike
        if (last == 0) last = word;
        const int more = ConflictBoard::cost(site.wanted, word);
        if (more <= most && cost + more <= limit_ && nodes_ < budget_) lay(s, {piece, rotation}, cost + more);
      }
    });
    if (nodes_ >= budget_) return;
  }
}

void Window::lay(int s, Laid laid, int cost) {
  ++nodes_;
  std::array<Site, 4> before;
  available_ &= ~bit(laid.piece);
  empty_ &= ~bit(s);
  laid_[at(s)] = laid;
  tell_neighbours(s, tables_->sides_of(piece_[at(laid.piece)], laid.rotation), before);
  search(cost);
  restore_neighbours(s, before);
  empty_ |= bit(s);
  available_ |= bit(laid.piece);
}

void Window::tell_neighbours(int s, Word word, std::array<Site, 4>& before) {
  for (int side = 0; side < 4; ++side) {
    const int next = beside_[at(s)][at(side)];
    if (next == nowhere || (empty_ & bit(next)) == 0) continue;
    Site& site = site_[at(next)];
    before[at(side)] = site;
    const int facing = (side + 2) & 3;
    const Word mate = tables_->mate_of(static_cast<std::uint8_t>(byte_at(word, side)));
    site.wanted |= mate << (8 * facing);
    refresh(site, kind_[at(next)]);
  }
}

void Window::restore_neighbours(int s, const std::array<Site, 4>& before) {
  for (int side = 0; side < 4; ++side) {
    const int next = beside_[at(s)][at(side)];
    if (next != nowhere && (empty_ & bit(next)) != 0) site_[at(next)] = before[at(side)];
  }
}

bool Window::same_as_before() const {
  for (int s = 0; s < count_; ++s) {
    const Laid now = laid_[at(s)], old = before_[at(s)];
    const bool same_sides = tables_->sides_of(piece_[at(now.piece)], now.rotation) ==
                            tables_->sides_of(piece_[at(old.piece)], old.rotation);
    if (!same_sides) return false;
  }
  return true;
}

/// After a filling only better ones are of interest, and better than the old one.
void Window::keep(int cost) {
  if (cost >= old_cost_ && same_as_before()) return;
  best_ = laid_;
  found_ = true;
  limit_ = std::min(cost, old_cost_) - 1;
}

}  // namespace tesselle::edge::repair
