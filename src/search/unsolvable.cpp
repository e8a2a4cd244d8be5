#include "search/unsolvable.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "search/typed_puzzle.hpp"

namespace tesselle {
namespace {

constexpr double seconds_for_closest = 3;

class Diagnoser {
 public:
  Diagnoser(const Puzzle& puzzle, double seconds, std::stop_token stop)
      : puzzle_(puzzle), seconds_(seconds), stop_(std::move(stop)) {}

  Diagnosis run() {
    diagnosis_.answer = answer_for(puzzle_, &diagnosis_.reason);
    if (diagnosis_.answer != Diagnosis::Answer::unsolvable) return std::move(diagnosis_);
    find_closest();
    if (puzzle_.family() == Family::edge) try_changes();
    // A slip mostly spoils the balance: what restores it comes first.
    std::stable_sort(diagnosis_.changes.begin(), diagnosis_.changes.end(),
                     [&](const SideChange& a, const SideChange& b) {
                       return sides_left_over(changed(a).edge()) < sides_left_over(changed(b).edge());
                     });
    return std::move(diagnosis_);
  }

 private:
  double left() const { return seconds_ - watch_.seconds(); }
  bool over() const { return stop_.stop_requested() || left() <= 0; }

  Diagnosis::Answer answer_for(const Puzzle& puzzle, std::string* reason = nullptr) const {
    if (over()) return Diagnosis::Answer::unknown;
    for (const Doubt& doubt : doubts_about(puzzle))
      if (doubt.fatal) {
        if (reason != nullptr) *reason = doubt.text;
        return Diagnosis::Answer::unsolvable;
      }
    SearchRequest request;
    request.puzzle = share(puzzle);
    request.limits.seconds = left();
    request.threads = 1;
    if (puzzle.family() == Family::edge) request.engine = "scan";
    const Finished finished = search(request, {}, stop_);
    if (reason != nullptr) *reason = finished.why_none;
    if (finished.status == Status::solved) return Diagnosis::Answer::solvable;
    return finished.status == Status::exhausted ? Diagnosis::Answer::unsolvable : Diagnosis::Answer::unknown;
  }

  void find_closest() {
    SearchRequest request;
    request.puzzle = share(puzzle_);
    request.goal = Goal::best;
    request.limits.seconds = std::min(seconds_for_closest, std::max(left() / 2, 0.1));
    request.threads = 1;
    // No board is perfect, and no better one than the balance of the sides allows.
    if (puzzle_.family() == Family::edge)
      request.target =
          std::min(max_matches(puzzle_.edge()), puzzle_.edge().inner_edges() - (puzzle_.edge().frame ? 0 : 1));
    search(
        request,
        [&](const Event& event) {
          if (const auto* better = std::get_if<Improved>(&event)) diagnosis_.closest = better->record;
        },
        stop_);
  }

  /// The likely mistakes first.
  void try_changes() {
    const EdgePuzzle& puzzle = puzzle_.edge();
    for (const bool mates : {true, false})
      for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
        for (const Side side : all_sides)
          for (std::size_t c = 0; c < puzzle.colours.size(); ++c) {
            const Colour from = puzzle.pieces[p][static_cast<std::size_t>(side)];
            if (Colour(c) == from || (puzzle.mate_of(from) == Colour(c)) != mates) continue;
            if (over()) return;
            try_change({PieceId(p), side, from, Colour(c)});
          }
    diagnosis_.all_tried = !over();
  }

  Puzzle changed(const SideChange& change) const {
    Puzzle puzzle = puzzle_;
    std::get<EdgePuzzle>(puzzle.body).pieces[change.piece.index()][static_cast<std::size_t>(change.side)] = change.to;
    return puzzle;
  }

  void try_change(const SideChange& change) {
    if (answer_for(changed(change)) == Diagnosis::Answer::solvable) diagnosis_.changes.push_back(change);
  }

  const Puzzle& puzzle_;
  double seconds_;
  std::stop_token stop_;
  Stopwatch watch_;
  Diagnosis diagnosis_;
};

}  // namespace

Diagnosis diagnose(const Puzzle& puzzle, double seconds, std::stop_token stop) {
  return Diagnoser(puzzle, seconds, std::move(stop)).run();
}

}  // namespace tesselle
