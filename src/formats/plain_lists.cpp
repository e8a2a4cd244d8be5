#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/readable.hpp"
#include "formats/limits.hpp"
#include "formats/list_lines.hpp"
#include "formats/plain_lists.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

class ListReader {
 public:
  ListReader(std::string_view text, const std::string& file, const SideOrder& columns)
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
      lines_.fail_at_end(fmt::format("found {}, expected {}", counted(puzzle_.pieces.size(), "piece"), count_text()));
    number_colours(puzzle_, colour_count_);
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

  LineReader lines_;
  const SideOrder columns_;
  std::size_t colour_count_ = 0;
  EdgePuzzle puzzle_;
};

Puzzle read_list(std::string_view text, const std::string& file, const SideOrder& columns, std::size_t size_words) {
  Puzzle puzzle;
  puzzle.name = default_name(file);
  puzzle.body = ListReader(text, file, columns).read(size_words);
  return puzzle;
}

std::string write_list(const Puzzle& whole, const SideOrder& columns, const std::string& size_line) {
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

}  // namespace

Puzzle read_sized_list(std::string_view text, const std::string& file, std::size_t size_words,
                       const ReadOptions& options) {
  const ListNotes notes(text, file, options);
  if (options.board) throw UsageError("--board: the first line of the list says the size");
  return read_list(text, file, notes.sides().value_or(size_words == 1 ? order_nswe : order_nesw), size_words);
}

Puzzle read_plain_nswe(std::string_view text, const std::string& file) { return read_list(text, file, order_nswe, 1); }

Puzzle read_plain_nesw(std::string_view text, const std::string& file) { return read_list(text, file, order_nesw, 2); }

std::string write_plain_nswe(const Puzzle& puzzle) {
  refuse_what_lists_cannot_hold(puzzle);
  if (puzzle.edge().width != puzzle.edge().height)
    throw UsageError("a list of North South West East columns needs a square board");
  return write_list(puzzle, order_nswe, std::to_string(puzzle.edge().width));
}

std::string write_plain_nesw(const Puzzle& puzzle) {
  refuse_what_lists_cannot_hold(puzzle);
  return write_list(puzzle, order_nesw, fmt::format("{} {}", puzzle.edge().width, puzzle.edge().height));
}

}  // namespace tesselle
