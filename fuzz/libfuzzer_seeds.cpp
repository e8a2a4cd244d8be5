// libFuzzer takes its seeds from a folder: FUZZ_SEEDS names one, which is filled with those of the target.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "seeds.hpp"

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* folder = std::getenv("FUZZ_SEEDS");
  if (folder == nullptr) return 0;
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const std::string& seed : fuzz_seeds())
    std::ofstream(std::filesystem::path(folder) / ("seed-" + std::to_string(++number)), std::ios::binary) << seed;
  return 0;
}
