#include "search/stepper.hpp"

#include <algorithm>

namespace tesselle {

Stepper::Stepper(const SearchRequest& request)
    : puzzle_(request.puzzle),
      recorder_(request, {.max_kept = ~std::size_t{0}, .max_walked = ~std::uint64_t{0}}),
      reader_(*request.puzzle) {
  look_ahead();
}

void Stepper::look_ahead() {
  if (at_ + 1 == recording().nodes.size()) recorder_.step();
}

bool Stepper::forward() {
  if (at_end()) return false;
  ++at_;
  look_ahead();
  return true;
}

bool Stepper::back() {
  if (at_ == 0) return false;
  --at_;
  return true;
}

template <class Reached>
bool Stepper::run_until(Reached reached, const std::stop_token& stop) {
  for (std::uint64_t step = 0; step < max_run && !stop.stop_requested() && forward(); ++step)
    if (reached()) return true;
  return false;
}

bool Stepper::to_dead_end(const std::stop_token& stop) {
  return run_until([this] { return is_dead_end(); }, stop);
}
bool Stepper::to_solution(const std::stop_token& stop) {
  return run_until([this] { return is_solution(); }, stop);
}
bool Stepper::to_depth(std::uint32_t depth, const std::stop_token& stop) {
  return run_until([&] { return here().depth == depth; }, stop);
}

bool Stepper::at_end() const { return at_ + 1 >= recording().nodes.size(); }

bool Stepper::has_child() const { return !at_end() && recording().nodes[at_ + 1].parent == at_; }

bool Stepper::is_dead_end() const { return !is_solution() && !has_child() && (!at_end() || recording().complete); }

std::string Stepper::reason() const {
  const Solution shown = board();
  std::vector<std::size_t> likely;
  if (puzzle_->family() == Family::edge)
    for (const RecordedNode& node : recording().nodes)  // where other branches went on from this depth
      if (node.depth == here().depth + 1 && node.added.size() == 1) {
        likely = {std::get<EdgeHint>(recording().placements[node.added[0]]).square.index()};
        break;
      }
  return reader_.reason(shown, likely);
}

/// Where the next node's piece goes. Of the cells that it covers, the one with the fewest ways is what it is for.
std::optional<std::size_t> Stepper::next_cell(const Solution& shown) const {
  const auto tightest = reader_.tightest_cell(shown);
  if (!has_child() || recording().nodes[at_ + 1].added.empty()) return tightest;
  const RecordedPlacement& next = recording().placements[recording().nodes[at_ + 1].added[0]];
  if (const auto* edge = std::get_if<EdgeHint>(&next)) return edge->square.index();
  const PackingPuzzle& body = puzzle_->packing();
  const auto& p = std::get<PackingPlacement>(next);
  const auto cells = placed(body.grid(), body.pieces[p.piece.index()].cells, p.orientation, p.offset);
  const auto covers = [&](std::size_t cell) {
    return std::find(cells.begin(), cells.end(), body.region[cell]) != cells.end();
  };
  if (tightest && covers(*tightest)) return tightest;
  for (std::size_t cell = 0; cell < body.region.size(); ++cell)
    if (covers(cell)) return cell;
  return tightest;
}

std::optional<BoardReader::Candidates> Stepper::candidates() const {
  const Solution shown = board();
  const auto cell = next_cell(shown);
  if (!cell || is_solution()) return std::nullopt;
  return reader_.candidates(shown, *cell);
}

}  // namespace tesselle
