#include "base/cpu.hpp"

#include <algorithm>
#include <cstdlib>

namespace tesselle {
namespace {

#if defined(__x86_64__) && defined(__GNUC__)

bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
}

bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq");
}

#else

bool has_avx2() { return false; }
bool has_avx512() { return false; }

#endif

Instructions of_this_machine() {
  return has_avx512() ? Instructions::avx512 : has_avx2() ? Instructions::avx2 : Instructions::scalar;
}

Instructions allowed() {
  const char* name = std::getenv("TESSELLE_INSTRUCTIONS");
  for (const Instructions instructions : {Instructions::scalar, Instructions::avx2})
    if (name != nullptr && name == name_of(instructions)) return instructions;
  return Instructions::avx512;
}

}  // namespace

Instructions best_instructions() {
  static const Instructions best = std::min(of_this_machine(), allowed());
  return best;
}

bool supports(Instructions instructions) { return instructions <= best_instructions(); }

std::string_view name_of(Instructions instructions) {
  switch (instructions) {
    case Instructions::scalar:
      return "scalar";
    case Instructions::avx2:
      return "avx2";
    case Instructions::avx512:
      return "avx512";
  }
  return "";
}

}  // namespace tesselle
