#pragma once

#include <filesystem>
#include <string>

#include "search/agreement/trial.hpp"

namespace tesselle {

/// A puzzle and a way to search it that gives a wrong answer.
struct FailingCase {
  Puzzle puzzle;
  Trial trial;
  std::string what;  ///< is wrong, one line
};

/// The smallest case that still fails, found by leaving out cells, pieces, hints, options and threads one by one as
/// long as anything goes wrong. Takes some seconds at most.
FailingCase shrunk(FailingCase failing, const std::filesystem::path& scratch);

}  // namespace tesselle
