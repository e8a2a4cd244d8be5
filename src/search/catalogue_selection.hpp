#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "render/catalogue.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle {

/// Which solutions are drawn. The numbers stay those of the whole catalogue.
struct CatalogueFilters {
  bool composed = false;               ///< only those that a straight cut divides
  std::vector<std::string> pieces_at;  ///< "X=3,2": piece X covers this cell; all of them in the same symmetric copy
  std::uint64_t every = 1;             ///< every Nth, after the filters above
  std::optional<std::uint64_t> first;  ///< at most this many, after all of that
};

/// Throws UsageError for a piece or cell that the puzzle does not have, and for what only packing puzzles have.
void require_filters(const Puzzle& puzzle, const CatalogueFilters& filters);

/// Distinct solutions that a straight cut divides in the same way.
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
CatalogueSelection select_entries(const Puzzle& puzzle, std::vector<Solution> boards, bool distinct,
                                  const CatalogueFilters& filters);

}  // namespace tesselle
