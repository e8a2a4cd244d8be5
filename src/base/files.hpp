#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tesselle {

/// Reads a whole file. Throws InputError when it cannot (missing, a directory, no permission, larger than `limit`).
std::string read_file(const std::filesystem::path& path, std::size_t limit = std::size_t{256} << 20);

/// Replaces the file in one step: readers see the old contents or the new, never half of them,
/// even if the machine stops in between (write beside it, fsync, rename). Throws InputError.
void write_file_atomically(const std::filesystem::path& path, std::string_view contents);

}  // namespace tesselle
