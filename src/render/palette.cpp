#include "render/palette.hpp"

#include <fmt/format.h>

#include <array>

namespace tesselle::render {
namespace {

// Chosen by hand, then checked in OKLab: at least 0.10 apart pairwise (chroma weighted), 0.16 within the first twelve.
constexpr std::array<std::uint32_t, palette_size> table = {
    0x3b7dd8, 0xf2b632, 0x3a9d5d, 0xe8743b, 0x8e5bc7, 0x35b8b0, 0xee8fc0, 0xa9c23f, 0x8a5a36, 0x8ccdf2,
    0xb8406f, 0xf6e39a, 0x24507f, 0xa4e3bb, 0xcda9ec, 0x5f7020, 0xf7b196, 0x1c6a62, 0x5f3588, 0xc79a5b,
    0x5a62d0, 0xd96a8f, 0x6fa07a, 0x762b3a, 0x56dde0, 0xb7becb, 0x9a7d1f, 0x93a4dd, 0xc0561c, 0x5fc447};

std::uint8_t mixed_channel(std::uint8_t a, std::uint8_t b, int share) {
  return static_cast<std::uint8_t>((a * (100 - share) + b * share + 50) / 100);
}

}  // namespace

Rgb palette(std::size_t index) {
  const std::uint32_t code = table[index % palette_size];
  return {static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 8), static_cast<std::uint8_t>(code)};
}

Rgb mixed(Rgb a, Rgb b, int share) {
  return {mixed_channel(a.red, b.red, share), mixed_channel(a.green, b.green, share),
          mixed_channel(a.blue, b.blue, share)};
}

int brightness(Rgb colour) { return (299 * colour.red + 587 * colour.green + 114 * colour.blue) / 1000; }

Rgb readable_on(Rgb paper) { return brightness(paper) > 140 ? darker(paper, 72) : lighter(paper, 88); }

std::string hex(Rgb colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

}  // namespace tesselle::render
