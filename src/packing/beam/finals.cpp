#include "packing/beam/finals.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "packing/beam_search/state_check.hpp"

namespace tesselle::packing::beam {

Finals::Finals(const tiling::TilingTables& tables, FinalSettings settings, std::vector<std::unique_ptr<Filler>> fillers)
    : tables_(tables), settings_(settings) {
  for (auto& filler : fillers) slots_.push_back({std::move(filler), none, 0});
}

void Finals::collect(const Beam& beam, double bonus) {
  int area = tiling::free_sectors(tables_.region());
  const auto some_path = beam.forest().path(0);
  for (const tiling::Spot& spot : some_path)
    area -= tables_.shapes().pieces()[tables_.shapes()[spot.shape].piece].sectors;
  if (area > settings_.largest_area) return;
  const auto& scores = beam.scores();
  std::vector<std::uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto total = [&](std::uint32_t state) { return scores[state].pieces + scores[state].outline; };
  const std::size_t count = std::min(settings_.per_level, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](auto a, auto b) { return total(a) != total(b) ? total(a) > total(b) : a < b; });
  for (std::size_t i = 0; i < count; ++i)
    states_.push_back({bonus + total(order[i]) / tileability::ScoreTables::unit, beam.forest().path(order[i])});
}

void Finals::begin(std::uint64_t limit) {
  std::stable_sort(states_.begin(), states_.end(),
                   [](const State& a, const State& b) { return a.expectation > b.expectation; });
  next_ = 0;
  allowed_ = limit;
}

void Finals::clear() {
  states_.clear();
  next_ = 0;
  for (Slot& slot : slots_) slot.state = none;
}

bool Finals::work(std::uint64_t& budget, int known, const ParallelFor& parallel) {
  while (budget > 0 && best_.empty()) {
    std::vector<Slot*> busy;
    for (Slot& slot : slots_) {
      while (slot.state == none && next_ < states_.size() && allowed_ > 0) take_next(slot, known);
      if (slot.state != none) busy.push_back(&slot);
    }
    if (busy.empty()) return true;
    std::vector<std::uint64_t> shares(busy.size()), used(busy.size());
    for (std::size_t i = 0; i < busy.size(); ++i)
      shares[i] = std::min(busy[i]->left, budget / busy.size() + (i < budget % busy.size()));
    std::vector<char> done(busy.size());
    parallel(busy.size(), [&](std::size_t i) {
      std::uint64_t left = shares[i];
      done[i] = busy[i]->filler->work(left);
      used[i] = shares[i] - left;
    });
    for (std::size_t i = 0; i < busy.size(); ++i) {
      busy[i]->left -= used[i];
      budget -= used[i];
      allowed_ -= std::min(allowed_, used[i]);
      if (done[i] || busy[i]->left == 0) finish(*busy[i]);
    }
  }
  return false;
}

void Finals::take_next(Slot& slot, int known) {
  const auto& path = states_[next_].path;
  const tiling::Position position = tables_.after(path);
  if (slot.filler->begin(position.board, position.copies, known - static_cast<int>(path.size()))) {
    slot.state = next_;
    slot.left = settings_.node_limit;
  }
  ++next_;
}

void Finals::finish(Slot& slot) {
  const auto& path = states_[slot.state].path;
  if (!slot.filler->best().empty() && path.size() + slot.filler->best().size() > best_.size()) {
    best_ = path;
    best_.insert(best_.end(), slot.filler->best().begin(), slot.filler->best().end());
  }
  slot.state = none;
}

std::vector<tiling::Spot> Finals::present() const {
  for (const Slot& slot : slots_) {
    if (slot.state == none) continue;
    std::vector<tiling::Spot> spots = states_[slot.state].path;
    spots.insert(spots.end(), slot.filler->path().begin(), slot.filler->path().end());
    return spots;
  }
  return {};
}

void Finals::save(ByteWriter& out) const {
  out.number(states_.size());
  for (const State& state : states_) {
    out.number(std::bit_cast<std::uint64_t>(state.expectation));
    save_path(state.path, out);
  }
  out.number(next_);
  out.number(allowed_);
  out.number(slots_.size());
  for (const Slot& slot : slots_) {
    ByteWriter one;
    if (slot.state != none) {
      one.number(slot.state);
      one.number(slot.left);
      slot.filler->save(one);
    }
    out.array(std::span<const char>(one.take()));
  }
}

void Finals::restore(ByteReader& in) {
  clear();
  for (std::uint64_t left = in.number(); left > 0; --left) {
    State state;
    state.expectation = std::bit_cast<double>(in.number());
    state.path = restore_path(in);
    if (!std::isfinite(state.expectation) || !tables_.after_unknown(state.path)) in.refuse();
    states_.push_back(std::move(state));
  }
  next_ = in.number(states_.size());
  allowed_ = in.number();
  std::vector<std::vector<char>> parts;
  for (std::uint64_t left = in.number(); left > 0; --left) parts.push_back(in.array<char>());
  const bool room_for_all = parts.size() <= slots_.size();
  std::size_t first_again = next_;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty()) continue;
    if (room_for_all)
      restore_slot(slots_[i], parts[i], in);
    else
      first_again = std::min<std::size_t>(first_again, ByteReader({parts[i].data(), parts[i].size()}).number());
  }
  next_ = first_again;
}

void Finals::restore_slot(Slot& slot, std::span<const char> bytes, ByteReader& in) {
  if (next_ == 0) in.refuse();
  ByteReader part({bytes.data(), bytes.size()});
  slot.state = part.number(next_ - 1);
  slot.left = part.number(settings_.node_limit);
  tiling::Position position = tables_.after(states_[slot.state].path);
  if (slot.left == 0 || !slot.filler->begin(position.board, position.copies, 0)) in.refuse();
  slot.filler->restore(part);
  part.end();
  for (const tiling::Spot& spot : slot.filler->best()) {
    if (!tables_.can_put(position, spot)) in.refuse();
    tables_.put(position, spot);
  }
}

}  // namespace tesselle::packing::beam
