#include "search/agreement/planted_path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tesselle {
namespace {

constexpr std::size_t max_path_nodes = 2000;

/// Notices one board.
class PlantedSink final : public SolutionSink {
 public:
  PlantedSink(const SymmetryGroup& group, const SolutionKey& wanted) : group_(group), wanted_(wanted) {}
  void counted(std::uint64_t, std::uint64_t) override {}
  void improved(const Solution&) override {}
  int times = 0;

 protected:
  Flow offer(const Solution& solution, std::uint64_t) override {
    times += group_.key(solution) == wanted_;
    return Flow::go_on;
  }

 private:
  const SymmetryGroup& group_;
  const SolutionKey& wanted_;
};

/// Is everything that a board shows also on the other one?
bool is_part_of(const SolutionKey& part, const SolutionKey& whole, const SolutionKey& blank) {
  for (std::size_t i = 0; i < whole.size(); ++i)
    if (part[i] != blank[i] && part[i] != whole[i]) return false;
  return true;
}

}  // namespace

TrialResult follow_planted_path(Engine& engine, const SymmetryGroup& group, const Solution& planted,
                                const Solution& blank) {
  auto& walk = dynamic_cast<TreeWalk&>(engine);
  const auto& shows = dynamic_cast<const ShowsBoard&>(engine);
  const SolutionKey whole = group.key(planted), nothing_placed = group.key(blank);
  PlantedSink sink(group, whole);
  std::vector<TreePosition> open = {{}};
  TreePosition deepest;
  for (std::size_t nodes = 0; !open.empty(); ++nodes) {
    if (nodes == max_path_nodes) return {Settled::too_long};
    const TreePosition here = std::move(open.back());
    open.pop_back();
    if (here.floor >= deepest.floor) deepest = here;
    std::vector<TreePosition> children;
    walk.seek(here);
    walk.walk_down_to(here.floor + 1, sink, children);
    for (TreePosition& child : children) {
      walk.seek(child);
      if (is_part_of(group.key(shows.board()), whole, nothing_placed)) open.push_back(std::move(child));
    }
  }
  // A solution that is complete at the root is reported when the whole tree has been walked.
  if (sink.times == 0 && deepest.floor == 0) {
    walk.seek({});
    while (engine.advance({1000}, sink) == Advance::running) continue;
  }
  if (sink.times == 1) return {};
  if (sink.times > 1) return {Settled::disagrees, fmt::format("a known solution came up {} times", sink.times)};
  return {Settled::disagrees, fmt::format("a known solution was pruned below depth {}, choices [{}]", deepest.floor,
                                          fmt::join(deepest.choices, ", "))};
}

}  // namespace tesselle
