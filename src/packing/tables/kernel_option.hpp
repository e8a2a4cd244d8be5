#pragma once

#include "base/cpu.hpp"
#include "engine/options.hpp"

namespace tesselle::packing {

/// The option that says which instructions to use; "auto" is the widest the machine has.
OptionSpec kernel_option();

/// Throws UsageError if this machine cannot run what was asked for.
Instructions chosen_instructions(const Options& options);

}  // namespace tesselle::packing
