#pragma once

#include "study/study.hpp"

namespace tesselle::study {

/// A row for each puzzle with a goal: what `tesselle optimise` reaches, every seed by itself.
Table bars_table(const Context& context, double budget, int runs);

}  // namespace tesselle::study
