#include "edge/scan/lanes.hpp"

#include <bit>
#include <cstddef>
#include <cstring>

#include "tesselle/errors.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define TESSELLE_KERNEL __attribute__((target("avx2,bmi,bmi2")))
#define TESSELLE_INLINE_KERNEL __attribute__((target("avx2,bmi,bmi2"), always_inline)) inline

namespace tesselle::edge::scan {
namespace {

using Frame = Lane::Frame;
enum class Copies { one_each, twins };

TESSELLE_INLINE_KERNEL __m256i load(const PieceSet& set) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(set.words.data()));
}
TESSELLE_INLINE_KERNEL __m256i load(const Block& block) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(block.entries.data()));
}

template <class T>
__attribute__((always_inline)) inline T& at_offset(void* begin, std::uint64_t offset) {
  return *reinterpret_cast<T*>(static_cast<char*>(begin) + offset);
}
template <class T>
__attribute__((always_inline)) inline const T& at_offset(const void* begin, std::uint64_t offset) {
  return *reinterpret_cast<const T*>(static_cast<const char*>(begin) + offset);
}

/// `yes` if the condition is not 0. Never a branch, which a compiler is free to make of the usual ways to write it.
__attribute__((always_inline)) inline std::uint64_t choose(std::uint32_t condition, std::uint64_t yes,
                                                           std::uint64_t no) {
  asm("test %1, %1\n\tcmovne %2, %0" : "+r"(no) : "r"(condition), "r"(yes) : "cc");
  return no;
}

/// Moves each entry's bit of the set to the top of its lane.
TESSELLE_INLINE_KERNEL __m256i bits_left(const Block& block, __m256i pieces) {
  const __m256i entries = load(block);
  return _mm256_sllv_epi32(_mm256_permutevar8x32_epi32(pieces, entries), _mm256_srli_epi32(entries, 27));
}

TESSELLE_INLINE_KERNEL std::uint32_t top_bits(__m256i lanes) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(lanes)));
}

/// Where the tables keep what taking the piece of an entry does, for rows of `row_bytes`.
template <std::uint32_t row_bytes>
__attribute__((always_inline)) inline std::uint32_t taking_offset(Entry entry) {
  return std::rotr(entry, 27 - std::countr_zero(row_bytes)) & 255 * row_bytes;
}

template <Copies copies>
TESSELLE_INLINE_KERNEL __m256i take(const LaneTables& tables, __m256i pieces, Entry entry) {
  if constexpr (copies == Copies::one_each) {
    const auto& kept = at_offset<PieceSet>(tables.kept.data(), taking_offset<sizeof(PieceSet)>(entry));
    return _mm256_and_si256(pieces, load(kept));
  }
  using Taking = LaneTables::Taking;
  const auto& taking = at_offset<Taking>(tables.takings.data(), taking_offset<sizeof(Taking)>(entry));
  return _mm256_or_si256(_mm256_and_si256(pieces, load(taking.keep)),
                         _mm256_and_si256(_mm256_srli_epi32(pieces, 1), load(taking.shift)));
}

/// What depends on the path: how a piece stores what it asks of its neighbours, and how a cell reads it.
template <Shape shape>
struct Board {
  TESSELLE_INLINE_KERNEL static void tell(const LaneTables& tables, Frame* frames, const LaneTurn& turn, Frame&,
                                          Entry entry) {
    at_offset<Frame>(frames, turn.south).demand.north = entry;
    if constexpr (shape == Shape::corner) at_offset<Frame>(frames, turn.east).demand.west = entry & tables.minor_mask;
  }
  /// The list of a cell; `before` is the entry of the piece placed last.
  TESSELLE_INLINE_KERNEL static const Block* list(const LaneTables& tables, const Frame*, const LaneTurn& turn,
                                                  const Frame& frame, Entry before) {
    const std::uint32_t west = shape == Shape::rows ? before & turn.chain : frame.demand.west;
    return &at_offset<Block>(turn.lists, std::uint64_t{frame.demand.north & tables.major_mask} + west);
  }
  TESSELLE_INLINE_KERNEL static std::uint32_t candidates(const LaneTables&, const Frame*, const LaneTurn&,
                                                         const Block* block, __m256i pieces) {
    return top_bits(bits_left(*block, pieces));
  }
};

template <>
struct Board<Shape::any> {
  TESSELLE_INLINE_KERNEL static std::uint32_t demand(const Frame* frames, std::uint32_t offset) {
    return at_offset<Ask>(frames, offset + offsetof(Frame, demands));
  }
  TESSELLE_INLINE_KERNEL static void tell(const LaneTables& tables, Frame*, const LaneTurn&, Frame& frame,
                                          Entry entry) {
    const auto& asks = tables.asks[(entry & payload_mask) >> payload_shift];
    std::memcpy(&frame.demands, asks.data(), sizeof asks);
  }
  TESSELLE_INLINE_KERNEL static const Block* list(const LaneTables& tables, const Frame* frames, const LaneTurn& turn,
                                                  const Frame&, Entry) {
    const std::uint64_t minor = demand(frames, turn.demand_offsets[0]), major = demand(frames, turn.demand_offsets[1]);
    return &at_offset<Block>(turn.lists, minor + (major << tables.colour_bits()));
  }
  TESSELLE_INLINE_KERNEL static std::uint32_t candidates(const LaneTables& tables, const Frame* frames,
                                                         const LaneTurn& turn, const Block* block, __m256i pieces) {
    const std::uint32_t rest = demand(frames, turn.demand_offsets[2]) | demand(frames, turn.demand_offsets[3]) << 16;
    const Block& shown = tables.checks[static_cast<std::size_t>(block - tables.blocks.data())];
    const __m256i fits = _mm256_cmpeq_epi32(load(shown), _mm256_set1_epi32(static_cast<int>(rest)));
    return top_bits(_mm256_and_si256(bits_left(*block, pieces), fits));
  }
};

TESSELLE_INLINE_KERNEL const LaneTurn& turn_of(const LaneTables& tables, std::uint64_t at) {
  return at_offset<LaneTurn>(tables.turns.data(), at);
}

/// Where a list goes on: its next block, or an end. Returns the frame to go on with.
template <Shape shape>
TESSELLE_KERNEL __attribute__((noinline)) std::uint64_t follow_link(const LaneTables& tables, Frame* frames,
                                                                    std::uint64_t at) {
  Frame& frame = at_offset<Frame>(frames, at);
  const std::uint32_t link = (frame.block->entries[link_entry] & payload_mask) >> payload_shift;
  if (link == lane_idle) return at;
  if (link == board_full) {
    frames[bottom_frame].candidates = 1;
    return bottom_frame;
  }
  frame.block = &tables.blocks[link];
  frame.candidates = Board<shape>::candidates(tables, frames, turn_of(tables, at), frame.block, load(frame.pieces));
  return frame.candidates ? at : frame.back;
}

/// One node: takes the next candidate of the frame and looks at the cell after it. Returns the frame to go on with.
template <Shape shape, Copies copies>
TESSELLE_INLINE_KERNEL std::uint64_t step(const LaneTables& tables, Frame* frames, std::uint64_t at) {
  Frame& frame = at_offset<Frame>(frames, at);
  Frame& next = at_offset<Frame>(frames, at + frame_bytes);
  const LaneTurn& next_turn = turn_of(tables, at + frame_bytes);
  const std::uint64_t pick = _tzcnt_u64(frame.candidates);
  if (__builtin_expect(pick == link_entry, 0)) return follow_link<shape>(tables, frames, at);

  const std::uint32_t rest = frame.candidates & (frame.candidates - 1);
  const Entry entry = frame.block->entries[pick];
  const __m256i pieces = take<copies>(tables, load(frame.pieces), entry);
  const std::uint64_t back = choose(rest, at, frame.back);
  frame.candidates = rest;
  ++frame.nodes;
  next.back = static_cast<std::uint32_t>(back);
  _mm256_store_si256(reinterpret_cast<__m256i*>(next.pieces.words.data()), pieces);
  Board<shape>::tell(tables, frames, turn_of(tables, at), frame, entry);
  next.block = Board<shape>::list(tables, frames, next_turn, next, entry);
  next.candidates = Board<shape>::candidates(tables, frames, next_turn, next.block, pieces);
  return choose(next.candidates, at + frame_bytes, back);
}

template <Shape shape, Copies copies>
TESSELLE_KERNEL std::uint32_t run_kernel(const LaneTables& tables, Lanes::Memory& lanes, Lanes::Tops& tops,
                                         std::uint32_t rounds) {
  Lanes::Tops top = tops;
  std::uint32_t done = 0;
  for (bool finished = false; done < rounds && !finished; ++done) {
#pragma GCC unroll 16
    for (std::size_t k = 0; k < lane_count; ++k) {
      top[k] = step<shape, copies>(tables, lanes[k].frames.data(), top[k]);
      if (__builtin_expect(top[k] == bottom_frame, 0)) {
        finished = true;
        break;
      }
    }
  }
  tops = top;
  return done;
}

/// Finds the candidates of the first cell of a subtree; its western neighbour is not placed by the lane.
template <Shape shape>
TESSELLE_KERNEL void look(const LaneTables& tables, Frame* frames, std::uint64_t at) {
  Frame& frame = at_offset<Frame>(frames, at);
  const LaneTurn& turn = turn_of(tables, at);
  frame.block = Board<shape>::list(tables, frames, turn, frame, frame.demand.west);
  frame.candidates = Board<shape>::candidates(tables, frames, turn, frame.block, load(frame.pieces));
}

struct Kernel {
  void (*look)(const LaneTables&, Frame*, std::uint64_t);
  std::uint32_t (*run[2])(const LaneTables&, Lanes::Memory&, Lanes::Tops&, std::uint32_t);  ///< without, with twins
};
template <Shape shape>
constexpr Kernel kernel_for = {look<shape>, {run_kernel<shape, Copies::one_each>, run_kernel<shape, Copies::twins>}};

const Kernel& kernel_of(const LaneTables& tables) {
  switch (tables.shape()) {
    case Shape::rows:
      return kernel_for<Shape::rows>;
    case Shape::corner:
      return kernel_for<Shape::corner>;
    default:
      return kernel_for<Shape::any>;
  }
}

}  // namespace

std::uint32_t Lanes::run(std::uint32_t rounds) {
  return kernel_of(*tables_).run[tables_->has_twins()](*tables_, *lanes_, top_, rounds);
}

void Lanes::start(std::size_t number, const LaneStart& start) {
  Frame* const frames = (*lanes_)[number].frames.data();
  for (const auto& [at, value] : start.borders) {
    if (tables_->shape() == Shape::any)
      at_offset<Ask>(frames, at) = static_cast<Ask>(value);
    else
      at_offset<std::uint32_t>(frames, at) = value;
  }
  const std::uint32_t at = frame_at(start.depth);
  Frame& frame = at_offset<Frame>(frames, at);
  frame.pieces = start.pieces;
  frame.back = bottom_frame;
  kernel_of(*tables_).look(*tables_, frames, at);
  frames[bottom_frame].candidates = 0;
  top_[number] = frame.candidates ? at : bottom_frame;
}

}  // namespace tesselle::edge::scan

#else

namespace tesselle::edge::scan {

std::uint32_t Lanes::run(std::uint32_t) { throw InternalError("no lanes on this machine"); }
void Lanes::start(std::size_t, const LaneStart&) { throw InternalError("no lanes on this machine"); }

}  // namespace tesselle::edge::scan

#endif

namespace tesselle::edge::scan {

Lanes::Lanes(const LaneTables& tables) : tables_(&tables), lanes_(std::make_unique<Memory>()) {
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    Lane::Frame& frame = (*lanes_)[lane].frames[idle_frame];
    frame.block = tables.idle_block();
    frame.candidates = 1u << link_entry;
    rest(lane);
  }
}

}  // namespace tesselle::edge::scan
