#include "edge/tables/paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "tesselle/errors.hpp"

namespace tesselle::edge {
namespace {

struct Window {
  int top = 0, left = 0, bottom = 0, right = 0;  ///< inclusive
};

Window whole(const EdgePuzzle& puzzle) { return {0, 0, puzzle.height - 1, puzzle.width - 1}; }

void append_ring(const EdgePuzzle& puzzle, const Window& w, Path& path) {
  for (int column = w.left; column <= w.right; ++column) path.push_back(puzzle.square(w.top, column));
  for (int row = w.top + 1; row <= w.bottom; ++row) path.push_back(puzzle.square(row, w.right));
  if (w.bottom > w.top)
    for (int column = w.right - 1; column >= w.left; --column) path.push_back(puzzle.square(w.bottom, column));
  if (w.right > w.left)
    for (int row = w.bottom - 1; row > w.top; --row) path.push_back(puzzle.square(row, w.left));
}

Path inward(const EdgePuzzle& puzzle, Window w) {
  Path path;
  for (; w.top <= w.bottom && w.left <= w.right; ++w.top, ++w.left, --w.bottom, --w.right) append_ring(puzzle, w, path);
  return path;
}

Path outward(const EdgePuzzle& puzzle, const Window& window) {
  Path path = inward(puzzle, window);
  std::reverse(path.begin(), path.end());
  return path;
}

using MakePath = Path (*)(const EdgePuzzle&);
struct NamedPath {
  std::string_view name;
  MakePath make;
};
constexpr NamedPath named_paths[] = {{"rowscan", rowscan},
                                     {"diagonal", diagonal},
                                     {"spiral-in", spiral_in},
                                     {"spiral-out", spiral_out},
                                     {"quad-spiral-out", quad_spiral_out}};

/// The words of a path file one by one, with their places.
class Words {
 public:
  Words(std::string_view text, const std::string& file) : text_(text), place_{file, 1, 1} {}

  /// Empty at the end.
  std::string_view next() {
    skip_gap();
    word_place_ = place_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_gap(text_[at_]) && text_[at_] != '#') step();
    return text_.substr(begin, at_ - begin);
  }
  const Place& place() const { return word_place_; }

 private:
  static bool is_gap(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ','; }
  void step() {
    const bool ends_line = text_[at_++] == '\n';
    place_.line += ends_line;
    place_.column = ends_line ? 1 : place_.column + 1;
  }
  void skip_gap() {
    for (bool comment = false; at_ < text_.size(); step()) {
      comment = text_[at_] == '#' || (comment && text_[at_] != '\n');
      if (!comment && !is_gap(text_[at_])) return;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Place place_, word_place_;
};

std::optional<Square> square_numbered(const EdgePuzzle& puzzle, std::string_view word) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  if (number < 1 || number > puzzle.cell_count()) return std::nullopt;
  return Square(number - 1);
}

Square parse_square(const EdgePuzzle& puzzle, std::string_view word, const Place& place) {
  if (const auto square = square_named(puzzle, word)) return *square;
  if (const auto square = square_numbered(puzzle, word)) return *square;
  const Square last(puzzle.cell_count() - 1);
  throw InputError(place, fmt::format("found '{}', expected a cell from A1 to {} or a number from 1 to {}",
                                      word.substr(0, 40), square_name(puzzle, last), puzzle.cell_count()));
}

}  // namespace

Path rowscan(const EdgePuzzle& puzzle) { return comb(puzzle, 0); }

Path diagonal(const EdgePuzzle& puzzle) {
  Path path;
  for (int sum = 0; sum <= puzzle.width + puzzle.height - 2; ++sum)
    for (int row = std::min(sum, puzzle.height - 1); row >= 0 && sum - row < puzzle.width; --row)
      path.push_back(puzzle.square(row, sum - row));
  return path;
}

Path spiral_in(const EdgePuzzle& puzzle) { return inward(puzzle, whole(puzzle)); }
Path spiral_out(const EdgePuzzle& puzzle) { return outward(puzzle, whole(puzzle)); }

Path quad_spiral_out(const EdgePuzzle& puzzle) {
  const Window w = whole(puzzle);
  const int middle = puzzle.height / 2, centre = puzzle.width / 2;
  Path path;
  for (const Window& quadrant : {Window{0, 0, middle - 1, centre - 1}, Window{0, centre, middle - 1, w.right},
                                 Window{middle, centre, w.bottom, w.right}, Window{middle, 0, w.bottom, centre - 1}})
    for (const Square square : outward(puzzle, quadrant)) path.push_back(square);
  return path;
}

Path comb(const EdgePuzzle& puzzle, int teeth) {
  const int first_tooth_row = puzzle.height - teeth;
  Path path;
  for (int row = 0; row < first_tooth_row; ++row)
    for (int column = 0; column < puzzle.width; ++column) path.push_back(puzzle.square(row, column));
  for (int column = 0; column < puzzle.width; ++column)
    for (int row = first_tooth_row; row < puzzle.height; ++row) path.push_back(puzzle.square(row, column));
  return path;
}

const std::vector<std::string>& path_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const NamedPath& path : named_paths) result.emplace_back(path.name);
    return result;
  }();
  return names;
}

Path path_named(const EdgePuzzle& puzzle, std::string_view name) {
  for (const NamedPath& path : named_paths)
    if (path.name == name) return path.make(puzzle);
  throw UsageError(fmt::format("no path '{}'; there are {}", name, fmt::join(path_names(), ", ")));
}

Path read_path(const EdgePuzzle& puzzle, std::string_view text, const std::string& file) {
  Path path;
  std::vector<bool> seen(puzzle.cell_count(), false);
  Words words(text, file);
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    const Square square = parse_square(puzzle, word, words.place());
    if (seen[square.index()])
      throw InputError(words.place(), fmt::format("cell {} for the second time", square_name(puzzle, square)));
    seen[square.index()] = true;
    path.push_back(square);
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end())
    throw InputError(words.place(),
                     fmt::format("the path ends after {} of {} cells; {} is missing", path.size(), seen.size(),
                                 square_name(puzzle, Square(static_cast<std::size_t>(missing - seen.begin())))));
  return path;
}

}  // namespace tesselle::edge
