#include "web/file_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "web/failure.hpp"

namespace tesselle::web {
namespace {

constexpr std::array<std::string_view, 4> harmless_texts = {"first-piece", "memory", "path-cells", "propagate"};

}  // namespace

bool may_name_file(const OptionSpec& option) {
  return std::holds_alternative<std::string>(option.default_value) && option.choices.empty() &&
         std::find(harmless_texts.begin(), harmless_texts.end(), option.name) == harmless_texts.end();
}

void refuse_file_options(const std::string& engine, const std::map<std::string, std::string>& options) {
  for (const EngineDescription& description : engines()) {
    if (engine != "auto" && engine != description.name) continue;
    for (const OptionSpec& spec : description.options) {
      const auto chosen = options.find(spec.name);
      if (chosen != options.end() && may_name_file(spec) && chosen->second != to_string(spec.default_value))
        throw Refusal(400, fmt::format("the option '{}' names a file, which a request cannot do", spec.name));
    }
  }
}

}  // namespace tesselle::web
