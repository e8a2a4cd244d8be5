#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/text.hpp"
#include "tesselle/edge_puzzle.hpp"
#include "tesselle/foreign_formats.hpp"

namespace tesselle {

/// What the readers of plain lists share: lines, and what a list may leave open.

/// Which side each of the four columns of a list holds.
using SideOrder = std::array<Side, 4>;
inline constexpr SideOrder order_nswe = {Side::north, Side::south, Side::west, Side::east};
inline constexpr SideOrder order_nesw = {Side::north, Side::east, Side::south, Side::west};

/// "nesw", "bltr", "urdl": the four sides in any order; top, bottom, left and right, up and down are understood.
std::optional<SideOrder> side_order_named(std::string_view name);
inline constexpr std::string_view side_order_expected = "an order of the four sides such as nesw, bltr or nswe";

inline constexpr std::size_t max_list_bytes = std::size_t{16} << 20;  // ten times what the largest board needs

struct Line {
  std::vector<Word> words;  ///< offsets in the whole text
  std::size_t offset = 0;
};

/// Goes through the lines that say something: comments cut off, blank lines left out. Words are separated by blanks, or
/// by commas or semicolons where a line has them; then a field may be empty.
class LineReader {
 public:
  LineReader(std::string_view text, const std::string& file);

  std::optional<Line> next();

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const;
  [[noreturn]] void fail_at_end(const std::string& message) const { fail(text_.size(), message); }
  std::int64_t number(const Word& word, std::int64_t low, std::int64_t high, const char* what) const;

 private:
  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
};

struct BoardShape {
  int width = 0, height = 0;
};

/// What is known about a list besides its lines: from ReadOptions, else from comments at its top. Throws UsageError for
/// a wrong option, InputError for a wrong comment.
class ListNotes {
 public:
  ListNotes(std::string_view text, const std::string& file, const ReadOptions& options);

  std::optional<SideOrder> sides() const;
  std::optional<BoardShape> board() const;
  std::optional<std::string> pairs() const;
  [[noreturn]] void refuse_pairs(const std::string& expected) const;

 private:
  struct Said {
    std::string value;
    std::optional<std::size_t> offset{};  ///< in the text; no value: an option
  };
  [[noreturn]] void refuse(const char* key, const Said& said, std::string_view expected) const;
  void read_comment(std::string_view line, std::size_t offset);

  std::string_view text_;
  const std::string& file_;
  std::optional<Said> sides_, board_, pairs_;
};

/// Colours 0, 1, … of a numbered puzzle, where equal ones match.
void number_colours(EdgePuzzle& puzzle, std::size_t count);

/// The number of each colour in a list, where 0 means the frame and nothing else.
std::vector<std::size_t> list_numbers(const EdgePuzzle& puzzle);

/// Throws UsageError naming what a list of pieces cannot express.
void refuse_what_lists_cannot_hold(const Puzzle& puzzle);

}  // namespace tesselle
