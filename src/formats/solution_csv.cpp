#include "formats/solution_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "formats/cell_text.hpp"
#include "formats/limits.hpp"
#include "formats/text.hpp"

namespace tesselle {
namespace {

constexpr std::size_t max_csv_bytes = std::size_t{64} << 20;

/// A field is quoted where a comma, a quote or a line end would tear it apart, or a blank at its end would get lost.
std::string csv_field(const std::string& name) {
  const std::string text = as_spreadsheet_text(name);
  if (text.find_first_of(",;\"\r\n# \t") == text.npos && !text.empty()) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

struct CsvField {
  std::string text;
  std::size_t offset = 0;
};
using CsvRow = std::vector<CsvField>;

/// Rows of fields, one after the other; blank lines are left out.
class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& file) : text_(text), file_(file) {
    if (text.size() > max_csv_bytes)
      throw InputError({file}, fmt::format("is larger than {} MB, expected a solution", max_csv_bytes >> 20));
    if (text.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  std::optional<CsvRow> next() {
    while (at_ < text_.size()) {
      CsvRow row;
      do row.push_back(field());
      while (at_ < text_.size() && text_[at_++] == ',');
      if (row.size() > 1 || !row[0].text.empty()) return row;
    }
    return std::nullopt;
  }

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    throw InputError(place_at(file_, text_, offset), message);
  }
  [[noreturn]] void fail_at_end(const std::string& message) const { fail(text_.size(), message); }

 private:
  /// Stops at the comma or line end behind the field.
  CsvField field() {
    CsvField field{"", at_};
    if (at_ < text_.size() && text_[at_] == '"') {
      read_quoted(field);
      return field;
    }
    const std::size_t end = std::min(text_.find_first_of(",\n", at_), text_.size());
    const std::string_view plain = text_.substr(at_, end - at_);
    const std::size_t start = std::min(plain.find_first_not_of(" \t\r"), plain.size());
    field.text = plain.substr(start, plain.find_last_not_of(" \t\r") + 1 - start);
    at_ = end;
    return field;
  }

  void read_quoted(CsvField& field) {
    for (++at_;; ++at_) {
      if (at_ >= text_.size()) fail(field.offset, "found a quote that is not closed");
      if (text_[at_] == '"' && (at_ + 1 >= text_.size() || text_[at_ + 1] != '"')) break;
      if (text_[at_] == '"') ++at_;
      field.text += text_[at_];
    }
    const std::size_t end = std::min(text_.find_first_not_of(" \t\r", at_ + 1), text_.size());
    if (end < text_.size() && text_[end] != ',' && text_[end] != '\n')
      fail(end, "found text behind a quoted field, expected a comma or the end of the line");
    at_ = end;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
};

class CsvSolutionReader {
 public:
  CsvSolutionReader(const Puzzle& puzzle, std::string_view text, const std::string& file)
      : puzzle_(puzzle), rows_(text, file) {}

  Solution read() {
    const auto header = rows_.next();
    if (!header) rows_.fail_at_end("found nothing, expected the names of columns");
    for (std::size_t i = 0; i < header->size(); ++i)
      if (!columns_.emplace((*header)[i].text, i).second)
        rows_.fail((*header)[i].offset, "found column " + in_quotes((*header)[i].text) + " twice");
    names_ = (*header)[0].offset;
    count_ = header->size();
    Solution solution;
    if (puzzle_.family() == Family::edge)
      solution.body = read_board();
    else
      solution.body = read_layout();
    return solution;
  }

 private:
  std::optional<CsvRow> row() {
    auto row = rows_.next();
    if (row && row->size() != count_)
      rows_.fail((*row)[0].offset, fmt::format("found {} fields, expected {}", row->size(), count_));
    return row;
  }

  const CsvField& field(const CsvRow& row, const std::string& name) const {
    const auto column = columns_.find(name);
    if (column == columns_.end()) rows_.fail(names_, "found no column '" + name + "', expected one");
    return row[column->second];
  }

  std::int64_t number(const CsvRow& row, const std::string& name, std::int64_t low, std::int64_t high) const {
    const CsvField& text = field(row, name);
    std::int64_t value = 0;
    const char* end = text.text.data() + text.text.size();
    const auto [rest, error] = std::from_chars(text.text.data(), end, value);
    if (error != std::errc{} || rest != end || value < low || value > high)
      rows_.fail(text.offset,
                 fmt::format("found {} {}, expected a number from {} to {}", name, in_quotes(text.text), low, high));
    return value;
  }

  EdgeBoard read_board() {
    const EdgePuzzle& puzzle = puzzle_.edge();
    EdgeBoard board;
    board.cells.resize(puzzle.cell_count());
    while (const auto line = row()) {
      const CsvField& cell = field(*line, "cell");
      const auto square = square_named(puzzle, cell.text);
      if (!square)
        rows_.fail(cell.offset, "found " + in_quotes(cell.text) + ", expected a cell from A1 to " +
                                    square_name(puzzle, Square(puzzle.cell_count() - 1)));
      if (board.cells[square->index()])
        rows_.fail(cell.offset, "found cell " + in_quotes(cell.text) + " twice, expected it once");
      const auto piece = number(*line, "piece", 1, static_cast<std::int64_t>(puzzle.pieces.size()));
      board.cells[square->index()] = Placed{PieceId(static_cast<std::size_t>(piece - 1)),
                                            static_cast<std::uint8_t>(number(*line, "rotation", 0, 3))};
    }
    return board;
  }

  PackingLayout read_layout() {
    const PackingPuzzle& puzzle = puzzle_.packing();
    std::map<std::string_view, PieceId> ids;
    for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) ids.emplace(puzzle.pieces[p].name, PieceId(p));
    PackingLayout layout;
    while (const auto line = row()) {
      const CsvField& name = field(*line, "piece");
      auto id = ids.find(from_spreadsheet_text(name.text));
      if (id == ids.end()) id = ids.find(name.text);
      if (id == ids.end())
        rows_.fail(name.offset, "found " + in_quotes(name.text) + ", expected the name of a piece of the puzzle");
      const auto shift = [&](const char* axis) {
        return static_cast<int>(number(*line, axis, -farthest_offset, farthest_offset));
      };
      const bool layers = puzzle.lattice == LatticeKind::cube;
      layout.placements.push_back(
          {id->second,
           static_cast<int>(number(*line, "orientation", 0, puzzle.grid().symmetry_count() - 1)),
           {shift("x"), shift("y"), layers ? shift("z") : 0}});
    }
    return layout;
  }

  const Puzzle& puzzle_;
  CsvReader rows_;
  std::map<std::string, std::size_t> columns_;
  std::size_t names_ = 0, count_ = 0;
};

std::string csv_board(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  std::string out = "cell,piece,rotation,north,east,south,west\n";
  const ShownBoard shown = shown_board(puzzle, board);
  for (std::size_t s = 0; s < shown.cells.size(); ++s) {
    if (!shown.cells[s]) continue;
    out += fmt::format("{},{},{}", square_name(puzzle, Square(s)), board.cells[s]->piece.index() + 1,
                       board.cells[s]->rotation);
    for (const Colour colour : shown.cells[s]->sides) out += "," + csv_field(puzzle.colours[colour.index()]);
    out += "\n";
  }
  return out;
}

std::string csv_layout(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  std::string out = "piece,orientation,x,y,z,cells\n";
  for (const PackingPlacement& at : layout.placements) {
    const PackingPiece& piece = puzzle.pieces[at.piece.index()];
    const auto cells = cell_tokens(puzzle.lattice, placed(puzzle.grid(), piece.cells, at.orientation, at.offset));
    out += fmt::format("{},{},{},{},{},{}\n", csv_field(piece.name), at.orientation, at.offset.x, at.offset.y,
                       at.offset.z, csv_field(fmt::format("{}", fmt::join(cells, " "))));
  }
  return out;
}

}  // namespace

bool is_solution_csv(std::string_view text) {
  text = without_byte_order_mark(text);
  const std::string_view line = text.substr(0, std::min(text.find('\n'), std::size_t{200}));
  return line.find("piece") != line.npos &&
         (line.find("rotation") != line.npos || line.find("orientation") != line.npos) &&
         line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_,\" \r") == line.npos;
}

SolutionRecord read_solution_csv(const Puzzle& puzzle, std::string_view text, const std::string& file) {
  SolutionRecord record;
  record.puzzle = puzzle.name;
  record.hash = puzzle_hash(puzzle);
  record.solution = CsvSolutionReader(puzzle, text, file).read();
  return record;
}

std::string write_solution_csv(const Puzzle& puzzle, const Solution& solution) {
  return puzzle.family() == Family::edge ? csv_board(puzzle.edge(), solution.edge())
                                         : csv_layout(puzzle.packing(), solution.packing());
}

}  // namespace tesselle
