#include "web/file_options.hpp"

#include <fmt/format.h>

#include "search/file_options.hpp"
#include "tesselle/search.hpp"
#include "web/failure.hpp"

namespace tesselle::web {

void refuse_file_options(const std::string& engine, const std::map<std::string, std::string>& options) {
  for (const EngineDescription& description : engines()) {
    if (engine != "auto" && engine != description.name) continue;
    if (const auto option = option_naming_file(description.options, options))
      throw Refusal(400, fmt::format("the option '{}' names a file, which a request cannot do", *option));
  }
}

}  // namespace tesselle::web
