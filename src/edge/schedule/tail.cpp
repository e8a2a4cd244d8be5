#include "edge/schedule/tail.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <span>

#include "base/cpu.hpp"
#include "edge/schedule/colours.hpp"
#include "tesselle/errors.hpp"

// The bit operations of the loop have instructions of their own on newer processors.
#if defined(__x86_64__) && defined(__GNUC__)
#define TESSELLE_ON_NEWER __attribute__((target("avx2,bmi,bmi2,popcnt")))
#else
#define TESSELLE_ON_NEWER
#endif

namespace tesselle::edge::schedule {
namespace {

constexpr std::uint64_t every = ~std::uint64_t{0};
constexpr std::uint64_t bit(std::size_t index) { return std::uint64_t{1} << index; }

bool looks_new(const Sides& piece, std::uint8_t rotation) { return rotation == 0 || rotated(piece, rotation) != piece; }

std::uint8_t narrow(Colour colour) { return static_cast<std::uint8_t>(colour.index()); }

/// Do the hints belong on their cells, and fit each other?
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

}  // namespace

void Profile::save(ByteWriter& out) const {
  for (const auto* counts : {&clean, &broken, &unlocked, &breaks}) out.array(std::span<const std::uint64_t>(*counts));
}

void Profile::restore(ByteReader& in) {
  for (auto* counts : {&clean, &broken, &unlocked, &breaks}) {
    const std::size_t length = counts->size();
    *counts = in.array<std::uint64_t>();
    if (counts->size() != length) in.refuse();
  }
}

bool counts_odd_colours(const Course& course) {
  return course.strict && course.puzzle.matching == Matching::same &&
         course.puzzle.colours.size() <= Allowance::max_odd && hints_fit(course);
}

template <std::size_t words>
Tail<words>::Tail(const Course& course, Profile& profile, Rng& rng)
    : course_(&course),
      profile_(&profile),
      anything_(static_cast<std::uint8_t>(course.puzzle.colours.size())),
      counts_odd_(counts_odd_colours(course)),
      order_(course.length()),
      fitting_north_(course.puzzle.colours.size() + 1),
      fitting_west_(course.puzzle.colours.size() + 1),
      frames_(course.length() + 1),
      demands_(course.length() + 1, Shown{anything_, anything_, anything_, anything_}) {
  const EdgePuzzle& puzzle = course.puzzle;
  for (const CellKind& kind : course.kinds) add_kind(kind);
  for (std::size_t d = 0; d < course.length(); ++d) {
    const Stop& stop = course.stops[d];
    const bool hint = course.kinds[stop.kind].hint.has_value();  // it is fixed, whatever is asked
    turns_.push_back({hint ? 0 : stop.north, hint ? 0 : stop.west, stop.kind});
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
  if (!counts_odd_) return;
  for (std::size_t c = 0; c < sides.size(); ++c) {
    if (Colour(c) != *puzzle.frame) odd_bit_[c] = bit(c);
    if (sides[c] % 2 != 0) odd_supply_ |= bit(c);
  }
}

/// A hint is fixed: mismatches with it are counted when its neighbours are placed.
template <std::size_t words>
void Tail<words>::add_kind(const CellKind& kind) {
  Kind added;
  Belonging belonging;
  belonging.north_breaks = !kind.hint && breakable(*course_, kind, Side::north) ? every : 0;
  belonging.west_breaks = !kind.hint && breakable(*course_, kind, Side::west) ? every : 0;
  belonging_.push_back(belonging);
  for (std::size_t p = 0; p < course_->length(); ++p) {
    const Sides& piece = course_->puzzle.pieces[p];
    std::array<Fit, 4> fits{};
    for (std::uint8_t rotation = 0; rotation < 4 && looks_new(piece, rotation); ++rotation) {
      if (!may_be_placed(*course_, kind, {PieceId(p), rotation})) continue;
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
  for (std::size_t d = 0; d < floor_; ++d) demands_[d + 1] = all_shown_[laid[d].piece.index()][laid[d].rotation];
  list_pieces(laid);
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
    if (kinds_[kind].last_stop >= floor_) list_kind(kind);
  frames_[floor_].odd = odd_supply_;
  frames_[floor_].breaks = 0;
  opened_ = false;
}

template <std::size_t words>
void Tail<words>::list_pieces(const std::vector<Placed>& laid) {
  std::vector<bool> is_laid(order_.size());
  for (const Placed& placed : laid) is_laid[placed.piece.index()] = true;
  std::fill(fitting_north_.begin(), fitting_north_.end(), Turned{});
  std::fill(fitting_west_.begin(), fitting_west_.end(), Turned{});
  if (order_.size() - laid.size() > max_pieces) throw InternalError("more pieces are left than the tail has room for");
  count_ = 0;
  for (const std::uint16_t piece : order_) {
    if (is_laid[piece]) continue;
    pieces_[count_] = piece;
    for (std::size_t r = 0; r < 4; ++r) {
      const Shown& shown = shown_[r][count_] = all_shown_[piece][r];
      fitting_north_[shown.north][count_ / 64][r] |= bit(count_ % 64);
      fitting_west_[shown.west][count_ / 64][r] |= bit(count_ % 64);
    }
    ++count_;
  }
  frames_[floor_].free = {};
  for (std::size_t i = 0; i < count_; ++i) frames_[floor_].free[i / 64] |= bit(i % 64);
  for (std::size_t w = 0; w < words; ++w) fitting_north_[anything_][w] = Lanes{} + frames_[floor_].free[w];
  fitting_west_[anything_] = fitting_north_[anything_];
}

template <std::size_t words>
void Tail<words>::list_kind(std::size_t kind) {
  Belonging& belonging = belonging_[kind];
  belonging.clean = belonging.misses_hint = {};
  for (std::size_t i = 0; i < count_; ++i)
    for (std::size_t r = 0; r < 4; ++r) {
      const Fit fit = kinds_[kind].fits[pieces_[i]][r];
      belonging.clean[i / 64][r] |= fit == Fit::clean ? bit(i % 64) : 0;
      belonging.misses_hint[i / 64][r] |= fit == Fit::misses_hint ? bit(i % 64) : 0;
    }
}

/// Which words are not 0, as bits; all four at once.
template <std::size_t words>
TESSELLE_IN_BOTH std::uint32_t Tail<words>::open_words(const Lanes& lanes) {
  const Lanes bits = lanes != Lanes{} ? Lanes{1, 2, 4, 8} : Lanes{};
  return static_cast<std::uint32_t>((bits[0] | bits[1]) | (bits[2] | bits[3]));
}

/// What can be placed on the next cell, mismatches only if that is allowed; false if nothing can. Needs pieces,
/// mismatches and odd colours of the frame.
template <std::size_t words>
TESSELLE_IN_BOTH bool Tail<words>::open(std::size_t depth, const Allowance& allowance) {
  const Turn& turn = turns_[depth];
  Frame& frame = frames_[depth];
  const Turned &north = fitting_north_[demands_[turn.north].asks_south],
               &west = fitting_west_[demands_[turn.west].asks_east];
  const Turned& clean = belonging_[turn.kind].clean;
  frame.open = 0;
  for (std::size_t w = 0; w < words; ++w) {
    const Lanes fitting = clean[w] & north[w] & west[w] & frame.free[w];
    frame.candidates[0][w] = fitting;
    frame.open |= open_words(fitting) << 4 * w;
  }
  const bool unlocked = frame.breaks < allowance.max_next(depth, static_cast<std::size_t>(std::popcount(frame.odd)));
  if (unlocked) open_mismatches(depth, allowance);
  return frame.open != 0;
}

/// How many of the two colours that a mismatch on the next cell changes must be odd, so that it is allowed.
template <std::size_t words>
TESSELLE_IN_BOTH int Tail<words>::odd_needed(std::size_t depth, const Allowance& allowance) const {
  if (!counts_odd_) return 0;
  const Frame& frame = frames_[depth];
  const auto odd = static_cast<std::size_t>(std::popcount(frame.odd));
  if (frame.breaks < allowance.max_at(depth + 1, std::min(odd + 2, Allowance::max_odd))) return 0;
  return frame.breaks < allowance.max_at(depth + 1, odd) ? 1 : 2;
}

/// Those for which a mismatch with `asked` is allowed, given how many of the colours must be odd.
template <std::size_t words>
TESSELLE_IN_BOTH void Tail<words>::keep_odd(Turned& candidates, const std::vector<Turned>& fitting, std::uint8_t asked,
                                            std::uint64_t odd, int needed) const {
  needed -= (odd & odd_bit_[asked]) != 0;
  if (needed <= 0) return;
  Turned kept;
  for (; needed == 1 && odd != 0; odd &= odd - 1) {
    const Turned& fits = fitting[static_cast<std::size_t>(std::countr_zero(odd))];
    for (std::size_t w = 0; w < words; ++w) kept[w] |= fits[w];
  }
  for (std::size_t w = 0; w < words; ++w) candidates[w] &= kept[w];
}

template <std::size_t words>
TESSELLE_IN_BOTH void Tail<words>::open_mismatches(std::size_t depth, const Allowance& allowance) {
  const Turn& turn = turns_[depth];
  Frame& frame = frames_[depth];
  const std::uint8_t asked_north = demands_[turn.north].asks_south, asked_west = demands_[turn.west].asks_east;
  const Turned &north = fitting_north_[asked_north], &west = fitting_west_[asked_west];
  const Belonging& belonging = belonging_[turn.kind];
  Turned north_broken, west_broken, hint_missed;
  int ways = 0;
  for (std::size_t w = 0; w < words; ++w) {
    const Lanes clean = belonging.clean[w] & frame.free[w];
    west_broken[w] = clean & north[w] & ~west[w] & belonging.west_breaks;
    north_broken[w] = clean & west[w] & ~north[w] & belonging.north_breaks;
    hint_missed[w] = belonging.misses_hint[w] & north[w] & west[w] & frame.free[w];
    const Lanes all = north_broken[w] | west_broken[w] | hint_missed[w];
    for (std::size_t r = 0; r < 4; ++r) ways += std::popcount(all[r]);
  }
  ++profile_->unlocked[depth];
  profile_->breaks[depth] += static_cast<std::uint64_t>(ways);

  const int needed = odd_needed(depth, allowance);
  keep_odd(north_broken, fitting_north_, asked_north, frame.odd, needed);
  keep_odd(west_broken, fitting_west_, asked_west, frame.odd, needed);
  for (std::size_t w = 0; w < words; ++w) {
    const Lanes broken = north_broken[w] | west_broken[w] | hint_missed[w];
    frame.candidates[1][w] = broken;
    frame.open |= open_words(broken) << 4 * (words + w);
  }
}

/// The odd colours once the piece is placed: sides that match cancel out.
template <std::size_t words>
TESSELLE_IN_BOTH std::uint64_t Tail<words>::odd_with(std::size_t depth, const Shown& shown) const {
  const Turn& turn = turns_[depth];
  const std::uint8_t north = demands_[turn.north].asks_south, west = demands_[turn.west].asks_east;
  return frames_[depth].odd ^ odd_bit_[shown.north] ^ odd_bit_[north] ^ odd_bit_[shown.west] ^ odd_bit_[west];
}

/// The same for a mismatch with a hint that is passed later.
template <std::size_t words>
std::uint64_t Tail<words>::odd_with_hint(std::size_t depth, std::size_t piece, std::size_t rotation) const {
  const CellKind& kind = course_->kinds[turns_[depth].kind];
  const Sides sides = rotated(course_->puzzle.pieces[pieces_[piece]], static_cast<int>(rotation));
  std::uint64_t odd = frames_[depth].odd;
  for (const std::size_t s : {1u, 2u})
    if (kind.pinned[s]) odd ^= odd_bit_[sides[s].index()] ^ odd_bit_[kind.pinned[s]->index()];
  return odd;
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
    const std::size_t rotation = word % 4, group = word / 4 % words, breaks = word / (4 * words);
    const std::uint64_t candidates = frame.candidates[breaks][group][rotation];
    const auto piece = static_cast<std::size_t>(std::countr_zero(candidates)) + group * 64;
    const std::uint64_t rest = candidates & (candidates - 1);
    frame.candidates[breaks][group][rotation] = rest;
    frame.open ^= static_cast<std::uint32_t>(rest == 0) << word;
    const Shown shown = shown_[rotation][piece];

    // 2. What is odd then? Only mismatches with hints may turn out not to be allowed.
    std::uint64_t odd = frame.odd;
    const std::uint32_t breaks_below = frame.breaks + static_cast<std::uint32_t>(breaks);
    if (breaks != 0) {
      odd = odd_with(depth, shown);
      if (odd == frame.odd) {
        odd = odd_with_hint(depth, piece, rotation);
        if (breaks_below > allowance.max_at(depth + 1, static_cast<std::size_t>(std::popcount(odd)))) continue;
      }
      ++profile_->broken[depth];
    } else {
      ++profile_->clean[depth];
    }

    // 3. It is placed.
    --budget;
    frame.piece = static_cast<std::uint8_t>(piece);
    frame.rotation = static_cast<std::uint8_t>(rotation);
    Frame& below = frames_[depth + 1];
    demands_[depth + 1] = shown;
    below.free = frame.free;
    below.free[group] &= ~bit(piece % 64);
    below.odd = odd;
    below.breaks = breaks_below;

    // 4. Can it be gone on from?
    if (depth + 1 >= watch) {
      ++depth;
      opened_ = false;
      end = End::watched;
      break;
    }
    if (open(depth + 1, allowance)) ++depth;
  }
  depth_ = depth;
  left = budget;
  return end;
}

/// Not members of a template: the compiler does not look at the instructions that those are to be compiled for.
struct TailOnNewer {
  TESSELLE_ON_NEWER static End loop(Tail<1>& tail, std::uint64_t& left, std::size_t watch, const Allowance& allowance) {
    return tail.loop(left, watch, allowance);
  }
  TESSELLE_ON_NEWER static End loop(Tail<2>& tail, std::uint64_t& left, std::size_t watch, const Allowance& allowance) {
    return tail.loop(left, watch, allowance);
  }
};

template <std::size_t words>
End Tail<words>::run(std::uint64_t& left, std::size_t watch, const Allowance& allowance) {
  if (!opened_) open(depth_, allowance);
  opened_ = true;
  static const bool newer = supports(Instructions::avx2);
  return newer ? TailOnNewer::loop(*this, left, watch, allowance) : loop(left, watch, allowance);
}

template <std::size_t words>
Placed Tail<words>::laid(std::size_t d) const {
  return {PieceId(pieces_[frames_[d].piece]), frames_[d].rotation};
}

/// Words without candidates are not written; those of mismatches may be stale then.
template <std::size_t words>
void Tail<words>::save_candidates(ByteWriter& out, const Frame& frame) const {
  out.number(frame.open);
  for (std::size_t w = 0; w < 8 * words; ++w)
    if (frame.open >> w & 1) out.number(frame.candidates[w / (4 * words)][w / 4 % words][w % 4]);
}

template <std::size_t words>
void Tail<words>::read_candidates(ByteReader& in, Frame& frame) const {
  frame.open = static_cast<std::uint32_t>(in.number(bit(8 * words) - 1));
  for (std::size_t w = 0; w < 8 * words; ++w) {
    if ((frame.open >> w & 1) == 0) continue;
    const std::uint64_t candidates = in.number();
    if (candidates == 0 || (candidates & ~frame.free[w / 4 % words]) != 0) in.refuse();
    frame.candidates[w / (4 * words)][w / 4 % words][w % 4] = candidates;
  }
}

template <std::size_t words>
void Tail<words>::save(ByteWriter& out) const {
  out.number(depth_);
  for (std::size_t d = floor_; d < depth_; ++d) {
    save_candidates(out, frames_[d]);
    out.number(4 * frames_[d].piece + std::size_t{frames_[d].rotation});
    out.number(frames_[d + 1].odd);
    out.number(frames_[d + 1].breaks);
  }
  out.number(opened_);
  if (opened_) save_candidates(out, frames_[depth_]);
}

template <std::size_t words>
void Tail<words>::restore(ByteReader& in, std::size_t most) {
  const auto depth = static_cast<std::size_t>(in.number(most));
  if (depth < floor_) in.refuse();
  for (depth_ = floor_; depth_ < depth; ++depth_) lay_again(in, depth_);
  opened_ = in.number(1) != 0;
  if (opened_) read_candidates(in, frames_[depth_]);
}

template <std::size_t words>
void Tail<words>::lay_again(ByteReader& in, std::size_t depth) {
  Frame &frame = frames_[depth], &below = frames_[depth + 1];
  read_candidates(in, frame);
  const std::uint64_t laid = in.number(4 * count_ - 1);
  const std::size_t piece = laid / 4, group = piece / 64;
  if ((frame.free[group] >> piece % 64 & 1) == 0) in.refuse();
  frame.piece = static_cast<std::uint8_t>(piece);
  frame.rotation = static_cast<std::uint8_t>(laid % 4);
  demands_[depth + 1] = shown_[frame.rotation][piece];
  below.free = frame.free;
  below.free[group] &= ~bit(piece % 64);
  std::uint64_t colours = odd_supply_;
  for (const std::uint64_t colour : odd_bit_) colours |= colour;
  below.odd = in.number();
  if ((below.odd & ~colours) != 0) in.refuse();
  below.breaks = static_cast<std::uint32_t>(in.number(std::numeric_limits<std::uint16_t>::max()));
}

template class Tail<1>;
template class Tail<2>;

}  // namespace tesselle::edge::schedule
