#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tesselle {

/// A whole number as people write it: "1000", "10k", "1.5M", "2G", "1e6". nullopt if it is anything else, negative, not
/// whole or too large.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// The same number, easier to read if it is large and round: "64k" for "64000". Other texts stay as they are.
std::string as_typed(const std::string& text);

}  // namespace tesselle
