#include "edge/schedule/tail.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "base/errors.hpp"
#include "edge/schedule/colours.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr std::uint64_t bit(std::size_t index) { return std::uint64_t{1} << index; }

bool looks_new(const Sides& piece, std::uint8_t rotation) { return rotation == 0 || rotated(piece, rotation) != piece; }

std::uint8_t narrow(Colour colour) { return static_cast<std::uint8_t>(colour.index()); }

}  // namespace

Tail::Tail(const Course& course, Profile& profile, Rng& rng)
    : course_(&course),
      profile_(&profile),
      anything_(static_cast<std::uint8_t>(course.puzzle.colours.size())),
      counts_odd_(course.strict && course.puzzle.matching == Matching::same && course.puzzle.colours.size() <= 64),
      order_(course.length()),
      fitting_north_(course.puzzle.colours.size() + 1),
      fitting_west_(course.puzzle.colours.size() + 1),
      frames_(course.length() + 1) {
  const EdgePuzzle& puzzle = course.puzzle;
  for (const CellKind& kind : course.kinds) add_kind(kind);
  for (std::size_t d = 0; d < course.length(); ++d) {
    const Stop& stop = course.stops[d];
    neighbours_.push_back(
        {stop.north > 0 ? stop.north - 1 : outside, stop.west > 0 ? stop.west - 1 : outside, stop.kind});
    kinds_[stop.kind].last_stop = d;
  }
  for (const Sides& piece : puzzle.pieces)
    for (std::uint8_t rotation = 0; rotation < 4; ++rotation) {
      const Sides sides = rotated(piece, rotation);
      if (rotation == 0) all_shown_.emplace_back();
      all_shown_.back()[rotation] = {narrow(sides[0]), narrow(sides[3]), narrow(puzzle.mate_of(sides[2])),
                                     narrow(puzzle.mate_of(sides[1]))};
    }
  std::iota(order_.begin(), order_.end(), std::uint16_t{0});
  rng.shuffle(std::span(order_));
  const auto sides = supply(puzzle);
  for (std::size_t c = 0; counts_odd_ && c < sides.size(); ++c)
    if (sides[c] % 2 != 0) odd_supply_ |= bit(c);
}

/// A hint lies where it lies: mismatches with it are counted when its neighbours are laid.
void Tail::add_kind(const CellKind& kind) {
  Kind added;
  added.hint = kind.hint.has_value();
  added.north_breaks = !added.hint && breakable(*course_, kind, Side::north);
  added.west_breaks = !added.hint && breakable(*course_, kind, Side::west);
  for (std::size_t p = 0; p < course_->length(); ++p) {
    const Sides& piece = course_->puzzle.pieces[p];
    std::array<Fit, 4> fits{};
    for (std::uint8_t rotation = 0; rotation < 4 && looks_new(piece, rotation); ++rotation) {
      if (!may_lie(*course_, kind, {PieceId(p), rotation})) continue;
      const unsigned missed = hints_missed(*course_, kind, rotated(piece, rotation));
      fits[rotation] = missed == 0 ? Fit::clean : missed == 1 ? Fit::misses_hint : Fit::no;
    }
    added.fits.push_back(fits);
  }
  kinds_.push_back(std::move(added));
}

void Tail::begin(const std::vector<Placed>& laid) {
  below_floor_.clear();
  for (const Placed& placed : laid) below_floor_.push_back(all_shown_[placed.piece.index()][placed.rotation]);
  floor_ = depth_ = laid.size();
  list_pieces(laid);
  for (Kind& kind : kinds_)
    if (kind.last_stop >= floor_) list_kind(kind);
  frames_[floor_].odd = odd_supply_;
  frames_[floor_].breaks = 0;
  opened_ = false;
}

void Tail::list_pieces(const std::vector<Placed>& laid) {
  std::vector<bool> lies(order_.size());
  for (const Placed& placed : laid) lies[placed.piece.index()] = true;
  std::fill(fitting_north_.begin(), fitting_north_.end(), Turned{});
  std::fill(fitting_west_.begin(), fitting_west_.end(), Turned{});
  if (order_.size() - laid.size() > most_pieces) throw InternalError("more pieces are left than the tail has room for");
  count_ = 0;
  for (const std::uint16_t piece : order_) {
    if (lies[piece]) continue;
    pieces_[count_] = piece;
    for (std::size_t r = 0; r < 4; ++r) {
      const Shown& shown = shown_[r][count_] = all_shown_[piece][r];
      fitting_north_[shown.north].of[r] |= bit(count_);
      fitting_west_[shown.west].of[r] |= bit(count_);
    }
    ++count_;
  }
  const std::uint64_t all = count_ == 0 ? 0 : ~std::uint64_t{0} >> (most_pieces - count_);
  fitting_north_[anything_].of.fill(all);
  fitting_west_[anything_].of.fill(all);
  frames_[floor_].free = all;
}

void Tail::list_kind(Kind& kind) {
  kind.clean = kind.misses_hint = {};
  for (std::size_t i = 0; i < count_; ++i)
    for (std::size_t r = 0; r < 4; ++r) {
      const Fit fit = kind.fits[pieces_[i]][r];
      kind.clean.of[r] |= fit == Fit::clean ? bit(i) : 0;
      kind.misses_hint.of[r] |= fit == Fit::misses_hint ? bit(i) : 0;
    }
}

inline std::uint8_t Tail::ask_of_north(std::size_t depth) const {
  const std::uint32_t at = neighbours_[depth].north;
  if (at == outside) return anything_;
  return at < floor_ ? below_floor_[at].asks_south : shown_[frames_[at].rotation][frames_[at].piece].asks_south;
}

inline std::uint8_t Tail::ask_of_west(std::size_t depth) const {
  const std::uint32_t at = neighbours_[depth].west;
  if (at == outside) return anything_;
  return at < floor_ ? below_floor_[at].asks_east : shown_[frames_[at].rotation][frames_[at].piece].asks_east;
}

inline void Tail::open(std::size_t depth, const Allowance& allowance) {
  Frame& frame = frames_[depth];
  const Kind& kind = kinds_[neighbours_[depth].kind];
  frame.north = ask_of_north(depth);
  frame.west = ask_of_west(depth);
  if (kind.hint) {
    for (std::size_t r = 0; r < 4; ++r) frame.fitting.of[r] = kind.clean.of[r] & frame.free;
    frame.mismatching = {};
    return;
  }
  const Turned &north = fitting_north_[frame.north], &west = fitting_west_[frame.west];
  for (std::size_t r = 0; r < 4; ++r) frame.fitting.of[r] = north.of[r] & west.of[r] & kind.clean.of[r] & frame.free;
  const bool unlocked = frame.breaks < allowance.by_depth[depth];
  profile_->unlocked[depth] += unlocked;
  const std::uint64_t by_north = unlocked && kind.north_breaks ? frame.free : 0;
  const std::uint64_t by_west = unlocked && kind.west_breaks ? frame.free : 0;
  const std::uint64_t by_hint = unlocked ? frame.free : 0;
  for (std::size_t r = 0; r < 4; ++r)
    frame.mismatching.of[r] =
        (kind.clean.of[r] & ((north.of[r] & ~west.of[r] & by_west) | (west.of[r] & ~north.of[r] & by_north))) |
        (kind.misses_hint.of[r] & north.of[r] & west.of[r] & by_hint);
}

inline void Tail::lay(Frame& frame, Frame& below, std::size_t rotation) {
  frame.rotation = static_cast<std::uint8_t>(rotation);
  below.free = frame.free & ~bit(frame.piece);
}

inline bool Tail::next_fitting(Frame& frame, Frame& below) {
  for (std::size_t r = 0; r < 4; ++r) {
    std::uint64_t& candidates = frame.fitting.of[r];
    if (candidates == 0) continue;
    frame.piece = static_cast<std::uint8_t>(std::countr_zero(candidates));
    candidates &= candidates - 1;
    lay(frame, below, r);
    below.breaks = frame.breaks;
    below.odd = frame.odd;
    return true;
  }
  return false;
}

/// What is odd once the piece chosen in a frame lies there with one mismatch.
std::uint64_t Tail::odd_after(const Frame& frame) const {
  const Shown& shown = shown_[frame.rotation][frame.piece];
  if (frame.north != anything_ && shown.north != frame.north) return frame.odd ^ bit(shown.north) ^ bit(frame.north);
  if (frame.west != anything_ && shown.west != frame.west) return frame.odd ^ bit(shown.west) ^ bit(frame.west);
  const CellKind& kind = course_->kinds[neighbours_[static_cast<std::size_t>(&frame - frames_.data())].kind];
  const Sides sides = rotated(course_->puzzle.pieces[pieces_[frame.piece]], frame.rotation);
  const std::size_t side = kind.pinned[1] && sides[1] != *kind.pinned[1] ? 1 : 2;
  return frame.odd ^ bit(sides[side].index()) ^ bit(kind.pinned[side]->index());
}

inline bool Tail::next_mismatching(Frame& frame, Frame& below, std::uint32_t in_all) {
  for (std::size_t r = 0; r < 4; ++r) {
    std::uint64_t& candidates = frame.mismatching.of[r];
    while (candidates != 0) {
      frame.piece = static_cast<std::uint8_t>(std::countr_zero(candidates));
      candidates &= candidates - 1;
      lay(frame, below, r);
      below.breaks = frame.breaks + 1;
      if (counts_odd_) below.odd = odd_after(frame);
      if (static_cast<std::uint32_t>(std::popcount(below.odd)) + 2 * below.breaks <= 2 * in_all) return true;
    }
  }
  return false;
}

End Tail::run(std::uint64_t& left, std::size_t watch, const Allowance& allowance) {
  if (!opened_) open(depth_, allowance);
  opened_ = true;
  while (left > 0) {
    Frame &frame = frames_[depth_], &below = frames_[depth_ + 1];
    if (next_fitting(frame, below)) {
      ++profile_->clean[depth_];
    } else if (next_mismatching(frame, below, allowance.in_all)) {
      ++profile_->broken[depth_];
    } else {
      if (depth_ == floor_) return End::exhausted;
      retreat();
      continue;
    }
    --left;
    if (++depth_ < course_->length()) open(depth_, allowance);
    if (depth_ >= watch) return End::watched;
  }
  return End::budget;
}

Placed Tail::laid(std::size_t d) const { return {PieceId(pieces_[frames_[d].piece]), frames_[d].rotation}; }

}  // namespace tesselle::edge::schedule
