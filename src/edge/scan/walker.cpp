#include "edge/scan/walker.hpp"

#include <bit>
#include <cstring>

namespace tesselle::edge::scan {
namespace {

using Colours = std::array<Ask, 4>;

std::uint64_t as_lanes(const Colours& colours) { return std::bit_cast<std::uint64_t>(colours); }

/// The lanes of a set of sides.
std::uint64_t lane_mask(unsigned sides) {
  Colours mask{};
  for (std::size_t s = 0; s < 4; ++s) mask[s] = sides >> s & 1 ? 0xffff : 0;
  return as_lanes(mask);
}

/// The sides that choosing a list leaves to be looked at.
constexpr unsigned sides_to_check(unsigned asking, bool by_pairs) {
  asking &= asking - 1;
  return by_pairs ? asking & (asking - 1) : asking;
}

}  // namespace

Walker::Walker(const Plan& plan, const CandidateLists& lists)
    : plan_(&plan),
      lists_(&lists),
      frames_(plan.turns.size() + 1),
      asks_(plan.puzzle.cell_count() * 4),
      copies_left_(plan.copies),
      nodes_per_depth_(plan.turns.size()) {
  for (const OrientedKind& value : plan.values) {
    Colours sides{}, asks{};
    for (const Side side : all_sides) {
      const auto s = static_cast<std::size_t>(side);
      sides[s] = value.sides[s].value;
      asks[static_cast<std::size_t>(opposite(side))] = asked(plan.puzzle, value.sides, side).value;
    }
    pieces_.push_back({as_lanes(sides), as_lanes(asks), value.kind});
  }
  for (std::uint32_t depth = 0; depth < plan.turns.size(); ++depth)
    turns_.push_back(make_turn(plan.turns[depth], depth));
  if (plan.pin_deadline) {
    deadline_turn_ = turns_[*plan.pin_deadline];
    deadline_turn_.lists = lists.deadline_class();
    deadline_ = *plan.pin_deadline;
  }
  if (plan.hints_fit) open();
}

Walker::Turn Walker::make_turn(const Plan::Turn& planned, std::uint32_t depth) const {
  const unsigned asking = asking_sides(planned.need);
  Turn turn;
  turn.asks = planned.square.index() * 4;
  for (const Side side : all_sides)
    if (planned.need.asks_neighbour(side)) {
      const auto s = static_cast<std::size_t>(side);
      turn.neighbours[s] = neighbour(plan_->puzzle, planned.square, side)->index() * 4 + s;
    }
  turn.check = lane_mask(sides_to_check(asking, lists_->by_pairs()));
  turn.lists = lists_->class_of(depth);
  constexpr auto all_sets = std::make_integer_sequence<unsigned, 16>{};
  turn.open = lists_->by_pairs() ? choose_open<true>(asking, all_sets) : choose_open<false>(asking, all_sets);
  return turn;
}

template <bool ByPairs, unsigned... Asking>
Walker::Open Walker::choose_open(unsigned asking, std::integer_sequence<unsigned, Asking...>) {
  static constexpr Open specialised[] = {&open_frame<Asking, ByPairs>...};
  return specialised[asking];
}

template <unsigned Asking, bool ByPairs>
void Walker::open_frame(const Walker& walker, const Turn& turn, Frame& frame) {
  constexpr auto sides = sides_in(Asking);
  constexpr int count = std::popcount(Asking);
  const Ask* const asks = walker.asks_.data();
  std::uint32_t list = turn.lists.first;
  if constexpr (count > 0) list += asks[turn.neighbours[sides[0]]] * turn.lists.stride;
  if constexpr (count > 1 && ByPairs) list += asks[turn.neighbours[sides[1]]];
  const auto values = walker.lists_->values(list);
  frame.begin = frame.next = values.data();
  frame.end = values.data() + values.size();
  if constexpr (sides_to_check(Asking, ByPairs) != 0) {
    Colours wanted{};
    for (std::size_t i = ByPairs ? 2 : 1; i < count; ++i) wanted[sides[i]] = asks[turn.neighbours[sides[i]]];
    frame.wanted = as_lanes(wanted);
  }
}

void Walker::open() {
  if (depth_ == turns_.size()) return;
  const bool at_deadline = depth_ == deadline_ && copies_left_[plan_->pin->kind] > 0;
  const Turn& turn = at_deadline ? deadline_turn_ : turns_[depth_];
  turn.open(*this, turn, frames_[depth_]);
}

/// Takes the next candidate of the current cell that is left and fits; false if there is none.
inline bool Walker::place_next() {
  Frame& frame = frames_[depth_];
  for (; frame.next != frame.end; ++frame.next) {
    const Piece& piece = pieces_[*frame.next];
    const Turn& turn = turns_[depth_];
    if (copies_left_[piece.kind] == 0 || (piece.sides & turn.check) != frame.wanted) continue;
    --copies_left_[piece.kind];
    std::memcpy(&asks_[turn.asks], &piece.asks, sizeof piece.asks);
    frame.value = *frame.next++;
    ++depth_;
    return true;
  }
  return false;
}

void Walker::undo() { ++copies_left_[pieces_[frames_[--depth_].value].kind]; }

template <class Pen, class... PenOn>
Walker::Stop Walker::walk(std::uint64_t& left, std::uint32_t cut, PenOn&... on) {
  Pen pen(on...);
  while (left > 0) {
    if (!place_next()) {
      if (depth_ == floor_) return Stop::exhausted;
      undo();
      continue;
    }
    --left;
    ++nodes_per_depth_[depth_ - 1];
    pen.note(depth_, next_at(depth_ - 1) - 1);
    if (depth_ == turns_.size()) return Stop::solved;
    open();
    if (depth_ == cut) return Stop::at_cut;
  }
  return Stop::budget;
}

Walker::Stop Walker::run(std::uint64_t& left, std::uint32_t cut) { return walk<NoPen>(left, cut); }
Walker::Stop Walker::run(std::uint64_t& left, Tape& tape) { return walk<Tape::Pen>(left, ~std::uint32_t{0}, tape); }

void Walker::leave_to(std::uint32_t depth) {
  while (depth_ > depth) undo();
}

TreePosition Walker::position() const {
  TreePosition result{floor_, {}, next_at(depth_)};
  for (std::uint32_t d = 0; d < depth_; ++d) result.choices.push_back(next_at(d) - 1);
  return result;
}

bool Walker::seek(const TreePosition& position) {
  rewind();
  if (follow(position)) return true;
  rewind();
  return false;
}

void Walker::rewind() {
  leave_to(0);
  frames_[0].next = frames_[0].begin;
  floor_ = 0;
}

bool Walker::follow(const TreePosition& position) {
  if (position.floor > position.choices.size() || position.choices.size() > turns_.size()) return false;
  for (const std::uint32_t choice : position.choices) {
    if (choice >= candidates_at(depth_)) return false;
    Frame& frame = frames_[depth_];
    const std::uint32_t* const chosen = frame.next = frame.begin + choice;
    if (!place_next() || frame.next != chosen + 1) return false;
    open();
  }
  floor_ = position.floor;
  if (position.next > candidates_at(depth_)) return false;
  frames_[depth_].next = frames_[depth_].begin + position.next;
  return true;
}

/// Every candidate of a node is given an equal share of the node's tree.
double Walker::fraction() const {
  double behind = 0, share = 1;
  for (std::uint32_t d = floor_; d <= depth_; ++d) {
    if (d == depth_ && next_at(d) >= candidates_at(d)) return behind + share;
    share /= candidates_at(d);
    behind += share * (d < depth_ ? next_at(d) - 1 : next_at(d));
  }
  return behind;
}

/// The pieces of a kind are dealt out in placement order, except those that hints have taken.
Solution Walker::solution() const {
  EdgeBoard board;
  board.cells.resize(plan_->puzzle.cell_count());
  auto unused = plan_->kinds.members;
  for (const EdgeHint& hint : plan_->puzzle.hints) {
    board.cells[hint.square.index()] = hint.placed;
    std::erase(unused[static_cast<std::size_t>(plan_->kinds.kind[hint.placed.piece.index()])], hint.placed.piece);
  }
  for (auto& members : unused) std::reverse(members.begin(), members.end());
  for (std::uint32_t d = 0; d < depth_; ++d) {
    const OrientedKind& value = plan_->values[frames_[d].value];
    const PieceId piece = unused[value.kind].back();
    unused[value.kind].pop_back();
    const auto rotation = static_cast<std::uint8_t>((plan_->kinds.turn[piece.index()] + value.rotation) & 3);
    board.cells[plan_->turns[d].square.index()] = Placed{piece, rotation};
  }
  return {std::move(board)};
}

}  // namespace tesselle::edge::scan
