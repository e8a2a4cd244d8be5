#include "render/chart.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace tesselle;
using namespace tesselle::render;

TEST_CASE("charts: whatever the points, a well-formed picture") {
  const double nothing = std::nan("");
  for (const std::vector<Point>& points :
       {std::vector<Point>{}, {{1, 1}}, {{0, 0}, {5, -3}, {nothing, 2}, {7, HUGE_VAL}}, {{1e9, 1e-9}, {2e9, 2e-9}}}) {
    Chart chart{"Title <&>", "x", "y", {{"line", points}, {"dots", points, true}}};
    for (const bool powers : {false, true}) {
      chart.powers_of_ten = powers;
      chart.mark = Point{3, 0};
      const std::string svg = document(chart_picture(chart), "chart", 10);
      CHECK(svg.find("nan") == std::string::npos);
      CHECK(svg.find("inf") == std::string::npos);
      CHECK(svg.find("Title &lt;&amp;&gt;") != std::string::npos);
    }
  }
}
