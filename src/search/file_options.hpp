#pragma once

#include <map>
#include <optional>
#include <string>

#include "tesselle/options.hpp"

namespace tesselle {

/// Whether an engine's option may name a file. Requests to the server and rows of a cluster's ledger come from other
/// machines: they must not say what is read or written here. An option that is free text counts as a file's name unless
/// it is known to be something else.
bool may_name_file(const OptionSpec& option);

/// Such an option among those that are set to something else than their default; nullopt if there is none.
std::optional<std::string> option_naming_file(const OptionTable& table,
                                              const std::map<std::string, std::string>& options);

}  // namespace tesselle
