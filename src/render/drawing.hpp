#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "render/palette.hpp"
#include "tesselle/lattice.hpp"

namespace tesselle::render {

using Ring = std::vector<Point>;

/// Which end of a line of writing is at its place.
enum class Anchoring { start, middle, end };

/// What boards are drawn with, whatever the file: the SVG and the PDF writer each know how to write these three.
/// Coordinates are pixels or points, y downwards.
struct Strokes {
  Rgb colour = ink;
  double width = 1;
  bool round_joins = false, round_caps = false;
};
struct PathMark {
  std::string_view marker{};  ///< class in SVG; a literal
  std::vector<Ring> rings;    ///< closed; filled by the even-odd rule
  std::optional<Rgb> fill;
  double fill_opacity = 1;
  std::optional<Strokes> stroke;
};
struct CircleMark {
  std::string_view marker{};
  Point centre;
  double radius = 1;
  Rgb fill = white;
  std::optional<Strokes> stroke;
};
struct TextMark {
  Point at;  ///< `anchoring` sideways, half the height of a capital upwards
  std::string words;
  double size = 12;
  Rgb colour = ink;
  Anchoring anchoring = Anchoring::middle;
  bool bold = false;
};

using Mark = std::variant<PathMark, CircleMark, TextMark>;

struct DrawingPart;

/// Marks in the order of painting, then smaller drawings on top; the top-left corner is at the origin.
/// Parts keep their own coordinates, so equal boards at different places are equal in the file, which compresses.
struct Drawing {
  Drawing();
  Drawing(double its_width, double its_height);

  double width = 0, height = 0;
  std::vector<Mark> marks;
  std::vector<DrawingPart> parts;

  /// Puts another drawing on this one, which grows if need be.
  void add(Drawing other, double x, double y);
};
struct DrawingPart {
  Point at;
  Drawing drawing;
};

/// From lattice units, y upwards, to a drawing's coordinates.
struct Scale {
  double unit = 1;
  Point origin;

  Point operator()(Point p) const { return {origin.x + unit * p.x, origin.y - unit * p.y}; }
  std::vector<Ring> operator()(const std::vector<Ring>& rings) const;
};

}  // namespace tesselle::render
