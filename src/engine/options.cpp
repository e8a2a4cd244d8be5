#include "tesselle/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "base/counts.hpp"
#include "base/one_word.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

[[noreturn]] void refuse(const OptionSpec& spec, std::string_view found, std::string_view expected) {
  throw UsageError(fmt::format("--{}: found '{}', expected {}", spec.name, found, expected));
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Whole numbers also as "10k" or "1e6".
std::optional<std::int64_t> whole_number_in(std::string_view text) {
  const auto count = parse_count(text);
  if (count && *count <= std::uint64_t{INT64_MAX}) return static_cast<std::int64_t>(*count);
  return number_in<std::int64_t>(text);
}

template <class Number>
Number in_range(const OptionSpec& spec, std::string_view text, std::optional<Number> number, std::string_view kind) {
  if (!number) refuse(spec, text, kind);
  const auto as_real = static_cast<double>(*number);
  if (!(as_real >= spec.min && as_real <= spec.max))
    refuse(spec, text, fmt::format("{} from {} to {}", kind, spec.min, spec.max));
  return *number;
}

bool parse_flag(const OptionSpec& spec, std::string_view text) {
  if (text == "true" || text == "yes" || text == "on" || text == "1") return true;
  if (text == "false" || text == "no" || text == "off" || text == "0") return false;
  refuse(spec, text, "yes or no");
}

std::string parse_text(const OptionSpec& spec, std::string_view text) {
  const auto& choices = spec.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end())
    refuse(spec, text, fmt::format("one of {}", fmt::join(choices, ", ")));
  return std::string(text);
}

OptionValue parse(const OptionSpec& spec, std::string_view text) {
  switch (spec.default_value.index()) {
    case 0:
      return parse_flag(spec, text);
    case 1:
      return in_range(spec, text, whole_number_in(text), "a whole number");
    case 2:
      return in_range(spec, text, number_in<double>(text), "a number");
    default:
      return parse_text(spec, text);
  }
}

}  // namespace

Options::Options(const OptionTable& table) : table_(table) {
  for (const OptionSpec& spec : table_) values_[spec.name] = spec.default_value;
}

void Options::set(std::string_view name, std::string_view text) {
  for (const OptionSpec& spec : table_)
    if (spec.name == name) {
      values_[spec.name] = parse(spec, text);
      return;
    }
  throw UsageError(fmt::format("no option --{} here", name));
}

bool Options::has(std::string_view name) const { return values_.find(name) != values_.end(); }

const OptionValue& Options::value(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw InternalError(fmt::format("option '{}' is in no table", name));
  return found->second;
}

bool Options::flag(std::string_view name) const { return std::get<bool>(value(name)); }
std::int64_t Options::integer(std::string_view name) const { return std::get<std::int64_t>(value(name)); }
double Options::real(std::string_view name) const { return std::get<double>(value(name)); }
const std::string& Options::text(std::string_view name) const { return std::get<std::string>(value(name)); }

std::vector<std::pair<std::string, std::string>> Options::changes() const {
  std::vector<std::pair<std::string, std::string>> result;
  for (const OptionSpec& spec : table_)
    if (const OptionValue& now = values_.at(spec.name); now != spec.default_value)
      result.emplace_back(spec.name, to_string(now));
  return result;
}

std::string Options::changed() const {
  std::string result;
  for (const auto& [name, value] : changes()) result += (result.empty() ? "" : " ") + name + "=" + as_one_word(value);
  return result;
}

std::string to_string(const OptionValue& value) {
  struct Print {
    std::string operator()(bool flag) const { return flag ? "yes" : "no"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return text; }
  };
  return std::visit(Print{}, value);
}

}  // namespace tesselle
