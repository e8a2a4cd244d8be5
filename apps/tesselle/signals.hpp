#pragma once

#include <stop_token>

namespace tesselle {

/// Requested by Ctrl-C (SIGINT) and SIGTERM, from the first call on; a second signal ends the program at once.
std::stop_token stop_on_signals();

}  // namespace tesselle
