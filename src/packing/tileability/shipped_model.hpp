#pragma once

#include <string_view>

namespace tesselle::packing::tileability {

/// puzzles/models/eternity1.tileability. Written at build time by cmake/embed_model.cmake.
extern const std::string_view shipped_model_text;

}  // namespace tesselle::packing::tileability
