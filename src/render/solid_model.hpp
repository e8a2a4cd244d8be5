#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// How pieces of cubes are made for a 3-D printer, in millimetres.
struct SolidOptions {
  double size = 15;        ///< the side of a cube
  double clearance = 0.2;  ///< gap between pieces that touch: each gives up half of it
  double bevel = 0;        ///< how much of each face is cut off along edges that stand out
};

/// A surface of triangles that is closed: indices into points, counter-clockwise from outside.
struct SolidMesh {
  std::string name;
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// The pieces side by side on the plate or, with a layout, assembled. Throws UsageError unless the cells are cubes or
/// squares, or if clearance and bevel leave nothing of a cube.
std::vector<SolidMesh> solid_meshes(const PackingPuzzle& puzzle, const PackingLayout* layout,
                                    const SolidOptions& options);

/// All meshes in one binary STL file.
std::string stl_file(const std::vector<SolidMesh>& meshes);
/// A 3MF file: one object per mesh, with its name.
std::string three_mf_file(const std::vector<SolidMesh>& meshes);

/// The order in which pieces can be moved into place, each straight along an axis from far away.
struct AssemblyMove {
  std::size_t placement = 0;  ///< index into the layout
  Cell direction;             ///< in which it is moved in
};
struct Assembly {
  std::vector<AssemblyMove> moves;    ///< all pieces if there is an order
  std::vector<std::size_t> locked{};  ///< otherwise: the placements that block one another
  bool possible() const { return locked.empty(); }
};
/// Taking a piece away never blocks another, so that taking away what can be taken finds an order if there is one.
Assembly assembly_order(const PackingPuzzle& puzzle, const PackingLayout& layout);

}  // namespace tesselle
