#pragma once

#include "study/study.hpp"

namespace tesselle::study {

/// How far beams of growing width are from a tiling of Eternity, measured without the model that guides them.
Table eternity1_prospect_table(const Context& context);

}  // namespace tesselle::study
