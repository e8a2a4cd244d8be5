#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tesselle {

/// A whole file as read-only memory. Throws InputError if it is not a regular file that can be read.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tesselle
