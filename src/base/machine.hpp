#pragma once

#include <string>

namespace tesselle {

/// What a measurement was made on: the processor's name, how many of them, the operating system.
std::string machine_name();

}  // namespace tesselle
