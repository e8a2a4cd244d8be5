#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tesselle {

/// FNV-1a, 64 bits: names contents (a puzzle, a data file), not meant to be fast.
class Fnv64 {
 public:
  void add(std::string_view bytes) {
    for (unsigned char byte : bytes) value_ = (value_ ^ byte) * 0x100000001b3u;
  }
  void add(std::int64_t number) {
    for (int shift = 0; shift < 64; shift += 8)
      value_ = (value_ ^ ((static_cast<std::uint64_t>(number) >> shift) & 0xff)) * 0x100000001b3u;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// Sixteen lower-case hexadecimal digits.
std::string hex64(std::uint64_t value);

}  // namespace tesselle
