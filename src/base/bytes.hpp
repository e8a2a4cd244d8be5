#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "tesselle/errors.hpp"

namespace tesselle {

/// Plain values one after the other, for states that are too large for text. Read back on the same kind of machine.
class ByteWriter {
 public:
  void number(std::uint64_t value) { append(&value, sizeof value); }

  template <class T>
  void array(std::span<const T> items) {
    static_assert(std::has_unique_object_representations_v<T>, "padding would be written");
    number(items.size());
    append(items.data(), items.size_bytes());
  }

  std::string take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  std::string bytes_;
};

/// Throws InputError wherever the bytes cannot be what a writer wrote.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number(std::uint64_t largest = std::numeric_limits<std::uint64_t>::max()) {
    std::uint64_t value = 0;
    copy(&value, sizeof value);
    if (value > largest) refuse();
    return value;
  }

  template <class T>
  std::vector<T> array() {
    static_assert(std::has_unique_object_representations_v<T>);
    std::vector<T> items(number(rest_.size() / sizeof(T)));
    copy(items.data(), items.size() * sizeof(T));
    return items;
  }

  void end() const {
    if (!rest_.empty()) refuse();
  }
  [[noreturn]] void refuse() const { throw InputError({"checkpoint"}, "the saved state is damaged"); }

 private:
  void copy(void* to, std::size_t size) {
    if (rest_.size() < size) refuse();
    if (size > 0) std::memcpy(to, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  std::string_view rest_;
};

}  // namespace tesselle
