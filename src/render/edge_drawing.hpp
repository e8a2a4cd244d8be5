#pragma once

#include "render/drawing.hpp"
#include "render/edge_view.hpp"

namespace tesselle::render {

/// An edge-matching board for small pictures: four coloured quarters per piece, `cell` wide, numbers where they fit.
/// Of two colours that complete each other, one is drawn darker and the other lighter.
Drawing edge_drawing(const EdgeView& view, double cell);

/// One piece to be cut out: motifs and names of its sides, so that it can be used without colours too.
Drawing edge_card(const EdgeView& view, Placed placed, double cell);

}  // namespace tesselle::render
