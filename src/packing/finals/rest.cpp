#include "packing/finals/rest.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace tesselle::packing::finals {

PackingPuzzle rest_of(const PackingPuzzle& drafter, std::span<const RegionFinals> regions) {
  PackingPuzzle rest = drafter;
  std::set<Cell> gone;
  for (const RegionFinals& region : regions)
    for (const Cell& cell : region.hexagon.cells()) gone.insert(cell);
  std::erase_if(rest.region, [&](const Cell& cell) { return gone.count(cell) != 0; });
  for (PackingPiece& piece : rest.pieces) piece.min_copies = 0;
  return rest;
}

std::vector<char> pieces_left_by(const tiling::TilingTables& rest, std::span<const tiling::Spot> path) {
  std::vector<char> left;
  for (const int copies : rest.after(path).copies) left.push_back(copies > 0);
  return left;
}

std::vector<char> required_pieces(const PackingPuzzle& drafter) {
  std::vector<char> required;
  for (const PackingPiece& piece : drafter.pieces) required.push_back(piece.min_copies > 0);
  return required;
}

tileability::Model rest_model(const PackingPuzzle& drafter, const FinalsData& data, const tileability::Model& model,
                              const RestWeights& weights) {
  const auto in_regions = mean_values(data.regions);
  double mean = 0;
  for (const auto& [name, value] : model.piece_values) mean += value / static_cast<double>(model.piece_values.size());
  std::vector<double> in_rest;
  for (const PackingPiece& piece : drafter.pieces) {
    const auto known = model.piece_values.find(piece.name);
    in_rest.push_back(weights.rest * (known == model.piece_values.end() ? mean : known->second));
  }
  std::set<std::size_t> pool(data.pool.begin(), data.pool.end());
  if (pool.empty())
    for (std::size_t piece = 0; piece < in_rest.size(); ++piece) pool.insert(piece);

  double wanted = 0;
  for (const RegionFinals& region : data.regions) wanted += pieces_of(drafter, region.hexagon);
  const auto in_finals = [&](double potential) {
    double count = 0;
    for (const std::size_t piece : pool)
      count += 1 / (1 + std::exp(in_rest[piece] - weights.finals * in_regions[piece] + potential));
    return count;
  };
  double low = -1000, high = 1000;  // few pieces if the potential is high
  for (int step = 0; step < 100; ++step) (in_finals((low + high) / 2) > wanted ? low : high) = (low + high) / 2;

  tileability::Model result = model;
  for (std::size_t piece = 0; piece < in_rest.size(); ++piece) {
    const PackingPiece& p = drafter.pieces[piece];
    result.piece_values[p.name] =
        pool.count(piece) != 0 ? std::log(std::exp(in_rest[piece]) + std::exp(weights.finals * in_regions[piece] - low))
                               : in_rest[piece] - (p.min_copies > 0 ? weights.outside : 0);
  }
  return result;
}

}  // namespace tesselle::packing::finals
