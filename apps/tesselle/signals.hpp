#pragma once

#include <stop_token>

namespace tesselle {

/// Requested by Ctrl-C (SIGINT), SIGTERM and, unless it is ignored, SIGHUP, from the first call on. A second SIGINT or
/// SIGTERM ends the program at once.
std::stop_token stop_on_signals();

}  // namespace tesselle
