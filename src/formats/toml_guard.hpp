#pragma once

#include <string>
#include <string_view>

namespace tesselle {

/// Refuses, before it is parsed, a text that toml++ would answer with recursion or memory in proportion to the
/// attacker's patience: it builds and destroys nested tables recursively and puts no bound on dotted keys, and
/// spends about a hundred bytes on each value. Also places invalid UTF-8 exactly. Throws InputError.
void guard_toml(std::string_view text, const std::string& file);

}  // namespace tesselle
