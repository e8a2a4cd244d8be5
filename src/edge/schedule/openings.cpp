#include "edge/schedule/openings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "edge/schedule/colours.hpp"

namespace tesselle::edge::schedule {
namespace {

// Tried on Eternity II with what is left of 20 000 boards: 1 and 10 give half as many boards that get far.
constexpr float worth_of_privileged_side = 3;
// Boards of equal score are alike; a little noise keeps those apart that are not.
constexpr float noise = 1;
constexpr float starved = 20;  // per side on the board that no remaining piece can meet
constexpr std::size_t steps_between_clearings = 16;

std::size_t most(const std::vector<std::size_t>& counts) {
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

}  // namespace

Room::Room(std::size_t most_left, std::size_t most_asked) : stride_(most_asked + 1) {
  const auto ways = [](std::size_t n) { return std::lgamma(static_cast<double>(n) + 1); };  // ln n!
  const auto pairings = [](std::size_t n) {                                                 // ln (n - 1)!!
    const auto count = static_cast<double>(n);
    return n < 2 ? 0 : std::lgamma((count + 1) / 2) + count / 2 * std::log(2.0) - 0.5 * std::log(std::acos(-1.0));
  };
  for (std::size_t left = 0; left <= most_left; ++left) {
    halves_.push_back(static_cast<float>(ways(left) / 2));
    for (std::size_t asked = 0; asked <= most_asked; ++asked)
      pairs_.push_back(asked > left ? -starved * static_cast<float>(asked - left)
                                    : static_cast<float>(ways(left) - ways(left - asked) + pairings(left - asked)));
  }
}

Openings::Openings(const Course& course, const CandidateLists& lists, Request request, Rng rng)
    : course_(&course),
      lists_(&lists),
      request_(std::move(request)),
      rng_(rng),
      room_(most(supply(course.puzzle)), static_cast<std::size_t>(course.puzzle.width + course.puzzle.height)),
      halved_(rim_colours(course.puzzle)),
      trail_(request_.depth + 1) {
  const EdgePuzzle& puzzle = course.puzzle;
  const std::size_t colours = puzzle.colours.size();
  for (std::size_t c = 0; c < colours; ++c)
    if (puzzle.mate_of(Colour(c)) != Colour(c)) halved_[c] = true;
  for (const Sides& sides : puzzle.pieces)
    privilege_.push_back(worth_of_privileged_side *
                         static_cast<float>(std::count_if(sides.begin(), sides.end(), [&](Colour colour) {
                           return request_.privileged[colour.index()];
                         })));
  layout_.left = 0;
  layout_.asked = layout_.left + colours;
  layout_.south = layout_.asked + colours;
  layout_.east = layout_.south + static_cast<std::size_t>(puzzle.width);
  layout_.used = layout_.east + static_cast<std::size_t>(puzzle.height);
  layout_.size = layout_.used + (puzzle.pieces.size() + 15) / 16;
  boards_.assign(layout_.size, 0);
  const auto sides = supply(puzzle);
  for (std::size_t c = 0; c < colours; ++c) boards_[layout_.left + c] = static_cast<Word>(sides[c]);
  scores_ = {0};
  trail_[0] = {{0, 0}};
  if (over()) rank();
}

float Openings::room_of(const Word* board, std::size_t colour) const {
  const Word left = board[layout_.left + colour], asked = board[layout_.asked + colour];
  return halved_[colour] ? room_.with_others(left, asked) : room_.among_themselves(left, asked);
}

/// The words that a piece on the next cell changes, with colour and direction: visit(word, colour, up).
template <class Visit>
void Openings::each_change(const Word* board, const Candidate& candidate, Visit visit) const {
  const EdgePuzzle& puzzle = course_->puzzle;
  const Stop& stop = course_->stops[depth_];
  const CellKind& kind = course_->kinds[stop.kind];
  for (const Colour colour : puzzle.pieces[candidate.piece])
    if (colour != puzzle.frame) visit(layout_.left + colour.index(), colour.index(), false);
  const auto asked = [&](std::size_t colour, bool up) { visit(layout_.asked + colour, colour, up); };
  if (!kind.rim[0])
    asked(board[layout_.south + static_cast<std::size_t>(puzzle.column(stop.square))] / lists_->stride(), false);
  if (!kind.rim[3]) asked(board[layout_.east + static_cast<std::size_t>(puzzle.row(stop.square))], false);
  if (!kind.rim[1]) asked(candidate.asks_east, true);
  if (!kind.rim[2]) asked(candidate.asks_south / lists_->stride(), true);
}

/// What laying the piece changes in room. The board is changed and changed back.
float Openings::gain(Word* board, const Candidate& candidate) const {
  float sum = 0;
  each_change(board, candidate, [&](std::size_t word, std::size_t colour, bool up) {
    sum -= room_of(board, colour);
    board[word] = static_cast<Word>(board[word] + (up ? 1 : -1));
    sum += room_of(board, colour);
  });
  each_change(board, candidate, [&](std::size_t word, std::size_t, bool up) {
    board[word] = static_cast<Word>(board[word] + (up ? -1 : 1));
  });
  return sum;
}

void Openings::lay(Word* board, const Candidate& candidate) const {
  each_change(board, candidate, [&](std::size_t word, std::size_t, bool up) {
    board[word] = static_cast<Word>(board[word] + (up ? 1 : -1));
  });
  const Stop& stop = course_->stops[depth_];
  board[layout_.south + static_cast<std::size_t>(course_->puzzle.column(stop.square))] = candidate.asks_south;
  board[layout_.east + static_cast<std::size_t>(course_->puzzle.row(stop.square))] = candidate.asks_east;
  board[layout_.used + candidate.piece / 16] =
      static_cast<Word>(board[layout_.used + candidate.piece / 16] | 1 << candidate.piece % 16);
}

void Openings::find_children(std::vector<Child>& children) {
  const EdgePuzzle& puzzle = course_->puzzle;
  const Stop& stop = course_->stops[depth_];
  const Range* const lists = lists_->of_kind(stop.kind);
  const Candidate outside = lists_->outside();
  const auto column = static_cast<std::size_t>(puzzle.column(stop.square));
  const auto row = static_cast<std::size_t>(puzzle.row(stop.square));
  for (std::uint32_t b = 0; b < scores_.size(); ++b) {
    Word* const board = boards_.data() + b * layout_.size;
    const std::size_t north = stop.north == 0 ? outside.asks_south : board[layout_.south + column];
    const std::size_t west = stop.west == 0 ? outside.asks_east : board[layout_.east + row];
    const Range range = lists[north + west];
    for (std::uint32_t i = range.begin; i != range.end; ++i) {
      const Candidate& candidate = lists_->candidates()[i];
      if (board[layout_.used + candidate.piece / 16] >> candidate.piece % 16 & 1) continue;
      const float score = scores_[b] + gain(board, candidate) + privilege_[candidate.piece];
      children.push_back({score + noise * static_cast<float>(rng_.unit()), score, {b, i}});
    }
  }
}

void Openings::keep(const std::vector<Child>& children) {
  std::vector<Word> boards(children.size() * layout_.size);
  scores_.clear();
  trail_[depth_ + 1].clear();
  for (std::size_t i = 0; i < children.size(); ++i) {
    Word* const board = boards.data() + i * layout_.size;
    const Word* const parent = boards_.data() + children[i].step.parent * layout_.size;
    std::copy(parent, parent + layout_.size, board);
    lay(board, lists_->candidates()[children[i].step.candidate]);
    scores_.push_back(children[i].score);
    trail_[depth_ + 1].push_back(children[i].step);
  }
  boards_ = std::move(boards);
}

std::size_t Openings::step() {
  std::vector<Child> children;
  children.reserve(3 * scores_.size());
  find_children(children);
  const std::size_t found = children.size();
  if (found > request_.width) {
    std::nth_element(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(request_.width), children.end(),
                     [](const Child& a, const Child& b) { return a.key > b.key; });
    children.resize(request_.width);
  }
  if (found == 0) {
    dead_ = true;
  } else {
    keep(children);
    ++depth_;
    if (depth_ % steps_between_clearings == 0) forget_dead_ends();
  }
  if (over()) rank();
  return found;
}

/// Steps that lead to none of the boards kept are most of the memory.
void Openings::forget_dead_ends() {
  std::vector<std::uint32_t> number;
  for (std::size_t d = depth_; d > 0; --d) {
    std::vector<Step>& above = trail_[d - 1];
    number.assign(above.size(), 0);
    for (const Step& step : trail_[d]) number[step.parent] = 1;
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < above.size(); ++i) {
      if (number[i] == 0) continue;
      above[kept] = above[i];
      number[i] = kept++;
    }
    above.resize(kept);
    above.shrink_to_fit();
    for (Step& step : trail_[d]) step.parent = number[step.parent];
  }
}

void Openings::rank() {
  boards_.clear();
  boards_.shrink_to_fit();
  order_.resize(scores_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  std::stable_sort(order_.begin(), order_.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return scores_[a] > scores_[b]; });
}

std::vector<Placed> Openings::opening(std::size_t index) const {
  std::vector<Placed> result(depth_);
  std::uint32_t board = order_[index];
  for (std::size_t d = depth_; d > 0; --d) {
    const Step& step = trail_[d][board];
    const Candidate& candidate = lists_->candidates()[step.candidate];
    result[d - 1] = {PieceId(candidate.piece), static_cast<std::uint8_t>(candidate.rotation)};
    board = step.parent;
  }
  return result;
}

}  // namespace tesselle::edge::schedule
