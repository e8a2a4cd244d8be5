#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tesselle {

using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

/// One option of an engine. The command line, its help, `tesselle engines` and the docs are made from these tables.
/// The type of the default is the type of the option.
struct OptionSpec {
  std::string name;  ///< as on the command line, without the dashes
  OptionValue default_value;
  std::string help;
  double min = std::numeric_limits<double>::lowest(), max = std::numeric_limits<double>::max();  ///< numbers only
  std::vector<std::string> choices{};  ///< text only: if not empty, what it may be
};
using OptionTable = std::vector<OptionSpec>;

/// The values of one table's options, defaults first, then what the user set.
class Options {
 public:
  Options() = default;
  explicit Options(const OptionTable& table);

  /// Parses and checks; throws UsageError naming the option, what was found and what is accepted.
  void set(std::string_view name, std::string_view text);
  bool has(std::string_view name) const;

  bool flag(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  double real(std::string_view name) const;
  const std::string& text(std::string_view name) const;

  /// What differs from the defaults, in table order.
  std::vector<std::pair<std::string, std::string>> changes() const;
  /// The same as "name=value name=value …", for records and checkpoints.
  std::string changed() const;

 private:
  const OptionValue& value(std::string_view name) const;
  OptionTable table_;
  std::map<std::string, OptionValue, std::less<>> values_;
};

std::string to_string(const OptionValue& value);

}  // namespace tesselle
