#include "formats/foreign.hpp"

#include <algorithm>
#include <set>

#include "formats/gzip.hpp"
#include "formats/text.hpp"

namespace tesselle {
namespace {

/// "region: 6x10", "F:", "F: 3", "F: *"
bool is_drawing_name(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != line.npos && line.find_first_of("=[\"'") == line.npos &&
         line.find_first_not_of("0123456789x* \t\r", colon + 1) == line.npos;
}

/// A line of items and an option made of them: nothing else looks like it.
bool is_items_and_option(std::string_view text, std::string_view line) {
  if (line.find_first_of("=[{<") != line.npos) return false;
  std::set<std::string_view> items;
  for (const Word& word : words_of(line)) items.insert(word.text.substr(word.text.find('|') + 1));  // 1:2|name
  const std::size_t next = static_cast<std::size_t>(line.data() - text.data()) + line.size() + 1;
  if (items.size() < 2 || next >= text.size()) return false;
  const auto option = words_of(text.substr(next, text.find('\n', next) - next));
  return !option.empty() &&
         std::all_of(option.begin(), option.end(), [&](const Word& word) { return items.count(word.text) > 0; });
}

}  // namespace

ForeignFormat recognise_foreign(std::string_view text, std::string_view line) {
  if (is_gzip(text) || line.starts_with("<?xml") || line.starts_with("<puzzle")) return ForeignFormat::xmpuzzle;
  if (line.starts_with("D:") && line.find('=') != line.npos) return ForeignFormat::polycube;
  if (line.starts_with("|") || is_items_and_option(text, line)) return ForeignFormat::knuth;
  return is_drawing_name(line) ? ForeignFormat::ascii : ForeignFormat::none;
}

}  // namespace tesselle
