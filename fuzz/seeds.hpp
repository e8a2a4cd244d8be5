#pragma once

#include <string>
#include <vector>

/// Inputs that mutation starts from, and words that it puts in. Each target has its own.
std::vector<std::string> fuzz_seeds();
std::vector<std::string> fuzz_words();
