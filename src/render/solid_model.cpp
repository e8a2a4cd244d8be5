#include "render/solid_model.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "render/packing_scene.hpp"
#include "render/svg.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

using CellSet = std::set<Cell>;

/// A piece with a gap around it. Each cube is cut into layers along each axis: a skin as thick as half the clearance, a
/// rim as wide as the bevel, a core. A part of the skin belongs to the piece if all cubes that it touches do. What is
/// left is the piece made smaller on every side, without touching itself along edges.
///
/// A bevel moves the points on the edges that stand out, by half of it towards the inside on both axes across the edge:
/// then they are halfway between the neighbouring points on the two faces, and what joins these is flat. Where such
/// edges meet, a point moves for all of them. So the surface stays closed whatever the piece.
class GapMesher {
 public:
  GapMesher(std::string name, const CellSet& cells, const SolidOptions& options)
      : cells_(cells), size_(options.size), skin_(options.clearance / 2), bevel_(options.bevel), cuts_(cuts(options)) {
    mesh_.name = std::move(name);
    for (const Cell& cell : cells)
      for (int x = 0; x < layers(); ++x)
        for (int y = 0; y < layers(); ++y)
          for (int z = 0; z < layers(); ++z)
            if (belongs(cell, {outwards(x), outwards(y), outwards(z)}))
              parts_.insert({layers() * cell.x + x, layers() * cell.y + y, layers() * cell.z + z});
  }

  SolidMesh mesh() {
    for (const Cell& part : parts_)
      for (int axis = 0; axis < 3; ++axis)
        for (const int sign : {-1, 1})
          if (!parts_.contains(part + along(axis, sign))) add_face(part, axis, sign);
    return std::move(mesh_);
  }

 private:
  struct MeshPoint {
    std::uint32_t number = 0;
    int moved_axes = 0;
  };

  /// Where a cube is cut, from one of its sides to the other.
  static std::vector<double> cuts(const SolidOptions& options) {
    const double skin = options.clearance / 2;
    std::vector<double> at = {0, options.size};
    if (skin > 0) at.insert(at.end(), {skin, options.size - skin});
    if (options.bevel > 0) at.insert(at.end(), {skin + options.bevel, options.size - skin - options.bevel});
    std::sort(at.begin(), at.end());
    return at;
  }
  int layers() const { return static_cast<int>(cuts_.size()) - 1; }
  /// Towards which neighbour a layer is skin; 0 if it is not.
  int outwards(int layer) const { return skin_ == 0 ? 0 : layer == 0 ? -1 : layer == layers() - 1 ? 1 : 0; }

  static Cell along(int axis, int by) { return {axis == 0 ? by : 0, axis == 1 ? by : 0, axis == 2 ? by : 0}; }

  bool belongs(Cell cell, Cell step) const {
    for (int mask = 1; mask < 8; ++mask) {
      const Cell other = {mask & 1 ? step.x : 0, mask & 2 ? step.y : 0, mask & 4 ? step.z : 0};
      if (!cells_.contains(cell + other)) return false;
    }
    return true;
  }

  /// Where the cut with this number is on an axis, counted through all cubes.
  double position(int cut) const {
    const int cube = static_cast<int>(std::floor(cut / static_cast<double>(layers())));
    return size_ * cube + cuts_[static_cast<std::size_t>(cut - layers() * cube)];
  }

  /// By axis, 1 or -1: which way the point moves because of the edges that stand out at it.
  std::array<int, 3> bevel_direction(Cell at) const {
    const auto inside = [&](const std::array<int, 3>& side) {
      return parts_.contains(at + Cell{side[0] - 1, side[1] - 1, side[2] - 1});
    };
    std::array<int, 3> direction{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int end : {0, 1}) {
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        int filled = 0;
        std::array<int, 3> side{}, found{};
        side[axis] = end;
        for (side[u] = 0; side[u] < 2; ++side[u])
          for (side[v] = 0; side[v] < 2; ++side[v])
            if (inside(side)) found = side, ++filled;
        if (filled != 1) continue;
        direction[u] = found[u] == 1 ? 1 : -1;
        direction[v] = found[v] == 1 ? 1 : -1;
      }
    return direction;
  }

  /// Points are shared by their place in the grid of cuts, so that the surface is closed.
  MeshPoint point(Cell at) {
    const auto [found, is_new] = points_.emplace(at, MeshPoint{static_cast<std::uint32_t>(mesh_.points.size())});
    if (!is_new) return found->second;
    const std::array<int, 3> moved = bevel_ > 0 ? bevel_direction(at) : std::array<int, 3>{};
    found->second.moved_axes =
        static_cast<int>(std::count_if(moved.begin(), moved.end(), [](int m) { return m != 0; }));
    mesh_.points.push_back({position(at.x) + moved[0] * bevel_ / 2, position(at.y) + moved[1] * bevel_ / 2,
                            -(position(at.z) + moved[2] * bevel_ / 2)});  // z runs downwards
    return found->second;
  }

  void add_face(Cell part, int axis, int sign) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    constexpr std::array<std::pair<int, int>, 4> around = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    std::array<MeshPoint, 4> corners;
    for (std::size_t c = 0; c < 4; ++c)
      corners[c] = point(part + along(axis, sign > 0 ? 1 : 0) + along(u, around[c].first) + along(v, around[c].second));
    // Going around from u to v looks outwards at the far end; turning z over turns that round.
    if (sign > 0) std::swap(corners[1], corners[3]);
    // Bevels meet along the line from the point that moves for all of them.
    if (std::max(corners[1].moved_axes, corners[3].moved_axes) > std::max(corners[0].moved_axes, corners[2].moved_axes))
      std::rotate(corners.begin(), corners.begin() + 1, corners.end());
    mesh_.triangles.push_back({corners[0].number, corners[1].number, corners[2].number});
    mesh_.triangles.push_back({corners[0].number, corners[2].number, corners[3].number});
  }

  const CellSet& cells_;
  double size_, skin_, bevel_;
  std::vector<double> cuts_;
  CellSet parts_;
  std::map<Cell, MeshPoint> points_;
  SolidMesh mesh_;
};

void require_solid(const PackingPuzzle& puzzle, const SolidOptions& options) {
  if (puzzle.lattice != LatticeKind::cube && puzzle.lattice != LatticeKind::square)
    throw UsageError("--stl and --3mf are for pieces of cubes or squares");
  if (options.clearance < 0 || options.clearance >= options.size)
    throw UsageError(fmt::format("--clearance: found {}, expected less than the size of a cube, {}", options.clearance,
                                 options.size));
  if (options.bevel < 0 || 2 * options.bevel + options.clearance >= options.size)
    throw UsageError(
        fmt::format("--bevel: found {}, expected less than half of what the clearance leaves of a cube, {}",
                    options.bevel, (options.size - options.clearance) / 2));
}

std::vector<SolidMesh> assembled(const PackingPuzzle& puzzle, const PackingLayout& layout,
                                 const SolidOptions& options) {
  std::vector<SolidMesh> meshes;
  for (const PackingPlacement& p : layout.placements) {
    const PackingPiece& piece = puzzle.pieces[p.piece.index()];
    const auto cells = placed(puzzle.grid(), piece.cells, p.orientation, p.offset);
    meshes.push_back(GapMesher(piece.name, CellSet(cells.begin(), cells.end()), options).mesh());
  }
  return meshes;
}

/// In rows, a cube's width apart.
std::vector<SolidMesh> side_by_side(const PackingPuzzle& puzzle, const SolidOptions& options) {
  const PackingLayout nothing;
  std::vector<SolidMesh> meshes;
  int x = 0, y = 0, row = 0;
  for (const render::TrayPiece& piece : render::tray_of(puzzle, &nothing)) {
    const CellBounds box = bounds_of(piece.shape.cells);
    for (int copy = 0; copy < std::min(piece.copies, 100); ++copy) {
      if (x > 0 && x + box.extent(&Cell::x) > 14) x = 0, y += row + 1, row = 0;
      CellSet cells;
      for (const Cell& cell : piece.shape.cells)
        cells.insert(cell + Cell{x - box.low.x, y - box.low.y, -1 - box.high.z});
      meshes.push_back(GapMesher(piece.shape.name, cells, options).mesh());
      x += box.extent(&Cell::x) + 1;
      row = std::max(row, box.extent(&Cell::y));
    }
  }
  return meshes;
}

template <class Number>
void append_bytes(std::string& out, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

/// A zip archive without compression.
class ZipWriter {
 public:
  void add(const std::string& name, const std::string& contents) {
    const auto sum = static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(contents.data()), static_cast<uInt>(contents.size())));
    const auto offset = static_cast<std::uint32_t>(file_.size());
    append_bytes(file_, std::uint32_t{0x04034b50});
    const std::string facts = facts_of(name, contents, sum);
    file_ += facts + name + contents;
    append_bytes(directory_, std::uint32_t{0x02014b50});
    append_bytes(directory_, std::uint16_t{20});
    directory_ += facts;
    directory_.append(10, '\0');  // comment, disk, attributes
    append_bytes(directory_, offset);
    directory_ += name;
    ++entries_;
  }

  std::string finish() {
    const auto size = static_cast<std::uint32_t>(directory_.size()), offset = static_cast<std::uint32_t>(file_.size());
    file_ += directory_;
    append_bytes(file_, std::uint32_t{0x06054b50});
    append_bytes(file_, std::uint32_t{0});
    append_bytes(file_, entries_);
    append_bytes(file_, entries_);
    append_bytes(file_, size);
    append_bytes(file_, offset);
    append_bytes(file_, std::uint16_t{0});
    return std::move(file_);
  }

 private:
  static std::string facts_of(const std::string& name, const std::string& contents, std::uint32_t sum) {
    std::string facts;
    const auto size = static_cast<std::uint32_t>(contents.size());
    for (const int number : {20, 0, 0, 0, 0x21}) append_bytes(facts, static_cast<std::uint16_t>(number));  // 1980
    for (const std::uint32_t number : {sum, size, size}) append_bytes(facts, number);
    append_bytes(facts, static_cast<std::uint16_t>(name.size()));
    append_bytes(facts, std::uint16_t{0});
    return facts;
  }

  std::string file_, directory_;
  std::uint16_t entries_ = 0;
};

std::string mesh_xml(const SolidMesh& mesh, std::size_t number) {
  std::string xml =
      fmt::format("<object id=\"{}\" type=\"model\" name=\"{}\"><mesh><vertices>", number, render::escaped(mesh.name));
  for (const auto& p : mesh.points)
    xml += fmt::format("<vertex x=\"{:.4f}\" y=\"{:.4f}\" z=\"{:.4f}\"/>", p[0], p[1], p[2]);
  xml += "</vertices><triangles>";
  for (const auto& t : mesh.triangles)
    xml += fmt::format("<triangle v1=\"{}\" v2=\"{}\" v3=\"{}\"/>", t[0], t[1], t[2]);
  return xml + "</triangles></mesh></object>\n";
}

/// Can a piece leave in a direction without meeting others?
bool can_leave(const std::vector<Cell>& piece, const CellSet& others, Cell direction, int far) {
  for (const Cell& cell : piece) {
    Cell at = cell;
    for (int step = 0; step < far; ++step) {
      at = at + direction;
      if (others.contains(at)) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<SolidMesh> solid_meshes(const PackingPuzzle& puzzle, const PackingLayout* layout,
                                    const SolidOptions& options) {
  require_solid(puzzle, options);
  return layout ? assembled(puzzle, *layout, options) : side_by_side(puzzle, options);
}

std::string stl_file(const std::vector<SolidMesh>& meshes) {
  std::string file = "tesselle";
  file.resize(80);
  std::uint32_t count = 0;
  for (const SolidMesh& mesh : meshes) count += static_cast<std::uint32_t>(mesh.triangles.size());
  append_bytes(file, count);
  for (const SolidMesh& mesh : meshes)
    for (const auto& triangle : mesh.triangles) {
      file.append(12, '\0');  // the normal follows from the order of the corners
      for (const std::uint32_t corner : triangle)
        for (const double coordinate : mesh.points[corner]) append_bytes(file, static_cast<float>(coordinate));
      append_bytes(file, std::uint16_t{0});
    }
  return file;
}

std::string three_mf_file(const std::vector<SolidMesh>& meshes) {
  std::string objects, items;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    objects += mesh_xml(meshes[m], m + 1);
    items += fmt::format("<item objectid=\"{}\"/>", m + 1);
  }
  ZipWriter zip;
  const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  zip.add("[Content_Types].xml",
          head +
              "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
              "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
              "<Default Extension=\"model\" ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/>"
              "</Types>\n");
  zip.add("_rels/.rels",
          head +
              "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship "
              "Target=\"/3D/3dmodel.model\" Id=\"rel0\" "
              "Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>\n");
  zip.add("3D/3dmodel.model",
          head + fmt::format("<model unit=\"millimeter\" xml:lang=\"en\" "
                             "xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\"><resources>\n{}"
                             "</resources><build>{}</build></model>\n",
                             objects, items));
  return zip.finish();
}

Assembly assembly_order(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  constexpr std::array<Cell, 6> directions = {Cell{0, 0, -1}, Cell{1, 0, 0},  Cell{-1, 0, 0},
                                              Cell{0, 1, 0},  Cell{0, -1, 0}, Cell{0, 0, 1}};
  std::vector<std::vector<Cell>> pieces;
  CellSet all;
  for (const PackingPlacement& p : layout.placements) {
    pieces.push_back(placed(puzzle.grid(), puzzle.pieces[p.piece.index()].cells, p.orientation, p.offset));
    all.insert(pieces.back().begin(), pieces.back().end());
  }
  const std::vector<Cell> everything(all.begin(), all.end());
  const CellBounds box = everything.empty() ? CellBounds{} : bounds_of(everything);
  const int far = std::max({box.extent(&Cell::x), box.extent(&Cell::y), box.extent(&Cell::z)});
  std::set<std::size_t> left;
  for (std::size_t p = 0; p < pieces.size(); ++p) left.insert(p);
  Assembly assembly;
  const auto take_one = [&] {
    for (const Cell& direction : directions)
      for (const std::size_t p : left) {
        CellSet others = all;
        for (const Cell& cell : pieces[p]) others.erase(cell);
        if (!can_leave(pieces[p], others, direction, far)) continue;
        assembly.moves.push_back({p, Cell{} - direction});
        all = std::move(others);
        left.erase(p);
        return true;
      }
    return false;
  };
  while (!left.empty() && take_one()) {
  }
  assembly.locked.assign(left.begin(), left.end());
  std::reverse(assembly.moves.begin(), assembly.moves.end());
  if (!assembly.possible()) assembly.moves.clear();
  return assembly;
}

}  // namespace tesselle
