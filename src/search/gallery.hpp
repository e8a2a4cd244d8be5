#pragma once

#include "render/catalogue.hpp"
#include "render/gallery.hpp"

namespace tesselle {

/// A catalogue to be looked through, with the families of its solutions (search/solution_families.hpp) where finding
/// them does not take too long.
Gallery gallery_of(const Catalogue& catalogue, std::shared_ptr<const Puzzle> puzzle);

}  // namespace tesselle
