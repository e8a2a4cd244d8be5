#include "edge/schedule/openings.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "base/log_gamma.hpp"
#include "edge/schedule/colours.hpp"
#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::schedule {
namespace {

// Tried on Eternity II: from 1 to 4 it makes little difference.
constexpr float urge = 2;
// Boards of equal score are alike; a little noise keeps those apart that are not.
constexpr float noise = 1;
constexpr float starved = 20;  // per side on the board that no remaining piece can meet
constexpr std::size_t steps_between_clearings = 16;
constexpr std::size_t best_share = 50;  // a fiftieth of the boards are those with most room

}  // namespace

Room::Room(std::size_t most) : offset_(2 * most) {
  const auto log_double_factorial = [](std::size_t n) {  // ln n!!, n odd or -1
    const auto count = static_cast<double>(n) + 1;
    return log_gamma((count + 1) / 2) + count / 2 * std::log(2.0) - 0.5 * std::log(std::acos(-1.0));
  };
  const auto ways_of_spare = [&](std::size_t spare) {
    return (spare < 2 ? 0 : log_double_factorial(spare - 1)) - log_gamma(static_cast<double>(spare) + 1);
  };
  losses_.push_back(0);
  for (std::size_t left = 1; left <= most; ++left) losses_.push_back(std::log(static_cast<float>(left)));
  changes_.assign(offset_ + 2, -2 * starved);
  for (std::size_t spare = 2; spare <= most; ++spare)
    changes_.push_back(static_cast<float>(ways_of_spare(spare - 2) - ways_of_spare(spare)));
}

Openings::Openings(const Course& course, const Growth& growth, Request request, Rng rng)
    : course_(&course),
      growth_(&growth),
      request_(std::move(request)),
      rng_(rng),
      room_(4 * course.length()),
      trail_(growth.steps().size() + 1) {
  const EdgePuzzle& puzzle = course.puzzle;
  const std::size_t colours = puzzle.colours.size();
  const auto on_rim = rim_colours(puzzle);
  for (std::size_t c = 0; c < colours; ++c) {
    const bool frame = puzzle.frame == Colour(c), meets_others = on_rim[c] || puzzle.mate_of(Colour(c)) != Colour(c);
    share_.push_back(frame ? 0 : meets_others ? 0.5f : 1);
    among_themselves_.push_back(frame || meets_others ? 0 : 1.0f);
  }
  // In the end a further side of a colour is worth the logarithm of those that it can meet.
  for (const Sides& sides : puzzle.pieces) {
    double lost = 0;
    for (const Colour colour : sides)
      if (colour != puzzle.frame) lost += std::log(request_.wanted[colour.index()] + 1);
    worth_.push_back(-urge * static_cast<float>(lost));
  }
  layout_.left = 0;
  layout_.spare = layout_.left + colours;
  layout_.slots = layout_.spare + colours;
  layout_.used = layout_.slots + growth.slots();
  layout_.size = layout_.used + (puzzle.pieces.size() + 15) / 16;
  boards_.assign(layout_.size, 0);
  for (const Sides& sides : puzzle.pieces)
    for (const Colour colour : sides) ++boards_[layout_.left + colour.index()];
  for (std::size_t c = 0; c < colours; ++c)
    boards_[layout_.spare + c] = static_cast<Word>(boards_[layout_.left + c] + room_.offset());
  rooms_ = worths_ = {0};
  trail_[0] = {{0, 0}};
  if (over()) rank();
}

/// What laying the piece changes in room. Sides that meet what waits change nothing but what is left; the others wait
/// from now on.
float Openings::gain(const Word* board, const Turned& turned) const {
  float change = 0;
  for (std::size_t s = 0; s < 4; ++s) {
    const std::size_t colour = turned.sides[s].index();
    const auto left = static_cast<std::size_t>(board[layout_.left + colour] - turned.repeats[s]);
    change -= share_[colour] * room_.loss(left);
  }
  const auto& waits = growth_->steps()[depth_].waits;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    const std::size_t colour = turned.sides[waits[i].side].index();
    std::size_t spare = board[layout_.spare + colour];
    for (std::size_t k = 0; k < i; ++k) spare -= turned.sides[waits[k].side].index() == colour ? 2 : 0;
    change += among_themselves_[colour] * room_.change(spare);
  }
  return change;
}

void Openings::lay(Word* board, const Turned& turned) const {
  for (const Colour colour : turned.sides) --board[layout_.left + colour.index()];
  for (const Growth::Wait& wait : growth_->steps()[depth_].waits) {
    Word& spare = board[layout_.spare + turned.sides[wait.side].index()];
    spare = static_cast<Word>(spare - 2);
    if (wait.slot != Growth::no_slot) board[layout_.slots + wait.slot] = turned.asks[wait.side];
  }
  Word& used = board[layout_.used + turned.placed.piece.index() / 16];
  used = static_cast<Word>(used | 1 << turned.placed.piece.index() % 16);
}

/// What may be placed at a step; `last` is what was placed before it, if that is not on the board yet.
Range Openings::range_at(const Word* board, std::size_t depth, const Turned* last) const {
  const Growth::Step& step = growth_->steps()[depth];
  std::array<std::uint16_t, 2> asked{};
  for (std::size_t i = 0; i < step.asks.size(); ++i) {
    const Growth::Ask& ask = step.asks[i];
    const bool by_last = last != nullptr && ask.of_last;
    asked[i] = by_last ? last->asks[(ask.side + 2) & 3] : board[layout_.slots + ask.slot];
  }
  return growth_->fitting(step, asked);
}

bool Openings::is_placed(const Word* board, PieceId piece) const {
  return board[layout_.used + piece.index() / 16] >> piece.index() % 16 & 1;
}

/// Boards that end with the next cell only take the place of others.
bool Openings::can_go_on(const Word* board, const Turned& last) const {
  if (depth_ + 1 == growth_->steps().size()) return true;
  const Range range = range_at(board, depth_ + 1, &last);
  for (std::uint32_t i = range.begin; i != range.end; ++i) {
    const PieceId piece = growth_->turned()[i].placed.piece;
    if (piece != last.placed.piece && !is_placed(board, piece)) return true;
  }
  return false;
}

void Openings::find_children(std::vector<Child>& children) {
  const float to_come = 1 - static_cast<float>(depth_) / static_cast<float>(growth_->steps().size());
  for (std::uint32_t b = 0; b < rooms_.size(); ++b) {
    const Word* const board = boards_.data() + b * layout_.size;
    const Range range = range_at(board, depth_, nullptr);
    for (std::uint32_t i = range.begin; i != range.end; ++i) {
      const Turned& turned = growth_->turned()[i];
      if (is_placed(board, turned.placed.piece) || !can_go_on(board, turned)) continue;
      const float room = rooms_[b] + gain(board, turned);
      const float worth = worths_[b] + worth_[turned.placed.piece.index()];
      const float key = room + to_come * worth + noise * static_cast<float>(rng_.unit());
      children.push_back({key, room, worth, {b, i}});
    }
  }
}

void Openings::keep(const std::vector<Child>& children) {
  next_boards_.resize(children.size() * layout_.size);
  rooms_.clear();
  worths_.clear();
  trail_[depth_ + 1].clear();
  for (std::size_t i = 0; i < children.size(); ++i) {
    Word* const board = next_boards_.data() + i * layout_.size;
    const Word* const parent = boards_.data() + children[i].step.parent * layout_.size;
    std::copy(parent, parent + layout_.size, board);
    lay(board, growth_->turned()[children[i].step.turned]);
    rooms_.push_back(children[i].room);
    worths_.push_back(children[i].worth);
    trail_[depth_ + 1].push_back(children[i].step);
  }
  boards_.swap(next_boards_);
}

/// Children stay in the order of their parents, whose boards are read one after the other then.
void Openings::keep_best(std::vector<Child>& children) const {
  if (children.size() <= request_.width) return;
  std::vector<float> keys;
  keys.reserve(children.size());
  for (const Child& child : children) keys.push_back(child.key);
  const auto least = keys.begin() + static_cast<std::ptrdiff_t>(request_.width - 1);
  std::nth_element(keys.begin(), least, keys.end(), std::greater<>());
  std::erase_if(children, [&](const Child& child) { return child.key < *least; });
  children.resize(std::min(children.size(), request_.width));  // of equal ones
}

std::size_t Openings::step() {
  std::vector<Child> children;
  children.reserve(3 * rooms_.size());
  find_children(children);
  const std::size_t found = children.size();
  keep_best(children);
  if (found == 0) {
    dead_ = true;
  } else {
    keep(children);
    ++depth_;
    if (depth_ % steps_between_clearings == 0) forget_dead_ends(trail_);
  }
  if (over()) rank();
  return found;
}

/// Steps that lead to none of the boards kept are most of the memory.
void Openings::forget_dead_ends(Trail& trail) const {
  std::vector<std::uint32_t> number;
  for (std::size_t d = depth_; d > 0; --d) {
    std::vector<Step>& above = trail[d - 1];
    number.assign(above.size(), 0);
    for (const Step& step : trail[d]) number[step.parent] = 1;
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < above.size(); ++i) {
      if (number[i] == 0) continue;
      above[kept] = above[i];
      number[i] = kept++;
    }
    above.resize(kept);
    above.shrink_to_fit();
    for (Step& step : trail[d]) step.parent = number[step.parent];
  }
}

void Openings::rank() {
  boards_ = next_boards_ = {};
  order_.resize(rooms_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  std::stable_sort(order_.begin(), order_.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return rooms_[a] > rooms_[b]; });
}

Leftover Openings::left() const {
  const EdgePuzzle& puzzle = course_->puzzle;
  Leftover result = without(std::vector<bool>(puzzle.colours.size()), puzzle, 1);
  const std::size_t boards = count() / best_share + 1;
  for (std::size_t i = 0; i < boards; ++i)
    for (const Placed placed : opening(i))
      for (const Colour colour : puzzle.pieces[placed.piece.index()])
        if (colour != puzzle.frame) result[colour.index()] -= 1 / static_cast<double>(boards);
  return result;
}

std::vector<Placed> Openings::opening(std::size_t index) const {
  std::vector<Placed> result(depth_);
  std::uint32_t board = order_[index];
  for (std::size_t d = depth_; d > 0; --d) {
    const Step& step = trail_[d][board];
    result[growth_->steps()[d - 1].stop] = growth_->turned()[step.turned].placed;
    board = step.parent;
  }
  return result;
}

std::vector<std::pair<std::uint32_t, Placed>> Openings::best_board() const {
  std::vector<std::pair<std::uint32_t, Placed>> result;
  auto board = static_cast<std::uint32_t>(std::max_element(rooms_.begin(), rooms_.end()) - rooms_.begin());
  for (std::size_t d = depth_; d > 0; --d) {
    const Step& step = trail_[d][board];
    result.emplace_back(growth_->steps()[d - 1].stop, growth_->turned()[step.turned].placed);
    board = step.parent;
  }
  return result;
}

/// The boards are not written but placed again. Every board that is not a dead end has children, and these are in the
/// order of their parents, so one bit tells where those of the next parent begin.
void Openings::save(ByteWriter& out) const {
  Trail trail = trail_;
  forget_dead_ends(trail);
  edge::save(out, rng_);
  out.number(depth_);
  for (std::size_t d = 1; d <= depth_; ++d) {
    std::vector<std::uint32_t> packed;
    packed.reserve(trail[d].size());
    std::uint32_t parent = 0;
    for (const Step& step : trail[d]) {
      packed.push_back(2 * step.turned + (step.parent != parent));
      parent = step.parent;
    }
    out.array(std::span<const std::uint32_t>(packed));
  }
  save_floats(out, rooms_);
  save_floats(out, worths_);
}

void Openings::restore(ByteReader& in) {
  rng_ = read_rng(in);
  const std::size_t depth = in.number(growth_->steps().size());
  while (depth_ < depth) {
    keep(read_children(in));
    ++depth_;
  }
  const std::size_t boards = count();
  rooms_ = read_floats(in);
  worths_ = read_floats(in);
  if (rooms_.size() != boards || worths_.size() != boards) in.refuse();
  if (over()) rank();
}

std::vector<Openings::Child> Openings::read_children(ByteReader& in) const {
  const auto packed = in.array<std::uint32_t>();
  if (packed.empty() || packed.size() > request_.width) in.refuse();
  std::vector<Child> children;
  std::uint32_t parent = 0;
  for (const std::uint32_t step : packed) {
    parent += step & 1;
    if (parent >= count()) in.refuse();
    const Word* const board = boards_.data() + parent * layout_.size;
    const Range range = range_at(board, depth_, nullptr);
    const std::uint32_t turned = step / 2;
    if (turned < range.begin || turned >= range.end || is_placed(board, growth_->turned()[turned].placed.piece))
      in.refuse();
    children.push_back({0, 0, 0, {parent, turned}});
  }
  if (parent + 1 != count()) in.refuse();
  return children;
}

}  // namespace tesselle::edge::schedule
