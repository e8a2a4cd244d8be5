#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/recording.hpp"
#include "render/svg.hpp"

namespace tesselle {

/// Which part of a recording is shown.
struct FilmCut {
  std::uint64_t from = 1, to = ~std::uint64_t{0};  ///< nodes by their numbers
  std::uint64_t every = 1;                         ///< of the moments, every Nth and the last
  bool last_descent = false;                       ///< only the way to the last solution, or to the last node
};

/// A film is a walk over the tree: the node reached at each moment. A step down is a placement, a step up takes it
/// back.
std::vector<std::uint32_t> film_moments(const Recording& recording, const FilmCut& cut);

/// A page of its own: plays, pauses, can be dragged to any moment.
std::string film_html(const Recording& recording, const std::vector<std::uint32_t>& moments, double per_second);
/// An animated SVG that repeats itself; programs that show stills show its last moment.
std::string film_svg(const Recording& recording, const std::vector<std::uint32_t>& moments, double per_second);

}  // namespace tesselle

namespace tesselle::render {

/// Something on the board that is seen while a placement is there.
struct Sprite {
  std::uint32_t placement = 0;
  std::string drawing;
};

/// The board of a film: an empty one, and every placement drawn once, in the order of painting.
struct FilmStage {
  Picture ground;
  std::vector<Sprite> sprites;
};
FilmStage film_stage(const Recording& recording);

/// The single pictures of a film, for programs that make a video of them.
class FilmStills {
 public:
  FilmStills(const Recording& recording, const std::vector<std::uint32_t>& moments);
  /// One moment as an SVG document of the size that all have.
  std::string still(std::size_t moment) const;

 private:
  const Recording& recording_;
  const std::vector<std::uint32_t>& moments_;
  FilmStage stage_;
  std::vector<Point> at_;
};

}  // namespace tesselle::render
