#pragma once

#include <string_view>

namespace tesselle {

/// The instruction sets that inner loops are written for, chosen at run time. Each includes those before it, so an
/// `avx2` loop may use BMI, BMI2 and POPCNT as well, and an `avx512` loop AVX-512 F, VL and DQ.
enum class Instructions { scalar, avx2, avx512 };

/// Does this machine have them? The environment variable TESSELLE_INSTRUCTIONS (scalar, avx2) makes it a lesser one, so
/// that results can be compared, or an instruction that a machine gets wrong be avoided.
bool supports(Instructions instructions);
/// The widest that this machine has.
Instructions best_instructions();
/// As options spell it: "scalar", "avx2", "avx512".
std::string_view name_of(Instructions instructions);

}  // namespace tesselle
