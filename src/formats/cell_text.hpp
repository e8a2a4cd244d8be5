#pragma once

#include <string>
#include <vector>

#include "formats/document.hpp"
#include "tesselle/lattice.hpp"

namespace tesselle {

/// The three ways a file writes cells: tokens "0,0 1,0", a box "6x10" and ASCII art.

struct CellAt {
  Cell cell;
  std::size_t offset = 0;  ///< of its token or character in the string
  bool optional = false;   ///< drawn as '+'
};

/// Tokens x,y · x,y,z · on the drafter lattice i,j,s,mask, which stands for several cells.
std::vector<CellAt> read_cell_tokens(const Document& document, const Node& node, LatticeKind lattice);

/// A box if the text starts with a digit, else art. `plus_allowed`: '+' draws a cell that may stay empty.
std::vector<CellAt> read_cell_picture(const Document& document, const Node& node, LatticeKind lattice,
                                      bool plus_allowed);

/// Refuses a cell that is there twice, at its second place in the text.
void refuse_repeated_cells(const Document& document, const Node& node, const std::vector<CellAt>& cells);

/// "x,y" or "x,y,z", as tokens are written (for drafter cells "i,j,sector").
std::string cell_token(LatticeKind lattice, Cell cell);
/// All cells as tokens, blank-separated; cells must be sorted.
std::vector<std::string> cell_tokens(LatticeKind lattice, const std::vector<Cell>& cells);

bool uses_z(LatticeKind lattice);

}  // namespace tesselle
