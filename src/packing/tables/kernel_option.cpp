#include "packing/tables/kernel_option.hpp"

#include <fmt/format.h>

#include "base/errors.hpp"

namespace tesselle::packing {

OptionSpec kernel_option() {
  return {.name = "kernel",
          .default_value = std::string("auto"),
          .help = "instruction set of the inner loops; auto: the widest the machine has",
          .choices = {"auto", "scalar", "avx2", "avx512"}};
}

Instructions chosen_instructions(const Options& options) {
  const std::string& wanted = options.text("kernel");
  for (const Instructions instructions : {Instructions::scalar, Instructions::avx2, Instructions::avx512}) {
    if (wanted != name_of(instructions)) continue;
    if (!supports(instructions)) throw UsageError(fmt::format("--kernel: this machine cannot run {}", wanted));
    return instructions;
  }
  return best_instructions();
}

}  // namespace tesselle::packing
