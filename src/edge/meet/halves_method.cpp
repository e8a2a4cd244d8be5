#include "edge/meet/halves_method.hpp"

#include <algorithm>

#include "base/rng.hpp"

namespace tesselle::edge::meet {
namespace {

constexpr std::uint64_t nodes_per_step = 4096;

/// Row by row if that leaves the shorter cut, otherwise column by column.
std::vector<Square> cells_in_order(const EdgePuzzle& puzzle) {
  std::vector<Square> cells;
  if (puzzle.width <= puzzle.height) {
    for (std::size_t cell = 0; cell < puzzle.cell_count(); ++cell) cells.emplace_back(cell);
  } else {
    for (int column = 0; column < puzzle.width; ++column)
      for (int row = 0; row < puzzle.height; ++row) cells.push_back(puzzle.square(row, column));
  }
  return cells;
}

std::vector<Square> top_cells(const EdgePuzzle& puzzle) {
  auto cells = cells_in_order(puzzle);
  cells.resize((cells.size() + 1) / 2);
  return cells;
}

std::vector<Square> bottom_cells(const EdgePuzzle& puzzle) {
  auto cells = cells_in_order(puzzle);
  std::reverse(cells.begin(), cells.end());
  cells.resize(cells.size() / 2);
  return cells;
}

}  // namespace

HalvesMethod::HalvesMethod(const EdgePuzzle& puzzle, std::size_t memory)
    : puzzle_(puzzle),
      memory_(memory),
      values_(puzzle_),
      top_(values_, top_cells(puzzle_)),
      bottom_(values_, bottom_cells(puzzle_)),
      portions_(1) {
  find_seams();
  Rng rng(1);
  for (Seam& seam : seams_)
    for (std::size_t colour = 0; colour < puzzle_.colours.size(); ++colour) seam.keys.push_back(rng());
  for (const std::uint16_t copies : values_.copies) {
    kind_keys_.push_back(rng());
    all_kinds_ += copies * kind_keys_.back();
  }
}

void HalvesMethod::find_seams() {
  for (std::size_t t = 0; t < top_.cells().size(); ++t)
    for (const Side side : all_sides)
      for (std::size_t b = 0; b < bottom_.cells().size(); ++b)
        if (neighbour(puzzle_, top_.cells()[t], side) == bottom_.cells()[b]) seams_.push_back({t, b, side, {}});
}

bool HalvesMethod::step() {
  found_.clear();
  if (phase_ == Phase::begin && !next_portion()) return false;
  std::uint64_t left = nodes_per_step;
  HalfWalker& half = phase_ == Phase::tops ? top_ : bottom_;
  const Phase phase = phase_;
  for (HalfWalker::Stop stop; phase_ == phase && (stop = half.next(left)) != HalfWalker::Stop::budget;) {
    if (stop == HalfWalker::Stop::filled)
      phase == Phase::tops ? keep_top() : meet_bottom();
    else if (phase == Phase::tops)
      begin_bottoms();
    else
      phase_ = Phase::begin;
  }
  nodes_ += nodes_per_step - left;
  return true;
}

bool HalvesMethod::next_portion() {
  if (portions_.empty()) return false;
  portion_ = portions_.back();
  portions_.pop_back();
  fillings_.clear();
  by_key_.clear();
  top_.rewind();
  bottom_.rewind();
  phase_ = Phase::tops;
  return true;
}

void HalvesMethod::begin_bottoms() {
  std::sort(by_key_.begin(), by_key_.end());
  halves_ += by_key_.size();
  ++portions_done_;
  phase_ = by_key_.empty() ? Phase::begin : Phase::bottoms;
}

std::size_t HalvesMethod::bytes() const { return fillings_.size() * 2 + by_key_.size() * sizeof(by_key_.front()); }

void HalvesMethod::keep_top() {
  const Key key = top_key();
  if (!wanted(key)) return;
  by_key_.emplace_back(key, static_cast<std::uint32_t>(by_key_.size()));
  fillings_.insert(fillings_.end(), top_.filling().begin(), top_.filling().end());
  most_bytes_ = std::max(most_bytes_, bytes());
  if (bytes() <= memory_ || portion_.bits == 60) return;
  portions_.push_back({portion_.bits + 1, portion_.low | Key{1} << portion_.bits});
  portions_.push_back({portion_.bits + 1, portion_.low});
  phase_ = Phase::begin;
}

HalvesMethod::Key HalvesMethod::key_of_kinds(const HalfWalker& half) const {
  Key key = 0;
  for (std::size_t i = 0; i < half.filling().size(); ++i)
    if (!values_.hinted[half.cells()[i].index()]) key += kind_keys_[values_.oriented[half.filling()[i]].kind];
  return key;
}

HalvesMethod::Key HalvesMethod::top_key() const {
  Key key = key_of_kinds(top_);
  for (const Seam& seam : seams_) {
    const Sides& sides = values_.oriented[top_.filling()[seam.top]].sides;
    key += seam.keys[puzzle_.mate_of(sides[static_cast<std::size_t>(seam.side)]).index()];
  }
  return key;
}

HalvesMethod::Key HalvesMethod::bottom_key() const {
  Key key = all_kinds_ - key_of_kinds(bottom_);
  for (const Seam& seam : seams_) {
    const Sides& sides = values_.oriented[bottom_.filling()[seam.bottom]].sides;
    key += seam.keys[sides[static_cast<std::size_t>(opposite(seam.side))].index()];
  }
  return key;
}

void HalvesMethod::meet_bottom() {
  const Key key = bottom_key();
  if (!wanted(key)) return;
  auto at = std::lower_bound(by_key_.begin(), by_key_.end(), std::pair<Key, std::uint32_t>(key, 0));
  for (; at != by_key_.end() && at->first == key; ++at) {
    const std::uint16_t* top = fillings_.data() + at->second * top_.cells().size();
    ++met_;
    if (fits(top)) found_.emplace_back(Filling(top, top + top_.cells().size()), bottom_.filling());
  }
}

bool HalvesMethod::fits(const std::uint16_t* top) const {
  for (const Seam& seam : seams_) {
    const Colour above = values_.oriented[top[seam.top]].sides[static_cast<std::size_t>(seam.side)];
    const Sides& below = values_.oriented[bottom_.filling()[seam.bottom]].sides;
    if (!puzzle_.fits(above, below[static_cast<std::size_t>(opposite(seam.side))])) return false;
  }
  std::vector<int> left(values_.copies.begin(), values_.copies.end());
  for (std::size_t i = 0; i < top_.cells().size(); ++i)
    if (!values_.hinted[top_.cells()[i].index()]) --left[values_.oriented[top[i]].kind];
  for (std::size_t i = 0; i < bottom_.cells().size(); ++i)
    if (!values_.hinted[bottom_.cells()[i].index()]) --left[values_.oriented[bottom_.filling()[i]].kind];
  return std::all_of(left.begin(), left.end(), [](int copies) { return copies == 0; });
}

Solution HalvesMethod::board(std::size_t index) const {
  EdgeBoard board;
  board.cells.resize(puzzle_.cell_count());
  std::vector<std::size_t> used(values_.kinds.members.size(), 0);
  for (const EdgeHint& hint : puzzle_.hints) board.cells[hint.square.index()] = hint.placed;
  const auto is_hinted = [&](PieceId piece) {
    return std::any_of(puzzle_.hints.begin(), puzzle_.hints.end(),
                       [&](const EdgeHint& hint) { return hint.placed.piece == piece; });
  };
  const auto lay = [&](const HalfWalker& half, const Filling& filling) {
    for (std::size_t i = 0; i < filling.size(); ++i) {
      if (values_.hinted[half.cells()[i].index()]) continue;
      const OrientedKind& oriented = values_.oriented[filling[i]];
      const auto& members = values_.kinds.members[oriented.kind];
      while (is_hinted(members[used[oriented.kind]])) ++used[oriented.kind];
      const PieceId piece = members[used[oriented.kind]++];
      board.cells[half.cells()[i].index()] =
          Placed{piece, static_cast<std::uint8_t>((values_.kinds.turn[piece.index()] + oriented.rotation) & 3)};
    }
  };
  lay(top_, found_[index].first);
  lay(bottom_, found_[index].second);
  return {board};
}

Statistics HalvesMethod::statistics() const {
  Statistics result;
  const auto add = [&](const char* name, const char* unit, double value) {
    result.values.push_back({name, unit, Merge::sum, value});
  };
  add("cells of the top half", "", static_cast<double>(top_.cells().size()));
  add("portions", "", static_cast<double>(portions_done_));
  add("half boards", "", static_cast<double>(halves_));
  add("most memory", "bytes", static_cast<double>(most_bytes_));
  add("meetings", "", static_cast<double>(met_));
  return result;
}

}  // namespace tesselle::edge::meet
