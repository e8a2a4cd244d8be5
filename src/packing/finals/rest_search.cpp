#include "packing/finals/rest_search.hpp"

#include <algorithm>
#include <iterator>

#include "packing/beam_search/state_check.hpp"

namespace tesselle::packing::finals {
namespace {

/// Of the rest, in percent: from there on descents go on from the beam's states.
constexpr int late_from_percent = 60;
/// How far they go.
constexpr std::uint32_t levels_at_once = 18;
/// In each slot.
constexpr std::uint64_t nodes_per_step = 8192;

void move_to(std::vector<std::vector<tiling::Spot>>& all, std::vector<std::vector<tiling::Spot>> some) {
  std::move(some.begin(), some.end(), std::back_inserter(all));
}

}  // namespace

RestSearch::RestSearch(const tiling::TilingTables& tables, const tileability::ScoreTables& scores,
                       beam::BeamSettings settings, Searches& searches)
    : tables_(tables),
      scores_(scores),
      searches_(searches),
      course_(settings, beam::pieces_to_tile(tables)),
      pieces_(static_cast<std::uint32_t>(beam::pieces_to_tile(tables))),
      late_from_(static_cast<std::uint32_t>(std::max(1, beam::pieces_to_tile(tables) * late_from_percent / 100))),
      beam_(std::make_unique<beam::Beam>(tables, scores, settings)) {}

void RestSearch::begin_with(Roots roots) {
  if (roots.scores.empty()) return;
  dropped_ = true;
  first_roots_ = roots_ = std::move(roots);
  begin_descents();
}

auto RestSearch::advance(std::uint64_t& budget, std::uint64_t& owed, const ParallelFor& parallel) -> Event {
  return descents_ ? descend(owed, parallel) : search(budget, parallel);
}

auto RestSearch::search(std::uint64_t& budget, const ParallelFor& parallel) -> Event {
  using Found = beam::Beam::Event;
  const std::uint64_t before = budget;
  const Found found = beam_->advance(budget, parallel);
  nodes_ += before - budget;
  move_to(tilings_, beam_->take_solutions());
  if (found == Found::budget_used) return Event::budget_used;
  if (found == Found::ended) return Event::ended;
  if (beam_->depth() == late_from_) {
    first_roots_ = roots_ = {beam_->forest(), beam_->scores()};
    begin_descents();
  }
  return Event::level_done;
}

/// The last descents go to the end, however far it is.
std::uint32_t RestSearch::next_end() const {
  const std::uint32_t from = roots_.forest.depth();
  return from + 3 * levels_at_once / 2 < pieces_ ? from + levels_at_once : pieces_ + 1;
}

void RestSearch::begin_descents() {
  descents_ = std::make_unique<Descents>(tables_, scores_, course_, roots_, next_end(), searches_);
}

auto RestSearch::descend(std::uint64_t& owed, const ParallelFor& parallel) -> Event {
  const std::uint64_t nodes = descents_->work(nodes_per_step, parallel);
  nodes_ += nodes;
  owed += 1 + nodes;
  move_to(tilings_, descents_->take_tilings());
  if (!descents_->done()) return Event::budget_used;
  dropped_ = dropped_ || descents_->dropped_some();
  Roots best = descents_->best_states();
  descents_.reset();
  if (best.scores.empty()) return Event::ended;
  roots_ = std::move(best);
  begin_descents();
  return Event::level_done;
}

std::vector<tiling::Spot> RestSearch::best_state() const {
  if (!descents_) return beam_->best_state();
  const auto best = std::max_element(
      roots_.scores.begin(), roots_.scores.end(),
      [](const beam::StateScore& a, const beam::StateScore& b) { return a.pieces + a.outline < b.pieces + b.outline; });
  return roots_.forest.path(static_cast<std::uint32_t>(best - roots_.scores.begin()));
}

void RestSearch::save(ByteWriter& out) const {
  out.number(nodes_);
  out.number(dropped_);
  beam::save_paths(tilings_, out);
  beam_->save(out);
  out.number(descents_ != nullptr);
  if (!descents_) return;
  first_roots_.save(out);
  roots_.save(out);
  descents_->save(out);
}

void RestSearch::restore(ByteReader& in) {
  nodes_ = in.number();
  dropped_ = in.number(1) != 0;
  tilings_ = beam::restore_paths(tables_, in);
  beam_->restore(in);
  if (in.number(1) == 0) return;
  first_roots_.restore(in, tables_, scores_);
  roots_.restore(in, tables_, scores_);
  if (roots_.scores.empty() || roots_.forest.depth() < late_from_) in.refuse();
  begin_descents();
  descents_->restore(in);
}

}  // namespace tesselle::packing::finals
