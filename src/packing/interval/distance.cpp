#include "packing/interval/distance.hpp"

#include <algorithm>
#include <numeric>

#include "tesselle/errors.hpp"

namespace tesselle::packing::interval {
namespace {

int squared_distance(const Point& a, const Point& b) {
  int sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

bool in_line(const Point& a, const Point& b) { return (a[0] != b[0]) + (a[1] != b[1]) + (a[2] != b[2]) == 1; }

bool comes_first(const Point& a, const Point& b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

bool is_point(const std::array<Interval, 3>& range) { return range[0].fixed() && range[1].fixed() && range[2].fixed(); }

/// Every way to number the points `to` so that they have the distances of `from`.
std::vector<std::vector<std::size_t>> matchings(const std::vector<Point>& from, const std::vector<Point>& to) {
  std::vector<std::vector<std::size_t>> partial = {{}};
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& chosen : partial)
      for (std::size_t next = 0; next < to.size(); ++next) {
        bool fits = true;
        for (std::size_t j = 0; j < i && fits; ++j)
          fits = squared_distance(from[i], from[j]) == squared_distance(to[next], to[chosen[j]]);
        if (!fits) continue;
        longer.push_back(chosen);
        longer.back().push_back(next);
      }
    partial = std::move(longer);
  }
  return partial;
}

}  // namespace

DistanceSpace::DistanceSpace(const PackingPuzzle& puzzle, const BoxModel& model, Branching branching)
    : puzzle_(puzzle),
      model_(model),
      branching_(branching),
      distances_(model.cells),
      ordered_(model.cells),
      is_changed_(model.cells, false),
      frames_(1) {
  for (std::size_t p = 0; p < model_.pieces.size(); ++p)
    if (!model_.pieces[p].any_way)
      throw UsageError("engine interval: --model distance cannot tell the orientations of piece " +
                       puzzle_.pieces[p].name + " that are allowed from those that are not");
  for (std::size_t i = 0; i < model_.cells; ++i)
    for (std::size_t k = 0; k < 3; ++k) frames_[0].points[i][k] = {0, static_cast<std::uint8_t>(model_.size[k] - 1)};
  for (const BoxPiece& piece : model_.pieces) {
    relate(piece);
    order_symmetric(piece);
    if (piece.hint) place_hint(piece);
  }
  for (std::size_t i = 0; i < model_.cells; ++i) changed_.push_back(i);
  is_changed_.assign(model_.cells, true);
  frames_[0].alive = settle(frames_[0].points);
}

void DistanceSpace::relate(const BoxPiece& piece) {
  for (std::size_t i = 0; i < piece.size; ++i)
    for (std::size_t j = 0; j < piece.size; ++j)
      if (i != j)
        distances_[piece.first_point + i].push_back(
            {piece.first_point + j, squared_distance(piece.shape[i], piece.shape[j])});
}

/// Of the ways to number a placed piece's points exactly one is first in lexicographic order. It is the one that no
/// symmetry improves, which the first point that the symmetry moves decides.
void DistanceSpace::order_symmetric(const BoxPiece& piece) {
  for (const auto& image : matchings(piece.shape, piece.shape)) {
    std::size_t moved = 0;
    while (moved < piece.size && image[moved] == moved) ++moved;
    if (moved == piece.size) continue;
    const Ordered pair{piece.first_point + moved, piece.first_point + image[moved],
                       in_line(piece.shape[moved], piece.shape[image[moved]])};
    ordered_[pair.first].push_back(pair);
    ordered_[pair.second].push_back(pair);
  }
}

void DistanceSpace::place_hint(const BoxPiece& piece) {
  for (const auto& order : matchings(piece.shape, *piece.hint)) {
    bool first = true;
    for (std::size_t i = 0; i < piece.size; ++i)
      for (const Ordered& pair : ordered_[piece.first_point + i])
        first = first && comes_first((*piece.hint)[order[pair.first - piece.first_point]],
                                     (*piece.hint)[order[pair.second - piece.first_point]]);
    if (!first) continue;
    for (std::size_t i = 0; i < piece.size; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint8_t at = (*piece.hint)[order[i]][k];
        frames_[0].points[piece.first_point + i][k] = {at, at};
      }
    return;
  }
  throw InternalError("engine interval: a hint has not the distances of its piece");
}

std::uint32_t DistanceSpace::depth_limit() const {
  return static_cast<std::uint32_t>(model_.cells * (model_.size[0] + model_.size[1] + std::size_t{model_.size[2]}));
}

std::uint32_t DistanceSpace::open() {
  Frame& frame = frames_[depth_];
  frame.candidate_count = 0;
  frame.all_fixed =
      frame.alive &&
      std::all_of(frame.points.begin(), frame.points.begin() + static_cast<std::ptrdiff_t>(model_.cells), is_point);
  if (!frame.alive || frame.all_fixed) return 0;
  if (branching_ == Branching::coordinates) return open_coordinate(frame, open_point_on_lowest_cell(frame));
  const std::size_t started = open_point_of_started_piece(frame);
  return started == none ? open_cell(frame) : open_coordinate(frame, started);
}

std::uint32_t DistanceSpace::open_cell(Frame& frame) const {
  std::array<bool, max_cells> taken{};
  for (std::size_t i = 0; i < model_.cells; ++i) {
    const PointRange& range = frame.points[i];
    if (is_point(range)) taken[model_.cell_at({range[0].low, range[1].low, range[2].low})] = true;
  }
  frame.cell = model_.point_at(static_cast<std::size_t>(std::find(taken.begin(), taken.end(), false) - taken.begin()));
  for (std::size_t i = 0; i < model_.cells; ++i) {
    bool possible = !is_point(frame.points[i]);
    for (std::size_t k = 0; k < 3; ++k)
      possible = possible && frame.points[i][k].low <= frame.cell[k] && frame.cell[k] <= frame.points[i][k].high;
    if (possible) frame.candidates[frame.candidate_count++] = static_cast<std::uint8_t>(i);
  }
  frame.axis = by_cell;
  return static_cast<std::uint32_t>(frame.candidate_count);
}

std::uint32_t DistanceSpace::open_coordinate(Frame& frame, std::size_t point) const {
  frame.candidates[0] = static_cast<std::uint8_t>(point);
  frame.candidate_count = 1;
  frame.axis = 2;
  while (frame.points[point][frame.axis].fixed()) --frame.axis;
  return 2;
}

std::size_t DistanceSpace::open_point_on_lowest_cell(const Frame& frame) const {
  std::size_t lowest = ~std::size_t{0}, point = none;
  for (std::size_t i = 0; i < model_.cells; ++i) {
    const PointRange& range = frame.points[i];
    if (is_point(range)) continue;
    const std::size_t cell = model_.cell_at({range[0].low, range[1].low, range[2].low});
    if (cell >= lowest) continue;
    lowest = cell;
    point = i;
  }
  return point;
}

/// The one with the fewest cells to be on.
std::size_t DistanceSpace::open_point_of_started_piece(const Frame& frame) const {
  std::size_t fewest = ~std::size_t{0}, point = none;
  for (const BoxPiece& piece : model_.pieces) {
    const auto begin = frame.points.begin() + static_cast<std::ptrdiff_t>(piece.first_point);
    if (std::none_of(begin, begin + static_cast<std::ptrdiff_t>(piece.size), is_point)) continue;
    for (std::size_t i = piece.first_point; i < piece.first_point + piece.size; ++i) {
      std::size_t cells = 1;
      for (const Interval interval : frame.points[i]) cells *= interval.high - interval.low + 1u;
      if (cells == 1 || cells >= fewest) continue;
      fewest = cells;
      point = i;
    }
  }
  return point;
}

bool DistanceSpace::take(std::uint32_t candidate) {
  if (++depth_ == frames_.size()) frames_.emplace_back();
  const Frame& parent = frames_[depth_ - 1];
  Frame& frame = frames_[depth_];
  frame.points = parent.points;
  cuts_ += candidate == 0;
  if (parent.axis == by_cell)
    take_cell(frame, parent, candidate);
  else
    take_coordinate(frame, parent, candidate == 0);
  frame.alive = settle(frame.points);
  return true;
}

void DistanceSpace::take_cell(Frame& frame, const Frame& parent, std::size_t candidate) {
  for (std::size_t k = 0; k < 3; ++k)
    tighten(frame.points, parent.candidates[candidate], k, parent.cell[k], parent.cell[k]);
}

void DistanceSpace::take_coordinate(Frame& frame, const Frame& parent, bool lowest) {
  const Interval whole = parent.points[parent.candidates[0]][parent.axis];
  tighten(frame.points, parent.candidates[0], parent.axis, lowest ? whole.low : whole.low + 1,
          lowest ? whole.low : whole.high);
}

void DistanceSpace::undo() {
  backtracks_ += frames_[depth_].candidate_count == 0;
  --depth_;
}

bool DistanceSpace::settle(State& points) {
  bool possible = true;
  while (!changed_.empty()) {
    const std::size_t point = changed_.back();
    changed_.pop_back();
    is_changed_[point] = false;
    possible = possible && narrow_around(points, point);
  }
  return possible;
}

bool DistanceSpace::narrow_around(State& points, std::size_t point) {
  for (const Distance& distance : distances_[point])
    if (!keep_distance(points, point, distance.other, distance.squared)) return false;
  for (const Ordered& pair : ordered_[point])
    if (!keep_order(points, pair)) return false;
  for (std::size_t other = 0; other < model_.cells; ++other)
    if (model_.piece_of[other] != model_.piece_of[point] && !keep_apart(points, point, other)) return false;
  return true;
}

bool DistanceSpace::tighten(State& points, std::size_t point, std::size_t axis, int low, int high) {
  Interval& interval = points[point][axis];
  low = std::max<int>(low, interval.low);
  high = std::min<int>(high, interval.high);
  if (low > high) return false;
  if (low == interval.low && high == interval.high) return true;
  interval = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)};
  if (!is_changed_[point]) changed_.push_back(point);
  is_changed_[point] = true;
  return true;
}

/// The thesis' section 2.1.2: the differences that are possible, the sums of squares that come out right, and back.
bool DistanceSpace::keep_distance(State& points, std::size_t a, std::size_t b, int squared) {
  std::array<int, 3> low, high, least, most, smallest, largest;
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = points[a][k].low - points[b][k].high;
    high[k] = points[a][k].high - points[b][k].low;
    least[k] = low[k] > 0 ? low[k] : high[k] < 0 ? -high[k] : 0;
    most[k] = std::max(std::abs(low[k]), std::abs(high[k]));
    smallest[k] = most[k] + 1;
    largest[k] = -1;
  }
  const auto note = [&](std::size_t k, int difference) {
    smallest[k] = std::min(smallest[k], difference);
    largest[k] = std::max(largest[k], difference);
  };
  for (int x = least[0]; x <= most[0] && x * x <= squared; ++x)
    for (int y = least[1]; y <= most[1] && x * x + y * y <= squared; ++y)
      for (int z = least[2]; z <= most[2] && x * x + y * y + z * z <= squared; ++z)
        if (x * x + y * y + z * z == squared) note(0, x), note(1, y), note(2, z);
  for (std::size_t k = 0; k < 3; ++k) {
    if (largest[k] < 0) return false;
    // Both signs are possible, or one of them.
    const int from = -smallest[k] >= low[k] ? std::max(low[k], -largest[k]) : smallest[k];
    const int to = smallest[k] <= high[k] ? std::min(high[k], largest[k]) : -smallest[k];
    const Interval first = points[a][k], second = points[b][k];
    if (!tighten(points, a, k, second.low + from, second.high + to)) return false;
    if (!tighten(points, b, k, first.low - to, first.high - from)) return false;
  }
  return true;
}

/// A distance above zero says something only of points that two coordinates do not keep apart.
bool DistanceSpace::keep_apart(State& points, std::size_t a, std::size_t b) {
  std::size_t open_axis = 3;
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval first = points[a][k], second = points[b][k];
    if (first.fixed() && first == second) continue;
    if (open_axis != 3) return true;
    open_axis = k;
  }
  if (open_axis == 3) return false;
  const auto avoid = [&](std::size_t mover, std::size_t fixed) {
    const Interval range = points[mover][open_axis], at = points[fixed][open_axis];
    if (!at.fixed()) return true;
    return tighten(points, mover, open_axis, range.low + (range.low == at.low), range.high - (range.high == at.low));
  };
  return avoid(a, b) && avoid(b, a);
}

/// Points in line have no coordinate that falls, as the thesis writes it. Where it uses a vector product, for
/// symmetries across a diagonal, the first point has the smaller cell: the slowest coordinate that is not the same
/// decides.
bool DistanceSpace::keep_order(State& points, const Ordered& pair) {
  for (std::size_t k = 3; k-- > 0;) {
    const Interval first = points[pair.first][k], second = points[pair.second][k];
    if (!tighten(points, pair.first, k, first.low, second.high)) return false;
    if (!tighten(points, pair.second, k, first.low, second.high)) return false;
    const bool same = points[pair.first][k].fixed() && points[pair.first][k] == points[pair.second][k];
    if (!same && !pair.in_line) return true;
  }
  return true;
}

const DistanceSpace::State* DistanceSpace::last_settled() const {
  if (frames_[depth_].alive) return &frames_[depth_].points;
  return depth_ > 0 ? &frames_[depth_ - 1].points : nullptr;
}

/// All its points are fixed, and no other fixed point is on them: what is settled says so.
std::vector<bool> DistanceSpace::fixed_pieces() const {
  std::vector<bool> fixed(model_.pieces.size(), true);
  const State* state = last_settled();
  for (std::size_t i = 0; i < model_.cells; ++i)
    if (state == nullptr ? !model_.pieces[model_.piece_of[i]].hint : !is_point((*state)[i]))
      fixed[model_.piece_of[i]] = false;
  return fixed;
}

Solution DistanceSpace::solution() const {
  const State* state = last_settled();
  if (state == nullptr) return {PackingLayout{puzzle_.hints}};
  std::vector<Point> points;
  for (std::size_t i = 0; i < model_.cells; ++i)
    points.push_back({(*state)[i][0].low, (*state)[i][1].low, (*state)[i][2].low});
  for (const BoxPiece& piece : model_.pieces) {
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(piece.first_point);
    std::sort(begin, begin + static_cast<std::ptrdiff_t>(piece.size), comes_first);
  }
  return {layout_of(puzzle_, model_, points, fixed_pieces())};
}

int DistanceSpace::pieces_placed() const {
  const std::vector<bool> fixed = fixed_pieces();
  return static_cast<int>(std::count(fixed.begin(), fixed.end(), true));
}

void DistanceSpace::add_statistics(Statistics& statistics) const {
  statistics.values.push_back({"cuts", "", Merge::sum, static_cast<double>(cuts_)});
  statistics.values.push_back({"backtracks", "", Merge::sum, static_cast<double>(backtracks_)});
}

}  // namespace tesselle::packing::interval
