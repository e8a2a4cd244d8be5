#include <nlohmann/json.hpp>

#include "formats/document.hpp"
#include "formats/text.hpp"

namespace tesselle {
namespace {

using nlohmann::json;

constexpr std::size_t deepest_nesting = 32;
constexpr std::size_t max_json_values = 4'000'000;

/// Counts what the parser has read. nlohmann's SAX interface tells values but not where they are.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* count) : at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_, ++*count_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return a.at_ != b.at_; }

 private:
  const char* at_;
  std::size_t* count_;
};

/// Builds the tree. A token starts behind the last one and the separators in between; the lexer looks one character
/// ahead after a number only, and that character is a separator or a closing bracket.
class TreeBuilder final : public nlohmann::json_sax<json> {
 public:
  TreeBuilder(const std::string& file, std::string_view text, Cursor& cursor, const std::size_t& consumed)
      : file_(file), text_(text), start_(cursor.offset), consumed_(consumed), cursor_(cursor), last_end_(start_) {}

  Node take_root() { return std::move(root_); }

  bool null() override { return add(Null{}); }
  bool boolean(bool yes) override { return add(yes); }
  bool number_integer(number_integer_t number) override { return add(std::int64_t{number}); }
  bool number_unsigned(number_unsigned_t number) override {
    if (number <= static_cast<number_unsigned_t>(INT64_MAX)) return add(static_cast<std::int64_t>(number));
    return add(std::uint64_t{number});
  }
  bool number_float(number_float_t number, const string_t&) override { return add(number); }
  bool string(string_t& text) override { return add(std::move(text)); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(Members{}); }
  bool start_array(std::size_t) override { return open(Items{}); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    mark_token();
    auto& members = std::get<Members>(open_.back()->value);
    for (const Member& member : members)
      if (member.key == name) fail("found key " + in_quotes(name) + " twice, expected it once");
    if (members.size() >= max_keys) fail("found too many keys in one object, expected a solution");
    members.push_back({std::move(name), cursor_.line, cursor_.column, {}});
    finish_token();
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const json::exception& error) override {
    // The library's sentence starts with its own name and with a position inside the part that it was given.
    std::string_view message = error.what();
    const bool number_too_large = error.id == 406;
    const std::string_view behind = number_too_large ? "] " : ": ";
    if (const auto at = message.find(behind); at != message.npos) message.remove_prefix(at + 2);
    if (number_too_large) mark_token(), position = cursor_.offset + 1 - start_;
    const std::size_t offset = std::min(start_ + (position > 0 ? position - 1 : 0), text_.size());
    throw InputError(place_at(file_, text_, offset), "not valid JSON: " + one_line(message, 200));
  }

 private:
  static constexpr std::size_t max_keys = 100;

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError({file_, cursor_.line, cursor_.column}, message);
  }

  void mark_token() { cursor_.advance_to(text_.find_first_not_of(" \t\r\n,:", last_end_), text_); }
  void finish_token() { last_end_ = start_ + consumed_; }

  template <class Value>
  Node* place(Value value) {
    mark_token();
    if (++values_ > max_json_values) fail("found too many values, expected a solution");
    Node* slot = &root_;
    if (!open_.empty()) {
      if (auto* items = std::get_if<Items>(&open_.back()->value))
        slot = &items->emplace_back();
      else
        slot = &std::get<Members>(open_.back()->value).back().value;
    }
    slot->line = cursor_.line, slot->column = cursor_.column;
    slot->value = std::move(value);
    finish_token();
    return slot;
  }

  template <class Value>
  bool add(Value value) {
    place(std::move(value));
    return true;
  }

  template <class Value>
  bool open(Value value) {
    Node* node = place(std::move(value));
    if (open_.size() >= deepest_nesting) fail("found values nested too deep, expected a solution");
    open_.push_back(node);  // stays where it is: its own list grows only after it was closed
    return true;
  }

  bool close() {
    open_.pop_back();
    finish_token();
    return true;
  }

  const std::string& file_;
  std::string_view text_;
  std::size_t start_;
  const std::size_t& consumed_;
  Cursor& cursor_;
  std::size_t last_end_;
  std::size_t values_ = 0;
  Node root_;
  std::vector<Node*> open_;
};

}  // namespace

Document parse_json(std::string_view text, const std::string& file, Cursor& cursor) {
  std::size_t consumed = 0;
  const std::size_t start = cursor.offset;
  TreeBuilder builder(file, text, cursor, consumed);
  const CountingIterator begin(text.data() + start, &consumed), end(text.data() + text.size(), &consumed);
  nlohmann::json::sax_parse(begin, end, &builder, json::input_format_t::json, false);
  cursor.advance_to(start + consumed, text);
  return {file, text, builder.take_root()};
}

}  // namespace tesselle
