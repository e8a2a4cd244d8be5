#include "base/machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <thread>

namespace tesselle {
namespace {

/// "" if the kernel does not tell.
std::string processor_name() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t start = line.find_first_not_of(" \t:", line.find(':'));
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "";
}

}  // namespace

std::string machine_name() {
  utsname system{};
  ::uname(&system);
  const std::string processor = processor_name();
  return fmt::format("{} x {}, {} {}", std::max(1u, std::thread::hardware_concurrency()),
                     processor.empty() ? system.machine : processor, system.sysname, system.release);
}

}  // namespace tesselle
