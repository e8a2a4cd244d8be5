#include "edge/beam/beam_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_set>

#include "edge/repair/repair.hpp"
#include "edge/tables/at.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge::beam {
namespace {

constexpr std::size_t first_width = 16, next_width = 4;
constexpr std::size_t children_per_board = 4;  // room before the worst are thrown out
constexpr int variants = 8;
constexpr int max_cost = 4;
constexpr float tie_noise = 1e-3F;
constexpr float least_gain = -1e9F;
constexpr int longest_side = 180;  // so that open edges can be numbered with a byte

std::uint32_t byte_at(std::uint32_t word, int side) { return (word >> (8 * side)) & 0xff; }

/// A random-looking number for a kind of piece, or for a colour in a slot.
std::uint64_t code(std::uint64_t number) {
  number = (number + 1) * 0x9e3779b97f4a7c15u;
  number = (number ^ (number >> 32)) * 0xd6e8feb86659fd93u;
  return number ^ (number >> 29);
}
constexpr std::uint64_t slot_codes = std::uint64_t{1} << 32;

/// Better boards first; the hash decides ties, so that the order is always the same.
template <class Child>
bool better(const Child& a, const Child& b) {
  return a.value != b.value ? a.value > b.value : a.hash < b.hash;
}

}  // namespace

BeamSearch::BeamSearch(const EdgePuzzle& puzzle, const Settings& settings)
    : puzzle_(puzzle),
      settings_(settings),
      board_(puzzle),
      rng_(settings.seed),
      rows_(puzzle.colours.size() + 1),
      words_((puzzle.pieces.size() + 63) / 64) {
  if (std::max(puzzle.width, puzzle.height) > longest_side)
    throw UsageError(fmt::format("engine beam takes boards of at most {} rows and columns", longest_side));
  const PieceKinds kinds = piece_kinds(puzzle);
  for (const int kind : kinds.kind) kind_of_piece_.push_back(static_cast<std::uint16_t>(kind));
  shows_.assign(4 * 256, std::vector<std::uint64_t>(words_));
  of_kind_.assign(3, std::vector<std::uint64_t>(words_));
  for (int kind = 0; kind < 3; ++kind)
    for (const int piece : board_.pieces_of_kind(kind)) {
      of_kind_[at(kind)][at(piece) / 64] |= std::uint64_t{1} << (piece % 64);
      for (int side = 0; side < 4; ++side)
        shows_[at(side) * 256 + byte_at(board_.sides_of(piece, 0), side)][at(piece) / 64] |= std::uint64_t{1}
                                                                                             << (piece % 64);
    }
  for (std::size_t i = 0; i <= 4 * puzzle.pieces.size(); ++i)
    logarithm_.push_back(static_cast<float>(std::log(std::max(0.3, static_cast<double>(i)))));
  for (auto& set : by_cost_) set.resize(words_);
  for (const Pool pool : {inner, rim})
    for (std::size_t colour = 0; colour <= puzzle.colours.size(); ++colour)
      mate_row_.push_back(rows_.at(pool, board_.mate_of(static_cast<std::uint8_t>(colour))));
}

std::uint64_t BeamSearch::bytes_per_board() const {
  const std::uint64_t state = 8 * words_ + plan_.slots + 4 * rows_.size() + 8 * pools + 16;
  return 2 * state + children_per_board * sizeof(Child) + plan_.steps.size() * sizeof(Ancestor);
}

std::size_t BeamSearch::widest() const {
  return std::max<std::size_t>(1, settings_.memory / static_cast<std::size_t>(bytes_per_board()));
}

Advance BeamSearch::advance(Budget budget, SolutionSink& sink) {
  for (std::uint64_t left = budget.nodes; left > 0;) {
    if (debt_ == 0) {
      if (best_ == 0) return Advance::stuck;
      debt_ = work(sink);
      if (best_ == 0) debt_ = 1;  // a run ends here, whatever of its slice is left to pay the rest with
    }
    const std::uint64_t paid = std::min(left, debt_);
    debt_ -= paid;
    left -= paid;
    nodes_ += paid;
  }
  return Advance::running;
}

/// One board is continued, or a depth or a pass ends. Returns the effort, at least 1.
std::uint64_t BeamSearch::work(SolutionSink& sink) {
  if (now_.count == 0) {
    begin_pass();
    return 1;
  }
  if (depth_ == plan_.steps.size()) return 1 + finish_pass(sink);
  if (next_ == now_.count) return close_layer();
  return 1 + expand(next_++);
}

/// Each pass sees the board from another corner, and growing ones are wider than those before.
void BeamSearch::begin_pass() {
  const int teeth = settings_.teeth >= 0 ? settings_.teeth
                                         : static_cast<int>(std::lround(0.3 * std::max(puzzle_.width, puzzle_.height)));
  const auto variant = static_cast<int>((settings_.seed - 1 + passes_) % variants);
  plan_ = make_plan(puzzle_, board_, variant_of(puzzle_, teeth, variant));
  const std::size_t growing = first_width << std::min<std::uint64_t>(40, passes_ * std::bit_width(next_width - 1));
  width_ = std::min(settings_.width > 0 ? settings_.width : growing, widest());
  ++passes_;

  now_.count = 1;
  now_.available.assign(words_, 0);
  for (const auto& pieces : of_kind_)
    for (std::size_t w = 0; w < words_; ++w) now_.available[w] |= pieces[w];
  now_.slots.assign(plan_.slots, 0);
  now_.supply = plan_.supply;
  now_.open = plan_.open;
  now_.conflicts.assign(1, static_cast<std::uint16_t>(board_.conflicts()));
  now_.hash.assign(1, 0);
  now_.pairs.assign(pools, 0);
  now_.open_value.assign(1, 0);
  for (const Pool pool : {inner, rim})
    for (std::uint32_t colour = 0; colour <= puzzle_.colours.size(); ++colour) {
      const std::size_t row = rows_.at(pool, colour);
      const auto mate = board_.mate_of(static_cast<std::uint8_t>(colour));
      now_.pairs[pool] += static_cast<double>(now_.supply[row]) * now_.supply[rows_.at(pool, mate)];
      now_.open_value[0] += open_value(now_.supply[row], now_.open[row]);
    }
  ancestors_.clear();
  depth_ = next_ = 0;
  best_gain_ = least_gain;
  pass_began_ = nodes_;
}

BeamSearch::Word BeamSearch::wanted(std::size_t board) const {
  Word word = 0;
  for (int side = 0; side < 4; ++side) {
    const StepSide& across = step().sides[at(side)];
    Word colour = 0;
    if (across.across == Across::fixed) colour = across.colour;
    if (across.across == Across::laid) colour = now_.slots[board * plan_.slots + across.slot];
    word |= colour << (8 * side);
  }
  return word;
}

/// Sorts all free pieces of the right kind by cost, for every turn, with word operations.
void BeamSearch::candidates(std::size_t board, Word want) {
  const auto& kind = of_kind_[at(step().kind)];
  for (int rotation = 0; rotation < 4; ++rotation)
    for (std::size_t w = 0; w < words_; ++w) {
      const std::uint64_t free = now_.available[board * words_ + w] & kind[w];
      std::array<std::uint64_t, 4> wrong{};
      for (int side = 0; side < 4; ++side)
        if (const std::uint32_t colour = byte_at(want, side); colour != 0)
          wrong[at(side)] = ~shows_[at((side - rotation) & 3) * 256 + colour][w];
      const std::uint64_t sum_a = wrong[0] ^ wrong[1], carry_a = wrong[0] & wrong[1];
      const std::uint64_t sum_b = wrong[2] ^ wrong[3], carry_b = wrong[2] & wrong[3];
      const std::uint64_t ones = sum_a ^ sum_b, twos = carry_a ^ carry_b ^ (sum_a & sum_b), fours = carry_a & carry_b;
      const std::size_t row = at(rotation) * 5;
      by_cost_[row + 0][w] = free & ~(ones | twos | fours);
      by_cost_[row + 1][w] = free & ones & ~twos;
      by_cost_[row + 2][w] = free & twos & ~ones;
      by_cost_[row + 3][w] = free & ones & twos;
      by_cost_[row + 4][w] = free & fours;
    }
}

/// Adds the continuations that can be among the best, judged by the best gain of any so far, cheapest first; always at
/// least those of the least cost.
std::uint64_t BeamSearch::expand(std::size_t board) {
  const Word want = wanted(board);
  candidates(board, want);
  std::uint64_t added = 0;
  const float base = now_.open_value[board] - static_cast<float>(now_.conflicts[board]) + pair_value(pairs_of(board));
  for (int cost = 0; cost <= max_cost; ++cost) {
    const bool hopeless = threshold_ && base - static_cast<float>(cost) + best_gain_ < *threshold_;
    if (added > 0 && (cost > 2 || hopeless)) break;
    added += add_children(board, want, cost, base);
  }
  if (children_.size() > children_per_board * width_) thin_out();
  return added;
}

std::uint64_t BeamSearch::add_children(std::size_t board, Word want, int cost, float base) {
  std::uint64_t added = 0;
  for (int rotation = 0; rotation < 4; ++rotation)
    for (std::size_t w = 0; w < words_; ++w)
      for (std::uint64_t left = by_cost_[at(rotation) * 5 + at(cost)][w]; left != 0; left &= left - 1) {
        const auto piece = static_cast<std::uint16_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
        ++added;
        const Child child = evaluate(board, piece, static_cast<std::uint8_t>(rotation), cost, want);
        best_gain_ = std::max(best_gain_, child.value + static_cast<float>(cost) - base);
        if (!threshold_ || child.value > *threshold_) children_.push_back(child);
      }
  return added;
}

void BeamSearch::Changes::add(std::size_t row, int more_supply, int more_open) {
  for (std::size_t i = 0; i < count; ++i)
    if (items[i].row == row) {
      items[i].supply += more_supply;
      items[i].open += more_open;
      return;
    }
  items[count++] = {row, more_supply, more_open};
}

/// What a placement does to the sides left and to the open edges.
BeamSearch::Changes BeamSearch::changes_of(std::uint16_t piece, std::uint8_t rotation, Word want) const {
  Changes changes;
  const Word word = board_.sides_of(piece, rotation);
  for (int side = 0; side < 4; ++side) {
    const StepSide& across = step().sides[at(side)];
    const std::uint32_t colour = byte_at(word, side);
    const Pool own_pool = plan_.pool_of_side[piece][at((side - rotation) & 3)];
    if (!puzzle_.frame || colour != puzzle_.frame->index() + 1) changes.add(rows_.at(own_pool, colour), -1, 0);
    if (across.across == Across::laid || across.counts) changes.add(rows_.at(across.pool, byte_at(want, side)), 0, -1);
    if (across.across == Across::ahead)
      changes.add(rows_.at(across.pool, board_.mate_of(static_cast<std::uint8_t>(colour))), 0, 1);
  }
  return changes;
}

/// Open edges of one colour: those that cannot be served are conflicts, the others are as likely as there are sides.
float BeamSearch::open_value(int supply, int open) const {
  const float hope = static_cast<float>(settings_.future) * static_cast<float>(open) * logarithm_[at(supply)];
  return hope - static_cast<float>(std::max(0, open - supply));
}

std::array<double, pools> BeamSearch::pairs_of(std::size_t board) const {
  return {now_.pairs[board * pools + inner], now_.pairs[board * pools + rim]};
}

/// Edges still to come match as often as two of the sides left do.
float BeamSearch::pair_value(const std::array<double, pools>& pairs) const {
  if (settings_.future == 0) return 0;
  double value = 0;
  for (std::size_t pool = 0; pool < pools; ++pool)
    if (const int ahead = step().edges_ahead[pool]; ahead > 0) value += ahead * std::log(std::max(1.0, pairs[pool]));
  return static_cast<float>(settings_.future * value);
}

/// By how much fewer sides of one colour change the pairs of its pool.
double BeamSearch::pair_change(const Change& change, const std::uint16_t* supply) const {
  const std::size_t mate = mate_row_[change.row];
  if (mate != change.row) return 2.0 * change.supply * supply[mate];
  return 2.0 * change.supply * supply[mate] + change.supply * change.supply;
}

BeamSearch::Child BeamSearch::evaluate(std::size_t board, std::uint16_t piece, std::uint8_t rotation, int cost,
                                       Word want) {
  const std::uint16_t* supply = now_.supply.data() + board * rows_.size();
  const std::uint16_t* open = now_.open.data() + board * rows_.size();
  const Changes changes = changes_of(piece, rotation, want);
  float value = now_.open_value[board] - static_cast<float>(now_.conflicts[board] + cost);
  std::array<double, pools> pairs = pairs_of(board);
  for (std::size_t i = 0; i < changes.count; ++i) {
    const Change& change = changes.items[i];
    const int before = supply[change.row], asked = open[change.row];
    value += open_value(before + change.supply, asked + change.open) - open_value(before, asked);
    pairs[rows_.pool_of(change.row)] += pair_change(change, supply);
  }
  value += pair_value(pairs);

  std::uint64_t hash = now_.hash[board] + code(kind_of_piece_[piece]);
  const Word word = board_.sides_of(piece, rotation);
  for (int side = 0; side < 4; ++side) {
    const StepSide& across = step().sides[at(side)];
    const std::uint64_t slot = slot_codes + std::uint64_t{across.slot} * 256;
    if (across.across == Across::laid) hash -= code(slot + byte_at(want, side));
    if (across.across == Across::ahead)
      hash += code(slot + board_.mate_of(static_cast<std::uint8_t>(byte_at(word, side))));
  }
  const std::uint64_t mixed = (hash ^ settings_.seed) * 0x9e3779b97f4a7c15u;
  value += tie_noise * static_cast<float>(mixed >> 40) * 0x1p-24F;
  return {value, static_cast<std::uint32_t>(board), piece, rotation, static_cast<std::uint8_t>(cost), hash};
}

void BeamSearch::thin_out() {
  const auto end = children_.begin() + static_cast<std::ptrdiff_t>(width_);
  std::nth_element(children_.begin(), end - 1, children_.end(), better<Child>);
  threshold_ = (end - 1)->value;
  children_.erase(end, children_.end());
}

/// The best children become the boards of the next depth; of those that have the same future only the best one.
std::uint64_t BeamSearch::close_layer() {
  if (children_.size() > width_) thin_out();
  std::sort(children_.begin(), children_.end(), better<Child>);
  std::unordered_set<std::uint64_t> seen;
  std::erase_if(children_, [&](const Child& child) { return !seen.insert(child.hash).second; });
  keep_children();
  kept_ += now_.count;
  return now_.count;
}

void BeamSearch::keep_children() {
  later_.count = children_.size();
  later_.available.resize(later_.count * words_);
  later_.slots.resize(later_.count * plan_.slots);
  later_.supply.resize(later_.count * rows_.size());
  later_.open.resize(later_.count * rows_.size());
  later_.pairs.resize(later_.count * pools);
  later_.open_value.resize(later_.count);
  later_.conflicts.resize(later_.count);
  later_.hash.resize(later_.count);
  auto& kept = ancestors_.emplace_back();
  kept.reserve(later_.count);
  for (std::size_t i = 0; i < children_.size(); ++i) {
    copy_child(children_[i], i);
    kept.push_back({children_[i].parent, children_[i].piece, children_[i].rotation});
  }
  std::swap(now_, later_);
  ++depth_;
  begin_layer();
}

void BeamSearch::begin_layer() {
  children_.clear();
  threshold_.reset();
  best_gain_ = least_gain;
  next_ = 0;
}

void BeamSearch::copy_child(const Child& child, std::size_t to) {
  const std::size_t from = child.parent;
  const auto copy_row = [&](const auto& source, auto& target, std::size_t size) {
    std::copy_n(source.begin() + static_cast<std::ptrdiff_t>(from * size), size,
                target.begin() + static_cast<std::ptrdiff_t>(to * size));
  };
  copy_row(now_.available, later_.available, words_);
  copy_row(now_.slots, later_.slots, plan_.slots);
  copy_row(now_.supply, later_.supply, rows_.size());
  copy_row(now_.open, later_.open, rows_.size());
  copy_row(now_.pairs, later_.pairs, pools);

  const Word want = wanted(from), word = board_.sides_of(child.piece, child.rotation);
  const Changes changes = changes_of(child.piece, child.rotation, want);
  float open = now_.open_value[from];
  for (std::size_t i = 0; i < changes.count; ++i) {
    const Change& change = changes.items[i];
    std::uint16_t* supplies = later_.supply.data() + to * rows_.size();
    auto& supply = supplies[change.row];
    auto& asked = later_.open[to * rows_.size() + change.row];
    later_.pairs[to * pools + rows_.pool_of(change.row)] += pair_change(change, supplies);
    open -= open_value(supply, asked);
    supply = static_cast<std::uint16_t>(supply + change.supply);
    asked = static_cast<std::uint16_t>(asked + change.open);
    open += open_value(supply, asked);
  }
  later_.open_value[to] = open;
  later_.available[to * words_ + child.piece / 64u] &= ~(std::uint64_t{1} << (child.piece % 64));
  for (int side = 0; side < 4; ++side) {
    const StepSide& across = step().sides[at(side)];
    auto* slots = later_.slots.data() + to * plan_.slots;
    if (across.across == Across::laid) slots[across.slot] = 0;
  }
  for (int side = 0; side < 4; ++side) {
    const StepSide& across = step().sides[at(side)];
    auto* slots = later_.slots.data() + to * plan_.slots;
    if (across.across == Across::ahead)
      slots[across.slot] = board_.mate_of(static_cast<std::uint8_t>(byte_at(word, side)));
  }
  later_.conflicts[to] = static_cast<std::uint16_t>(now_.conflicts[from] + child.cost);
  later_.hash[to] = child.hash;
}

EdgeBoard BeamSearch::trace_back(std::size_t board) const {
  EdgeBoard result{std::vector<std::optional<Placed>>(puzzle_.cell_count())};
  for (const EdgeHint& hint : puzzle_.hints) result.cells[hint.square.index()] = hint.placed;
  for (std::size_t depth = depth_; depth > 0; --depth) {
    const Ancestor& last = ancestors_[depth - 1][board];
    result.cells[at(plan_.steps[depth - 1].cell)] = Placed{PieceId(last.piece), last.rotation};
    board = last.parent;
  }
  return result;
}

std::size_t BeamSearch::least_conflicts() const {
  const auto end = now_.conflicts.begin() + static_cast<std::ptrdiff_t>(now_.count);
  return static_cast<std::size_t>(std::min_element(now_.conflicts.begin(), end) - now_.conflicts.begin());
}

/// Returns the effort of the repair.
std::uint64_t BeamSearch::finish_pass(SolutionSink& sink) {
  const std::size_t least = least_conflicts();
  const int conflicts = now_.conflicts[least];
  EdgeBoard board = trace_back(least);
  if (!best_ || conflicts < *best_) sink.improved({board});
  best_ = std::min(best_.value_or(conflicts), conflicts);
  now_.count = 0;
  const auto effort = static_cast<std::uint64_t>(settings_.polish * static_cast<double>(nodes_ - pass_began_));
  if (*best_ == 0 || !repair::improve(puzzle_, board, rng_(), effort)) return effort;
  ConflictBoard polished(puzzle_);
  polished.load(board);
  if (polished.conflicts() < *best_) sink.improved({board});
  best_ = std::min(*best_, polished.conflicts());
  return effort;
}

EngineProgress BeamSearch::progress() const {
  const std::size_t hints = puzzle_.hints.size();
  return {nodes_ - nodes_before_, static_cast<int>(depth_ + hints), std::nullopt};
}

Statistics BeamSearch::statistics() const {
  Statistics statistics;
  statistics.values = {{"passes", "", Merge::sum, static_cast<double>(passes_)},
                       {"width", "boards", Merge::max, static_cast<double>(width_)},
                       {"boards kept", "", Merge::sum, static_cast<double>(kept_)}};
  return statistics;
}

}  // namespace tesselle::edge::beam
