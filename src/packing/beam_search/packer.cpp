#include "packing/beam_search/packer.hpp"

#include <algorithm>
#include <limits>

#include "packing/beam_search/state_check.hpp"

namespace tesselle::packing::beam {
namespace {

template <class Mask>
bool meet(const Mask& a, const Mask& b, std::size_t words) {
  std::uint64_t common = 0;
  for (std::size_t w = 0; w < words; ++w) common |= a[w] & b[w];
  return common != 0;
}

}  // namespace

bool Packer::begin(const tiling::Board& board, std::span<const int> copies, int known) {
  const int area = tiling::free_sectors(board);
  if (area > largest_area) return false;
  words_ = static_cast<std::size_t>(area + 63) / 64;
  copies_.assign(copies.begin(), copies.end());
  known_ = static_cast<std::size_t>(std::max(0, known));
  best_.clear();
  path_.clear();
  frames_.clear();
  list_ways(board);
  ways_.resize(all_.size());
  for (std::size_t w = 0; w < all_.size(); ++w) ways_[w] = static_cast<std::uint32_t>(w);
  open(0, false);
  return true;
}

/// Every fitting spot of every piece left.
void Packer::list_ways(const tiling::Board& board) {
  const auto& shapes = tables_.shapes();
  const tiling::Grid& grid = tables_.grid();
  sector_number_.assign(board.free.size() * 6, -1);
  int count = 0;
  std::vector<char> near(static_cast<std::size_t>(grid.block_count()));  // blocks with something free
  for (std::size_t t = 0; t < board.free.size(); ++t)
    for (std::size_t sector = 0; sector < 6; ++sector)
      if (board.free[t] >> sector & 1) {
        sector_number_[6 * t + sector] = count++;
        near[t / 2] = 1;
      }
  all_.clear();
  smallest_ = std::numeric_limits<int>::max();
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    const auto& shape = shapes[s];
    if (copies_[shape.piece] <= 0) continue;
    smallest_ = std::min(smallest_, shapes.pieces()[shape.piece].sectors);
    const std::vector<Cell>& cells = shapes.cells(s);
    const Cell first = cells.front();
    for (int block = 0; block < grid.block_count(); ++block) {
      if (!near[static_cast<std::size_t>(block)]) continue;
      const tiling::Spot spot{static_cast<std::uint16_t>(s), block - grid.shift(first.x, first.y)};
      if (!shapes.fits(board, spot)) continue;
      Way way{{}, spot, shape.piece};
      for (const Cell& cell : cells) {
        const int triangle = 2 * (spot.position + grid.shift(cell.x, cell.y)) + cell.z / 6;
        const int number = sector_number_[static_cast<std::size_t>(6 * triangle + cell.z % 6)];
        way.mask[static_cast<std::size_t>(number / 64)] |= std::uint64_t{1} << number % 64;
      }
      all_.push_back(way);
    }
  }
}

bool Packer::work(std::uint64_t& budget) {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (path_.size() > known_) {
      best_ = path_;
      known_ = path_.size();
    }
    if (frame.count == 0 || frame.left_empty || path_.size() + static_cast<std::size_t>(bound(frame.first)) <= known_) {
      close();
      continue;
    }
    if (budget == 0) return false;
    const std::uint32_t end = frame.first + frame.count;
    while (frame.next < end && !(all_[ways_[frame.next]].mask[frame.sector / 64] >> frame.sector % 64 & 1))
      ++frame.next;
    --budget;
    if (frame.next < end)
      cover(all_[ways_[frame.next++]]);
    else
      leave_empty();
  }
  return true;
}

void Packer::cover(const Way& way) {
  const Frame frame = frames_.back();
  path_.push_back(way.spot);
  const bool used_up = --copies_[way.piece] == 0;
  const auto first = static_cast<std::uint32_t>(ways_.size());
  for (std::uint32_t w = frame.first; w < frame.first + frame.count; ++w) {
    const Way& other = all_[ways_[w]];
    if ((!used_up || other.piece != way.piece) && !meet(other.mask, way.mask, words_)) ways_.push_back(ways_[w]);
  }
  open(first, true);
}

void Packer::leave_empty() {
  Frame& frame = frames_.back();
  frame.left_empty = true;
  const std::uint32_t begin = frame.first, end = frame.first + frame.count, sector = frame.sector;
  const auto first = static_cast<std::uint32_t>(ways_.size());
  for (std::uint32_t w = begin; w < end; ++w)
    if (!(all_[ways_[w]].mask[sector / 64] >> sector % 64 & 1)) ways_.push_back(ways_[w]);
  open(first, false);
}

void Packer::open(std::uint32_t first, bool placed) {
  const auto count = static_cast<std::uint32_t>(ways_.size()) - first;
  frames_.push_back({first, count, count == 0 ? 0 : tightest(first), first, false, placed});
}

void Packer::close() {
  if (frames_.back().placed) {
    ++copies_[tables_.shapes()[path_.back().shape].piece];
    path_.pop_back();
  }
  ways_.resize(frames_.back().first);
  frames_.pop_back();
}

/// Of every node on the path, which branches were taken; the rest follows from that.
void Packer::save(ByteWriter& out) const {
  std::vector<std::uint32_t> branches;
  for (const Frame& frame : frames_) branches.push_back(2 * (frame.next - frame.first) + frame.left_empty);
  out.array(std::span<const std::uint32_t>(branches));
  out.number(known_);
  save_path(best_, out);
}

void Packer::restore(ByteReader& in) {
  const auto branches = in.array<std::uint32_t>();
  if (branches.empty()) in.refuse();
  for (std::size_t i = 0; i < branches.size(); ++i) {
    if (i > 0 && !enter_child()) in.refuse();
    if (!go_on_from(branches[i] / 2, branches[i] % 2 != 0)) in.refuse();
  }
  known_ = in.number();
  best_ = restore_path(in);
}

bool Packer::go_on_from(std::uint32_t tried, bool left_empty) {
  Frame& frame = frames_.back();
  frame.next = frame.first + tried;
  frame.left_empty = left_empty;
  return tried <= frame.count;
}

/// Takes the branch of the present node that was taken last.
bool Packer::enter_child() {
  const Frame& frame = frames_.back();
  if (frame.count == 0) return false;
  if (frame.left_empty) {
    leave_empty();
    return true;
  }
  if (frame.next == frame.first) return false;
  cover(all_[ways_[frame.next - 1]]);
  return true;
}

/// Parts are grown from one way by those that overlap it.
int Packer::bound(std::uint32_t first) const {
  std::vector<std::uint32_t> rest(ways_.begin() + first, ways_.begin() + first + frames_.back().count);
  int room = 0;
  while (!rest.empty()) {
    Mask part = all_[rest.back()].mask;
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t i = 0; i < rest.size();) {
        const Mask& mask = all_[rest[i]].mask;
        if (!meet(part, mask, words_)) {
          ++i;
          continue;
        }
        for (std::size_t w = 0; w < words_; ++w) part[w] |= mask[w];
        rest[i] = rest.back();
        rest.pop_back();
        grown = true;
      }
    }
    int area = 0;
    for (std::size_t w = 0; w < words_; ++w) area += std::popcount(part[w]);
    room += area / smallest_;
  }
  return room;
}

std::uint32_t Packer::tightest(std::uint32_t first) const {
  std::array<std::uint16_t, largest_area> counts{};
  for (std::size_t w = first; w < ways_.size(); ++w)
    for (std::size_t word = 0; word < words_; ++word)
      for (std::uint64_t rest = all_[ways_[w]].mask[word]; rest != 0; rest &= rest - 1)
        ++counts[64 * word + static_cast<std::size_t>(std::countr_zero(rest))];
  std::uint32_t best = 0;
  std::uint16_t fewest = std::numeric_limits<std::uint16_t>::max();
  for (std::uint32_t sector = 0; sector < 64 * words_; ++sector)
    if (counts[sector] != 0 && counts[sector] < fewest) fewest = counts[sector], best = sector;
  return best;
}

}  // namespace tesselle::packing::beam
