#include "render/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "render/text.hpp"

namespace tesselle::render {

std::string number(double value) {
  if (!std::isfinite(value)) return "0";
  std::string digits = fmt::format("{:.2f}", value);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits == "-0" ? "0" : digits;
}

std::string escaped(std::string_view words) {
  std::string out;
  for (const char32_t c : decoded(words)) {
    if (c == U'&')
      out += "&amp;";
    else if (c == U'<')
      out += "&lt;";
    else if (c == U'>')
      out += "&gt;";
    else if (c == U'"')
      out += "&quot;";
    else
      append_encoded(out, c);
  }
  return out;
}

std::string element(std::string_view name, Attributes attributes, std::string_view content) {
  std::string out = fmt::format("<{}", name);
  for (const Attribute& attribute : attributes) out += fmt::format(" {}=\"{}\"", attribute.name, attribute.value);
  return content.empty() ? out + "/>" : fmt::format("{}>{}</{}>", out, content, name);
}

std::string text(double x, double y, std::string_view words, const TextStyle& style) {
  constexpr double half_capital = 0.355;  // of the font size, for the usual sans-serif fonts
  return element("text",
                 {{"x", x},
                  {"y", y + half_capital * style.size},
                  {"font-family", "DejaVu Sans, Verdana, sans-serif"},
                  {"font-size", style.size},
                  {"font-weight", style.weight},
                  {"text-anchor", style.anchor},
                  {"fill", style.colour}},
                 escaped(words));
}

std::string appearing(int which, int all, double seconds_each) {
  const double moment = static_cast<double>(which) / (all + 1);
  return element("animate", {{"attributeName", "opacity"},
                             {"values", "0;0;1;1"},
                             {"keyTimes", fmt::format("0;{:.5f};{:.5f};1", moment * 0.999, moment)},
                             {"dur", fmt::format("{}s", number(seconds_each * (all + 1)))},
                             {"fill", "freeze"}});
}

std::string translated(double x, double y, std::string_view content) {
  return element("g", {{"transform", fmt::format("translate({} {})", number(x), number(y))}}, content);
}

std::string path_data(const std::vector<Ring>& rings) {
  std::string data;
  for (const Ring& ring : rings) {
    char command = 'M';
    for (const Point& point : ring) {
      data += fmt::format("{}{} {}", command, number(point.x), number(point.y));
      command = 'L';
    }
    if (!ring.empty()) data += 'Z';
  }
  return data;
}

namespace {

/// Attributes of which some may be missing.
std::string painted(std::string_view name, std::string_view marker, std::initializer_list<Attribute> place,
                    const std::optional<Rgb>& fill, const std::optional<Strokes>& stroke, double fill_opacity = 1) {
  std::string out = fmt::format("<{}", name);
  const auto put = [&](const Attribute& attribute) {
    out += fmt::format(" {}=\"{}\"", attribute.name, attribute.value);
  };
  if (!marker.empty()) put({"class", marker});
  for (const Attribute& attribute : place) put(attribute);
  put(fill ? Attribute("fill", *fill) : Attribute("fill", "none"));
  if (fill_opacity < 1) put({"fill-opacity", fill_opacity});
  if (stroke) {
    put({"stroke", stroke->colour});
    put({"stroke-width", stroke->width});
    if (stroke->round_joins) put({"stroke-linejoin", "round"});
    if (stroke->round_caps) put({"stroke-linecap", "round"});
  }
  return out + "/>";
}

struct SvgPen {
  std::string operator()(const PathMark& mark) const {
    const Attribute data = {"d", path_data(mark.rings)};
    if (!mark.fill || mark.rings.size() < 2)
      return painted("path", mark.marker, {data}, mark.fill, mark.stroke, mark.fill_opacity);
    return painted("path", mark.marker, {data, {"fill-rule", "evenodd"}}, mark.fill, mark.stroke, mark.fill_opacity);
  }
  std::string operator()(const CircleMark& mark) const {
    return painted("circle", mark.marker, {{"cx", mark.centre.x}, {"cy", mark.centre.y}, {"r", mark.radius}}, mark.fill,
                   mark.stroke);
  }
  std::string operator()(const TextMark& mark) const {
    constexpr std::array<std::string_view, 3> anchors = {"start", "middle", "end"};
    return text(
        mark.at.x, mark.at.y, mark.words,
        {mark.size, mark.colour, anchors[static_cast<std::size_t>(mark.anchoring)], mark.bold ? "bold" : "normal"});
  }
};

}  // namespace

void Picture::add(const Picture& other, double x, double y) {
  if (!other.body.empty()) body += translated(x, y, other.body) + "\n";
  definitions.insert(other.definitions.begin(), other.definitions.end());
  width = std::max(width, x + other.width);
  height = std::max(height, y + other.height);
}

Picture flow(const std::vector<Picture>& pictures, double width, double gap) {
  Picture page;
  double x = 0, y = 0, row_height = 0;
  for (const Picture& picture : pictures) {
    if (x > 0 && x + picture.width > width) {
      y += row_height + gap;
      x = row_height = 0;
    }
    page.add(picture, x, y);
    x += picture.width + gap;
    row_height = std::max(row_height, picture.height);
  }
  return page;
}

Picture stacked(const std::vector<Picture>& pictures, double gap) {
  Picture page;
  for (const Picture& picture : pictures)
    if (picture.height > 0) page.add(picture, 0, page.height > 0 ? page.height + gap : 0);
  return page;
}

Picture enlarged(const Picture& picture, double factor) {
  Picture result = picture;
  result.width *= factor;
  result.height *= factor;
  result.body = element("g", {{"transform", "scale(" + number(factor) + ")"}}, picture.body);
  return result;
}

Picture captioned(const Picture& picture, std::string_view caption, double size) {
  const double caption_width = 0.62 * size * static_cast<double>(length(caption));
  Picture result;
  result.width = std::max(picture.width, caption_width);
  result.add(picture, (result.width - picture.width) / 2, 0);
  result.body += text(result.width / 2, picture.height + size, caption, {size, faint_ink}) + "\n";
  result.height += 1.6 * size;
  return result;
}

Picture picture_of(const Drawing& drawing) {
  Picture picture;
  picture.width = drawing.width;
  picture.height = drawing.height;
  for (const Mark& mark : drawing.marks) picture.body += std::visit(SvgPen{}, mark) + "\n";
  for (const DrawingPart& part : drawing.parts) picture.add(picture_of(part.drawing), part.at.x, part.at.y);
  return picture;
}

std::string document(const Picture& picture, std::string_view title, double margin) {
  const double width = picture.width + 2 * margin, height = picture.height + 2 * margin;
  std::string definitions;
  for (const auto& [name, drawing] : picture.definitions) definitions += drawing + "\n";
  std::string content = fmt::format("\n{}\n", element("title", {}, escaped(title)));
  if (!definitions.empty()) content += fmt::format("{}\n", element("defs", {}, definitions));
  content += element("rect", {{"width", width}, {"height", height}, {"fill", white}});
  content += fmt::format("\n{}\n", translated(margin, margin, picture.body));
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n",
                     element("svg",
                             {{"xmlns", "http://www.w3.org/2000/svg"},
                              {"width", width},
                              {"height", height},
                              {"viewBox", fmt::format("0 0 {} {}", number(width), number(height))}},
                             content));
}

}  // namespace tesselle::render
