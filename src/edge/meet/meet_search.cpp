#include "edge/meet/meet_search.hpp"

#include <algorithm>

#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::meet {

MeetSearch::MeetSearch(const Puzzle& puzzle, bool reduced, std::unique_ptr<Method> method)
    : group_(puzzle), reduced_(reduced), method_(std::move(method)) {}

Advance MeetSearch::advance(Budget budget, SolutionSink& sink) {
  for (std::uint64_t left = budget.nodes; left > 0;) {
    if (restored_) {
      catch_up(left);
    } else if (owed_ > 0) {
      const std::uint64_t paid = std::min(owed_, left);
      owed_ -= paid;
      left -= paid;
      nodes_ += paid;
    } else if (reported_ < reports_.size()) {
      ++nodes_;
      --left;
      if (report(sink) == Flow::stop) return Advance::running;
    } else if (done_) {
      return Advance::exhausted;
    } else {
      done_ = !method_->step();
      collect();
    }
  }
  return Advance::running;
}

std::string MeetSearch::save() const {
  if (restored_) return restored_->state;
  ByteWriter out;
  out.number(done_);
  out.number(owed_);
  out.number(reported_);
  method_->save(out);
  return out.take();
}

void MeetSearch::restore(std::string_view state) {
  ByteReader in(state);
  restored_ = Restored();
  restored_->state = state;
  done_ = read_flag(in);
  restored_->owed = in.number();
  read_number(in, restored_->reported);
  method_->restore(in);
  in.end();
}

void MeetSearch::catch_up(std::uint64_t& left) {
  const std::uint64_t before = method_->nodes();
  const bool more = method_->catch_up();
  const std::uint64_t after = method_->nodes();
  left -= std::min(left, std::max<std::uint64_t>(1, after - std::min(after, before)));
  if (more) return;
  collect();
  if (restored_->reported > reports_.size()) refuse_state();
  owed_ = restored_->owed;
  reported_ = restored_->reported;
  restored_.reset();
}

/// Which boards the last step's findings stand for.
void MeetSearch::collect() {
  owed_ = method_->nodes() - method_nodes_;
  method_nodes_ = method_->nodes();
  reports_.clear();
  reported_ = 0;
  for (std::size_t found = 0; found < method_->found(); ++found) {
    if (!method_->one_of_each_orbit()) {
      if (!reduced_)
        reports_.push_back({found, 0, 0});
      else if (const Solution board = method_->board(found); group_.is_representative(board))
        reports_.push_back({found, 0, group_.orbit_size(board)});
    } else if (reduced_) {
      reports_.push_back({found, 0, group_.order()});
    } else {
      for (std::size_t image = 0; image < group_.order(); ++image) reports_.push_back({found, image, 0});
    }
  }
}

Flow MeetSearch::report(SolutionSink& sink) {
  const Report report = reports_[reported_++];
  return sink.found([&] { return group_.image(report.image, method_->board(report.found)); }, report.orbit);
}

}  // namespace tesselle::edge::meet
