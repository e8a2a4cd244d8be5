#include "edge/schedule/tail.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "base/errors.hpp"
#include "edge/schedule/colours.hpp"

// The bit operations of the loop have instructions of their own on newer processors.
#if defined(__x86_64__) && defined(__GNUC__)
#define TESSELLE_ON_NEWER __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define TESSELLE_IN_BOTH __attribute__((always_inline)) inline
#else
#define TESSELLE_ON_NEWER
#define TESSELLE_IN_BOTH inline
#endif

namespace tesselle::edge::schedule {
namespace {

constexpr std::uint64_t every = ~std::uint64_t{0};
constexpr std::uint64_t bit(std::size_t index) { return std::uint64_t{1} << index; }

bool looks_new(const Sides& piece, std::uint8_t rotation) { return rotation == 0 || rotated(piece, rotation) != piece; }

std::uint8_t narrow(Colour colour) { return static_cast<std::uint8_t>(colour.index()); }

/// Do the hints belong where they lie, and fit each other?
bool hints_fit(const Course& course) {
  for (const CellKind& kind : course.kinds) {
    if (!kind.hint) continue;
    const Sides sides = rotated(course.puzzle.pieces[kind.hint->piece.index()], kind.hint->rotation);
    if (!belongs(course, kind, sides)) return false;
    for (std::size_t s = 0; s < 4; ++s)
      if (kind.pinned[s] && sides[s] != *kind.pinned[s]) return false;
  }
  return true;
}

bool newer_processor() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

}  // namespace

template <std::size_t words>
Tail<words>::Tail(const Course& course, Profile& profile, Rng& rng)
    : course_(&course),
      profile_(&profile),
      anything_(static_cast<std::uint8_t>(course.puzzle.colours.size())),
      counts_odd_(course.strict && course.puzzle.matching == Matching::same && course.puzzle.colours.size() <= 64 &&
                  hints_fit(course)),
      order_(course.length()),
      fitting_north_(course.puzzle.colours.size() + 1),
      fitting_west_(course.puzzle.colours.size() + 1),
      frames_(course.length() + 1),
      told_(course.length() + 1, Shown{anything_, anything_, anything_, anything_}) {
  const EdgePuzzle& puzzle = course.puzzle;
  for (const CellKind& kind : course.kinds) add_kind(kind);
  for (std::size_t d = 0; d < course.length(); ++d) {
    const Stop& stop = course.stops[d];
    turns_.push_back({stop.north, stop.west, stop.kind});
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
  odd_bit_.resize(sides.size() + 1);
  for (std::size_t c = 0; counts_odd_ && c < sides.size(); ++c) {
    odd_bit_[c] = bit(c);
    if (sides[c] % 2 != 0) odd_supply_ |= bit(c);
  }
}

/// A hint lies where it lies: mismatches with it are counted when its neighbours are laid.
template <std::size_t words>
void Tail<words>::add_kind(const CellKind& kind) {
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

template <std::size_t words>
void Tail<words>::begin(const std::vector<Placed>& laid) {
  floor_ = depth_ = laid.size();
  for (std::size_t d = 0; d < floor_; ++d) told_[d + 1] = all_shown_[laid[d].piece.index()][laid[d].rotation];
  list_pieces(laid);
  for (Kind& kind : kinds_)
    if (kind.last_stop >= floor_) list_kind(kind);
  frames_[floor_].odd = odd_supply_;
  frames_[floor_].breaks = 0;
  opened_ = false;
}

template <std::size_t words>
void Tail<words>::list_pieces(const std::vector<Placed>& laid) {
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
      fitting_north_[shown.north][r * words + count_ / 64] |= bit(count_ % 64);
      fitting_west_[shown.west][r * words + count_ / 64] |= bit(count_ % 64);
    }
    ++count_;
  }
  frames_[floor_].free = {};
  for (std::size_t i = 0; i < count_; ++i) frames_[floor_].free[i / 64] |= bit(i % 64);
  for (std::size_t w = 0; w < 4 * words; ++w) fitting_north_[anything_][w] = frames_[floor_].free[w % words];
  fitting_west_[anything_] = fitting_north_[anything_];
}

template <std::size_t words>
void Tail<words>::list_kind(Kind& kind) {
  kind.clean = kind.misses_hint = {};
  for (std::size_t i = 0; i < count_; ++i)
    for (std::size_t r = 0; r < 4; ++r) {
      const Fit fit = kind.fits[pieces_[i]][r];
      kind.clean[r * words + i / 64] |= fit == Fit::clean ? bit(i % 64) : 0;
      kind.misses_hint[r * words + i / 64] |= fit == Fit::misses_hint ? bit(i % 64) : 0;
    }
}

/// All words at once, so that a compiler can make one instruction of four.
template <std::size_t words>
TESSELLE_IN_BOTH void Tail<words>::open(std::size_t depth, const Allowance& allowance) {
  const Turn& turn = turns_[depth];
  const Kind& kind = kinds_[turn.kind];
  Frame& frame = frames_[depth];
  frame.north = kind.hint ? anything_ : told_[turn.north].asks_south;
  frame.west = kind.hint ? anything_ : told_[turn.west].asks_east;
  const Turned &north = fitting_north_[frame.north], &west = fitting_west_[frame.west];
  const bool unlocked = frame.breaks < allowance.by_depth[depth];
  profile_->unlocked[depth] += unlocked;
  const std::uint64_t always = kind.hint ? every : 0, by_hint = unlocked ? every : 0;
  const std::uint64_t by_north = unlocked && kind.north_breaks ? every : 0;
  const std::uint64_t by_west = unlocked && kind.west_breaks ? every : 0;
  for (std::size_t w = 0; w < 4 * words; ++w) {
    const std::uint64_t both = north[w] & west[w], free = frame.free[w % words];
    frame.candidates[w] = kind.clean[w] & free & (both | always);
    frame.candidates[4 * words + w] =
        free & ((kind.clean[w] & ((north[w] & ~both & by_west) | (west[w] & ~both & by_north))) |
                (kind.misses_hint[w] & both & by_hint));
  }
  std::uint32_t open_words = 0;
  for (std::size_t w = 0; w < 8 * words; ++w) open_words |= static_cast<std::uint32_t>(frame.candidates[w] != 0) << w;
  frame.open = open_words;
}

/// What is odd once the piece lies there: sides that match cancel out.
template <std::size_t words>
TESSELLE_IN_BOTH std::uint64_t Tail<words>::odd_with(const Frame& frame, const Shown& shown) const {
  const std::uint64_t north = frame.north == anything_ ? 0 : odd_bit_[shown.north] ^ odd_bit_[frame.north];
  const std::uint64_t west = frame.west == anything_ ? 0 : odd_bit_[shown.west] ^ odd_bit_[frame.west];
  return frame.odd ^ north ^ west;
}

/// The same for a mismatch with a hint that is passed later.
template <std::size_t words>
std::uint64_t Tail<words>::odd_with_hint(std::size_t depth, std::size_t piece, std::size_t rotation) const {
  const CellKind& kind = course_->kinds[turns_[depth].kind];
  const Sides sides = rotated(course_->puzzle.pieces[pieces_[piece]], static_cast<int>(rotation));
  std::uint64_t odd = frames_[depth].odd;
  for (const std::size_t s : {1, 2})
    if (kind.pinned[s]) odd ^= odd_bit_[sides[s].index()] ^ odd_bit_[kind.pinned[s]->index()];
  return odd;
}

template <std::size_t words>
End Tail<words>::run(std::uint64_t& left, std::size_t watch, const Allowance& allowance) {
  if (!opened_) open(depth_, allowance);
  opened_ = true;
  static const bool newer = newer_processor();
  return newer ? loop_on_newer(left, watch, allowance) : loop(left, watch, allowance);
}

template <std::size_t words>
TESSELLE_ON_NEWER End Tail<words>::loop_on_newer(std::uint64_t& left, std::size_t watch, const Allowance& allowance) {
  return loop(left, watch, allowance);
}

template <std::size_t words>
TESSELLE_IN_BOTH End Tail<words>::loop(std::uint64_t& left, std::size_t watch, const Allowance& allowance) {
  std::size_t depth = depth_;
  std::uint64_t budget = left;
  End end = End::budget;
  while (budget > 0) {
    Frame& frame = frames_[depth];
    if (frame.open == 0) {
      if (depth == floor_) {
        end = End::exhausted;
        break;
      }
      --depth;
      continue;
    }
    // 1. The next candidate.
    const auto word = static_cast<std::size_t>(std::countr_zero(frame.open));
    const auto piece = static_cast<std::size_t>(std::countr_zero(frame.candidates[word])) + word % words * 64;
    const std::uint64_t rest = frame.candidates[word] & (frame.candidates[word] - 1);
    const std::size_t rotation = word / words % 4, breaks = word / (4 * words);
    frame.candidates[word] = rest;
    frame.open ^= static_cast<std::uint32_t>(rest == 0) << word;
    const Shown shown = shown_[rotation][piece];

    // 2. Can what is then odd become even?
    std::uint64_t odd = odd_with(frame, shown);
    if (breaks != 0 && odd == frame.odd && counts_odd_) odd = odd_with_hint(depth, piece, rotation);
    const std::size_t breaks_below = frame.breaks + breaks;
    if (static_cast<std::size_t>(std::popcount(odd)) + 2 * breaks_below > 2 * allowance.in_all) continue;

    // 3. It is laid.
    --budget;
    ++(breaks != 0 ? profile_->broken : profile_->clean)[depth];
    frame.piece = static_cast<std::uint8_t>(piece);
    frame.rotation = static_cast<std::uint8_t>(rotation);
    Frame& below = frames_[++depth];
    told_[depth] = shown;
    below.free = frame.free;
    below.free[piece / 64] &= ~bit(piece % 64);
    below.odd = odd;
    below.breaks = static_cast<std::uint32_t>(breaks_below);
    if (depth < turns_.size()) open(depth, allowance);
    if (depth >= watch) {
      end = End::watched;
      break;
    }
  }
  depth_ = depth;
  left = budget;
  return end;
}

template <std::size_t words>
Placed Tail<words>::laid(std::size_t d) const {
  return {PieceId(pieces_[frames_[d].piece]), frames_[d].rotation};
}

template class Tail<1>;
template class Tail<2>;

}  // namespace tesselle::edge::schedule
