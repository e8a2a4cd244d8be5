#include "base/names.hpp"

#include <algorithm>
#include <numeric>

namespace tesselle {
namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// How many slips lead from one word to the other: a letter left out, added, changed, or two neighbours exchanged.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({last[j] + (a[i] == b[j] ? 0 : 1), row[j] + 1, last[j + 1] + 1});
      const bool exchanged = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
      if (exchanged) row[j + 1] = std::min(row[j + 1], before_last[j - 1] + 1);
    }
  }
  return row.back();
}

/// Takes the digits at the front of a text, without leading zeros.
std::string_view take_number(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_decimal(text[end])) ++end;
  std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
  return number;
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

bool natural_less(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a, whole_b = b;
  while (!a.empty() && !b.empty()) {
    if (is_decimal(a.front()) && is_decimal(b.front())) {
      const std::string_view x = take_number(a), y = take_number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;  // "01" and "1" are different names
}

std::vector<std::string> near_names(std::string_view word, std::span<const std::string> names) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  const std::string typed = lower_case(word.substr(0, 100));
  const std::size_t tolerance = typed.size() < 4 ? 1 : typed.size() < 9 ? 2 : 3;
  for (const std::string& name : names) {
    const std::string lower = lower_case(name);
    const std::size_t distance = edit_distance(typed, lower);
    const bool begins_alike = typed.size() >= 3 && lower.starts_with(typed);
    const bool alike = distance <= tolerance && distance < std::min(typed.size(), lower.size());
    if (alike || begins_alike) ranked.emplace_back(distance, name);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> nearest;  // a name that differs in case only is the one
  for (auto& [distance, name] : ranked)
    if (nearest.size() < 3 && (distance == 0 || ranked.front().first > 0)) nearest.push_back(std::move(name));
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  const std::vector<std::string> nearest = near_names(word, names);
  std::string text;
  for (const std::string& name : nearest) text += (text.empty() ? "; did you mean '" : "' or '") + name;
  return text.empty() ? text : text + "'?";
}

}  // namespace tesselle
