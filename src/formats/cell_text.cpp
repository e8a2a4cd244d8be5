#include "formats/cell_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "formats/limits.hpp"
#include "formats/text.hpp"

namespace tesselle {
namespace {

struct TokenForm {
  std::size_t count;
  const char* form;
};

TokenForm token_form(LatticeKind lattice) {
  if (lattice == LatticeKind::drafter) return {4, "i,j,s,mask (s 0 or 1, mask 1 to 63)"};
  if (lattice == LatticeKind::triangle) return {3, "x,y,z (z 0 or 1)"};
  if (lattice == LatticeKind::cube) return {3, "x,y,z"};
  return {2, "x,y"};
}

std::optional<int> parse_coordinate(std::string_view text) {
  const bool negative = text.starts_with('-');
  const auto digits = parse_digits(text.substr(negative ? 1 : 0), farthest);
  if (!digits) return std::nullopt;
  return static_cast<int>(negative ? -*digits : *digits);
}

class TokenReader {
 public:
  TokenReader(const Document& document, const Node& node, LatticeKind lattice)
      : document_(document), node_(node), lattice_(lattice), form_(token_form(lattice)) {}

  std::vector<CellAt> read() {
    WordReader words(document_.text(node_, fmt::format("cells such as \"{}\"", form_.form)));
    while (const auto word = words.next()) {
      add(*word);
      if (static_cast<std::int64_t>(cells_.size()) > max_cells)
        document_.fail({&node_, word->offset, true},
                       fmt::format("found more than {} cells, expected fewer", max_cells));
    }
    return std::move(cells_);
  }

 private:
  void add(const Word& word) {
    const std::array<int, 4> n = numbers(word);
    if (lattice_ != LatticeKind::drafter) {
      const Cell cell = {n[0], n[1], n[2]};
      if (!Lattice::of(lattice_).is_cell(cell)) refuse(word);
      cells_.push_back({cell, word.offset});
      return;
    }
    if (n[2] < 0 || n[2] > 1 || n[3] < 1 || n[3] > 63) refuse(word);
    for (int sector = 0; sector < 6; ++sector)
      if ((n[3] >> sector & 1) != 0) cells_.push_back({{n[0], n[1], 6 * n[2] + sector}, word.offset});
  }

  std::array<int, 4> numbers(const Word& word) const {
    std::array<int, 4> numbers{};
    std::string_view rest = word.text;
    for (std::size_t i = 0; i < form_.count; ++i) {
      const bool last = i + 1 == form_.count;
      const std::size_t comma = last ? rest.size() : rest.find(',');
      const auto number = parse_coordinate(rest.substr(0, comma));
      if (!number || comma == rest.npos) refuse(word);
      numbers[i] = *number;
      rest.remove_prefix(last ? comma : comma + 1);
    }
    return numbers;
  }

  [[noreturn]] void refuse(const Word& word) const {
    document_.fail({&node_, word.offset, true},
                   fmt::format("found {}, expected a cell of the {} lattice: {}, whole numbers up to {}",
                               in_quotes(word.text), Lattice::of(lattice_).name(), form_.form, farthest));
  }

  const Document& document_;
  const Node& node_;
  LatticeKind lattice_;
  TokenForm form_;
  std::vector<CellAt> cells_;
};

std::vector<CellAt> read_box(const Document& document, const Node& node, const std::string& text, LatticeKind lattice) {
  const std::size_t dimensions = lattice == LatticeKind::cube ? 3 : 2;
  const std::string expected =
      fmt::format("a box such as \"{}\" of at most {} cells", dimensions == 3 ? "3x4x5" : "6x10", max_cells);
  std::array<int, 3> size = {1, 1, 1};
  std::int64_t count = 1;
  std::string_view rest = text;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const std::size_t end = i + 1 == dimensions ? rest.size() : rest.find('x');
    const auto number = parse_digits(rest.substr(0, end), max_cells);
    if (!number || *number == 0 || end == rest.npos || (count *= *number) > max_cells)
      document.unexpected(node, expected);
    size[i] = static_cast<int>(*number);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::vector<CellAt> cells;
  cells.reserve(static_cast<std::size_t>(count));
  for (int x = 0; x < size[0]; ++x)
    for (int y = 0; y < size[1]; ++y)
      for (int z = 0; z < size[2]; ++z) cells.push_back({{x, y, z}});
  return cells;
}

class ArtReader {
 public:
  ArtReader(const Document& document, const Node& node, LatticeKind lattice, bool plus_allowed)
      : document_(document), node_(node), layered_(lattice == LatticeKind::cube), plus_allowed_(plus_allowed) {}

  std::vector<CellAt> read(std::string_view text) {
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      std::string_view line = text.substr(start, end - start);
      if (line.ends_with('\r')) line.remove_suffix(1);
      read_line(line, start);
      start = end + 1;
    }
    return std::move(cells_);
  }

 private:
  void read_line(std::string_view line, std::size_t start) {
    if (layered_ && line.find_first_not_of(' ') == line.npos) {
      if (y_ > 0) ++z_;
      y_ = 0;
      return;
    }
    for (std::size_t x = 0; x < line.size(); ++x) read_character(line[x], static_cast<int>(x), start + x);
    ++y_;
  }

  void read_character(char c, int x, std::size_t offset) {
    if (c == '.' || c == ' ') return;
    if (c != '#' && !(c == '+' && plus_allowed_))
      document_.fail({&node_, offset, true},
                     fmt::format("found {}, expected {}'#' a cell, '.' nothing", in_quotes({&c, 1}),
                                 plus_allowed_ ? "a box such as \"6x10\" or a picture: '+' a cell that may stay empty, "
                                               : "a picture: "));
    if (static_cast<std::int64_t>(cells_.size()) >= max_cells || x > farthest || y_ > farthest || z_ > farthest)
      document_.fail({&node_, offset, true}, fmt::format("found more than {} cells, expected fewer", max_cells));
    cells_.push_back({{x, y_, z_}, offset, c == '+'});
  }

  const Document& document_;
  const Node& node_;
  bool layered_, plus_allowed_;
  int y_ = 0, z_ = 0;
  std::vector<CellAt> cells_;
};

}  // namespace

bool uses_z(LatticeKind lattice) { return lattice != LatticeKind::square && lattice != LatticeKind::hexagon; }

std::vector<CellAt> read_cell_tokens(const Document& document, const Node& node, LatticeKind lattice) {
  return TokenReader(document, node, lattice).read();
}

std::vector<CellAt> read_cell_picture(const Document& document, const Node& node, LatticeKind lattice,
                                      bool plus_allowed) {
  const std::string& text = document.text(node, plus_allowed ? "a box such as \"6x10\", or a picture" : "a picture");
  if (lattice == LatticeKind::triangle || lattice == LatticeKind::drafter)
    document.fail(node, fmt::format("found a picture, expected cells as tokens: the {} lattice cannot be drawn",
                                    Lattice::of(lattice).name()));
  if (plus_allowed && !text.empty() && text[0] >= '0' && text[0] <= '9') return read_box(document, node, text, lattice);
  return ArtReader(document, node, lattice, plus_allowed).read(text);
}

void refuse_repeated_cells(const Document& document, const Node& node, const std::vector<CellAt>& cells) {
  std::vector<CellAt> sorted = cells;
  std::stable_sort(sorted.begin(), sorted.end(), [](const CellAt& a, const CellAt& b) { return a.cell < b.cell; });
  const CellAt* first = nullptr;
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i].cell == sorted[i - 1].cell && (first == nullptr || sorted[i].offset < first->offset))
      first = &sorted[i];
  if (first != nullptr) document.fail({&node, first->offset, true}, "found a cell twice, expected each once");
}

std::string cell_token(LatticeKind lattice, Cell cell) {
  if (uses_z(lattice)) return fmt::format("{},{},{}", cell.x, cell.y, cell.z);
  return fmt::format("{},{}", cell.x, cell.y);
}

std::vector<std::string> cell_tokens(LatticeKind lattice, const std::vector<Cell>& cells) {
  std::vector<std::string> tokens;
  if (lattice != LatticeKind::drafter) {
    for (const Cell& cell : cells) tokens.push_back(cell_token(lattice, cell));
    return tokens;
  }
  for (std::size_t i = 0; i < cells.size();) {
    const auto [x, y, z] = cells[i];
    int mask = 0;
    for (; i < cells.size() && cells[i].x == x && cells[i].y == y && cells[i].z / 6 == z / 6; ++i)
      mask |= 1 << (cells[i].z % 6);
    tokens.push_back(fmt::format("{},{},{},{}", x, y, z / 6, mask));
  }
  return tokens;
}

}  // namespace tesselle
