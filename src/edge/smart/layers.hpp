#pragma once

#include <string>
#include <string_view>

namespace tesselle::edge::smart {

/// Which rules look ahead. Without any, a placement only narrows the cells beside it, and the search tree is that of
/// plain search; each further layer can only remove nodes (tested with a fixed path).
struct Layers {
  bool capi = false;    ///< cells and kinds of pieces, both ways
  bool boco = false;    ///< colours of borders, by the number of placements that show them
  bool diag = false;    ///< colour pairs around inner vertices
  bool supply = false;  ///< sides of each colour against the borders that need or allow it

  bool any() const { return capi || boco || diag || supply; }
};

/// A comma-separated list of capi, boco, diag and supply, or "none". Throws UsageError.
Layers parse_layers(std::string_view text);

}  // namespace tesselle::edge::smart
