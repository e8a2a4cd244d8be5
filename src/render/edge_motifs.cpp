#include "render/edge_motifs.hpp"

namespace tesselle::render {
namespace {

Ring spot(double x, double y, double size) { return {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}}; }

}  // namespace

CreatureRings creature_rings(bool head) {
  if (head)
    return {{{-8, -50},   {-5, -31}, {-9, -30},   {-13, -26}, {-7, -25}, {-5, -21.5}, {-1, -20},
             {-1.5, -14}, {1, -14},  {1.5, -20},  {3.5, -20}, {5, -14},  {7.5, -14},  {6.5, -20},
             {14, -20.5}, {19, -23}, {19, -26.5}, {16, -29},  {6, -31},  {8, -50}},
            {spot(-4, -46, 3.5), spot(1, -41, 3.5), spot(-3, -36, 3)},
            Point{9, -25}};
  return {{{-8, -50},    {8, -50},   {13, -48.5}, {15, -44},  {15, -23},  {10.5, -23},  {10.5, -37},
           {6.5, -37},   {6.5, -23}, {2, -23},    {2, -36},   {-10, -36}, {-10, -23},   {-14.5, -23},
           {-14.5, -36}, {-17, -36}, {-17, -25},  {-21, -25}, {-21, -40}, {-18.5, -46}, {-12, -48}},
          {spot(-15, -44, 4), spot(-7, -46, 4), spot(0, -43, 4), spot(7, -46, 4)},
          std::nullopt};
}

Rgb coat_on(Rgb paper) { return brightness(paper) > 132 ? darker(paper, 58) : lighter(paper, 68); }

}  // namespace tesselle::render
