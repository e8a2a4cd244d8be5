#pragma once

#include <string>

#include "tesselle/events.hpp"

namespace tesselle {

/// An event as one line of JSON, without the newline. Scripts rely on these lines: docs/formats.md lists the keys.
std::string event_json(const Puzzle& puzzle, const Event& event);

}  // namespace tesselle
