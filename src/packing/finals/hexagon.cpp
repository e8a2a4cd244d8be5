#include "packing/finals/hexagon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "tesselle/errors.hpp"

namespace tesselle::packing::finals {
namespace {

constexpr int max_coordinate = 1000;

using Sides = std::array<int, 6>;

/// The twelve ways to name the sides of a hexagon in order.
std::array<Sides, 12> images(const Sides& sides) {
  std::array<Sides, 12> all;
  for (std::size_t turn = 0; turn < 6; ++turn)
    for (std::size_t k = 0; k < 6; ++k) {
      all[turn][k] = sides[(turn + k) % 6];
      all[6 + turn][k] = sides[(turn + 6 - k) % 6];
    }
  return all;
}

}  // namespace

std::array<int, 6> Hexagon::sides() const {
  // Corners are where neighbouring bounds meet: y_low with sum_low and x_high, x_high with sum_high, and so on.
  return {x_high - (sum_low - y_low),  sum_high - x_high - y_low,  x_high - (sum_high - y_high),
          (sum_high - y_high) - x_low, y_high - (sum_low - x_low), (sum_low - y_low) - x_low};
}

bool Hexagon::tight() const {
  const auto lengths = sides();
  return std::all_of(lengths.begin(), lengths.end(), [](int length) { return length >= 0; });
}

std::int64_t Hexagon::area() const {
  const auto lengths = sides();
  const std::int64_t a = lengths[0], b = lengths[1], c = lengths[2], e = lengths[4];
  return (a + b + c) * (a + b + c) - a * a - c * c - e * e;
}

bool Hexagon::holds(int x, int y, bool down) const {
  const int sum = x + y + down;
  return x >= x_low && x < x_high && y >= y_low && y < y_high && sum >= sum_low && sum < sum_high;
}

std::vector<Cell> Hexagon::cells() const {
  std::vector<Cell> cells;
  for (int x = x_low; x < x_high; ++x)
    for (int y = std::max(y_low, sum_low - x - 1); y < std::min(y_high, sum_high - x); ++y)
      for (int z = 0; z < 12; ++z)
        if (holds(x, y, z >= 6)) cells.push_back({x, y, z});
  return cells;
}

int Hexagon::symmetries() const {
  const auto all = images(sides());
  return static_cast<int>(std::count(all.begin(), all.end(), all.front()));
}

std::array<int, 6> Hexagon::form() const {
  const auto all = images(sides());
  return *std::min_element(all.begin(), all.end());
}

std::string write_hexagons(const std::vector<Hexagon>& hexagons) {
  std::string text = "# tesselle finals regions: bounds of x, y and x + y of their corners\n";
  for (const Hexagon& h : hexagons)
    text += fmt::format("hexagon {} {} {} {} {} {}\n", h.x_low, h.x_high, h.y_low, h.y_high, h.sum_low, h.sum_high);
  return text;
}

std::vector<Hexagon> read_hexagons(std::string_view text, const std::string& file) {
  std::vector<Hexagon> hexagons;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word, rest;
    if (!(words >> word)) continue;
    Hexagon h;
    if (word != "hexagon" || !(words >> h.x_low >> h.x_high >> h.y_low >> h.y_high >> h.sum_low >> h.sum_high) ||
        words >> rest)
      throw InputError({file, number, 1}, "expected 'hexagon' and six whole numbers");
    for (const int bound : {h.x_low, h.x_high, h.y_low, h.y_high, h.sum_low, h.sum_high})
      if (std::abs(bound) > max_coordinate) throw InputError({file, number, 1}, "a bound is out of range");
    if (!h.tight() || h.area() <= 0)
      throw InputError({file, number, 1}, "the bounds do not make a hexagon: each must be reached");
    hexagons.push_back(h);
  }
  if (hexagons.empty()) throw InputError({file}, "has no regions");
  return hexagons;
}

}  // namespace tesselle::packing::finals
