#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "tesselle/verify.hpp"

namespace tesselle::testing {

/// Does one of the faults (or shortfalls) say this?
inline bool names(const std::vector<Fault>& faults, std::string_view words) {
  return std::any_of(faults.begin(), faults.end(),
                     [&](const Fault& fault) { return fault.what.find(words) != std::string::npos; });
}

}  // namespace tesselle::testing
