#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "render/drawing.hpp"
#include "render/palette.hpp"
#include "tesselle/lattice.hpp"

namespace tesselle::render {

/// At most two decimals, no trailing zeros, no locale: the same bytes on every machine.
std::string number(double value);

/// Text between tags or in an attribute; never produces markup, whatever the name contains.
std::string escaped(std::string_view text);

struct Attribute {
  std::string_view name;
  std::string value;

  Attribute(std::string_view n, double v) : name(n), value(number(v)) {}
  Attribute(std::string_view n, Rgb colour) : name(n), value(hex(colour)) {}
  Attribute(std::string_view n, std::string_view text) : name(n), value(escaped(text)) {}
};
using Attributes = std::initializer_list<Attribute>;

/// `<name a="…">content</name>`, or `<name a="…"/>` without content. The content is taken as markup.
std::string element(std::string_view name, Attributes attributes, std::string_view content = {});

struct TextStyle {
  double size = 12;
  Rgb colour = ink;
  std::string_view anchor = "middle";
  std::string_view weight = "normal";
};
/// A line of writing whose middle height is at y (by arithmetic: renderers disagree on dominant-baseline).
std::string text(double x, double y, std::string_view words, const TextStyle& style);

/// Inside a group: lets it appear as number N of all things, which come one after the other. Programs that show stills
/// show the last moment.
std::string appearing(int number, int all, double seconds_each);

std::string translated(double x, double y, std::string_view content);

/// Path data of closed rings.
std::string path_data(const std::vector<Ring>& rings);

/// A drawing with its size, its top-left corner at the origin: what pages, trays and documents are put together from.
/// Definitions are shared by name, and a name always means the same drawing, in every picture of every puzzle.
struct Picture {
  double width = 0, height = 0;
  std::string body;
  std::map<std::string, std::string> definitions;

  void add(const Picture& other, double x, double y);
};

/// Rows of pictures, left to right and top to bottom, no wider than `width` unless a single one is.
Picture flow(const std::vector<Picture>& pictures, double width, double gap);
Picture stacked(const std::vector<Picture>& pictures, double gap);
Picture enlarged(const Picture& picture, double factor);
Picture captioned(const Picture& picture, std::string_view caption, double size);

Picture picture_of(const Drawing& drawing);

/// A whole SVG file.
std::string document(const Picture& picture, std::string_view title, double margin);

}  // namespace tesselle::render
