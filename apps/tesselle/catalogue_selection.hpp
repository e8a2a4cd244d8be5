#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "puzzle/puzzle.hpp"
#include "render/catalogue.hpp"

namespace tesselle {

struct PieceAt {
  std::string piece;  ///< any piece of that name
  Cell cell;
};

struct Filters {
  bool composed = false;
  std::vector<PieceAt> pieces_at;  ///< all of them in the same copy
  std::uint64_t every = 1;
  std::optional<std::uint64_t> first;
};

/// Throws UsageError for a piece or cell that the puzzle does not have, and for what only packing puzzles have.
Filters read_filters(const Puzzle& puzzle, const std::optional<std::string>& only,
                     const std::vector<std::string>& pieces_at, std::uint64_t every,
                     std::optional<std::uint64_t> first);

/// Distinct solutions that a straight cut parts in the same way.
struct ComposedClass {
  std::string name;
  std::uint64_t solutions = 0;
};

struct CatalogueSelection {
  std::vector<CatalogueEntry> entries;
  std::size_t all = 0;  ///< before the filters
  std::vector<ComposedClass> classes;
  std::uint64_t composed = 0;
};

/// Sorts the boards by their keys and numbers them; then filters. With `distinct`, each board stands for its orbit: it
/// is first replaced by the smallest of its symmetric copies, so that neither engine nor threads change the order.
CatalogueSelection select(const Puzzle& puzzle, std::vector<Solution> boards, bool distinct, const Filters& filters);

}  // namespace tesselle
