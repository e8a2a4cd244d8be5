#include "render/chart.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace tesselle;
using namespace tesselle::render;

TEST_CASE("charts: whatever the points, a well-formed picture") {
  const double nothing = std::nan("");
  for (const std::vector<Point>& points :
       {std::vector<Point>{}, {{1, 1}}, {{0, 0}, {5, -3}, {nothing, 2}, {7, HUGE_VAL}}, {{1e9, 1e-9}, {2e9, 2e-9}}}) {
    Chart chart{"Title <&>",
                "x",
                "y",
                {{"line", points}, {"dots", points, Series::Drawn::dots}, {"bars", points, Series::Drawn::bars}}};
    for (const bool powers : {false, true}) {
      chart.powers_of_ten = powers;
      chart.mark = Point{3, 0};
      chart.columns = powers ? std::vector<std::string>{"one", "two", ""} : std::vector<std::string>{};
      const std::string svg = document(chart_picture(chart), "chart", 10);
      CHECK(svg.find("nan") == std::string::npos);
      CHECK(svg.find("inf") == std::string::npos);
      CHECK(svg.find("Title &lt;&amp;&gt;") != std::string::npos);
    }
  }
}

TEST_CASE("charts: a point without neighbours is a dot, the others are joined") {
  const auto count = [](const std::string& text, const std::string& word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  };
  Chart chart{"", "", "", {{"line", logarithms({10, 0, 100, 1000, -1, 5}), Series::Drawn::line, Rgb{1, 2, 3}}}, true};
  chart.columns = {"a", "b", "c", "d", "e", "f"};
  const std::string svg = document(chart_picture(chart), "chart", 10);
  CHECK(count(svg, "<circle") == 2);
  CHECK(count(svg, "stroke=\"#010203\"") == 2);  // one stroke, and the key below
}
