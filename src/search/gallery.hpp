#pragma once

#include "render/catalogue.hpp"
#include "render/gallery.hpp"

namespace tesselle {

/// A catalogue to be looked through. Solutions are of one family if, perhaps after turning a board, one leads to
/// another by moving two pieces: they are exchanged, or the block that they make is turned. Families are left out where
/// comparing all solutions would take too long.
Gallery gallery_of(const Catalogue& catalogue, std::shared_ptr<const Puzzle> puzzle);

}  // namespace tesselle
