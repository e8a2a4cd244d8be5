#include "edge/scan/lane_tables.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace tesselle::edge::scan {
namespace {

constexpr int max_colour_bits = 6;
constexpr std::uint32_t max_listed_blocks = 1u << 17;

// The two highest bits of a PieceSet belong to no piece.
constexpr std::uint32_t last_word = 7, always_bit = 31, never_bit = 30;

constexpr Entry bit_entry(std::uint32_t word, std::uint32_t bit) { return word | (31 - bit) << 27; }
constexpr Entry link_to(std::uint32_t block) { return bit_entry(last_word, always_bit) | block << payload_shift; }
constexpr Entry nothing = bit_entry(last_word, never_bit);

constexpr Block empty_block = {{nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing}};

/// A block with nothing but a link to an end.
Block end_block(std::uint32_t end) {
  Block block = empty_block;
  block.entries[link_entry] = link_to(end);
  return block;
}

Shape shape_of(const Plan& plan) {
  bool rows = true;
  for (std::size_t d = 0; d < plan.turns.size(); ++d) {
    const auto& [square, need] = plan.turns[d];
    if (need.asks_neighbour(Side::east) || need.asks_neighbour(Side::south)) return Shape::any;
    if (need.asks_neighbour(Side::west))
      rows = rows && neighbour(plan.puzzle, square, Side::west) == plan.turns[d - 1].square;
  }
  return rows ? Shape::rows : Shape::corner;
}

int colour_bits_of(const Plan& plan) {
  return std::max(1, static_cast<int>(std::bit_width(plan.puzzle.mate.size() - 1)));
}

std::uint32_t colour(const Sides& sides, std::size_t side) { return sides[side].value; }

}  // namespace

std::unique_ptr<LaneTables> LaneTables::make(const Plan& plan) {
  if (plan.turns.size() > max_lane_turns || colour_bits_of(plan) > max_colour_bits) return nullptr;
  std::unique_ptr<LaneTables> tables(new LaneTables(plan));
  if (tables->listed_blocks_ > max_listed_blocks) return nullptr;
  tables->allocate();
  return tables;
}

LaneTables::LaneTables(const Plan& plan) : plan_(&plan), shape_(shape_of(plan)), colour_bits_(colour_bits_of(plan)) {
  minor_mask = ((1u << colour_bits_) - 1) << payload_shift;
  major_mask = minor_mask << colour_bits_;
  std::map<CellNeed, std::uint32_t> known;
  for (const Plan::Turn& turn : plan.turns) {
    const auto [entry, is_new] = known.try_emplace(turn.need, static_cast<std::uint32_t>(classes_.size()));
    if (is_new) add_class(turn.need);
    class_of_depth_.push_back(entry->second);
  }
}

void LaneTables::add_class(const CellNeed& need) {
  Class lists;
  lists.first_block = listed_blocks_;
  for (std::uint32_t v = 0; v < plan_->values.size(); ++v) {
    const OrientedKind& value = plan_->values[v];
    if (plan_->may_be_placed(value, need))
      lists.members.push_back({list_of(value.sides, need), value.kind, payload_of(v), check_of(value.sides, need)});
  }
  const unsigned asking = asking_sides(need);
  const bool major = shape_ == Shape::any ? std::popcount(asking) > 1 : need.asks_neighbour(Side::north);
  listed_blocks_ += 1u << (major ? 2 * colour_bits_ : asking ? colour_bits_ : 0);
  classes_.push_back(std::move(lists));
}

std::uint32_t LaneTables::list_of(const Sides& sides, const CellNeed& need) const {
  if (shape_ != Shape::any) {
    const std::uint32_t north = need.asks_neighbour(Side::north) ? colour(sides, 0) : 0;
    const std::uint32_t west = need.asks_neighbour(Side::west) ? colour(sides, 3) : 0;
    return north << colour_bits_ | west;
  }
  const unsigned asking = asking_sides(need);
  const auto asked = sides_in(asking);
  const std::uint32_t minor = asking ? colour(sides, asked[0]) : 0;
  return minor | (std::popcount(asking) > 1 ? colour(sides, asked[1]) << colour_bits_ : 0);
}

Entry LaneTables::payload_of(std::uint32_t value) const {
  if (shape_ == Shape::any) return value << payload_shift;
  const Sides& sides = plan_->values[value].sides;
  return minor_offset(asked(plan_->puzzle, sides, Side::east).value) |
         major_offset(asked(plan_->puzzle, sides, Side::south).value);
}

Entry LaneTables::check_of(const Sides& sides, const CellNeed& need) const {
  const unsigned asking = asking_sides(need);
  const auto asked = sides_in(asking);
  Entry check = 0;
  if (std::popcount(asking) > 2) check |= minor_offset(sides[asked[2]].value);
  if (std::popcount(asking) > 3) check |= minor_offset(sides[asked[3]].value) << 16;
  return check;
}

void LaneTables::allocate() {
  std::size_t overflow = 0;
  for (const Class& lists : classes_) overflow += lists.members.size() / link_entry + 1;
  blocks.assign(listed_blocks_ + overflow + 2, empty_block);
  if (shape_ == Shape::any) checks.assign(blocks.size(), Block{});
  blocks.end()[-2] = end_block(board_full);
  blocks.end()[-1] = end_block(lane_idle);
  last_block_.resize(listed_blocks_);
  entry_count_.resize(blocks.size());
  bit_of_kind_.resize(plan_->copies.size());

  for (const OrientedKind& value : plan_->values) {
    auto& scaled = asks.emplace_back();
    for (const Side side : all_sides)
      scaled[static_cast<std::size_t>(opposite(side))] =
          static_cast<Ask>(minor_offset(asked(plan_->puzzle, value.sides, side).value));
  }
  std::vector<std::uint32_t> frame_of(plan_->puzzle.cell_count(), bottom_frame);  // a frame that no cell reads
  const auto cells = static_cast<std::uint32_t>(plan_->turns.size());
  for (std::uint32_t depth = 0; depth < cells; ++depth) frame_of[plan_->turns[depth].square.index()] = frame_at(depth);
  for (std::uint32_t depth = 0; depth < cells; ++depth) make_turn(depth, frame_of);
  turns[cells + first_frame].lists = full_block();
}

void LaneTables::make_turn(std::uint32_t depth, const std::vector<std::uint32_t>& frame_of) {
  const auto& [square, need] = plan_->turns[depth];
  const auto frame_across = [&](Side side) {
    const auto across = neighbour(plan_->puzzle, square, side);
    return across ? frame_of[across->index()] : bottom_frame;
  };
  LaneTurn& turn = turns[depth + first_frame];
  turn.lists = &blocks[classes_[class_of_depth_[depth]].first_block];
  turn.chain = need.asks_neighbour(Side::west) ? minor_mask : 0;
  turn.south = frame_across(Side::south);
  turn.east = frame_across(Side::east);
  std::size_t filled = 0;
  for (const Side side : all_sides)
    if (need.asks_neighbour(side))
      turn.demand_offsets[filled++] =
          frame_across(side) + static_cast<std::uint32_t>(static_cast<std::size_t>(side) * sizeof(Ask));
}

bool LaneTables::rebuild(const std::vector<std::uint16_t>& copies_left) {
  if (!number_pieces(copies_left)) return false;
  std::fill_n(blocks.begin(), used_blocks_ ? used_blocks_ : listed_blocks_, empty_block);
  std::fill(entry_count_.begin(), entry_count_.end(), std::uint8_t{0});
  for (std::uint32_t list = 0; list < listed_blocks_; ++list) last_block_[list] = list;
  used_blocks_ = listed_blocks_;
  for (const Class& lists : classes_)
    for (const Class::Member& member : lists.members)
      if (copies_left[member.kind] > 0) append(lists, member, bit_of_kind_[member.kind]);
  return true;
}

void LaneTables::append(const Class& lists, const Class::Member& member, Entry bits) {
  std::uint32_t& last = last_block_[lists.first_block + member.list];
  if (entry_count_[last] == link_entry) {
    blocks[last].entries[link_entry] = link_to(used_blocks_);
    last = used_blocks_++;
  }
  const std::size_t at = entry_count_[last]++;
  blocks[last].entries[at] = bits | member.payload;
  if (shape_ == Shape::any) checks[last].entries[at] = member.check;
}

bool LaneTables::number_pieces(const std::vector<std::uint16_t>& copies_left) {
  all_ = {};
  all_.words[last_word] = 1u << always_bit;
  has_twins_ = false;
  std::uint32_t word = 0, bit = 0;
  for (std::uint32_t kind = 0; kind < copies_left.size(); ++kind) {
    const std::uint32_t copies = copies_left[kind];
    if (copies == 0) continue;
    if (bit + copies > (word == last_word ? never_bit : 32)) ++word, bit = 0;
    if (word > last_word || copies > (word == last_word ? never_bit : 32)) return false;
    give_bits(kind, word, bit, copies);
    bit += copies;
  }
  return true;
}

void LaneTables::give_bits(std::uint32_t kind, std::uint32_t word, std::uint32_t bit, std::uint32_t copies) {
  const std::uint32_t bits = (copies == 32 ? ~0u : (1u << copies) - 1) << bit;
  bit_of_kind_[kind] = bit_entry(word, bit);
  has_twins_ |= copies > 1;
  all_.words[word] |= bits;
  Taking& taking = takings[std::rotl(bit_entry(word, bit), 5)];
  taking.keep.words.fill(~0u);
  taking.keep.words[word] = ~bits;
  taking.shift = {};
  taking.shift.words[word] = bits & bits >> 1;
  kept[std::rotl(bit_entry(word, bit), 5)] = taking.keep;
}

void LaneTables::take(PieceSet& set, std::uint32_t kind) const {
  const Taking& taking = takings[std::rotl(bit_of_kind_[kind], 5)];
  for (std::size_t w = 0; w < set.words.size(); ++w)
    set.words[w] = (set.words[w] & taking.keep.words[w]) | (set.words[w] >> 1 & taking.shift.words[w]);
}

}  // namespace tesselle::edge::scan
