#include "edge/meet/ring_method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "tesselle/errors.hpp"

namespace tesselle::edge::meet {
namespace {

constexpr std::size_t tasks_per_step = 32;
constexpr double max_parts = 1e7;                                     // that are listed before the first step
constexpr std::size_t bottoms_per_task = 1024, stems_per_task = 256;  // chains
constexpr std::size_t samples = 512;                                  // chains whose fillings are counted

/// How memory is shared out, in eighths.
constexpr std::size_t bottoms_share = 3, filter_share = 3, stems_share = 1, hits_share = 1;

/// The corner piece that the fewest top rows begin with.
std::uint8_t rarest_corner(const RingPuzzle& ring) {
  const auto top_rows = [&](const auto& self, unsigned length, RingSet used, Colour asked) -> std::uint64_t {
    std::uint64_t count = 0;
    if (length == ring.columns()) {
      for (std::size_t corner = 0; corner < 4; ++corner)
        count += !(used & ring.corner_bit(corner)) && ring.corners[corner].from == asked;
      return count;
    }
    for (std::size_t piece = 0; piece < ring.border.size(); ++piece)
      if (!(used >> piece & 1) && ring.border[piece].from == asked)
        count += self(self, length + 1, used | RingSet{1} << piece, ring.border[piece].asks);
    return count;
  };
  std::array<std::uint64_t, 4> rows{};
  for (std::size_t corner = 0; corner < 4; ++corner)
    rows[corner] = top_rows(top_rows, 0, ring.corner_bit(corner), ring.corners[corner].asks);
  return static_cast<std::uint8_t>(std::min_element(rows.begin(), rows.end()) - rows.begin());
}

/// The first place from `at` on where other sides begin.
std::size_t group_begin(const Chains& chains, std::size_t at) {
  if (at >= chains.size()) return chains.size();
  while (at > 0 && at < chains.size() && chains[at].sides == chains[at - 1].sides) ++at;
  return at;
}

}  // namespace

template <class Word>
RingMethodOf<Word>::RingMethodOf(const EdgePuzzle& puzzle, RingPuzzle ring, std::size_t memory, bool wide,
                                 std::optional<RingSplit> split)
    : puzzle_(puzzle),
      ring_((ring.puzzle = &puzzle_, std::move(ring))),
      words_(ring_.words),
      memory_(memory),
      split_(split ? *split : choose_split(ring_, memory / 8 * (bottoms_share + filter_share))),
      rows_(ring_, wide),
      stem_lister_(ring_, split_.stem_rows),
      bottom_lister_(ring_, split_.bottom_rows),
      counterparts_(ring_),
      boards_(ring_, stem_lister_, bottom_lister_),
      benches_([this] {
        return Workbench<Word>{InsideFiller<Word>(ring_, rows_, split_.stem_rows),
                               InsideFiller<Word>(ring_, rows_, split_.bottom_rows)};
      }),
      tasks_(tasks_per_step),
      filter_(wide),
      hits_(wide) {
  const bool square = ring_.width == ring_.height;
  const std::uint8_t fixed = rarest_corner(ring_);
  auto& with_fixed = split_.fixed_in_bottom ? bottom_corners_ : top_corners_;
  auto& without_fixed = split_.fixed_in_bottom ? top_corners_ : bottom_corners_;
  for (std::uint8_t left = 0; left < 4; ++left)
    for (std::uint8_t right = 0; right < 4; ++right) {
      if (left == right) continue;
      if (left == fixed || (right == fixed && !square)) with_fixed.emplace_back(left, right);
      if (left != fixed && right != fixed) without_fixed.emplace_back(left, right);
    }
  if (split_.parts > max_parts)
    throw UsageError(
        fmt::format("engine meet: with this memory the halves come in {:.2g} parts, and {:.2g} are the most (--memory)",
                    split_.parts, max_parts));
  while (2 * static_cast<double>(parts_.size()) <= split_.parts && parts_.front().decided < ring_.border.size())
    for (std::vector<Part> whole = std::exchange(parts_, {}); const Part& part : whole) split_part(part);
  part_began_ = {counts(), parts_};
}

template <class Word>
void RingMethodOf<Word>::restrict_to(const Part& part) {
  parts_ = {part};
  part_began_ = {counts(), parts_};
}

template <class Word>
bool RingMethodOf<Word>::step() {
  found_.clear();
  remember();
  if (!part_) {
    if (parts_.empty()) return false;
    next_part();
  }
  switch (phase_) {
    case Phase::list_bottoms:
      list_bottoms();
      break;
    case Phase::mark:
      mark();
      break;
    case Phase::list_stems:
      list_stems();
      break;
    case Phase::ask:
      ask();
      break;
    case Phase::answer:
      answer();
      break;
  }
  note_memory();
  return true;
}

template <class Word>
void RingMethodOf<Word>::remember() {
  if (!part_) {
    part_began_ = {counts(), parts_};
    stems_began_.reset();
    steps_ = 0;
  } else if (stems_begin_) {
    stems_began_ = {counts(), next_stems_, answered_share_};
    steps_ = 0;
  }
  stems_begin_ = false;
  ++steps_;
}

template <class Word>
void RingMethodOf<Word>::next_part() {
  part_ = parts_.back();
  parts_.pop_back();
  bottoms_.clear();
  stems_.clear();
  hits_.clear();
  hit_stems_.clear();
  filter_.release();
  next_stems_ = asked_beginnings_ = 0;
  answered_share_ = 0;
  begin(Phase::list_bottoms);
}

template <class Word>
void RingMethodOf<Word>::begin(Phase phase) {
  phase_ = phase;
  next_ = 0;
  listed_ = 0;
}

template <class Word>
void RingMethodOf<Word>::end_part() {
  done_ += part_->share;
  part_.reset();
}

namespace {

double share_of(std::size_t done, std::size_t all) {
  return all == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(all));
}

}  // namespace

/// To mark, to ask and to answer take about as long as one another.
template <class Word>
std::optional<double> RingMethodOf<Word>::fraction() const {
  if (!part_ || phase_ == Phase::list_bottoms) return done_;
  if (phase_ == Phase::mark) return done_ + part_->share * share_of(next_, bottoms_.size()) / 3;
  double answered = answered_share_;
  if (phase_ == Phase::answer) answered += (asked_share() - answered) * share_of(next_, bottoms_.size());
  return done_ + part_->share * (1 + asked_share() + answered) / 3;
}

/// Of the stems of a part, those that have asked.
template <class Word>
double RingMethodOf<Word>::asked_share() const {
  const double before = share_of(asked_beginnings_, stem_lister_.beginnings());
  const double listed = share_of(next_stems_, stem_lister_.beginnings()) - before;
  if (phase_ == Phase::list_stems || stems_.empty()) return before;
  return before + listed * share_of(phase_ == Phase::ask ? next_ : asked_stems_, stems_.size());
}

template <class Word>
void RingMethodOf<Word>::clear_stems() {
  stems_.clear();
  asked_beginnings_ = next_stems_;
}

/// One border piece more is decided: in the top half, or not. Of all sets of pieces that the top half may still have,
/// a share as large as that of the places it has left has this one.
template <class Word>
void RingMethodOf<Word>::split_part(const Part& part) {
  const RingSet piece = RingSet{1} << part.decided;
  Part with = part, without = part;
  const double places = static_cast<double>(ring_.columns() + 2 * (split_.stem_rows + 1)) - std::popcount(part.in_top);
  with.share *= places / static_cast<double>(ring_.border.size() - part.decided);
  without.share -= with.share;
  with.in_top |= piece;
  without.not_in_top |= piece;
  ++with.decided;
  ++without.decided;
  parts_.push_back(without);
  parts_.push_back(with);
}

template <class Word>
void RingMethodOf<Word>::split_and_leave() {
  split_part(*part_);
  part_.reset();
}

/// As many beginnings as, by those listed so far, do not take more than `bytes_left`; few at first.
template <class Word>
std::size_t RingMethodOf<Word>::beginnings_at_a_time(const Chains& chains, std::size_t bytes_left) const {
  if (listed_ == 0) return 1;
  const std::size_t bytes_each = chains.bytes() / listed_ + 1;
  return std::clamp<std::size_t>(bytes_left / bytes_each, 1, std::min(tasks_per_step, 2 * listed_));
}

/// The chains of some beginnings more, from next_ on; false when there are none.
template <class Word>
bool RingMethodOf<Word>::list_chains(const ChainLister& lister, const std::vector<Corners>& corners, Portion portion,
                                     Chains& chains, std::size_t max_bytes) {
  const std::size_t bytes_left = max_bytes - std::min(max_bytes, chains.bytes());
  const std::size_t count = std::min(beginnings_at_a_time(chains, bytes_left), lister.beginnings() - next_);
  parallel_(count, [&](std::size_t t) {
    Task& task = tasks_[t];
    Portion own = portion;
    for (const Corners& pair : corners) {
      std::tie(own.left_corner, own.right_corner) = pair;
      task.nodes += lister.list(own, next_ + t, task.chains);
    }
    sort_by_sides(task.chains);
  });
  for (std::size_t t = 0; t < count; ++t) {
    chains.append(tasks_[t].chains);
    tasks_[t].chains.release();
  }
  gather(count);
  next_ += count;
  listed_ += count;
  return next_ < lister.beginnings();
}

template <class Word>
void RingMethodOf<Word>::list_bottoms() {
  const std::size_t most = memory_ / 8 * bottoms_share;
  const bool more = list_chains(bottom_lister_, bottom_corners_, {part_->not_in_top, part_->in_top}, bottoms_, most);
  if (bottoms_.bytes() > most && can_split()) {
    split_and_leave();
  } else if (!more && bottoms_.empty()) {
    end_part();
  } else if (!more) {
    const double words = expected_words();
    const auto max_filter = static_cast<double>(memory_ / 8 * filter_share);
    if (words > max_filter && can_split()) return split_and_leave();
    filter_.reset(static_cast<std::size_t>(std::min(bytes_per_word * words + 64, max_filter)));
    begin(Phase::mark);
  }
}

/// Fillings of the bottom chains: counted in some, of which each stands for as many others. Chains that are alike share
/// theirs.
template <class Word>
double RingMethodOf<Word>::expected_words() {
  double sum = 0;
  const std::size_t count = std::min(samples, bottoms_.size());
  benches_.lend([&](Workbench<Word>& bench) {
    bench.bottom_filler.forget();
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t first = bottoms_.size() * i / count;
      while (first > 0 && bottoms_[first - 1].sides == bottoms_[first].sides) --first;
      const auto group = alike(bottoms_, first);
      sum += static_cast<double>(bench.bottom_filler.fillings(group.front().sides).size()) /
             static_cast<double>(group.size());
    }
    nodes_ += bench.take_nodes();
  });
  return count == 0 ? 0 : sum * static_cast<double>(bottoms_.size()) / static_cast<double>(count);
}

/// Runs work(task, workbench, chains that are alike) for the next chains; false when all are done.
template <class Word>
template <class Work>
bool RingMethodOf<Word>::for_groups(const Chains& chains, std::size_t chains_per_task, const Work& work) {
  const std::size_t left = chains.size() - std::min(next_, chains.size());
  const std::size_t count = std::min(tasks_per_step, (left + chains_per_task - 1) / chains_per_task);
  parallel_(count, [&](std::size_t t) {
    benches_.lend([&](Workbench<Word>& bench) {
      Task& task = tasks_[t];
      bench.stem_filler.forget();
      bench.bottom_filler.forget();
      const std::size_t end = group_begin(chains, next_ + (t + 1) * chains_per_task);
      for (std::size_t at = group_begin(chains, next_ + t * chains_per_task); at < end;) {
        const auto group = alike(chains, at);
        work(task, bench, group);
        at += group.size();
      }
      task.nodes += bench.take_nodes();
    });
  });
  gather(count);
  next_ += count * chains_per_task;
  return next_ < chains.size();
}

/// What the tasks of a step counted.
template <class Word>
void RingMethodOf<Word>::gather(std::size_t tasks) {
  for (std::size_t t = 0; t < tasks; ++t) {
    Task& task = tasks_[t];
    nodes_ += task.nodes;
    tops_ += task.tops;
    marked_ += task.bottoms;
    task.nodes = task.tops = task.bottoms = 0;
  }
}

/// The words that top halves must have to fit those of these chains.
template <class Word>
void RingMethodOf<Word>::list_counterparts(Workbench<Word>& bench, std::span<const Chain> bottoms) const {
  const WordBuffer<Word>& fillings = bench.bottom_filler.fillings(bottoms.front().sides);
  bench.words.clear();
  Word* to = bench.words.room(fillings.size());
  for (const Word word : fillings) *to++ = counterparts_.of(word);
  bench.words.grow(fillings.size());
}

template <class Word>
void RingMethodOf<Word>::mark() {
  const auto work = [&](Task& task, Workbench<Word>& bench, std::span<const Chain> bottoms) {
    list_counterparts(bench, bottoms);
    filter_.mark(bench.words);
    task.bottoms += bench.words.size() * bottoms.size();
  };
  const bool more = for_groups(bottoms_, bottoms_per_task, work);
  if (more) return;
  ++parts_done_;
  begin(Phase::list_stems);
}

/// As many stems as memory holds; they ask before the next are listed.
template <class Word>
void RingMethodOf<Word>::list_stems() {
  next_ = next_stems_;
  const std::size_t most = memory_ / 8 * stems_share;
  // Two pieces of the top half may come with its last row.
  const bool more = list_chains(stem_lister_, top_corners_, {part_->in_top, part_->not_in_top, 2}, stems_, most);
  next_stems_ = next_;
  if (more && stems_.bytes() < most) return;
  begin(Phase::ask);
}

template <class Word>
void RingMethodOf<Word>::ask() {
  const auto work = [&](Task& task, Workbench<Word>& bench, std::span<const Chain> stems) {
    ask_group(task, bench, stems);
  };
  const bool more = for_groups(stems_, stems_per_task, work);
  gather_hits();
  const bool full = hits_.size() * Hits<Word>::max_bytes_each + hit_stems_.bytes() > memory_ / 8 * hits_share;
  if (more && !full) return;
  if (!full && !all_stems_listed()) {
    clear_stems();
    begin(Phase::list_stems);
    return;
  }
  asked_stems_ = next_;
  passed_ += hits_.size();
  hits_.build_index(parallel_);
  begin(Phase::answer);
}

namespace {

/// Puts a chain that nothing fits where groups with the same sides would touch.
void keep_apart(Chains& groups, SideWord sides) {
  if (!groups.empty() && groups[groups.size() - 1].sides == sides)
    groups.push_back({~sides, ~RingSet{0}, Colour(), Colour()});
}

}  // namespace

template <class Word>
void RingMethodOf<Word>::gather_hits() {
  for (Task& task : tasks_) {
    if (task.chains.empty()) continue;
    keep_apart(hit_stems_, task.chains[0].sides);
    for (Hit<Word>& hit : task.hits) hit.stem += static_cast<std::uint32_t>(hit_stems_.size());
    hit_stems_.append(task.chains);
    hits_.add(task.hits);
    task.hits.clear();
    task.chains.clear();
  }
}

/// Which colours the border pieces beside the last row of these stems may show to it.
template <class Word>
RowEnds RingMethodOf<Word>::possible_ends(std::span<const Chain> stems) const {
  RowEnds ends;
  for (const Chain& stem : stems) {
    const RingSet taken = stem.set | part_->not_in_top, missing = part_->in_top & ~stem.set;
    for (RingSet lefts = stem_lister_.asking(stem.start) & ~taken; lefts != 0; lefts &= lefts - 1) {
      const RingSet left = lefts & -lefts;
      for (RingSet rights = stem_lister_.showing(stem.asks) & ~taken & ~left; rights != 0; rights &= rights - 1) {
        if (missing & ~(left | (rights & -rights))) continue;
        const auto right_side = ring_.border[static_cast<std::size_t>(std::countr_zero(rights))].side;
        ends.add(ring_.border[static_cast<std::size_t>(std::countr_zero(left))].side, right_side);
      }
    }
  }
  return ends;
}

template <class Word>
void RingMethodOf<Word>::ask_group(Task& task, Workbench<Word>& bench, std::span<const Chain> stems) const {
  const RowEnds ends = possible_ends(stems);
  if (ends.empty()) return;
  const WordBuffer<Word>& inside = bench.stem_filler.fillings(stems.front().sides);
  bench.rows.clear();
  bench.passed.clear();
  rows_.fill(ends, inside, bench.rows, bench.scratch);
  task.nodes += bench.rows.size();
  task.tops += bench.rows.size();
  filter_.ask(bench.rows, words_, bench.passed);
  if (bench.passed.empty()) return;
  keep_apart(task.chains, stems.front().sides);
  const auto stem = static_cast<std::uint32_t>(task.chains.size());
  for (const Chain& chain : stems) task.chains.push_back(chain);
  for (const Word row : bench.passed)
    task.hits.push_back({words_.without_ends(row), stem, static_cast<std::uint8_t>(words_.left_of(row)),
                         static_cast<std::uint8_t>(words_.right_of(row))});
}

template <class Word>
void RingMethodOf<Word>::answer() {
  const auto work = [&](Task& task, Workbench<Word>& bench, std::span<const Chain> bottoms) {
    answer_group(task, bench, bottoms);
  };
  const bool more = hits_.size() > 0 && for_groups(bottoms_, bottoms_per_task, work);
  for (Task& task : tasks_) {
    for (const Meeting<Word>& meeting : task.meetings) boards_.append(meeting, found_);
    task.meetings.clear();
  }
  if (!more) after_answer();
}

/// Goes on with the stems that have not asked, or those that are not listed.
template <class Word>
void RingMethodOf<Word>::after_answer() {
  answered_share_ = asked_share();
  hits_.clear();
  hit_stems_.clear();
  begin(Phase::ask);
  next_ = asked_stems_;
  if (next_ < stems_.size()) return;
  clear_stems();
  begin(Phase::list_stems);
  stems_begin_ = !all_stems_listed();
  if (all_stems_listed()) end_part();
}

template <class Word>
void RingMethodOf<Word>::answer_group(Task& task, Workbench<Word>& bench, std::span<const Chain> bottoms) const {
  const auto first = static_cast<std::ptrdiff_t>(task.meetings.size());
  list_counterparts(bench, bottoms);
  bench.passed.clear();
  hits_.filter().ask(bench.words, words_, bench.passed);
  for (const Word word : bench.passed) hits_.for_each(word, [&](const Hit<Word>& hit) { meet(task, hit, bottoms); });
  // Equal words come from different fillings, which are all brought back together.
  std::sort(task.meetings.begin() + first, task.meetings.end());
  task.meetings.erase(std::unique(task.meetings.begin() + first, task.meetings.end()), task.meetings.end());
}

/// The insides fit: which chains around them do?
template <class Word>
void RingMethodOf<Word>::meet(Task& task, const Hit<Word>& hit, std::span<const Chain> bottoms) const {
  for (const Chain& stem : alike(hit_stems_, hit.stem))
    for (const Chain& bottom : bottoms) {
      if (stem.set & bottom.set) continue;
      const RingSet rest = ring_.whole_ring() & ~(stem.set | bottom.set);
      const auto one = static_cast<std::uint8_t>(std::countr_zero(rest)),
                 other = static_cast<std::uint8_t>(std::countr_zero(rest & (rest - 1)));
      for (const auto& [left, right] : {std::pair(one, other), std::pair(other, one)}) {
        const auto &l = ring_.border[left], &r = ring_.border[right];
        if (l.side == hit.left && r.side == hit.right && l.asks == stem.start && r.from == stem.asks &&
            bottom.start == r.asks && bottom.asks == l.from)
          task.meetings.push_back({hit.word, stem, bottom, left, right});
      }
    }
}

template <class Word>
void RingMethodOf<Word>::note_memory() {
  std::size_t bytes = filter_.bytes() + hits_.bytes_held() + benches_.bytes_held();
  for (const Chains* chains : {&bottoms_, &stems_, &hit_stems_}) bytes += chains->bytes_held();
  for (const Task& task : tasks_) bytes += task.chains.bytes_held() + task.hits.bytes_held();
  max_bytes_ = std::max(max_bytes_, bytes);
}

template <class Word>
Statistics RingMethodOf<Word>::statistics() const {
  Statistics result;
  const auto add = [&](const char* name, const char* unit, double value) {
    result.values.push_back({name, unit, Merge::sum, value});
  };
  add("inner rows of a top half", "", split_.stem_rows + 1);
  add("inner rows of a bottom half", "", split_.bottom_rows);
  add("parts", "", static_cast<double>(parts_done_));
  add("bottom halves", "", static_cast<double>(marked_));
  add("top halves asked for", "", static_cast<double>(tops_));
  add("past the filter", "", static_cast<double>(passed_));
  add("most memory", "bytes", static_cast<double>(max_bytes_));
  return result;
}

template class RingMethodOf<Word64>;
template class RingMethodOf<Word128>;

}  // namespace tesselle::edge::meet
