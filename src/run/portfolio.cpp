#include "run/portfolio.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr auto portfolio_heartbeat = std::chrono::milliseconds(20);  // between two looks at the stop request

constexpr const char* portfolio_name = "portfolio";

/// One engine that takes part: its run in a thread of its own, and the events received from it.
struct Member {
  RunRequest request;
  std::thread thread;
  ProgressMade progress;
  std::optional<Finished> finished;
  std::exception_ptr failure;  // set by its thread before it ends
};

class Portfolio {
 public:
  Portfolio(std::vector<RunRequest> members, const Subscriber& subscriber, std::stop_token stop)
      : subscriber_(subscriber), stop_(std::move(stop)) {
    facts_ = facts_of(members.front());
    facts_.engine = portfolio_name;
    facts_.options.clear();
    facts_.threads = 0;
    limits_ = members.front().limits;
    for (RunRequest& member : members) {
      facts_.threads += member.threads;
      members_.push_back({.request = std::move(member), .thread = {}, .progress = {}, .finished = {}, .failure = {}});
    }
  }

  ~Portfolio() { end_all(); }

  Finished execute() {
    Started started;
    static_cast<SearchFacts&>(started) = facts_;
    started.limits = limits_;
    subscriber_(started);
    note(fmt::format("at once: {}", names([](const Member&) { return true; })));
    running_ = members_.size();
    for (std::size_t m = 0; m < members_.size(); ++m) members_[m].thread = std::thread([this, m] { work(m); });
    while (listen()) {
    }
    end_all();
    check_failures();
    return finish();
  }

 private:
  void work(std::size_t m) {
    try {
      const auto hear = [this, m](const Event& event) {
        const std::lock_guard lock(mutex_);
        received_.emplace_back(m, event);
        changed_.notify_all();
      };
      run(members_[m].request, hear, end_.get_token());
    } catch (...) {
      members_[m].failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  /// Passes the received events on; false when all members have ended and all events are passed on.
  bool listen() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, portfolio_heartbeat, [&] { return !received_.empty() || running_ == 0; });
    const bool last = running_ == 0;
    auto events = std::exchange(received_, {});
    lock.unlock();
    if (stop_.stop_requested()) end_.request_stop();
    for (const auto& [m, event] : events) std::visit([this, who = m](const auto& e) { on(who, e); }, event);
    return !last;
  }

  void on(std::size_t, const Started&) {}
  void on(std::size_t, const Improved&) {}
  void on(std::size_t m, const Note& e) {
    if (!winner_) note(members_[m].request.engine->name + ": " + e.text);
  }
  void on(std::size_t m, const SolutionFound& e) {
    if (winner_) return;
    win(m);
    subscriber_(e);
  }
  void on(std::size_t m, const ProgressMade& e) {
    members_[m].progress = e;
    ProgressMade all = e;
    all.fraction.reset();
    all.seconds_left.reset();
    all.nodes = 0;
    all.nodes_per_second = 0;
    for (const Member& member : members_) {
      all.nodes += member.progress.nodes;
      all.nodes_per_second += member.progress.nodes_per_second;
    }
    const bool first_running = std::none_of(members_.begin(), members_.begin() + static_cast<std::ptrdiff_t>(m),
                                            [](const Member& before) { return !before.finished; });
    if (first_running && !winner_) subscriber_(all);
  }
  void on(std::size_t m, const Finished& e) {
    members_[m].finished = e;
    if (!winner_ && e.status == Status::exhausted) win(m);
  }

  void win(std::size_t m) {
    winner_ = m;
    end_.request_stop();
  }

  void end_all() {
    end_.request_stop();
    for (Member& member : members_)
      if (member.thread.joinable()) member.thread.join();
  }

  /// An engine may refuse the puzzle as long as another does not; any other exception is thrown on.
  void check_failures() {
    std::exception_ptr refusal;
    for (const Member& member : members_) {
      if (!member.failure) continue;
      try {
        std::rethrow_exception(member.failure);
      } catch (const UsageError& error) {
        note(error.what());
        refusal = member.failure;
      }
    }
    const bool some_ran =
        std::any_of(members_.begin(), members_.end(), [](const Member& member) { return member.finished.has_value(); });
    if (refusal && !some_ran) std::rethrow_exception(refusal);
  }

  Finished finish() {
    Finished all = total();
    if (winner_) {
      const auto& name = members_[*winner_].request.engine->name;
      note(fmt::format("engine {} {} first; stopped: {}", name,
                       all.status == Status::solved ? "found a solution" : "proved that there is none",
                       names([&](const Member& member) { return &member != &members_[*winner_]; })));
    }
    subscriber_(all);
    return all;
  }

  /// The winner's answer with everybody's work.
  Finished total() const {
    Finished all;
    all.status = Status::stopped;
    for (const Member& member : members_)
      if (member.finished && member.finished->status == Status::limit) all.status = Status::limit;
    if (winner_) all = *members_[*winner_].finished;
    static_cast<SearchFacts&>(all) = facts_;
    all.nodes = 0;
    for (const Member& member : members_) {
      if (!member.finished) continue;
      all.nodes += member.finished->nodes;
      all.seconds = std::max(all.seconds, member.finished->seconds);
      all.distinct_up_to = member.finished->distinct_up_to;
    }
    return all;
  }

  template <class Wanted>
  std::string names(Wanted wanted) const {
    std::vector<std::string> list;
    for (const Member& member : members_)
      if (wanted(member)) list.push_back(member.request.engine->name);
    return fmt::format("{}", fmt::join(list, ", "));
  }

  void note(std::string text) { subscriber_(Note{std::move(text)}); }

  const Subscriber& subscriber_;
  std::stop_token stop_;
  std::stop_source end_;  // tells the members' runs to stop
  SearchFacts facts_;
  Limits limits_;
  std::optional<std::size_t> winner_;
  std::vector<Member> members_;

  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::deque<std::pair<std::size_t, Event>> received_;
  std::size_t running_ = 0;
};

}  // namespace

Finished run_portfolio(std::vector<RunRequest> members, const Subscriber& subscriber, std::stop_token stop) {
  return Portfolio(std::move(members), subscriber, std::move(stop)).execute();
}

}  // namespace tesselle
