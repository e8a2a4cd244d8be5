#include <fmt/format.h>

#include <algorithm>

#include "formats/cell_text.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

constexpr std::size_t line_width = 100;

/// A basic string on one line.
std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      (result += '\\') += c;
    else if (c == '\n')
      result += "\\n";
    else if ((c >= 0 && c < ' ') || c == 0x7f)
      result += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      result += c;
  }
  return result + '"';
}

void add_text(std::string& out, std::string_view key, std::string_view text) {
  if (!text.empty()) out += fmt::format("{} = {}\n", key, toml_string(text));
}

/// Blank-separated tokens, on several lines if there are many.
void add_tokens(std::string& out, std::string_view key, const std::vector<std::string>& tokens) {
  std::string text;
  std::size_t line_start = 0;
  for (const std::string& token : tokens) {
    const bool first = text.empty();
    const bool full = text.size() - line_start + token.size() >= line_width;
    if (!first) text += full ? '\n' : ' ';
    if (full && !first) line_start = text.size();
    text += token;
  }
  const char* fence = line_start > 0 ? "\"\"\"" : "\"";
  out +=
      fmt::format("{} = {}{}{}{}{}\n", key, fence, line_start > 0 ? "\n" : "", text, line_start > 0 ? "\n" : "", fence);
}

std::string joined(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

class EdgeWriter {
 public:
  explicit EdgeWriter(const EdgePuzzle& puzzle) : puzzle_(puzzle) {
    for (std::size_t c = 0; c < puzzle.colours.size(); ++c) numbered_ &= puzzle.colours[c] == std::to_string(c);
  }

  void write(std::string& out) const {
    out += fmt::format("family = \"edge\"\nboard = \"{}x{}\"\n", puzzle_.width, puzzle_.height);
    if (puzzle_.matching == Matching::complement) out += "match = \"complement\"\nmates = [" + pairs() + "]\n";
    if (puzzle_.frame) out += "frame = " + colour(*puzzle_.frame) + "\n";
    out += "colours = " + (numbered_ ? std::to_string(puzzle_.colours.size()) : "[" + names() + "]") + "\npieces = [\n";
    for (const Sides& sides : puzzle_.pieces) out += "  " + piece(sides) + ",\n";
    out += "]\n";
    for (const EdgeHint& hint : puzzle_.hints)
      out += fmt::format("\n[[hint]]\npiece = {}\nrotation = {}\ncell = \"{}\"\n", hint.placed.piece.index() + 1,
                         hint.placed.rotation, square_name(puzzle_, hint.square));
  }

 private:
  const std::string& name(Colour c) const { return puzzle_.colours[c.index()]; }
  std::string colour(Colour c) const { return numbered_ ? name(c) : toml_string(name(c)); }

  std::string names() const {
    std::string text;
    for (const std::string& name : puzzle_.colours) text += (text.empty() ? "" : ", ") + toml_string(name);
    return text;
  }

  std::string pairs() const {
    std::string text;
    for (std::size_t c = 0; c < puzzle_.mate.size(); ++c) {
      const Colour mate = puzzle_.mate[c];
      if (mate.index() >= c)
        text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", colour(Colour(c)), colour(mate));
    }
    return text;
  }

  std::string piece(const Sides& sides) const {
    if (numbered_)
      return fmt::format("[{}, {}, {}, {}]", name(sides[0]), name(sides[1]), name(sides[2]), name(sides[3]));
    return toml_string(fmt::format("{} {} {} {}", name(sides[0]), name(sides[1]), name(sides[2]), name(sides[3])));
  }

  const EdgePuzzle& puzzle_;
  bool numbered_ = true;
};

class PackingWriter {
 public:
  explicit PackingWriter(const PackingPuzzle& puzzle) : puzzle_(puzzle) {}

  void write(std::string& out) const {
    write_family(out);
    write_region(out);
    write_pieces(out);
    for (const PackingPlacement& hint : puzzle_.hints)
      out += fmt::format("\n[[hint]]\npiece = {}\norientation = {}\noffset = [{}]\n",
                         toml_string(puzzle_.pieces[hint.piece.index()].name), hint.orientation, offset(hint.offset));
  }

  void write_family(std::string& out) const {
    out += fmt::format("family = \"packing\"\nlattice = \"{}\"\n", puzzle_.grid().name());
  }
  void write_pieces(std::string& out) const {
    for (const PackingPiece& piece : puzzle_.pieces) write_piece(out, piece);
  }

 private:
  bool is_cube() const { return puzzle_.lattice == LatticeKind::cube; }

  void write_region(std::string& out) const {
    if (const std::string box = box_size(); !box.empty())
      out += "region = \"" + box + "\"\n";
    else
      add_tokens(out, "region_cells", cell_tokens(puzzle_.lattice, puzzle_.region));
    if (!puzzle_.optional_cells.empty())
      add_tokens(out, "optional_cells", cell_tokens(puzzle_.lattice, puzzle_.optional_cells));
  }

  /// The region's cells are distinct, so that it is a box exactly if it has as many cells as the box around it.
  std::string box_size() const {
    if (puzzle_.lattice == LatticeKind::triangle || puzzle_.lattice == LatticeKind::drafter) return {};
    const auto [low, high] = bounds_of(puzzle_.region);
    // One factor after the other, compared by division: three coordinates up to a million would overflow.
    std::size_t rest = puzzle_.region.size();
    for (const int side : {high.x + 1, high.y + 1, high.z + 1}) {
      if (side < 1 || rest % static_cast<std::size_t>(side) != 0) return {};
      rest /= static_cast<std::size_t>(side);
    }
    if (low != Cell{} || rest != 1) return {};
    std::string box = fmt::format("{}x{}", high.x + 1, high.y + 1);
    return is_cube() ? box + fmt::format("x{}", high.z + 1) : box;
  }

  void write_piece(std::string& out, const PackingPiece& piece) const {
    out += fmt::format("\n[[piece]]\nname = {}\n", toml_string(piece.name));
    add_tokens(out, "cells", cell_tokens(puzzle_.lattice, piece.cells));
    const bool unlimited = piece.max_copies == PackingPiece::unlimited;
    if (unlimited)
      out += "copies = \"unlimited\"\n";
    else if (piece.max_copies != 1)
      out += fmt::format("copies = {}\n", piece.max_copies);
    if (piece.min_copies != (unlimited ? 0 : piece.max_copies)) out += fmt::format("at_least = {}\n", piece.min_copies);
    if (!piece.turn_over && !is_cube()) out += "turn_over = false\n";
    if (piece.orientations) out += "orientations = [" + joined(*piece.orientations) + "]\n";
    if (!is_connected(puzzle_.grid(), piece.cells)) out += "disconnected = true\n";
  }

  std::string offset(Cell o) const {
    return is_cube() ? fmt::format("{}, {}, {}", o.x, o.y, o.z) : fmt::format("{}, {}", o.x, o.y);
  }

  const PackingPuzzle& puzzle_;
};

}  // namespace

std::string write_toml(const Puzzle& puzzle) {
  std::string out;
  add_text(out, "name", puzzle.name);
  add_text(out, "title", puzzle.title);
  add_text(out, "source", puzzle.source);
  if (puzzle.family() == Family::edge)
    EdgeWriter(puzzle.edge()).write(out);
  else
    PackingWriter(puzzle.packing()).write(out);
  return out;
}

std::string write_toml_pieces(const PackingPuzzle& puzzle, std::string_view remark) {
  std::string out = fmt::format("# {}\n# A line region = … or region_cells = … makes a puzzle of it.\n", remark);
  const PackingWriter writer(puzzle);
  writer.write_family(out);
  writer.write_pieces(out);
  return out;
}

}  // namespace tesselle
