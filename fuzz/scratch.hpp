#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

/// A file or folder of this process, for readers that want one.
namespace tesselle::fuzz {

/// In memory if there is such a place: files are written through to the disk.
inline std::string scratch_path() {
  static const std::filesystem::path memory = "/dev/shm";
  const auto folder = std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
  return (folder / ("tesselle-fuzz-" + std::to_string(::getpid()))).string();
}

inline void write_scratch(std::string_view bytes) {
  std::ofstream(scratch_path(), std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::string read_scratch() {
  std::ifstream stream(scratch_path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// With what SQLite puts beside it.
inline void remove_scratch() {
  for (const char* ending : {"", "-wal", "-shm", "-journal"}) {
    std::error_code none;
    std::filesystem::remove_all(scratch_path() + ending, none);
  }
}

}  // namespace tesselle::fuzz
