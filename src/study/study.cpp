#include "study/study.hpp"

#include <fmt/format.h>

#include "tesselle/errors.hpp"

namespace tesselle::study {

const std::vector<Study>& all_studies() {
  static const std::vector<Study> all = {pentominoes_study(),    yardstick_study(),  laws_study(),
                                         metaheuristics_study(), smartforce_study(), eternity1_study(),
                                         records_study(),        scaling_study()};
  return all;
}

const Study& study_named(const std::string& name) {
  std::string names;
  for (const Study& study : all_studies()) {
    if (study.name == name) return study;
    names += (names.empty() ? "" : ", ") + study.name;
  }
  throw UsageError(fmt::format("no study called '{}': there are {}", name, names));
}

}  // namespace tesselle::study
