#include "search/file_options.hpp"

#include <algorithm>
#include <array>

namespace tesselle {
namespace {

constexpr std::array<std::string_view, 4> harmless_texts = {"first-piece", "memory", "path-cells", "propagate"};

}  // namespace

bool may_name_file(const OptionSpec& option) {
  return std::holds_alternative<std::string>(option.default_value) && option.choices.empty() &&
         std::find(harmless_texts.begin(), harmless_texts.end(), option.name) == harmless_texts.end();
}

std::optional<std::string> option_naming_file(const OptionTable& table,
                                              const std::map<std::string, std::string>& options) {
  for (const OptionSpec& spec : table) {
    const auto chosen = options.find(spec.name);
    if (chosen != options.end() && may_name_file(spec) && chosen->second != to_string(spec.default_value))
      return spec.name;
  }
  return std::nullopt;
}

}  // namespace tesselle
