#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tesselle/errors.hpp"

namespace tesselle {

/// What the readers share: words and their places, numbers, and how a piece of the user's text is quoted in an error.

/// A word and where it starts in the text it was cut from.
struct Word {
  std::string_view text;
  std::size_t offset = 0;
};

/// Cuts a text at blanks, tabs and line ends, word by word: a hostile text has millions of them.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}
  std::optional<Word> next();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// The first words of a text, more than any line of ours holds.
std::vector<Word> words_of(std::string_view text, std::size_t limit = 1000);

/// Decimal digits only, without sign; nullopt if there are other characters or the number exceeds `limit`.
std::optional<std::int64_t> parse_digits(std::string_view text, std::int64_t limit);
bool is_digits(std::string_view text);

/// For messages: in single quotes, one line, not longer than about forty characters whatever the user wrote.
std::string in_quotes(std::string_view text);
/// The same care without quotes, for messages of a library that repeat the user's text.
std::string one_line(std::string_view text, std::size_t limit);

/// Lines and columns count from 1; a column is a character (UTF-8), a byte order mark is none.
Place place_at(const std::string& file, std::string_view text, std::size_t offset);

inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
std::string_view without_byte_order_mark(std::string_view text);

/// The byte where the text stops being UTF-8 (overlong forms and surrogates are not), if it does.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// A valid puzzle name made of a file's: folders and suffix dropped, letters lowered, anything else a hyphen.
std::string default_name(std::string_view file);
bool is_puzzle_name(std::string_view name);
/// One line of UTF-8.
bool is_title(std::string_view text);

/// For tables that spreadsheets open: a text that they would take for a formula gets an apostrophe in front, and
/// `from_spreadsheet_text` takes it away.
std::string as_spreadsheet_text(std::string_view text);
std::string_view from_spreadsheet_text(std::string_view text);

/// "boxes.def#2": a path and which of its puzzles or solutions, unless a file has just that name.
std::pair<std::string, std::optional<int>> path_and_number(const std::string& text);

}  // namespace tesselle
