#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/readable.hpp"
#include "formats/limits.hpp"
#include "formats/list_lines.hpp"

namespace tesselle {
namespace {

constexpr std::size_t no_column = 1000;

/// Where in a line the four sides and the number of the piece are.
struct TableColumns {
  std::array<std::size_t, 4> side = {no_column, no_column, no_column, no_column};  ///< by Side
  std::size_t number = no_column;
  std::size_t count = 0;
};

/// Pieces without a size: four numbers per line, or five with the number of the piece in front, or a table whose first
/// line names its columns.
class TableReader {
 public:
  TableReader(std::string_view text, const std::string& file, const ReadOptions& options)
      : lines_(text, file), notes_(text, file, options), sides_given_(options.sides.has_value()) {}

  EdgePuzzle read() {
    const auto first = lines_.next();
    if (!first) lines_.fail_at_end("found nothing, expected a list of pieces");
    first_ = first->words[0].offset;
    const bool named =
        std::none_of(first->words.begin(), first->words.end(), [](const Word& word) { return is_digits(word.text); });
    columns_ = named ? named_columns(*first) : plain_columns(*first);
    if (!named) read_row(*first);
    while (const auto line = lines_.next()) read_row(*line);
    if (rows_.empty()) lines_.fail_at_end("found no piece, expected one per line");
    order_rows();
    set_size();
    number_colours(puzzle_, colour_count_);
    return std::move(puzzle_);
  }

 private:
  struct Row {
    std::int64_t number = 0;
    std::size_t offset = 0;  ///< of the number
    Sides sides{};
  };

  TableColumns plain_columns(const Line& line) const {
    const std::size_t count = line.words.size();
    if (count != 4 && count != 5)
      lines_.fail(first_, fmt::format("found {} numbers in the first line, expected one (n), two (width height), or a "
                                      "piece: four sides, perhaps after its number",
                                      count));
    const auto order = notes_.sides();
    if (!order)
      lines_.fail(
          first_,
          "the list does not say in which order the sides are: convert it with --sides nesw (bltr, nswe, …), or "
          "put a line '# sides: nesw' at its top");
    TableColumns columns;
    columns.count = count;
    if (count == 5) columns.number = 0;
    for (std::size_t i = 0; i < 4; ++i) columns.side[static_cast<std::size_t>((*order)[i])] = i + (count - 4);
    return columns;
  }

  TableColumns named_columns(const Line& line) const {
    if (sides_given_) throw UsageError("--sides: the first line of the list names the columns");
    TableColumns columns;
    columns.count = line.words.size();
    for (std::size_t i = 0; i < line.words.size(); ++i) take_column(columns, line.words[i], i);
    for (const Side side : all_sides)
      if (columns.side[static_cast<std::size_t>(side)] == no_column)
        lines_.fail(first_,
                    fmt::format("found no column for the {} side, expected north, east, south and west (or top, "
                                "right, bottom and left)",
                                side_words[static_cast<std::size_t>(side)][0]));
    return columns;
  }

  void take_column(TableColumns& columns, const Word& word, std::size_t index) const {
    std::string name(word.text.substr(0, 20));
    for (char& c : name)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (name.size() > 1 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
    const auto is = [&](const auto& names) { return std::find(names.begin(), names.end(), name) != names.end(); };
    std::size_t* place = nullptr;
    for (std::size_t side = 0; side < 4; ++side)
      if (is(side_words[side])) place = &columns.side[side];
    if (is(number_words)) place = &columns.number;
    if (place == nullptr && (name == "kind" || name == "type")) return;  // a remark: corner, edge, inner
    if (place == nullptr)
      lines_.fail(word.offset, "found column " + in_quotes(word.text) +
                                   ", expected piece, north, east, south and west (or top, right, bottom, left)");
    if (*place != no_column) lines_.fail(word.offset, "found column " + in_quotes(word.text) + " twice");
    *place = index;
  }

  void read_row(const Line& line) {
    if (line.words.size() != columns_.count)
      lines_.fail(line.words[std::min(line.words.size() - 1, columns_.count)].offset,
                  fmt::format("found {} fields in the line, expected {}", line.words.size(), columns_.count));
    if (rows_.size() == static_cast<std::size_t>(max_pieces))
      lines_.fail(line.words[0].offset, fmt::format("found more than {} pieces, expected fewer", max_pieces));
    Row row;
    if (columns_.number != no_column) {
      row.number = lines_.number(line.words[columns_.number], 0, max_pieces, "the number of a piece");
      row.offset = line.words[columns_.number].offset;
    }
    for (std::size_t side = 0; side < 4; ++side) {
      const Word& word = line.words[columns_.side[side]];
      const auto colour = static_cast<std::size_t>(lines_.number(word, 0, largest_colour, "a colour"));
      row.sides[side] = Colour(colour);
      colour_count_ = std::max(colour_count_, colour + 1);
      if (colour == 0) puzzle_.frame = Colour(0);
    }
    rows_.push_back(row);
  }

  /// Numbered pieces take the place that their number says, counted from 1 or from 0.
  void order_rows() {
    if (columns_.number != no_column) {
      const bool from_zero = std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.number == 0; });
      const std::int64_t first = from_zero ? 0 : 1, last = first + static_cast<std::int64_t>(rows_.size()) - 1;
      std::vector<bool> seen(rows_.size());
      for (const Row& row : rows_) {
        if (row.number > last || seen[static_cast<std::size_t>(row.number - first)])
          lines_.fail(row.offset,
                      fmt::format("found piece number {}, expected each from {} to {} once", row.number, first, last));
        seen[static_cast<std::size_t>(row.number - first)] = true;
      }
      std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.number < b.number; });
    }
    for (const Row& row : rows_) puzzle_.pieces.push_back(row.sides);
  }

  void set_size() {
    const auto given = notes_.board();
    const auto shape = given ? given : square_by_rim();
    if (!shape)
      lines_.fail(first_, fmt::format("the list does not say the size of the board for its {} pieces: convert it with "
                                      "--board WIDTHxHEIGHT, or put a line '# board: WIDTHxHEIGHT' at its top",
                                      rows_.size()));
    puzzle_.width = shape->width;
    puzzle_.height = shape->height;
    if (puzzle_.cell_count() != rows_.size())
      lines_.fail_at_end(fmt::format("found {}, expected {}: one for each cell of the {}x{} board",
                                     counted(rows_.size(), "piece"), puzzle_.cell_count(), puzzle_.width,
                                     puzzle_.height));
  }

  /// The pieces tell the size only if their frame sides are those of a square board.
  std::optional<BoardShape> square_by_rim() const {
    int side = 1;
    while (static_cast<std::size_t>(side) * static_cast<std::size_t>(side) < rows_.size()) ++side;
    std::size_t frame_sides = 0;
    for (const Row& row : rows_)
      frame_sides += static_cast<std::size_t>(std::count(row.sides.begin(), row.sides.end(), Colour(0)));
    const auto length = static_cast<std::size_t>(side);
    if (length * length != rows_.size() || frame_sides != 4 * length) return std::nullopt;
    return BoardShape{side, side};
  }

  static constexpr std::array<std::array<std::string_view, 5>, 4> side_words = {{{"north", "n", "top", "t", "up"},
                                                                                 {"east", "e", "right", "r", "rt"},
                                                                                 {"south", "s", "bottom", "b", "down"},
                                                                                 {"west", "w", "left", "l", "lt"}}};
  static constexpr std::array<std::string_view, 6> number_words = {"piece", "number", "id", "nr", "no", "tile"};

  LineReader lines_;
  ListNotes notes_;
  bool sides_given_;
  std::size_t first_ = 0;
  TableColumns columns_;
  std::vector<Row> rows_;
  std::size_t colour_count_ = 0;
  EdgePuzzle puzzle_;
};

constexpr std::array<std::string_view, 4> column_names = {"north", "east", "south", "west"};

}  // namespace

Puzzle read_piece_table(std::string_view text, const std::string& file, const ReadOptions& options) {
  if (options.pairs) throw UsageError("--pairs: only lists of letters leave open how sides match");
  Puzzle puzzle;
  puzzle.name = default_name(file);
  puzzle.body = TableReader(text, file, options).read();
  return puzzle;
}

std::string write_piece_table(const Puzzle& whole, const TableStyle& style) {
  refuse_what_lists_cannot_hold(whole);
  const auto order = side_order_named(style.sides);
  if (!order)
    throw UsageError(fmt::format("found the sides {}, expected {}", in_quotes(style.sides), side_order_expected));
  const EdgePuzzle& puzzle = whole.edge();
  const auto numbers = list_numbers(puzzle);
  const char* separator = style.csv ? "," : " ";
  std::vector<std::string> fields;
  if (style.numbered) fields.emplace_back("piece");
  for (const Side side : *order) fields.emplace_back(column_names[static_cast<std::size_t>(side)]);
  std::string out = style.csv ? fmt::format("{}\n", fmt::join(fields, separator)) : "";
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    fields.clear();
    if (style.numbered) fields.push_back(std::to_string(p + 1));
    for (const Side side : *order) {
      const std::size_t number = numbers[puzzle.pieces[p][static_cast<std::size_t>(side)].index()];
      if (number > static_cast<std::size_t>(largest_colour))
        throw UsageError(fmt::format("a plain list cannot hold more than {} colours", largest_colour));
      fields.push_back(std::to_string(number));
    }
    out += fmt::format("{}\n", fmt::join(fields, separator));
  }
  return out;
}

}  // namespace tesselle
