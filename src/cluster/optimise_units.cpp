#include "cluster/optimise_units.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "cluster/publish.hpp"
#include "puzzle/symmetry.hpp"
#include "run/registry.hpp"
#include "run/run.hpp"

namespace tesselle::cluster {
namespace {

constexpr std::size_t lessons_at_a_time = 4;
constexpr std::uint64_t seeds_at_a_time = 64;  // that are added when a hunt without end has none left

/// One unit: a run of one thread with a seed of its own and a limit of nodes. It begins with the best of what the units
/// before it have learned, on all workers; engines that learn nothing always give the same boards.
class Hunt {
 public:
  Hunt(Ledger& ledger, const PublishedSearch& search, double lease_seconds, const std::stop_token& stop)
      : ledger_(ledger),
        search_(search),
        lease_seconds_(lease_seconds),
        set_(openings_of(search)),
        group_(set_.puzzle) {
    const EngineInfo& engine = engine_named(search.engine, set_.puzzle.family());
    request_.puzzle = &set_.puzzle;
    request_.engine = &engine;
    request_.config.goal = Goal::best;
    request_.config.options = read_options(engine, search.options);
    request_.threads = 1;
    request_.limits.nodes = search.budget;
    request_.on_board = [this](const SolutionRecord& board) { keep(board); };
    request_.on_lesson = [this](const Lesson& lesson) { lesson_ = lesson; };
    outer_stop_ = stop;
  }

  HuntDone run_one(const TakenUnit& unit, std::uint64_t seed) {
    HuntDone sum;
    best_.reset();
    boards_.clear();
    std::stop_source stop;
    const std::stop_callback forward(outer_stop_, [&stop] { stop.request_stop(); });
    request_.config.seed = seed;
    request_.lessons = ledger_.lessons(search_.number, lessons_at_a_time);
    lesson_ = {};
    const Stopwatch watch;
    Stopwatch since_renewal;
    const Finished finished = run(
        request_,
        [&](const Event&) {
          if (since_renewal.seconds() < lease_seconds_ / 4) return;
          since_renewal = Stopwatch();
          if (!ledger_.renew(unit, lease_seconds_)) stop.request_stop();  // cancelled, or somebody else has it
        },
        stop.get_token());
    if (finished.status == Status::stopped) {
      ledger_.give_back(unit);
      return sum;
    }
    UnitReport report{unit, finished.nodes, 0, 0, finished.verified, watch.seconds()};
    if (search_.threshold == 0 && best_) boards_ = {*best_};
    for (const SolutionRecord& board : boards_)
      report.boards.push_back(
          {write_solution_json(set_.puzzle, board), board.score, board.conflicts, board_key(board.solution)});
    report.lesson = lesson_;
    const bool accepted = ledger_.settle(search_, {report}).front();
    if (!accepted) return {.refused = 1};
    return {.units = 1, .nodes = report.nodes, .boards = report.boards.size()};
  }

  std::string board_key(const Solution& board) const {
    SolutionKey least = group_.key(board);
    for (std::size_t g = 1; g < group_.order(); ++g) least = std::min(least, group_.image_key(g, board));
    Fnv64 hash, back;
    for (const std::uint32_t part : least) hash.add(std::int64_t{part});
    for (auto part = least.rbegin(); part != least.rend(); ++part) back.add(std::int64_t{*part});
    return hex64(hash.value()) + hex64(back.value());
  }

 private:
  /// Every verified board comes here, better than the last one or not.
  void keep(const SolutionRecord& board) {
    if (search_.threshold > 0 && board.score >= search_.threshold) boards_.push_back(board);
    if (!best_ || board.score > best_->score) best_ = board;
  }

  Ledger& ledger_;
  const PublishedSearch& search_;
  double lease_seconds_;
  OpeningSet set_;
  SymmetryGroup group_;
  RunRequest request_;
  std::stop_token outer_stop_;
  std::optional<SolutionRecord> best_;
  Lesson lesson_;
  std::vector<SolutionRecord> boards_;
};

/// Seeds behind those that exist. Two workers that do this at once add the same ones.
void add_seeds(Ledger& ledger, const PublishedSearch& search) {
  const std::uint64_t first = search.seed + ledger.counts(search.number).all();
  std::vector<NewUnit> units;
  for (std::uint64_t u = 0; u < seeds_at_a_time; ++u) units.push_back({seed_text(first + u), 0});
  ledger.add_units(search, units);
}

}  // namespace

HuntDone hunt_units(Ledger& ledger, const PublishedSearch& search, double lease_seconds,
                    const std::function<bool()>& may_take, const std::stop_token& stop) {
  HuntDone sum;
  Hunt hunt(ledger, search, lease_seconds, stop);
  while (!stop.stop_requested() && may_take()) {
    auto units = ledger.take(search, 1, lease_seconds);
    if (units.empty() && search.units == 0) {
      add_seeds(ledger, search);
      units = ledger.take(search, 1, lease_seconds);
    }
    if (units.empty()) break;
    const TakenUnit& unit = units.front();
    const auto seed = read_seed(unit.place);
    if (!seed || unit.id != unit_id(search, unit.place, unit.budget)) {
      ledger.fail(search, unit, "its row does not fit together", true);
      ++sum.senseless;
      continue;
    }
    const HuntDone one = hunt.run_one(unit, *seed);
    sum.units += one.units;
    sum.nodes += one.nodes;
    sum.boards += one.boards;
    sum.refused += one.refused;
  }
  return sum;
}

}  // namespace tesselle::cluster
