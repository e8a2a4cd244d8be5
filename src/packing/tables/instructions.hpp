#pragma once

#include "engine/options.hpp"

namespace tesselle::packing {

/// The instruction sets that inner loops are written for.
enum class Instructions { scalar, avx2, avx512 };

/// The option that says which to use; "auto" is the widest the machine has.
OptionSpec kernel_option();

/// Throws UsageError if this machine cannot run what was asked for.
Instructions chosen_instructions(const Options& options);

}  // namespace tesselle::packing
