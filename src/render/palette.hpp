#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tesselle::render {

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend constexpr auto operator<=>(Rgb, Rgb) = default;
};

constexpr Rgb white = {255, 255, 255};
constexpr Rgb ink = {38, 42, 51};                ///< outlines and writing
constexpr Rgb faint_ink = {132, 138, 150};       ///< coordinates, captions
constexpr Rgb frame_grey = {124, 129, 137};      ///< the frame colour of edge-matching puzzles
constexpr Rgb conflict_red = {226, 24, 38};      ///< nothing in the palette is close to it
constexpr Rgb empty_paper = {240, 241, 244};     ///< cells that wait for a piece
constexpr Rgb optional_paper = {250, 250, 252};  ///< cells that may stay empty

/// How many colours the eye can tell apart before they repeat.
constexpr std::size_t palette_size = 30;
/// The first twelve are the most distinct; every colour keeps its distance from the frame's grey and from conflict red.
Rgb palette(std::size_t index);

/// `share` per cent of b in a.
Rgb mixed(Rgb a, Rgb b, int share);
inline Rgb lighter(Rgb colour, int share) { return mixed(colour, white, share); }
inline Rgb darker(Rgb colour, int share) { return mixed(colour, Rgb{0, 0, 0}, share); }

/// Perceived brightness, 0..255.
int brightness(Rgb colour);
/// The darker or lighter tone in which writing on this colour is easiest to read.
Rgb readable_on(Rgb paper);

/// "#rrggbb"
std::string hex(Rgb colour);

}  // namespace tesselle::render
