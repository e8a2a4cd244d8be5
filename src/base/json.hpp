#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tesselle {

/// Text that is not JSON, a key that is missing, a value of another type.
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A JSON value to build, to print and to take apart; keys keep their order.
///
///   Json json = {{"event", "note"}, {"text", text}};   an object: pairs that start with text
///   json["cells"] = Json{1, 2, 3};                      a list
///   json.dump();
///
/// The parser is nlohmann's. Its value type is not used because its templates cost most of a file's compile time.
class Json {
 public:
  using Items = std::vector<Json>;
  using Members = std::vector<std::pair<std::string, Json>>;
  struct Digits {
    std::string text;
  };  ///< a whole number of any length

  Json() = default;
  Json(std::nullptr_t) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::string text) : value_(std::move(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(Digits number) : value_(std::move(number)) {}
  template <class T>
  requires std::is_arithmetic_v<T> Json(T number) {
    if constexpr (std::is_same_v<T, bool>)
      value_ = number;
    else if constexpr (std::is_floating_point_v<T>)
      value_ = static_cast<double>(number);
    else if constexpr (std::is_signed_v<T>)
      value_ = static_cast<std::int64_t>(number);
    else
      value_ = static_cast<std::uint64_t>(number);
  }
  template <class T>
  Json(const std::optional<T>& value) {
    if (value) *this = Json(*value);
  }
  template <class T>
  Json(const std::vector<T>& values) : value_(Items(values.begin(), values.end())) {}
  Json(const std::map<std::string, std::string>& members);
  Json(std::initializer_list<Json> values);

  static Json list() { return Json(Items{}); }
  static Json object() { return Json(Members{}); }
  /// Throws JsonError. Values may be nested `max_nesting` deep.
  static Json parse(std::string_view text);
  static constexpr std::size_t max_nesting = 64;

  /// Bytes that are not UTF-8 are replaced. With an indent, one line per value.
  std::string dump(int indent = -1) const;

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_text() const { return std::holds_alternative<std::string>(value_); }
  bool is_list() const { return std::holds_alternative<Items>(value_); }
  bool is_object() const { return std::holds_alternative<Members>(value_); }
  bool empty() const;

  // What the value is; JsonError if it is something else or out of range.
  const std::string& text() const;
  bool flag() const;
  double number() const;
  std::uint64_t count(std::uint64_t max = UINT64_MAX) const;
  std::int64_t whole(std::int64_t min = INT64_MIN, std::int64_t max = INT64_MAX) const;
  const Items& items() const;
  const Members& members() const;
  std::vector<std::uint64_t> counts() const;

  const Json* find(std::string_view key) const;    ///< of an object; nothing is found in other values
  const Json& at(std::string_view key) const;      ///< of an object; JsonError if there is no such key
  const Json& at(std::size_t index) const;         ///< of a list; JsonError behind its end
  Json& operator[](std::string_view key);          ///< adds the key if it is new; null becomes an object
  void push_back(Json value);                      ///< null becomes a list
  std::optional<Json> take(std::string_view key);  ///< out of an object
  void update(const Json& object);                 ///< sets all of the object's keys

 private:
  explicit Json(Items items) : value_(std::move(items)) {}
  explicit Json(Members members) : value_(std::move(members)) {}

  void print(std::string& out, int indent, int depth) const;

  friend class JsonBuilder;
  friend struct JsonPrinter;
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, Digits, std::string, Items, Members> value_;
};

}  // namespace tesselle
