#include "verify/drat_text.hpp"

#include <algorithm>
#include <charconv>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

bool LiteralReader::more() {
  for (; at_ < text_.size(); ++at_) {
    const bool comment = text_[at_] == 'c' && (at_ == 0 || text_[at_ - 1] == '\n');
    if (comment) at_ = std::min(text_.find('\n', at_), text_.size() - 1);
    if (!is_space(text_[at_])) return !comment;
    line_ += text_[at_] == '\n';
  }
  return false;
}

std::string_view LiteralReader::next_word() const {
  std::size_t end = at_;
  while (end < text_.size() && !is_space(text_[end])) ++end;
  return text_.substr(at_, end - at_);
}

bool LiteralReader::skip_word(std::string_view word) {
  if (!more() || next_word() != word) return false;
  at_ += word.size();
  return true;
}

void LiteralReader::refuse(const std::string& expected) const {
  std::string found = at_ < text_.size() ? "'" + std::string(next_word().substr(0, 20)) + "'" : "the end";
  for (char& c : found)
    if (c < ' ') c = '?';
  throw InputError({name_, line_}, "found " + found + ", expected " + expected);
}

long LiteralReader::read_number(long min, long max) {
  if (!more()) refuse("a number");
  const std::string_view word = next_word();
  long number = 0;
  const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || rest != word.data() + word.size() || number < min || number > max)
    refuse("a number from " + std::to_string(min) + " to " + std::to_string(max));
  at_ += word.size();
  return number;
}

void LiteralReader::read_clause(std::vector<int>& clause, long max_variable) {
  clause.clear();
  while (const long literal = read_number(-max_variable, max_variable)) clause.push_back(static_cast<int>(literal));
}

}  // namespace tesselle
