#pragma once

#include <string>
#include <string_view>

#include "render/drawing.hpp"

namespace tesselle::render {

/// The operators that paint a drawing, for a page (or form) `height` high whose y axis points upwards.
std::string pdf_content(const Drawing& drawing, double height);

/// Text in the fonts' Latin encoding (Windows 1252).
std::string latin(std::string_view words);
/// "(…)", with what would end it escaped.
std::string pdf_string(std::string_view bytes);

}  // namespace tesselle::render
