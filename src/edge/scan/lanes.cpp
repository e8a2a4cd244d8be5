#include "edge/scan/lanes.hpp"

#include <cstring>

#include "base/errors.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define TESSELLE_KERNEL __attribute__((target("avx2,bmi,bmi2")))
#define TESSELLE_INLINE_KERNEL __attribute__((target("avx2,bmi,bmi2"), always_inline)) inline

namespace tesselle::edge::scan {
namespace {

using Record = Lane::Record;
enum class Copies { one_each, twins };

TESSELLE_INLINE_KERNEL __m256i load(const PieceSet& set) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(set.words.data()));
}
TESSELLE_INLINE_KERNEL __m256i load(const Block& block) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(block.entries.data()));
}

/// Moves each entry's bit of the set to the top of its lane.
TESSELLE_INLINE_KERNEL __m256i bits_left(const Block& block, __m256i pieces) {
  const __m256i entries = load(block);
  return _mm256_sllv_epi32(_mm256_permutevar8x32_epi32(pieces, entries), _mm256_srli_epi32(entries, 27));
}

TESSELLE_INLINE_KERNEL std::uint32_t top_bits(__m256i lanes) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(lanes)));
}

template <Copies copies>
TESSELLE_INLINE_KERNEL __m256i take(const LaneTables& tables, __m256i pieces, Entry entry) {
  const std::uint32_t bit = (entry << 5 | entry >> 27) & 255;
  if constexpr (copies == Copies::one_each) return _mm256_and_si256(pieces, load(tables.kept[bit]));
  const LaneTables::Taking& taking = tables.takings[bit];
  return _mm256_or_si256(_mm256_and_si256(pieces, load(taking.keep)),
                         _mm256_and_si256(_mm256_srli_epi32(pieces, 1), load(taking.shift)));
}

/// The list of a cell, and which candidates of its first block are left and fit.
struct Look {
  const Block* block;
  std::uint32_t candidates;
};

TESSELLE_INLINE_KERNEL const Block* at_offset(const Block* block, std::size_t offset) {
  return reinterpret_cast<const Block*>(reinterpret_cast<const char*>(block) + offset);
}

template <Shape shape>
struct Board;

template <>
struct Board<Shape::corner> {
  TESSELLE_INLINE_KERNEL static void put(const LaneTables& tables, Lane& lane, std::uint32_t depth, Entry entry) {
    const std::uint32_t slot = tables.turns.slot[depth];
    lane.slots[slot + row_slots].north = entry & tables.major_mask;
    lane.slots[slot + 1].west = entry & tables.minor_mask;
  }
  TESSELLE_INLINE_KERNEL static const Block* list(const LaneTables& tables, const Lane& lane, std::uint32_t depth) {
    const Lane::Slot& slot = lane.slots[tables.turns.slot[depth]];
    return at_offset(tables.turns.blocks[depth], std::size_t{slot.north} + slot.west);
  }
  TESSELLE_INLINE_KERNEL static std::uint32_t candidates(const LaneTables&, const Lane&, std::uint32_t,
                                                         const Block* block, __m256i pieces) {
    return top_bits(bits_left(*block, pieces));
  }
};

template <>
struct Board<Shape::any> {
  TESSELLE_INLINE_KERNEL static void put(const LaneTables& tables, Lane& lane, std::uint32_t depth, Entry entry) {
    const auto& asks = tables.asks[(entry & payload_mask) >> payload_shift];
    std::memcpy(&lane.asks[tables.turns.own[depth]], asks.data(), sizeof asks);
  }
  TESSELLE_INLINE_KERNEL static const Block* list(const LaneTables& tables, const Lane& lane, std::uint32_t depth) {
    const std::size_t minor = lane.asks[tables.turns.asked[0][depth]];
    const std::size_t major = lane.asks[tables.turns.asked[1][depth]];
    return at_offset(tables.turns.blocks[depth], minor + (major << tables.colour_bits()));
  }
  TESSELLE_INLINE_KERNEL static std::uint32_t candidates(const LaneTables& tables, const Lane& lane,
                                                         std::uint32_t depth, const Block* block, __m256i pieces) {
    const std::uint32_t third = lane.asks[tables.turns.asked[2][depth]];
    const std::uint32_t fourth = lane.asks[tables.turns.asked[3][depth]];
    const __m256i wanted = _mm256_set1_epi32(static_cast<int>(third | fourth << 16));
    const __m256i shown = load(tables.checks[static_cast<std::size_t>(block - tables.blocks.data())]);
    return top_bits(_mm256_and_si256(bits_left(*block, pieces), _mm256_cmpeq_epi32(shown, wanted)));
  }
};

/// Where a list goes on: its next block, or an end.
template <Shape shape>
TESSELLE_KERNEL __attribute__((noinline, cold)) Record* follow_link(const LaneTables& tables, Lane& lane, Record* top) {
  const std::uint32_t link = (top->block->entries[link_entry] & payload_mask) >> payload_shift;
  if (link == board_full) {
    lane.solved = true;
    return lane.stack.data();
  }
  if (link == lane_idle) {
    top->candidates = 1u << link_entry;
    return top;
  }
  top->block = &tables.blocks[link];
  top->candidates = Board<shape>::candidates(tables, lane, top->depth, top->block, load(top->pieces));
  return top->candidates ? top : top - 1;
}

/// One node: takes the next candidate of the record on top and looks at the cell after it.
template <Shape shape, Copies copies>
TESSELLE_INLINE_KERNEL Record* step(const LaneTables& tables, Lane& lane, Record* top) {
  const std::uint32_t candidates = top->candidates, rest = candidates & (candidates - 1);
  const std::uint32_t pick = _tzcnt_u32(candidates);
  const Block* const block = top->block;
  const std::uint32_t depth = top->depth;
  top->candidates = rest;
  if (__builtin_expect(pick == link_entry, 0)) return follow_link<shape>(tables, lane, top);

  const Entry entry = block->entries[pick];
  const __m256i pieces = take<copies>(tables, load(top->pieces), entry);
  Record* const above = top + (rest != 0);
  ++lane.nodes[depth];
  Board<shape>::put(tables, lane, depth, entry);
  const Block* const next = Board<shape>::list(tables, lane, depth + 1);
  const std::uint32_t next_candidates = Board<shape>::candidates(tables, lane, depth + 1, next, pieces);
  _mm256_store_si256(reinterpret_cast<__m256i*>(above->pieces.words.data()), pieces);
  above->block = next;
  above->candidates = next_candidates;
  above->depth = depth + 1;
  return above - (next_candidates == 0);
}

template <Shape shape, Copies copies>
TESSELLE_KERNEL std::uint32_t run_kernel(const LaneTables& tables, std::array<Lane, lane_count>& lanes,
                                         std::uint32_t rounds) {
  std::array<Record*, lane_count> top;
  for (std::size_t k = 0; k < lane_count; ++k) top[k] = lanes[k].top;
  bool finished = false;
  std::uint32_t done = 0;
  for (; done < rounds && !finished; ++done) {
#pragma GCC unroll 8
    for (std::size_t k = 0; k < lane_count; ++k) {
      top[k] = step<shape, copies>(tables, lanes[k], top[k]);
      if (__builtin_expect(top[k] == lanes[k].stack.data(), 0)) finished = true;
    }
  }
  for (std::size_t k = 0; k < lane_count; ++k) lanes[k].top = top[k];
  return done;
}

template <Shape shape>
TESSELLE_KERNEL std::uint32_t first_candidates(const LaneTables& tables, const Lane& lane, Record& record) {
  record.block = Board<shape>::list(tables, lane, record.depth);
  return Board<shape>::candidates(tables, lane, record.depth, record.block, load(record.pieces));
}

using Kernel = std::uint32_t (*)(const LaneTables&, std::array<Lane, lane_count>&, std::uint32_t);
constexpr Kernel kernels[2][2] = {
    {run_kernel<Shape::corner, Copies::one_each>, run_kernel<Shape::corner, Copies::twins>},
    {run_kernel<Shape::any, Copies::one_each>, run_kernel<Shape::any, Copies::twins>},
};

}  // namespace

bool Lanes::supported() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"); }

std::uint32_t Lanes::run(std::uint32_t rounds) {
  return kernels[tables_->shape() == Shape::any][tables_->has_twins()](*tables_, *lanes_, rounds);
}

void Lanes::start(std::size_t number, const LaneStart& start) {
  Lane& lane = (*lanes_)[number];
  for (const auto& [slot, value] : start.borders) {
    if (tables_->shape() == Shape::any)
      lane.asks[slot] = static_cast<Ask>(value);
    else
      (slot & 1 ? lane.slots[slot / 2].west : lane.slots[slot / 2].north) = value;
  }
  Record& record = lane.stack[1];
  record.pieces = start.pieces;
  record.depth = start.depth;
  record.candidates = tables_->shape() == Shape::any ? first_candidates<Shape::any>(*tables_, lane, record)
                                                     : first_candidates<Shape::corner>(*tables_, lane, record);
  lane.solved = false;
  lane.top = record.candidates ? &record : lane.stack.data();
}

}  // namespace tesselle::edge::scan

#else

namespace tesselle::edge::scan {

bool Lanes::supported() { return false; }
std::uint32_t Lanes::run(std::uint32_t) { throw InternalError("no lanes on this machine"); }
void Lanes::start(std::size_t, const LaneStart&) { throw InternalError("no lanes on this machine"); }

}  // namespace tesselle::edge::scan

#endif

namespace tesselle::edge::scan {

Lanes::Lanes(const LaneTables& tables) : tables_(&tables), lanes_(std::make_unique<std::array<Lane, lane_count>>()) {
  for (std::size_t lane = 0; lane < lane_count; ++lane) rest(lane);
}

void Lanes::rest(std::size_t number) {
  Lane& lane = (*lanes_)[number];
  lane.top = &lane.stack[1];
  lane.top->block = tables_->idle_block();
  lane.top->candidates = 1u << link_entry;
}

}  // namespace tesselle::edge::scan
