#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "search/agreement/reference.hpp"
#include "search/agreement/trial.hpp"

namespace tesselle {

/// A puzzle and a way to search it that gives a wrong answer.
struct FailingCase {
  Puzzle puzzle;
  Trial trial;
  std::string what;                   ///< is wrong, one line
  std::optional<Solution> planted{};  ///< of a puzzle that is too large for brute force: course `planted` follows it
};

/// What is right about its puzzle; nullopt if it is too large.
std::optional<Reference> reference_of(const FailingCase& failing);

/// The smallest case that still fails, found by leaving out cells, pieces, hints, options and threads one by one as
/// long as anything goes wrong. Takes some seconds at most.
FailingCase shrunk(FailingCase failing, const std::filesystem::path& scratch);

}  // namespace tesselle
