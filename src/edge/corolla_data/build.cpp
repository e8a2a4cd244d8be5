#include "edge/corolla_data/build.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "base/patience.hpp"

namespace tesselle::edge::corollas {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::uint64_t placements_between_looks = 1 << 14;

struct AnyValue {
  bool may(std::size_t, Value) const { return true; }
  void grew(std::size_t, Value, std::uint64_t) const {}
};

struct CountingVisitor : AnyValue {
  explicit CountingVisitor(std::uint64_t most) : limit(most) {}
  bool may(std::size_t, Value) {
    if (++placements % placements_between_looks == 0) Patience::ask();
    return true;
  }
  bool filled(std::span<const Value>) { return ++count < limit; }
  std::uint64_t limit, count = 0, placements = 0;
};

/// What the threads that work on one zone share.
class ZoneBuild {
 public:
  ZoneBuild(CorollaFileWriter& writer, const BuildSettings& settings, const std::stop_token& stop)
      : writer_(writer), settings_(settings), stop_(stop), start_(writer.position()) {}

  bool stopped() const { return stop_.stop_requested() || failed_.load(std::memory_order_relaxed); }
  bool keeps_fillings() const { return keeps_fillings_.load(std::memory_order_relaxed); }
  void keep_only_counts() { keeps_fillings_ = false; }
  std::uint64_t count_limit() const { return settings_.count_limit; }

  void store(CentreRecord& record, std::vector<Value>& fillings, std::size_t values_per_filling) {
    if (fillings.empty()) return;
    if (stored_.fetch_add(fillings.size() * sizeof(Value)) + fillings.size() * sizeof(Value) > settings_.store_limit)
      keep_only_counts();
    if (keeps_fillings()) {
      const std::string compressed = compress(fillings);
      const std::lock_guard lock(mutex_);
      record.blocks.push_back(
          writer_.append(compressed, static_cast<std::uint32_t>(fillings.size() / values_per_filling)));
    }
    fillings.clear();
  }

  /// Runs `work` on every thread; throws what one of them threw.
  template <class Work>
  void run(Work work) {
    std::vector<std::thread> threads;
    const auto guarded = [&] {
      try {
        work();
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        failed_ = true;
      }
    };
    for (unsigned t = 1; t < settings_.threads; ++t) threads.emplace_back(guarded);
    guarded();
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

  void finish(ZoneRecord& zone) {
    zone.fillings_kept = keeps_fillings();
    if (zone.fillings_kept) return;
    for (CentreRecord& centre : zone.centres) centre.blocks.clear();
    writer_.cut_back_to(start_);
  }

  std::mutex& mutex() { return mutex_; }

 private:
  CorollaFileWriter& writer_;
  const BuildSettings& settings_;
  const std::stop_token& stop_;
  const std::uint64_t start_;
  std::atomic<bool> keeps_fillings_ = true, failed_ = false;
  std::atomic<std::uint64_t> stored_ = 0;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// Counts the corollas of one centre, side by side of the frontier, and hands the fillings over block by block.
class CentreVisitor {
 public:
  CentreVisitor(const PatchPieces& pieces, const Zone& zone, ZoneBuild& build, CentreRecord& record)
      : pieces_(pieces),
        zone_(zone),
        build_(build),
        record_(record),
        counts_(zone.frontier.size() * pieces.colour_count()),
        first_side_of_(zone.cells.size() + 1) {
    for (const FrontierSide& side : zone.frontier) ++first_side_of_[side.cell + 1];
    for (std::size_t i = 1; i < first_side_of_.size(); ++i) first_side_of_[i] += first_side_of_[i - 1];
  }

  bool may(std::size_t, Value) {
    if (++placements_ % placements_between_looks == 0) stopped_ = build_.stopped();
    return !stopped_;
  }

  bool filled(std::span<const Value> filling) {
    ++record_.fillings;
    if (build_.keeps_fillings()) {
      block_.insert(block_.end(), filling.begin(), filling.end());
      if (block_.size() * sizeof(Value) + filling.size_bytes() > block_bytes)
        build_.store(record_, block_, filling.size());
    }
    if (record_.fillings < build_.count_limit()) return !stopped_;
    capped_ = true;
    return false;
  }

  void grew(std::size_t cell, Value value, std::uint64_t count) {
    for (std::uint32_t f = first_side_of_[cell]; f < first_side_of_[cell + 1]; ++f)
      counts_[f * pieces_.colour_count() + pieces_.colour(value, zone_.frontier[f].side)] += count;
  }

  void finish() {
    if (capped_) {
      record_.all = false;
      build_.keep_only_counts();
    }
    if (build_.keeps_fillings()) build_.store(record_, block_, zone_.cells.size());
    for (std::size_t i = 0; i < counts_.size(); ++i)
      if (counts_[i] > 0)
        record_.sides.push_back({static_cast<std::uint16_t>(i / pieces_.colour_count()),
                                 static_cast<std::uint16_t>(i % pieces_.colour_count()), counts_[i]});
  }

 private:
  const PatchPieces& pieces_;
  const Zone& zone_;
  ZoneBuild& build_;
  CentreRecord& record_;
  std::vector<std::uint64_t> counts_;         ///< per side of the frontier and colour
  std::vector<std::uint32_t> first_side_of_;  ///< per cell of the patch, and one more: the frontier comes cell by cell
  std::vector<Value> block_;
  std::uint64_t placements_ = 0;
  bool stopped_ = false, capped_ = false;
};

}  // namespace

BuildEnd build_corollas(const Puzzle& puzzle, const std::filesystem::path& path, const BuildSettings& settings,
                        const std::stop_token& stop, const std::function<void(const BuildProgress&)>& progress) {
  CorollaContents contents{puzzle.name,          without_hints(puzzle.edge()), settings.radius,
                           settings.store_limit, settings.count_limit,         {}};
  const PatchPieces pieces(contents.puzzle);
  const ZoneMap map(contents.puzzle.width, contents.puzzle.height, settings.radius);
  contents.zones.resize(map.zones.size());
  CorollaFileWriter writer(path);

  for (std::size_t z = 0; z < map.zones.size(); ++z) {
    const Zone& zone = map.zones[z];
    ZoneRecord& record = contents.zones[z];
    for (const Value centre : centres_of(pieces, zone)) record.centres.push_back({.centre = centre});
    ZoneBuild build(writer, settings, stop);
    std::atomic<std::size_t> next = 0;
    BuildProgress done{z, map.zones.size(), 0, record.centres.size()};
    build.run([&] {
      Growth growth(pieces, zone.cells);
      for (std::size_t i = next++; i < record.centres.size() && !build.stopped(); i = next++) {
        CentreVisitor visitor(pieces, zone, build, record.centres[i]);
        growth.grow(record.centres[i].centre, visitor);
        visitor.finish();
        const std::lock_guard lock(build.mutex());
        ++done.centres_done;
        progress(done);
      }
    });
    if (stop.stop_requested()) return BuildEnd::stopped;
    build.finish(record);
  }
  writer.commit(contents);
  return BuildEnd::built;
}

std::vector<std::vector<std::uint64_t>> count_corollas(const PatchPieces& pieces, const ZoneMap& map,
                                                       std::uint64_t count_limit) {
  std::vector<std::vector<std::uint64_t>> counts;
  for (const Zone& zone : map.zones) {
    counts.emplace_back(pieces.value_count());
    Growth growth(pieces, zone.cells);
    for (const Value centre : centres_of(pieces, zone)) {
      CountingVisitor visitor(count_limit);
      growth.grow(centre, visitor);
      for (const int t : zone.symmetry) counts.back()[pieces.turned(centre, t)] = visitor.count;
    }
  }
  return counts;
}

}  // namespace tesselle::edge::corollas
