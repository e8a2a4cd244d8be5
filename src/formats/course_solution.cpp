#include "formats/course_solution.hpp"

#include <fmt/format.h>

#include "formats/limits.hpp"
#include "formats/list_lines.hpp"
#include "puzzle/piece_finder.hpp"

namespace tesselle {
namespace {

constexpr std::int64_t most_conflicts = 1'000'000'000;

/// A course solution line by line.
class CourseLines {
 public:
  CourseLines(std::string_view text, const std::string& file) : lines_(text, file) {
    conflicts_ = static_cast<int>(single(most_conflicts, "the number of conflicts"));
    size_ = static_cast<int>(single(255, "the size n of an n x n board"));
  }

  int conflicts() const { return conflicts_; }
  int size() const { return size_; }
  std::size_t cell_count() const { return static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_); }
  std::size_t size_offset() const { return offset_; }

  struct Cell {
    std::array<std::size_t, 4> numbers{};  ///< by Side
    std::size_t offset = 0;
  };
  /// Row by row from the top-left, as boards are kept.
  std::vector<Cell> cells() {
    std::vector<Cell> cells(cell_count());
    std::size_t count = 0;
    while (const auto line = lines_.next()) {
      if (count == cells.size())
        lines_.fail(line->words[0].offset, fmt::format("found one more cell, expected {}", cells.size()));
      const std::size_t n = static_cast<std::size_t>(size_), row = n - 1 - count / n;
      cells[row * n + count % n] = cell(*line);
      ++count;
    }
    if (count < cells.size()) lines_.fail_at_end(fmt::format("found {} cells, expected {}", count, cells.size()));
    return cells;
  }

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const { lines_.fail(offset, message); }

 private:
  std::int64_t single(std::int64_t most, const char* what) {
    const auto line = lines_.next();
    if (!line) lines_.fail_at_end(fmt::format("found nothing, expected {}", what));
    offset_ = line->words[0].offset;
    if (line->words.size() != 1)
      lines_.fail(offset_, fmt::format("found {} numbers in the line, expected {}", line->words.size(), what));
    return lines_.number(line->words[0], most == most_conflicts ? 0 : 1, most, what);
  }

  Cell cell(const Line& line) const {
    if (line.words.size() != 4)
      lines_.fail(line.words[std::min<std::size_t>(line.words.size() - 1, 4)].offset,
                  fmt::format("found {} numbers in the line, expected 4: North South West East", line.words.size()));
    Cell cell{{}, line.words[0].offset};
    for (std::size_t i = 0; i < 4; ++i)
      cell.numbers[static_cast<std::size_t>(order_nswe[i])] =
          static_cast<std::size_t>(lines_.number(line.words[i], 0, largest_colour, "a colour"));
    return cell;
  }

  LineReader lines_;
  int conflicts_ = 0, size_ = 0;
  std::size_t offset_ = 0;
};

/// The colours of a puzzle by their numbers in lists.
std::vector<Colour> colours_by_number(const EdgePuzzle& puzzle) {
  std::vector<Colour> colours(static_cast<std::size_t>(largest_colour) + 1, Colour(puzzle.colours.size()));
  const auto numbers = list_numbers(puzzle);
  for (std::size_t c = 0; c < numbers.size(); ++c)
    if (numbers[c] < colours.size()) colours[numbers[c]] = Colour(c);
  return colours;
}

Sides sides_of(const CourseLines::Cell& cell, const std::vector<Colour>& colours) {
  Sides sides;
  for (std::size_t i = 0; i < 4; ++i) sides[i] = colours[cell.numbers[i]];
  return sides;
}

void require_fit(const Puzzle& puzzle, const CourseLines& lines, const std::string& file) {
  if (puzzle.family() != Family::edge)
    throw InputError({file}, "found a list of sides, expected a solution of a packing puzzle");
  const EdgePuzzle& body = puzzle.edge();
  if (body.width != lines.size() || body.height != lines.size())
    lines.fail(lines.size_offset(),
               fmt::format("found a board of {0}x{0} cells, expected {1}x{2}", lines.size(), body.width, body.height));
}

}  // namespace

bool is_course_solution(std::string_view text) {
  if (text.size() > max_list_bytes) return false;
  const std::string file;
  LineReader lines(text, file);
  for (int i = 0; i < 2; ++i) {
    const auto line = lines.next();
    if (!line || line->words.size() != 1 || !is_digits(line->words[0].text)) return false;
  }
  return true;
}

BoardOutline course_outline(std::string_view text, const std::string& file) {
  CourseLines lines(text, file);
  lines.cells();
  return {lines.cell_count(), lines.size(), lines.size()};
}

ShownBoard read_shown_course_solution(const Puzzle& puzzle, std::string_view text, const std::string& file) {
  CourseLines lines(text, file);
  require_fit(puzzle, lines, file);
  const auto colours = colours_by_number(puzzle.edge());
  ShownBoard board;
  for (const auto& cell : lines.cells()) board.cells.push_back(ShownCell{sides_of(cell, colours), {}});
  return board;
}

SolutionRecord read_course_solution(const Puzzle& puzzle, std::string_view text, const std::string& file) {
  CourseLines lines(text, file);
  require_fit(puzzle, lines, file);
  const EdgePuzzle& body = puzzle.edge();
  const auto colours = colours_by_number(body);
  PieceFinder finder(body);
  EdgeBoard board;
  for (const auto& cell : lines.cells()) {
    const Sides sides = sides_of(cell, colours);
    const auto placed = finder.take_one(sides);
    const std::string where = square_name(body, Square(board.cells.size()));
    if (!placed && finder.showing(sides).empty())
      lines.fail(cell.offset, "found sides in cell " + where + " that no piece has");
    if (!placed) lines.fail(cell.offset, "found the piece in cell " + where + " once more than there are such pieces");
    board.cells.push_back(placed);
  }
  SolutionRecord record;
  record.puzzle = puzzle.name;
  record.hash = puzzle_hash(puzzle);
  record.conflicts = lines.conflicts();
  record.solution.body = std::move(board);
  return record;
}

std::string write_course_solution(const Puzzle& puzzle, const EdgeBoard& board, int conflicts) {
  if (puzzle.family() != Family::edge) throw UsageError("a course solution holds edge-matching boards only");
  const EdgePuzzle& body = puzzle.edge();
  if (body.matching != Matching::same) throw UsageError("a course solution cannot hold complementary sides");
  if (body.width != body.height) throw UsageError("a course solution needs a square board");
  const auto numbers = list_numbers(body);
  const auto shown = shown_board(body, board);
  std::string out = fmt::format("{}\n{}\n", conflicts, body.width);
  for (int row = body.height - 1; row >= 0; --row)
    for (int column = 0; column < body.width; ++column) {
      const Square square = body.square(row, column);
      const auto& cell = shown.cells[square.index()];
      if (!cell)
        throw UsageError("a course solution cannot hold an empty cell, but " + square_name(body, square) + " is empty");
      const auto number = [&](Side side) { return numbers[cell->sides[static_cast<std::size_t>(side)].index()]; };
      out += fmt::format("{} {} {} {}\n", number(Side::north), number(Side::south), number(Side::west),
                         number(Side::east));
    }
  return out;
}

}  // namespace tesselle
