#include "edge/schedule/workshop.hpp"

#include <algorithm>
#include <cmath>

#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr std::size_t max_jobs = 128;
constexpr std::ptrdiff_t max_of_family = 2;
constexpr std::uint64_t first_effort = 64'000;
constexpr int max_doublings = 9;
constexpr int max_failures = 12;  // then a board is given up
// Measured: with a conflict fewer a board gets better two thirds as often, but is twice as likely to become a good one
// in the end; after each failure it gets better about half as often per try.
constexpr double per_conflict = 0.5, per_failure = 0.9;

double promise_of(const Workshop::Job& job) {
  return -per_conflict * job.full.conflicts - per_failure * static_cast<double>(job.failures);
}

}  // namespace

std::uint64_t Workshop::Job::effort() const { return first_effort << std::min(failures, max_doublings); }

void Workshop::add(Job job) {
  if (job.failures >= max_failures) return;
  const auto promises_less = [](const Job& a, const Job& b) { return promise_of(a) < promise_of(b); };
  const auto same = [&](const Job& other) {
    return other.full.conflicts == job.full.conflicts && other.full.board == job.full.board;
  };
  if (std::any_of(jobs_.begin(), jobs_.end(), same)) return;
  const auto related = [family = job.family](const Job& other) { return other.family == family; };
  jobs_.insert(std::upper_bound(jobs_.begin(), jobs_.end(), job, promises_less), std::move(job));
  if (std::count_if(jobs_.begin(), jobs_.end(), related) > max_of_family)
    jobs_.erase(std::find_if(jobs_.begin(), jobs_.end(), related));
  if (jobs_.size() > max_jobs) jobs_.erase(jobs_.begin());
}

std::optional<Workshop::Job> Workshop::take(int bound) {
  std::erase_if(jobs_, [&](const Job& job) { return job.full.conflicts >= bound; });
  if (jobs_.empty()) return std::nullopt;
  std::optional<Job> job(std::move(jobs_.back()));
  jobs_.pop_back();
  return job;
}

void Workshop::save(ByteWriter& out) const {
  out.number(jobs_.size());
  for (const Job& job : jobs_) {
    std::vector<Placed> placed;
    for (const auto& cell : job.full.board.cells) placed.push_back(*cell);
    edge::save(out, placed);
    out.number(job.family);
    out.number(static_cast<std::uint64_t>(job.failures));
  }
}

void Workshop::restore(ByteReader& in, const EdgePuzzle& puzzle) {
  jobs_.clear();
  for (std::uint64_t left = in.number(max_jobs); left > 0; --left) {
    const std::vector<Placed> placed = read_laid(in, puzzle.cell_count());
    if (placed.size() != puzzle.cell_count()) in.refuse();
    Job job{{{{placed.begin(), placed.end()}}, 0}, in.number(), 0};
    job.full.conflicts = count_conflicts(puzzle, job.full.board);
    read_number(in, job.failures, max_failures);
    jobs_.push_back(std::move(job));
  }
}

}  // namespace tesselle::edge::schedule
