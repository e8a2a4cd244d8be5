#include "base/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/readable.hpp"

namespace tesselle {

/// Builds a value from the parser's calls.
class JsonBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Json take_root() { return std::move(root_); }

  bool null() override { return add(Json()); }
  bool boolean(bool yes) override { return add(yes); }
  bool number_integer(number_integer_t number) override { return add(std::int64_t{number}); }
  bool number_unsigned(number_unsigned_t number) override { return add(std::uint64_t{number}); }
  bool number_float(number_float_t number, const string_t& digits) override {
    const bool is_whole = digits.find_first_of(".eE") == digits.npos;
    return is_whole ? add(Json::Digits{digits}) : add(number);
  }
  bool string(string_t& text) override { return add(std::move(text)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::list()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    auto& members = std::get<Json::Members>(open_.back()->value_);
    members.emplace_back(std::move(name), Json());
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    throw JsonError(error.what());
  }

 private:
  Json* place(Json value) {
    Json* slot = &root_;
    if (!open_.empty()) {
      if (auto* items = std::get_if<Json::Items>(&open_.back()->value_))
        slot = &items->emplace_back();
      else
        slot = &std::get<Json::Members>(open_.back()->value_).back().second;
    }
    *slot = std::move(value);
    return slot;
  }
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (open_.size() >= Json::max_nesting) throw JsonError("values are nested too deep");
    open_.push_back(place(std::move(value)));  // stays where it is: its own list grows only after it was closed
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::vector<Json*> open_;
};

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

void print_control(std::string& out, unsigned char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += fmt::format("\\u{:04x}", c);
  }
}

void print_text(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<unsigned char>(text[at]);
    const std::size_t size = utf8_length(text.substr(at));
    if (size == 0)
      out += replacement;
    else if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f)
      print_control(out, c);
    else if (c == 0xc2 && static_cast<unsigned char>(text[at + 1]) < 0xa0)  // terminals obey some of these
      print_control(out, static_cast<unsigned char>(text[at + 1]));
    else
      out += text.substr(at, size);
    at += std::max<std::size_t>(size, 1);
  }
  out += '"';
}

void print_double(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  const std::string digits = fmt::format("{}", number);
  out += digits;
  if (digits.find_first_of(".e") == digits.npos) out += ".0";  // so that readers see the same type again
}

void print_line_start(std::string& out, int indent, int depth) {
  if (indent < 0) return;
  out += '\n';
  out.append(static_cast<std::size_t>(indent) * static_cast<std::size_t>(depth), ' ');
}

template <class Values, class PrintOne>
void print_values(std::string& out, const Values& values, std::string_view brackets, int indent, int depth,
                  PrintOne print_one) {
  out += brackets[0];
  bool first = true;
  for (const auto& value : values) {
    if (!first) out += ',';
    first = false;
    print_line_start(out, indent, depth + 1);
    print_one(value);
  }
  if (!first) print_line_start(out, indent, depth);
  out += brackets[1];
}

[[noreturn]] void expected(const char* what) { throw JsonError(fmt::format("expected {}", what)); }

}  // namespace

/// Prints one alternative each.
struct JsonPrinter {
  std::string& out;
  int indent, depth;

  void operator()(std::monostate) const { out += "null"; }
  void operator()(bool yes) const { out += yes ? "true" : "false"; }
  void operator()(std::int64_t number) const { out += std::to_string(number); }
  void operator()(std::uint64_t number) const { out += std::to_string(number); }
  void operator()(double number) const { print_double(out, number); }
  void operator()(const Json::Digits& number) const { out += number.text; }
  void operator()(const std::string& text) const { print_text(out, text); }
  void operator()(const Json::Items& items) const {
    print_values(out, items, "[]", indent, depth, [&](const Json& item) { item.print(out, indent, depth + 1); });
  }
  void operator()(const Json::Members& members) const {
    print_values(out, members, "{}", indent, depth, [&](const auto& member) {
      print_text(out, member.first);
      out += indent < 0 ? ":" : ": ";
      member.second.print(out, indent, depth + 1);
    });
  }
};

void Json::print(std::string& out, int indent, int depth) const { std::visit(JsonPrinter{out, indent, depth}, value_); }

std::string Json::dump(int indent) const {
  std::string out;
  print(out, indent, 0);
  return out;
}

Json::Json(const std::map<std::string, std::string>& members) : value_(Members(members.begin(), members.end())) {}

Json::Json(std::initializer_list<Json> values) {
  const bool pairs = std::all_of(values.begin(), values.end(), [](const Json& value) {
    const auto* items = std::get_if<Items>(&value.value_);
    return items != nullptr && items->size() == 2 && items->front().is_text();
  });
  if (!pairs || values.size() == 0) {
    value_ = Items(values);
    return;
  }
  Members members;
  for (const Json& value : values) members.emplace_back(value.items()[0].text(), value.items()[1]);
  value_ = std::move(members);
}

Json Json::parse(std::string_view text) {
  JsonBuilder builder;
  nlohmann::json::sax_parse(text, &builder);
  return builder.take_root();
}

bool Json::empty() const {
  if (const auto* items = std::get_if<Items>(&value_)) return items->empty();
  if (const auto* members = std::get_if<Members>(&value_)) return members->empty();
  return is_null();
}

const std::string& Json::text() const {
  if (!is_text()) expected("text");
  return std::get<std::string>(value_);
}

bool Json::flag() const {
  if (!std::holds_alternative<bool>(value_)) expected("true or false");
  return std::get<bool>(value_);
}

double Json::number() const {
  if (const auto* real = std::get_if<double>(&value_)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* count = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*count);
  if (const auto* digits = std::get_if<Digits>(&value_)) return std::stod(digits->text);
  expected("a number");
}

std::uint64_t Json::count(std::uint64_t max) const {
  const auto* count = std::get_if<std::uint64_t>(&value_);
  const auto* whole = std::get_if<std::int64_t>(&value_);
  if (count == nullptr && (whole == nullptr || *whole < 0)) expected("a whole number that is not negative");
  const std::uint64_t number = count != nullptr ? *count : static_cast<std::uint64_t>(*whole);
  if (number > max) throw JsonError(fmt::format("found {}, expected at most {}", number, max));
  return number;
}

std::int64_t Json::whole(std::int64_t min, std::int64_t max) const {
  const auto* count = std::get_if<std::uint64_t>(&value_);
  const auto* whole = std::get_if<std::int64_t>(&value_);
  if (whole == nullptr && (count == nullptr || *count > static_cast<std::uint64_t>(INT64_MAX)))
    expected("a whole number");
  const std::int64_t number = whole != nullptr ? *whole : static_cast<std::int64_t>(*count);
  if (number < min || number > max)
    throw JsonError(fmt::format("found {}, expected a whole number from {} to {}", number, min, max));
  return number;
}

const Json::Items& Json::items() const {
  if (!is_list()) expected("a list");
  return std::get<Items>(value_);
}

const Json::Members& Json::members() const {
  if (!is_object()) expected("an object");
  return std::get<Members>(value_);
}

std::vector<std::uint64_t> Json::counts() const {
  std::vector<std::uint64_t> numbers;
  for (const Json& item : items()) numbers.push_back(item.count());
  return numbers;
}

const Json* Json::find(std::string_view key) const {
  const auto* members = std::get_if<Members>(&value_);
  if (members == nullptr) return nullptr;
  for (const auto& [name, value] : *members)
    if (name == key) return &value;
  return nullptr;
}

const Json& Json::at(std::string_view key) const {
  if (const Json* value = find(key)) return *value;
  throw JsonError(fmt::format("key '{}' is missing", key));
}

const Json& Json::at(std::size_t index) const {
  if (index >= items().size()) throw JsonError(fmt::format("a list of {} values is too short", items().size()));
  return items()[index];
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) value_ = Members();
  if (const Json* value = find(key)) return const_cast<Json&>(*value);
  if (!is_object()) expected("an object");
  return std::get<Members>(value_).emplace_back(std::string(key), Json()).second;
}

void Json::push_back(Json value) {
  if (is_null()) value_ = Items();
  if (!is_list()) expected("a list");
  std::get<Items>(value_).push_back(std::move(value));
}

std::optional<Json> Json::take(std::string_view key) {
  auto* members = std::get_if<Members>(&value_);
  if (members == nullptr) return std::nullopt;
  for (auto member = members->begin(); member != members->end(); ++member) {
    if (member->first != key) continue;
    Json value = std::move(member->second);
    members->erase(member);
    return value;
  }
  return std::nullopt;
}

void Json::update(const Json& object) {
  for (const auto& [key, value] : object.members()) (*this)[key] = value;
}

}  // namespace tesselle
