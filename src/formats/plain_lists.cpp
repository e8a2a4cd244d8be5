#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/limits.hpp"
#include "formats/text.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

/// Which side each of the four columns of a list holds.
using Columns = std::array<Side, 4>;
constexpr Columns nswe = {Side::north, Side::south, Side::west, Side::east};
constexpr Columns nesw = {Side::north, Side::east, Side::south, Side::west};

constexpr std::size_t max_list_bytes = std::size_t{16} << 20;  // ten times what the largest board needs

struct Line {
  std::vector<Word> words;  ///< offsets in the whole text
  std::size_t offset = 0;
};

/// Goes through the lines that say something: comments cut off, blank lines left out.
class LineReader {
 public:
  LineReader(std::string_view text, const std::string& file) : text_(text), file_(file) {
    if (text.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  std::optional<Line> next() {
    while (at_ < text_.size()) {
      const std::size_t start = at_;
      const std::size_t end = std::min(text_.find('\n', start), text_.size());
      at_ = std::min(end + 1, text_.size());
      std::string_view content = text_.substr(start, end - start);
      Line line{words_of(content.substr(0, content.find('#'))), start};
      for (Word& word : line.words) word.offset += start;
      if (!line.words.empty()) return line;
    }
    return std::nullopt;
  }

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    throw InputError(place_at(file_, text_, offset), message);
  }
  [[noreturn]] void fail_at_end(const std::string& message) const { fail(text_.size(), message); }

  std::int64_t number(const Word& word, std::int64_t low, std::int64_t high, const char* what) const {
    const auto number = parse_digits(word.text, high);
    if (number && *number >= low) return *number;
    fail(word.offset, fmt::format("found {}, expected {} from {} to {}", in_quotes(word.text), what, low, high));
  }

 private:
  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
};

class ListReader {
 public:
  ListReader(std::string_view text, const std::string& file, const Columns& columns)
      : lines_(text, file), columns_(columns) {}

  EdgePuzzle read(std::size_t size_words) {
    read_size(size_words);
    const std::size_t cells = puzzle_.cell_count();
    while (const auto line = lines_.next()) {
      if (puzzle_.pieces.size() == cells)
        lines_.fail(line->words[0].offset, "found one more piece, expected " + count_text());
      read_piece(*line);
    }
    if (puzzle_.pieces.size() < cells)
      lines_.fail_at_end(fmt::format("found {} pieces, expected {}", puzzle_.pieces.size(), count_text()));
    name_colours();
    return std::move(puzzle_);
  }

 private:
  void read_size(std::size_t size_words) {
    const auto line = lines_.next();
    const std::string expected = size_words == 1 ? "the size n of an n x n board" : "the width and height of the board";
    if (!line) lines_.fail_at_end("found nothing, expected " + expected);
    if (line->words.size() != size_words)
      lines_.fail(line->words[0].offset, fmt::format("found {} words, expected {}", line->words.size(), expected));
    const auto side = [&](const Word& word) {
      return static_cast<int>(lines_.number(word, 1, max_pieces, "a side of the board"));
    };
    puzzle_.width = side(line->words.front());
    puzzle_.height = side(line->words.back());
    if (static_cast<std::int64_t>(puzzle_.cell_count()) > max_pieces)
      lines_.fail(line->words[0].offset,
                  fmt::format("found a board of {} cells, expected at most {}", puzzle_.cell_count(), max_pieces));
  }

  std::string count_text() const {
    return fmt::format("{}: one for each cell of the {}x{} board", puzzle_.cell_count(), puzzle_.width, puzzle_.height);
  }

  void read_piece(const Line& line) {
    if (line.words.size() != 4)
      lines_.fail(line.words[std::min<std::size_t>(line.words.size() - 1, 4)].offset,
                  fmt::format("found {} numbers in the line, expected 4", line.words.size()));
    Sides sides;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto colour = static_cast<std::size_t>(lines_.number(line.words[i], 0, largest_colour, "a colour"));
      sides[static_cast<std::size_t>(columns_[i])] = Colour(colour);
      colour_count_ = std::max(colour_count_, colour + 1);
      if (colour == 0) puzzle_.frame = Colour(0);
    }
    puzzle_.pieces.push_back(sides);
  }

  void name_colours() {
    for (std::size_t c = 0; c < colour_count_; ++c) {
      puzzle_.colours.push_back(std::to_string(c));
      puzzle_.mate.push_back(Colour(c));
    }
  }

  LineReader lines_;
  const Columns& columns_;
  std::size_t colour_count_ = 0;
  EdgePuzzle puzzle_;
};

Puzzle read_list(std::string_view text, const std::string& file, const Columns& columns, std::size_t size_words) {
  if (text.size() > max_list_bytes)
    throw InputError({file}, fmt::format("is larger than {} MB, expected a list of pieces", max_list_bytes >> 20));
  Puzzle puzzle;
  puzzle.name = default_name(file);
  puzzle.body = ListReader(text, file, columns).read(size_words);
  return puzzle;
}

/// The number of each colour in a list, where 0 means the frame and nothing else.
std::vector<std::size_t> list_numbers(const EdgePuzzle& puzzle) {
  std::vector<bool> used(puzzle.colours.size());
  for (const Sides& sides : puzzle.pieces)
    for (const Colour colour : sides) used[colour.index()] = true;
  const bool zero_is_free = !puzzle.frame && !used.empty() && !used[0];
  std::vector<std::size_t> numbers;
  for (std::size_t c = 0; c < puzzle.colours.size(); ++c)
    numbers.push_back(zero_is_free || (puzzle.frame && c > puzzle.frame->index()) ? c : c + 1);
  if (puzzle.frame) numbers[puzzle.frame->index()] = 0;
  return numbers;
}

std::string write_list(const Puzzle& whole, const Columns& columns, const std::string& size_line) {
  const EdgePuzzle& puzzle = whole.edge();
  const auto numbers = list_numbers(puzzle);
  std::string out = size_line + "\n";
  for (const Sides& sides : puzzle.pieces) {
    std::string line;
    for (const Side side : columns) {
      const std::size_t number = numbers[sides[static_cast<std::size_t>(side)].index()];
      if (number > static_cast<std::size_t>(largest_colour))
        throw UsageError(fmt::format("a plain list cannot hold more than {} colours", largest_colour));
      line += (line.empty() ? "" : " ") + std::to_string(number);
    }
    out += line + "\n";
  }
  return out;
}

void refuse_what_lists_cannot_hold(const Puzzle& puzzle) {
  if (puzzle.family() != Family::edge) throw UsageError("a plain list cannot hold a packing puzzle");
  if (puzzle.edge().matching != Matching::same) throw UsageError("a plain list cannot hold complementary sides");
  if (!puzzle.edge().hints.empty()) throw UsageError("a plain list cannot hold hints");
}

}  // namespace

Puzzle read_plain_nswe(std::string_view text, const std::string& file) { return read_list(text, file, nswe, 1); }

Puzzle read_plain_nesw(std::string_view text, const std::string& file) { return read_list(text, file, nesw, 2); }

std::string write_plain_nswe(const Puzzle& puzzle) {
  refuse_what_lists_cannot_hold(puzzle);
  if (puzzle.edge().width != puzzle.edge().height)
    throw UsageError("a list of North South West East columns needs a square board");
  return write_list(puzzle, nswe, std::to_string(puzzle.edge().width));
}

std::string write_plain_nesw(const Puzzle& puzzle) {
  refuse_what_lists_cannot_hold(puzzle);
  return write_list(puzzle, nesw, fmt::format("{} {}", puzzle.edge().width, puzzle.edge().height));
}

}  // namespace tesselle
