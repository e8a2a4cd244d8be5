#pragma once

#include "render/drawing.hpp"
#include "render/edge_view.hpp"

namespace tesselle::render {

/// An edge-matching board for small pictures: four coloured quarters per piece, `cell` wide, numbers where they fit.
/// Of two colours that complete each other, one is drawn darker and the other lighter.
Drawing edge_drawing(const EdgeView& view, double cell);

}  // namespace tesselle::render
