#include "cluster/worker.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <map>
#include <set>
#include <thread>

#include "cluster/optimise_units.hpp"
#include "cluster/publish.hpp"
#include "cluster/search_units.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::cluster {
namespace {

constexpr unsigned beats_per_count = 16;
constexpr double signs_per_second = 100, longest_pause = 30;  // between two signs of life
constexpr double first_idle = 0.05, max_idle = 1;

void sleep_until_stop(double seconds, const std::stop_token& stop) {
  std::mutex unused;
  std::unique_lock lock(unused);
  std::condition_variable_any woken;
  woken.wait_for(lock, stop, std::chrono::duration<double>(seconds), [] { return false; });
}

/// The threads of one worker. Each takes units by itself and runs them as a search of one thread; they share the
/// connection to the ledger, and what is known about the searches.
class Worker {
 public:
  Worker(Ledger& ledger, const WorkOptions& options, const Notes& note, std::stop_token stop)
      : ledger_(ledger), options_(options), note_(note), outer_stop_(std::move(stop)) {}

  WorkDone execute() {
    ledger_.join(options_.name.empty() ? fmt::format("{}:{}", this_host(), ::getpid()) : options_.name);
    const std::stop_callback forward(outer_stop_, [this] { stop_.request_stop(); });
    std::thread heart([this] { guarded([this] { beat(); }); });
    std::vector<std::thread> threads;
    const unsigned count = options_.threads == 0 ? default_threads() : options_.threads;
    for (unsigned t = 0; t < count; ++t) threads.emplace_back([this] { guarded([this] { take_turns(); }); });
    for (std::thread& thread : threads) thread.join();
    stop_.request_stop();
    heart.join();
    if (failure_) std::rethrow_exception(failure_);
    done_.seconds = watch_.seconds();
    done_.refused_searches = refused_.size();
    return done_;
  }

 private:
  /// What one thread cannot cope with ends all.
  void guarded(const std::function<void()>& action) {
    try {
      action();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.request_stop();
    }
  }

  void beat() {
    const std::stop_token stop = stop_.get_token();
    for (unsigned beats = 0; !stop.stop_requested(); ++beats) {
      ledger_.beat();
      if (beats % beats_per_count == 0) pause_ = seconds_between_beats(ledger_.workers_heard_of(2 * longest_pause));
      double pause = pause_;
      if (options_.seconds) pause = std::clamp(*options_.seconds - watch_.seconds(), 0.0, pause);
      sleep_until_stop(pause, stop);
      if (options_.seconds && watch_.seconds() >= *options_.seconds) stop_.request_stop();
    }
  }

  void take_turns() {
    double idle = first_idle;
    const std::stop_token stop = stop_.get_token();
    while (!stop.stop_requested()) {
      const Choice choice = choose();
      if (choice.search) {
        work_on(*choice.search);
        idle = first_idle;
      } else if (choice.others_work || options_.wait) {
        sleep_until_stop(idle, stop);
        idle = std::min(idle * 2, max_idle);
      } else {
        return;
      }
    }
  }

  struct Choice {
    std::optional<PublishedSearch> search;  ///< the most urgent one that has units to take
    bool others_work = false;               ///< on units that may come back
  };
  Choice choose() {
    Choice choice;
    const auto searches = ledger_.searches();
    for (const PublishedSearch& search : searches) {
      if (!options_.search.empty() && search.name != options_.search) continue;
      if (search.state != SearchState::open || is_refused(search)) continue;
      const Ledger::Demand demand = ledger_.demand(search);
      choice.others_work |= demand.leased;
      const bool endless = search.aim == Aim::optimise && search.units == 0;
      if (!demand.waiting && !endless) continue;
      choice.search = search;
      break;
    }
    return choice;
  }

  bool is_refused(const PublishedSearch& search) {
    const std::lock_guard lock(mutex_);
    if (accepted_.contains(search.number)) return false;
    if (refused_.contains(search.number)) return true;
    const auto reason = refusal(search);
    if (!reason) return accepted_.insert(search.number), false;
    refused_.insert(search.number);
    note_(fmt::format("search {} is refused: {}", search.name, *reason));
    return true;
  }

  void refuse(const PublishedSearch& search, const std::string& why) {
    const std::lock_guard lock(mutex_);
    accepted_.erase(search.number);
    if (refused_.insert(search.number).second) note_(fmt::format("search {} is refused: {}", search.name, why));
  }

  void work_on(const PublishedSearch& search) {
    try {
      if (search.aim == Aim::optimise)
        hunt(search);
      else
        walk(search);
    } catch (const UsageError& error) {
      refuse(search, error.what());
    } catch (const InputError& error) {
      if (error.place().file == ledger_.name()) throw;
      refuse(search, error.what());
    }
  }

  /// Is this still the most urgent search? Asked now and then.
  std::function<bool()> still_chosen(const PublishedSearch& search) {
    return [this, number = search.number, since = Stopwatch()]() mutable {
      if (stop_.stop_requested()) return false;
      if (since.seconds() < beats_per_choice * pause_) return true;
      since = Stopwatch();
      const Choice choice = choose();
      return !choice.search || choice.search->number == number;
    };
  }

  void walk(const PublishedSearch& search) {
    SearchUnits units(ledger_, search, still_chosen(search));
    OpeningsRun how{.threads = 1};
    how.lease_seconds = options_.lease_seconds;
    how.shared = &units;
    if (search.aim == Aim::solve) how.limits.solutions = 1;
    const std::shared_ptr<void> add(nullptr, [&](void*) { add_up(search, units.tally()); });
    solve_openings(
        openings_of(search), units, how, [](const Event&) {}, stop_.get_token());
  }

  void add_up(const PublishedSearch& search, const SearchUnits::Tally& tally) {
    const std::lock_guard lock(mutex_);
    done_.units += tally.units;
    done_.nodes += tally.nodes;
    done_.solutions += tally.solutions;
    done_.refused += tally.refused;
    done_.failed += tally.failed;
    done_.senseless += tally.senseless;
    if (tally.failed + tally.senseless > 0)
      note_(fmt::format("search {}: {} could not be done here, see tesselle cluster status", search.name,
                        tally.failed + tally.senseless == 1 ? "a unit" : "units"));
  }

  void hunt(const PublishedSearch& search) {
    const HuntDone hunted =
        hunt_units(ledger_, search, options_.lease_seconds, still_chosen(search), stop_.get_token());
    const std::lock_guard lock(mutex_);
    done_.units += hunted.units;
    done_.nodes += hunted.nodes;
    done_.boards += hunted.boards;
    done_.refused += hunted.refused;
    done_.senseless += hunted.senseless;
  }

  Ledger& ledger_;
  const WorkOptions& options_;
  const Notes& note_;
  std::stop_token outer_stop_;
  std::stop_source stop_;
  Stopwatch watch_;
  std::atomic<double> pause_ = 1;  // seconds between two signs of life

  std::mutex mutex_;  // guards all below, and the notes
  std::exception_ptr failure_;
  std::set<std::int64_t> accepted_, refused_;
  WorkDone done_;
};

}  // namespace

double seconds_between_beats(std::uint64_t workers) {
  return std::clamp(static_cast<double>(workers) / signs_per_second, 1.0, longest_pause);
}

WorkDone work(Ledger& ledger, const WorkOptions& options, const Notes& note, std::stop_token stop) {
  return Worker(ledger, options, note, std::move(stop)).execute();
}

}  // namespace tesselle::cluster
