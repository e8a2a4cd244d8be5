#include "packing/tables/instructions.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/errors.hpp"

namespace tesselle::packing {
namespace {

constexpr std::pair<std::string_view, Instructions> widest_first[] = {
    {"avx512", Instructions::avx512}, {"avx2", Instructions::avx2}, {"scalar", Instructions::scalar}};

bool machine_has(Instructions instructions) {
  switch (instructions) {
    case Instructions::scalar:
      return true;
    case Instructions::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    case Instructions::avx512:
      return machine_has(Instructions::avx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
  }
  return false;
}

}  // namespace

OptionSpec kernel_option() {
  return {.name = "kernel",
          .default_value = std::string("auto"),
          .help = "instruction set of the inner loops; auto: the widest the machine has",
          .choices = {"auto", "scalar", "avx2", "avx512"}};
}

Instructions chosen_instructions(const Options& options) {
  const std::string& wanted = options.text("kernel");
  for (const auto& [name, instructions] : widest_first) {
    if (wanted != "auto" && wanted != name) continue;
    if (machine_has(instructions)) return instructions;
    if (wanted == name) throw UsageError(fmt::format("--kernel: this machine cannot run {}", wanted));
  }
  throw InternalError("no kernel runs everywhere");
}

}  // namespace tesselle::packing
