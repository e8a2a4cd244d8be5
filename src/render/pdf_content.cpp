#include "render/pdf_content.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "render/pdf.hpp"
#include "render/text.hpp"

namespace tesselle::render {
namespace {

// Widths of the printable ASCII characters in thousandths of the size, from Adobe's public font metrics.
using Widths = std::array<std::uint16_t, 95>;
constexpr Widths regular_widths = {278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
                                   556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
                                   1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
                                   667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
                                   333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
                                   556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};
constexpr Widths bold_widths = {278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
                                556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
                                975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
                                667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
                                333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
                                611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};

/// At most two decimals. By hand: this is nearly all of what writing a catalogue costs.
void put_number(std::string& out, double value) {
  const bool negative = value < 0;
  const long hundredths = std::lround(std::abs(std::isfinite(value) ? value : 0) * 100);
  if (negative && hundredths > 0) out += '-';
  out += fmt::format_int(hundredths / 100).c_str();
  const int rest = static_cast<int>(hundredths % 100);
  if (rest == 0) return;
  out += '.';
  out += static_cast<char>('0' + rest / 10);
  if (rest % 10 != 0) out += static_cast<char>('0' + rest % 10);
}

/// Writes operators and remembers the graphics state, so that only changes are written.
class ContentWriter {
 public:
  /// Everything, moved by this much: y points upwards here, so it is counted downwards from there.
  void draw(const Drawing& drawing, double right, double up) {
    const State before = state_;
    out_ += "q 1 0 0 1 ";
    op({right, up}, "cm");
    for (const Mark& mark : drawing.marks) std::visit(*this, mark);
    for (const DrawingPart& part : drawing.parts) draw(part.drawing, part.at.x, -part.at.y);
    op({}, "Q");
    state_ = before;
  }

  void operator()(const PathMark& mark) {
    begin(mark.fill, mark.stroke, mark.fill_opacity);
    for (const Ring& ring : mark.rings) put_ring(ring);
    paint(mark.fill.has_value(), mark.stroke.has_value());
  }
  void operator()(const CircleMark& mark) {
    begin(mark.fill, mark.stroke, 1);
    put_circle(mark.centre, mark.radius);
    paint(true, mark.stroke.has_value());
  }
  void operator()(const TextMark& mark);

  std::string take() { return std::move(out_); }

 private:
  void numbers(std::initializer_list<double> values) {
    for (const double value : values) {
      put_number(out_, value);
      out_ += ' ';
    }
  }
  void op(std::initializer_list<double> values, std::string_view name) {
    numbers(values);
    out_ += name;
    out_ += '\n';
  }
  void colour(std::optional<Rgb>& now, Rgb wanted, std::string_view name) {
    if (now == wanted) return;
    now = wanted;
    op({wanted.red / 255.0, wanted.green / 255.0, wanted.blue / 255.0}, name);
  }
  void set_number(double& now, double wanted, std::string_view name) {
    if (now == wanted) return;
    now = wanted;
    op({wanted}, name);
  }
  /// Opacity is painted as a lighter tone: the only see-through marks lie on top of everything.
  void begin(const std::optional<Rgb>& fill, const std::optional<Strokes>& stroke, double opacity) {
    if (fill) colour(state_.fill, opacity < 1 ? lighter(*fill, static_cast<int>(100 * (1 - opacity))) : *fill, "rg");
    if (!stroke) return;
    colour(state_.stroke, stroke->colour, "RG");
    set_number(state_.line_width, stroke->width, "w");
    set_number(state_.joins, stroke->round_joins ? 1 : 0, "j");
    set_number(state_.caps, stroke->round_caps ? 1 : 0, "J");
  }
  void put_ring(const Ring& ring) {
    if (ring.empty()) return;
    op({ring[0].x, -ring[0].y}, "m");
    for (std::size_t k = 1; k < ring.size(); ++k) op({ring[k].x, -ring[k].y}, "l");
    if (ring.size() > 2) op({}, "h");
  }
  void put_circle(Point centre, double r) {
    const double x = centre.x, y = -centre.y, bend = 0.5523 * r;
    op({x + r, y}, "m");
    op({x + r, y + bend, x + bend, y + r, x, y + r}, "c");
    op({x - bend, y + r, x - r, y + bend, x - r, y}, "c");
    op({x - r, y - bend, x - bend, y - r, x, y - r}, "c");
    op({x + bend, y - r, x + r, y - bend, x + r, y}, "c");
    op({}, "h");
  }
  void paint(bool fill, bool stroke) { op({}, fill && stroke ? "B*" : fill ? "f*" : stroke ? "S" : "n"); }

  struct State {
    std::optional<Rgb> fill{}, stroke{};
    double line_width = -1, joins = 0, caps = 0;
  };

  std::string out_;
  State state_;
};

void ContentWriter::operator()(const TextMark& mark) {
  constexpr double half_capital = 0.355;
  const double width = helvetica_width(mark.words, mark.size, mark.bold);
  const double shift = mark.anchoring == Anchoring::start ? 0 : mark.anchoring == Anchoring::middle ? width / 2 : width;
  colour(state_.fill, mark.colour, "rg");
  out_ += "BT ";
  out_ += mark.bold ? "/B " : "/R ";
  numbers({mark.size});
  out_ += "Tf ";
  numbers({mark.at.x - shift, -mark.at.y - half_capital * mark.size});
  out_ += "Td " + pdf_string(latin(mark.words)) + " Tj ET\n";
}

/// Code 1252 of a character: ASCII and Latin-1 are themselves; of the rest, the signs that we write.
char latin_byte(char32_t c) {
  constexpr std::array<std::pair<char32_t, unsigned char>, 5> signs = {
      {{0x2013, 0x96}, {0x2014, 0x97}, {0x2019, 0x92}, {0x2022, 0x95}, {0x2026, 0x85}}};
  if (c < 0x80 || (c >= 0xA0 && c < 0x100)) return static_cast<char>(c);
  for (const auto& [character, code] : signs)
    if (c == character) return static_cast<char>(code);
  return '?';
}

}  // namespace

double helvetica_width(std::string_view words, double size, bool bold) {
  const Widths& widths = bold ? bold_widths : regular_widths;
  int total = 0;
  for (const char32_t c : decoded(words)) total += c >= 32 && c < 127 ? widths[c - 32] : 556;
  return total * size / 1000;
}

std::string pdf_content(const Drawing& drawing, double height) {
  ContentWriter writer;
  writer.draw(drawing, 0, height);
  return writer.take();
}

std::string latin(std::string_view words) {
  std::string bytes;
  for (const char32_t c : decoded(words)) bytes += latin_byte(c);
  return bytes;
}

std::string pdf_string(std::string_view bytes) {
  std::string out = "(";
  for (const char c : bytes) {
    if (c == '(' || c == ')' || c == '\\') out += '\\';
    out += c;
  }
  return out + ")";
}

}  // namespace tesselle::render
