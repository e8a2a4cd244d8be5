#pragma once

#include "study.hpp"

namespace tesselle {

/// How far beams of growing width are from a tiling of Eternity, measured without the model that guides them.
StudyTable eternity1_prospect_table(const StudyContext& context);

}  // namespace tesselle
