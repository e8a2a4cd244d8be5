#pragma once

#include <stop_token>

#include "tesselle/events.hpp"

namespace tesselle::testing {

/// For searches that run to their end and whose events do not matter.
inline const std::stop_token never_stop;
inline void ignore(const Event&) {}

}  // namespace tesselle::testing
