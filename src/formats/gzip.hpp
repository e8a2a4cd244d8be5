#pragma once

#include <string>
#include <string_view>

namespace tesselle {

bool is_gzip(std::string_view bytes);

/// The contents of a gzip file; throws InputError if it is damaged or unpacks to more than 64 MB.
std::string unzipped(std::string_view bytes, const std::string& file);

}  // namespace tesselle
