#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tesselle {

/// What is known of a built-in puzzle's solutions.
struct KnownResult {
  std::optional<std::uint64_t> distinct;  ///< solutions up to symmetry, counted by us or agreed on by others
  const char* difficulty;                 ///< time for a first solution here: "instant", "seconds", "minutes", "open"
  const char* text;                       ///< one line
};

/// nullptr if nothing is known of a puzzle of this name.
const KnownResult* known_result(const std::string& name);

}  // namespace tesselle
