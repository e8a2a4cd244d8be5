#pragma once

#include <cstdint>
#include <string>

namespace tesselle {

/// Bytes from "500K", "64M", "4G", "1T" or a plain number of bytes. Throws UsageError naming the option.
std::uint64_t parse_bytes(const std::string& text, const std::string& option);

/// Cells of a board from "6x6".
struct BoardSize {
  int width = 0, height = 0;
};
/// Throws UsageError naming the option.
BoardSize parse_board_size(const std::string& text, const std::string& option = "--size");

}  // namespace tesselle
