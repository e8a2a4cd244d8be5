#include "formats/list_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/limits.hpp"

namespace tesselle {
namespace {

std::optional<Side> side_lettered(char letter) {
  constexpr std::array<std::string_view, 4> letters = {"ntuNTU", "erER", "sbdSBD", "wlWL"};
  for (std::size_t side = 0; side < 4; ++side)
    if (letters[side].find(letter) != std::string_view::npos) return static_cast<Side>(side);
  return std::nullopt;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of(" \t\r"), text.size());
  return text.substr(start, text.find_last_not_of(" \t\r") + 1 - start);
}

/// Fields between separators, without the blanks around them.
std::vector<Word> separated(std::string_view line, char separator) {
  std::vector<Word> fields;
  for (std::size_t start = 0; start <= line.size() && fields.size() < 1000;) {
    const std::size_t end = std::min(line.find(separator, start), line.size());
    const std::string_view field = without_blanks(line.substr(start, end - start));
    fields.push_back({field, field.empty() ? start : static_cast<std::size_t>(field.data() - line.data())});
    start = end + 1;
  }
  return fields;
}

std::vector<Word> fields_of(std::string_view line) {
  if (line.find(',') != line.npos) return separated(line, ',');
  if (line.find(';') != line.npos) return separated(line, ';');
  return words_of(line);
}

}  // namespace

std::optional<SideOrder> side_order_named(std::string_view name) {
  if (name.size() != 4) return std::nullopt;
  SideOrder order;
  unsigned seen = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto side = side_lettered(name[i]);
    if (!side) return std::nullopt;
    order[i] = *side;
    seen |= 1u << static_cast<unsigned>(*side);
  }
  return seen == 15 ? std::optional(order) : std::nullopt;
}

LineReader::LineReader(std::string_view text, const std::string& file) : text_(text), file_(file) {
  if (text.size() > max_list_bytes)
    throw InputError({file}, fmt::format("is larger than {} MB, expected a list of pieces", max_list_bytes >> 20));
  if (text.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
}

std::optional<Line> LineReader::next() {
  while (at_ < text_.size()) {
    const std::size_t start = at_;
    const std::size_t end = std::min(text_.find('\n', start), text_.size());
    at_ = std::min(end + 1, text_.size());
    const std::string_view content = text_.substr(start, end - start);
    const std::string_view said = content.substr(0, content.find('#'));
    if (without_blanks(said).empty()) continue;
    Line line{fields_of(said), start};
    for (Word& word : line.words) word.offset += start;
    return line;
  }
  return std::nullopt;
}

void LineReader::fail(std::size_t offset, const std::string& message) const {
  throw InputError(place_at(file_, text_, offset), message);
}

std::int64_t LineReader::number(const Word& word, std::int64_t low, std::int64_t high, const char* what) const {
  const auto number = parse_digits(word.text, high);
  if (number && *number >= low) return *number;
  fail(word.offset, fmt::format("found {}, expected {} from {} to {}", in_quotes(word.text), what, low, high));
}

ListNotes::ListNotes(std::string_view text, const std::string& file, const ReadOptions& options)
    : text_(text), file_(file) {
  for (std::size_t at = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = without_blanks(text.substr(at, end - at));
    if (!line.empty() && line[0] != '#') break;
    if (!line.empty()) read_comment(line, static_cast<std::size_t>(line.data() - text.data()));
    at = end + 1;
  }
  if (options.sides) sides_ = Said{*options.sides};
  if (options.board) board_ = Said{*options.board};
  if (options.pairs) pairs_ = Said{*options.pairs};
}

void ListNotes::read_comment(std::string_view line, std::size_t offset) {
  const std::size_t colon = line.find(':');
  if (colon == line.npos) return;
  const std::string_view key = without_blanks(line.substr(1, colon - 1)),
                         value = without_blanks(line.substr(colon + 1));
  const Said said{std::string(value),
                  value.empty() ? offset + colon : offset + static_cast<std::size_t>(value.data() - line.data())};
  if (key == "sides") sides_ = said;
  if (key == "board") board_ = said;
  if (key == "pairs") pairs_ = said;
}

void ListNotes::refuse(const char* key, const Said& said, std::string_view expected) const {
  if (!said.offset) throw UsageError(fmt::format("--{}: found {}, expected {}", key, in_quotes(said.value), expected));
  throw InputError(place_at(file_, text_, *said.offset),
                   fmt::format("found {} {}, expected {}", key, in_quotes(said.value), expected));
}

std::optional<SideOrder> ListNotes::sides() const {
  if (!sides_) return std::nullopt;
  const auto order = side_order_named(sides_->value);
  if (!order) refuse("sides", *sides_, side_order_expected);
  return order;
}

std::optional<BoardShape> ListNotes::board() const {
  if (!board_) return std::nullopt;
  const std::string_view text = board_->value;
  const std::size_t cross = text.find('x');
  const auto width = parse_digits(text.substr(0, cross), max_pieces);
  const auto height = parse_digits(cross == text.npos ? "" : text.substr(cross + 1), max_pieces);
  if (!width || !height || *width * *height < 1 || *width * *height > max_pieces)
    refuse("board", *board_, fmt::format("width x height such as 16x16, at most {} cells", max_pieces));
  return BoardShape{static_cast<int>(*width), static_cast<int>(*height)};
}

std::optional<std::string> ListNotes::pairs() const { return pairs_ ? std::optional(pairs_->value) : std::nullopt; }

void ListNotes::refuse_pairs(const std::string& expected) const { refuse("pairs", *pairs_, expected); }

void number_colours(EdgePuzzle& puzzle, std::size_t count) {
  for (std::size_t c = 0; c < count; ++c) {
    puzzle.colours.push_back(std::to_string(c));
    puzzle.mate.push_back(Colour(c));
  }
}

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

void refuse_what_lists_cannot_hold(const Puzzle& puzzle) {
  if (puzzle.family() != Family::edge) throw UsageError("a plain list cannot hold a packing puzzle");
  if (puzzle.edge().matching != Matching::same) throw UsageError("a plain list cannot hold complementary sides");
  if (!puzzle.edge().hints.empty()) throw UsageError("a plain list cannot hold hints");
}

}  // namespace tesselle
