#pragma once

#include "study.hpp"

namespace tesselle {

/// A row for each puzzle with a bar: what `tesselle optimise` reaches, every seed by itself.
StudyTable bars_table(const StudyContext& context, double budget, int runs);

}  // namespace tesselle
