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

#include "base/errors.hpp"
#include "run/choice.hpp"
#include "run/registry.hpp"

namespace tesselle {
namespace {

constexpr auto look_interval = std::chrono::milliseconds(20);  // between two looks at the stop request

/// One engine that takes part: its run in a thread of its own, and what was heard of it.
struct Member {
  RunRequest request;
  std::thread thread;
  ProgressMade progress;
  std::optional<Finished> finished;
  std::exception_ptr failure;  // set by its thread before it ends
};

class Portfolio {
 public:
  Portfolio(const RunRequest& request, const Subscriber& subscriber, const std::atomic<bool>& stop)
      : request_(request), subscriber_(subscriber), stop_(stop) {
    for (const EngineInfo* engine : portfolio_members(*request.puzzle, request.threads))
      members_.push_back(
          {.request = request_for(*engine), .thread = {}, .progress = {}, .finished = {}, .failure = {}});
    members_.front().request.threads += request.threads - static_cast<unsigned>(members_.size());
  }

  ~Portfolio() { end_all(); }

  Finished execute() {
    subscriber_(Started{request_.puzzle->name, request_.engine->name, request_.config.seed, request_.threads});
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
  RunRequest request_for(const EngineInfo& engine) const {
    RunRequest own = request_;
    own.engine = &engine;
    own.threads = 1;
    own.config.options = Options(engine.options);
    if (!engine.reduces_symmetry) own.config.symmetry = SearchSymmetry::whole;
    return own;
  }

  void work(std::size_t m) {
    try {
      const auto hear = [this, m](const Event& event) {
        const std::lock_guard lock(mutex_);
        heard_.emplace_back(m, event);
        changed_.notify_all();
      };
      run(members_[m].request, hear, end_);
    } catch (...) {
      members_[m].failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  /// Passes on what was heard; false when all have ended and all is said.
  bool listen() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, look_interval, [&] { return !heard_.empty() || running_ == 0; });
    const bool last = running_ == 0;
    auto heard = std::exchange(heard_, {});
    lock.unlock();
    if (stop_) end_ = true;
    for (const auto& [m, event] : heard) std::visit([this, who = m](const auto& e) { on(who, e); }, event);
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
    end_ = true;
  }

  void end_all() {
    end_ = true;
    for (Member& member : members_)
      if (member.thread.joinable()) member.thread.join();
  }

  /// An engine may refuse the puzzle as long as another does not; anything else that was thrown is for all to see.
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
    all.engine = request_.engine->name;
    all.nodes = 0;
    for (const Member& member : members_) {
      if (!member.finished) continue;
      all.nodes += member.finished->nodes;
      all.seconds = std::max(all.seconds, member.finished->seconds);
      all.identified = member.finished->identified;
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

  const RunRequest& request_;
  const Subscriber& subscriber_;
  const std::atomic<bool>& stop_;
  std::atomic<bool> end_ = false;  // tells the members' runs to stop
  std::optional<std::size_t> winner_;
  std::vector<Member> members_;

  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::deque<std::pair<std::size_t, Event>> heard_;
  std::size_t running_ = 0;
};

constexpr const char* portfolio_name = "portfolio";

}  // namespace

EngineInfo portfolio_engine(Family family) {
  EngineInfo info;
  info.name = portfolio_name;
  info.family = family;
  info.complete = true;
  info.reduces_symmetry = true;
  info.summary = "different engines on different threads, the first to answer wins (solve only)";
  info.make = [](const Puzzle&, const EngineConfig&) -> std::unique_ptr<Engine> {
    throw InternalError("the portfolio is run, not made");
  };
  return info;
}

bool is_portfolio(const EngineInfo& engine) { return engine.name == portfolio_name; }

std::vector<const EngineInfo*> portfolio_members(const Puzzle& puzzle, unsigned threads) {
  const Family family = puzzle.family();
  std::vector<const EngineInfo*> members = {choose_engine(puzzle, {.goal = Goal::first}).engine};
  const auto others = family == Family::edge ? std::vector<std::string>{"scan", "sat", "smart"}
                                             : std::vector<std::string>{"cover", "sat", "fill", "dlx"};
  for (const std::string& name : others) {
    const EngineInfo* engine = &engine_named(name, family);
    if (engine != members.front()) members.push_back(engine);
  }
  members.resize(std::min<std::size_t>(members.size(), threads));
  return members;
}

Finished run_portfolio(const RunRequest& request, const Subscriber& subscriber, const std::atomic<bool>& stop) {
  if (request.config.goal != Goal::first)
    throw UsageError("engine portfolio: only finds the first solution or proves that there is none");
  if (request.threads < 2) throw UsageError("engine portfolio: needs at least two threads");
  return Portfolio(request, subscriber, stop).execute();
}

}  // namespace tesselle
