#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tesselle {

/// Numbers and words of a text, one after the other, with their lines: what DIMACS and DRAT files are made of.
class LiteralReader {
 public:
  LiteralReader(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  /// Passes over spaces, and over whole lines that begin with a 'c'; false at the end.
  bool more();
  int line() const { return line_; }
  /// Passes over the word if it comes next.
  bool skip_word(std::string_view word);
  /// A clause up to its zero, in `clause`, of variables up to `max_variable`.
  void read_clause(std::vector<int>& clause, long max_variable);
  long read_number(long min, long max);
  [[noreturn]] void refuse(const std::string& expected) const;

 private:
  std::string_view next_word() const;

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace tesselle
