#include "packing/finals/finals_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>

#include "base/data_file.hpp"
#include "packing/finals/region_walker.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing::finals {
namespace {

void add_values(ByteWriter& writer, const std::vector<double>& values) {
  writer.number(values.size());
  for (const double value : values) writer.number(std::bit_cast<std::uint64_t>(value));
}

std::vector<double> take_values(ByteReader& reader, std::size_t pieces) {
  const std::size_t size = reader.number(pieces);
  if (size != 0 && size != pieces) reader.refuse();
  std::vector<double> values;
  for (std::size_t i = 0; i < size; ++i) {
    values.push_back(std::bit_cast<double>(reader.number()));
    if (!std::isfinite(values.back())) reader.refuse();
  }
  return values;
}

constexpr std::int64_t coordinate_shift = 1 << 20;

void add_hexagon(ByteWriter& writer, const Hexagon& h) {
  for (const int bound : {h.x_low, h.x_high, h.y_low, h.y_high, h.sum_low, h.sum_high})
    writer.number(static_cast<std::uint64_t>(bound + coordinate_shift));
}

Hexagon take_hexagon(ByteReader& reader) {
  Hexagon h;
  for (int* bound : {&h.x_low, &h.x_high, &h.y_low, &h.y_high, &h.sum_low, &h.sum_high})
    *bound = static_cast<int>(static_cast<std::int64_t>(reader.number(2 * coordinate_shift)) - coordinate_shift);
  return h;
}

/// Sets must be of the right size, within the pool, ascending.
bool sets_are_possible(const SetWords& sets, std::size_t words, std::size_t pool, int size) {
  if (words == 0 || sets.size() % words != 0) return false;
  for (std::size_t at = 0; at < sets.size(); at += words) {
    int count = 0;
    for (std::size_t w = 0; w < words; ++w) {
      count += std::popcount(sets[at + w]);
      const std::size_t bits = std::min<std::size_t>(64, pool - std::min(pool, 64 * w));
      if (bits < 64 && sets[at + w] >> bits != 0) return false;
    }
    if (count != size) return false;
  }
  return true;
}

/// To be known before its cells are listed.
bool is_larger(const Hexagon& hexagon, const PackingPuzzle& drafter) {
  return 6 * hexagon.area() > static_cast<std::int64_t>(drafter.region.size());
}

RegionFinals take_region(ByteReader& reader, const PackingPuzzle& drafter, const FinalsData& data) {
  RegionFinals region;
  region.hexagon = take_hexagon(reader);
  if (!region.hexagon.tight() || region.hexagon.area() <= 0 || is_larger(region.hexagon, drafter)) reader.refuse();
  region.values = take_values(reader, drafter.pieces.size());
  region.parts = reader.number();
  region.parts_done = reader.number(region.parts);
  region.sets = reader.array<std::uint64_t>();
  if (!sets_are_possible(region.sets, data.words(), data.pool.size(), pieces_of(drafter, region.hexagon)))
    reader.refuse();
  return region;
}

}  // namespace

bool FinalsData::learned() const {
  return !regions.empty() &&
         std::all_of(regions.begin(), regions.end(), [](const auto& r) { return !r.values.empty(); });
}

bool FinalsData::listed() const {
  return !regions.empty() && std::all_of(regions.begin(), regions.end(), [](const auto& r) { return r.listed(); });
}

int pieces_of(const PackingPuzzle& drafter, const Hexagon& hexagon) {
  return static_cast<int>(6 * hexagon.area() / static_cast<std::int64_t>(drafter.pieces.front().cells.size()));
}

void check_regions(const PackingPuzzle& drafter, std::span<const RegionFinals> regions) {
  std::set<Cell> free(drafter.region.begin(), drafter.region.end());
  for (const PackingPlacement& hint : drafter.hints)
    for (const Cell& cell :
         placed(drafter.grid(), drafter.pieces[hint.piece.index()].cells, hint.orientation, hint.offset))
      free.erase(cell);
  for (const RegionFinals& region : regions) {
    if (is_larger(region.hexagon, drafter)) throw UsageError("finals: a region is larger than the board");
    if (6 * region.hexagon.area() % static_cast<std::int64_t>(drafter.pieces.front().cells.size()) != 0)
      throw UsageError("finals: the area of a region is not that of a whole number of pieces");
    for (const Cell& cell : region.hexagon.cells())
      if (free.erase(cell) == 0) throw UsageError("finals: a region overlaps another, a hint or the rim of the board");
  }
  if (free.empty()) throw UsageError("finals: the regions leave nothing of the board");
}

std::vector<double> mean_values(std::span<const RegionFinals> regions) {
  std::vector<double> values(regions.front().values.size());
  for (std::size_t piece = 0; piece < values.size(); ++piece) {
    double sum = 0;
    for (const RegionFinals& region : regions) sum += std::exp(region.values[piece]);
    values[piece] = std::log(sum / static_cast<double>(regions.size()));
  }
  return values;
}

std::vector<std::uint16_t> easiest_pieces(std::span<const RegionFinals> regions, std::size_t count) {
  const auto values = mean_values(regions);
  std::vector<std::uint16_t> order(values.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] > values[b]; });
  order.resize(std::min(order.size(), count));
  std::reverse(order.begin(), order.end());
  return order;
}

void add_to(ByteWriter& writer, const FinalsData& data) {
  writer.array(std::span(data.pool));
  writer.number(data.regions.size());
  for (const RegionFinals& region : data.regions) {
    add_hexagon(writer, region.hexagon);
    add_values(writer, region.values);
    writer.number(region.parts);
    writer.number(region.parts_done);
    writer.array(std::span(region.sets));
  }
}

FinalsData take_from(ByteReader& reader, const PackingPuzzle& drafter) {
  constexpr std::size_t max_regions = 16;
  FinalsData data;
  data.pool = reader.array<std::uint16_t>();
  std::set<std::uint16_t> pool(data.pool.begin(), data.pool.end());
  if (data.pool.size() > FinalsData::max_pool || pool.size() != data.pool.size()) reader.refuse();
  if (!pool.empty() && *pool.rbegin() >= drafter.pieces.size()) reader.refuse();
  for (std::uint64_t left = reader.number(max_regions); left > 0; --left)
    data.regions.push_back(take_region(reader, drafter, data));
  try {
    check_regions(drafter, data.regions);
  } catch (const UsageError&) {
    reader.refuse();
  }
  return data;
}

void save_finals(const std::string& path, const Puzzle& puzzle, const FinalsData& data) {
  ByteWriter writer;
  add_to(writer, data);
  write_data_file(path, {DataFile::Kind::sets, puzzle_hash(puzzle), writer.take()});
}

FinalsData load_finals(const std::string& path, const Puzzle& puzzle) {
  const PackingPuzzle drafter = puzzle_for_finals(puzzle.packing());
  const DataFile file = read_data_file(path, DataFile::Kind::sets);
  if (file.puzzle_hash != puzzle_hash(puzzle))
    throw InputError({path}, fmt::format("was made for another puzzle than {}", puzzle.name));
  try {
    ByteReader reader(file.contents);
    FinalsData data = take_from(reader, drafter);
    reader.end();
    return data;
  } catch (const InputError&) {
    throw InputError({path}, "is damaged");
  }
}

}  // namespace tesselle::packing::finals
