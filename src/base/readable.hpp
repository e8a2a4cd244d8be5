#pragma once

#include <cstdint>
#include <string>

namespace tesselle {

/// "1 234 567"
std::string grouped(std::uint64_t number);
std::string grouped(std::string digits);

/// "1 solution", "1 234 solutions"
std::string counted(std::uint64_t number, const std::string& noun);

/// "0.123 s", "4 min 5 s", "3.2 h"
std::string readable_seconds(double seconds);

}  // namespace tesselle
