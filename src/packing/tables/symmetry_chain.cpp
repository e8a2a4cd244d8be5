#include "packing/tables/symmetry_chain.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/patience.hpp"
#include "base/rng.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing {
namespace {

constexpr std::uint32_t unranked = std::numeric_limits<std::uint32_t>::max();

using Element = SymmetryGroup::Element;
using Group = std::vector<std::uint32_t>;  ///< indices of elements

/// Some placements, gathered into orbits of a group; the first member of each orbit stands for it.
struct Orbit {
  std::uint32_t representative = 0;
  std::vector<std::uint32_t> members;
  Group stabiliser;  ///< of the representative
};

struct ByClass {
  bool operator()(const Placement& placement, int piece_class) const { return placement.piece_class < piece_class; }
  bool operator()(int piece_class, const Placement& placement) const { return piece_class < placement.piece_class; }
};

/// What is fixed above a node of the chain.
struct Prefix {
  Group group;  ///< elements that fix every placement made so far
  std::vector<bool> covered;
  std::vector<int> used;  ///< copies per class
  std::vector<Ban> bans;
};

}  // namespace

class ChainBuilder {
 public:
  ChainBuilder(const SymmetryGroup& group, const PlacementTable& table, ChainPreferences preferences,
               SymmetryChain& chain)
      : table_(table),
        elements_(group.elements()),
        preferences_(preferences),
        chain_(chain),
        on_cell_(table.all_cells) {}

  void build() {
    chain_.order_ = elements_.size();
    tabulate_images();
    for (std::uint32_t p = 0; p < table_.placements.size(); ++p)
      for (const std::uint32_t cell : table_.placements[p].cells) on_cell_[cell].push_back(p);
    Prefix prefix{all_elements(), std::vector<bool>(table_.all_cells), std::vector<int>(table_.classes.size()), {}};
    for (const std::uint32_t forced : table_.forced) put(prefix, forced);
    if (const auto first = preferences_.first_class; first && !is_used_once(prefix, static_cast<std::size_t>(*first)))
      throw UsageError("--first-piece: the piece is not used exactly once, or a mirror image stands in for it");
    if (elements_.size() == 1 || !add_node(prefix)) add_ending({{}, to_check(prefix.group), std::nullopt});
  }

 private:
  Group all_elements() const {
    Group all(elements_.size());
    std::iota(all.begin(), all.end(), 0u);
    return all;
  }

  void put(Prefix& prefix, std::uint32_t index) const {
    const Placement& placement = table_.placements[index];
    for (const std::uint32_t cell : placement.cells) prefix.covered[cell] = true;
    ++prefix.used[static_cast<std::size_t>(placement.piece_class)];
  }

  static Group to_check(const Group& group) { return group.size() > 1 ? group : Group{}; }

  std::uint32_t image(std::uint32_t element, std::uint32_t index) const { return chain_.images_[element][index]; }

  /// Placements are found by a sum of random numbers, one per class and cell, which is as good as a comparison once
  /// all sums are known to differ: an image is always a placement.
  void tabulate_images() {
    Rng random(0x5eed);
    std::vector<std::uint64_t> cell_keys(table_.all_cells), class_keys(table_.classes.size());
    for (auto* keys : {&cell_keys, &class_keys})
      for (std::uint64_t& key : *keys) key = random();
    std::unordered_map<std::uint64_t, std::uint32_t> index_of;
    for (std::uint32_t p = 0; p < table_.placements.size(); ++p)
      if (!index_of.emplace(image_key(elements_[0], p, cell_keys, class_keys), p).second)
        throw InternalError("two placements have the same key");
    for (const Element& element : elements_) {
      Patience::ask();
      auto& row = chain_.images_.emplace_back();
      for (std::uint32_t p = 0; p < table_.placements.size(); ++p)
        row.push_back(index_of.at(image_key(element, p, cell_keys, class_keys)));
    }
  }

  std::uint64_t image_key(const Element& element, std::uint32_t index, const std::vector<std::uint64_t>& cell_keys,
                          const std::vector<std::uint64_t>& class_keys) const {
    const Placement& placement = table_.placements[index];
    const int image_class = element.class_image[static_cast<std::size_t>(placement.piece_class)];
    std::uint64_t key = class_keys[static_cast<std::size_t>(image_class)];
    for (const std::uint32_t cell : placement.cells) key += cell_keys[element.cells[cell]];
    return key;
  }

  std::uint32_t add_ending(ChainEnding ending) {
    chain_.endings_.push_back(std::move(ending));
    return static_cast<std::uint32_t>(chain_.endings_.size() - 1);
  }

  /// Adds the node for a non-trivial group, and all below it. nullopt if every cell is covered: there is no choice.
  std::optional<std::uint32_t> add_node(const Prefix& prefix) {
    const auto index = static_cast<std::uint32_t>(chain_.nodes_.size());
    if (const auto piece_class = choose_class(prefix)) {
      chain_.nodes_.emplace_back();
      add_class_steps(prefix, *piece_class, index);
      return index;
    }
    if (const auto cell = choose_cell(prefix)) {
      chain_.nodes_.emplace_back();
      add_cell_steps(prefix, *cell, index);
      return index;
    }
    return std::nullopt;
  }

  // --- a class that every solution uses once ---

  bool is_used_once(const Prefix& prefix, std::size_t c) const {
    const PieceClass& kind = table_.classes[c];
    return kind.min_copies == prefix.used[c] + 1 && kind.max_copies == kind.min_copies &&
           std::all_of(prefix.group.begin(), prefix.group.end(),
                       [&](std::uint32_t g) { return elements_[g].class_image[c] == static_cast<int>(c); });
  }

  std::optional<int> choose_class(const Prefix& prefix) {
    if (preferences_.first_class) return std::exchange(preferences_.first_class, std::nullopt);
    std::optional<int> best;
    std::size_t least = 0;
    for (std::size_t c = 0; c < table_.classes.size(); ++c) {
      if (!is_used_once(prefix, c)) continue;
      Patience::ask();
      const std::size_t effort = effort_of(orbits(prefix.group, placements_of_class(prefix, static_cast<int>(c))));
      if (best && effort >= least) continue;
      best = static_cast<int>(c);
      least = effort;
    }
    return best;
  }

  std::size_t effort_of(const std::vector<Orbit>& beginnings) const {
    std::size_t effort = 0;
    for (const Orbit& orbit : beginnings)
      effort += preferences_.beginnings == Beginnings::few ? 1 : orbit.stabiliser.size();
    return effort;
  }

  void add_class_steps(const Prefix& prefix, int piece_class, std::uint32_t node) {
    for (const Orbit& orbit : orbits(prefix.group, placements_of_class(prefix, piece_class)))
      add_step(prefix, orbit, prefix.bans, node);
  }

  /// One forced placement under which the orbit's stabiliser is all that is left of the symmetry.
  void add_step(const Prefix& prefix, const Orbit& orbit, const std::vector<Ban>& bans, std::uint32_t node) {
    ChainStep step{orbit.representative, std::nullopt, 0};
    Prefix below = prefix;
    below.bans = bans;
    below.group = orbit.stabiliser;
    put(below, orbit.representative);
    if (below.group.size() > 1) step.next = add_node(below);
    if (!step.next) {
      step.ending = add_ending({bans, to_check(below.group), std::nullopt});
    }
    chain_.nodes_[node].steps.push_back(step);
  }

  // --- a cell that every solution covers ---

  /// The uncovered required cell whose placements fall into the fewest orbits.
  std::optional<std::uint32_t> choose_cell(const Prefix& prefix) const {
    std::optional<std::uint32_t> best;
    std::size_t fewest = 0;
    for (std::uint32_t cell = 0; cell < table_.required_cells; ++cell) {
      if (prefix.covered[cell]) continue;
      Patience::ask();
      const std::size_t count = orbits(fixing(prefix.group, cell), placements_on_cell(prefix, cell)).size();
      if (best && count >= fewest) continue;
      best = cell;
      fewest = count;
    }
    return best;
  }

  Group fixing(const Group& group, std::uint32_t cell) const {
    Group result;
    for (const std::uint32_t g : group)
      if (elements_[g].cells[cell] == cell) result.push_back(g);
    return result;
  }

  void add_cell_steps(const Prefix& prefix, std::uint32_t cell, std::uint32_t node) {
    const auto views = orbits(fixing(prefix.group, cell), placements_on_cell(prefix, cell));
    const auto ranking = static_cast<std::uint32_t>(chain_.rankings_.size());
    chain_.rankings_.push_back(rank_views(prefix.group, views));
    for (std::uint32_t rank = 0; rank < views.size(); ++rank) {
      const Orbit& orbit = views[rank];
      if (chain_.rankings_[ranking][orbit.representative] < rank) continue;  // lower when seen from another cell
      std::vector<Ban> bans = prefix.bans;
      bans.push_back({ranking, rank});
      if (can_tie(prefix, cell, orbit.representative, ranking, rank))
        chain_.nodes_[node].steps.push_back(
            {orbit.representative, std::nullopt, add_ending({bans, prefix.group, orbit.representative})});
      else
        add_step(prefix, orbit, bans, node);
    }
  }

  /// The lowest view a placement gives from any cell of the orbit: an image of a view has the same rank.
  std::vector<std::uint32_t> rank_views(const Group& group, const std::vector<Orbit>& views) const {
    std::vector<std::uint32_t> ranks(table_.placements.size(), unranked);
    for (std::uint32_t rank = 0; rank < views.size(); ++rank)
      for (const std::uint32_t member : views[rank].members)
        for (const std::uint32_t g : group) {
          std::uint32_t& known = ranks[image(g, member)];
          known = std::min(known, rank);
        }
    return ranks;
  }

  /// Could a solution that holds the representative show the same rank from another cell of the orbit too?
  bool can_tie(const Prefix& prefix, std::uint32_t cell, std::uint32_t representative, std::uint32_t ranking,
               std::uint32_t rank) const {
    for (const std::uint32_t g : prefix.group) {
      const std::uint32_t other = elements_[g].cells[cell];
      if (other != cell && covers(representative, other)) return true;
    }
    Prefix below = prefix;
    put(below, representative);
    for (std::uint32_t p = 0; p < table_.placements.size(); ++p)
      if (chain_.rankings_[ranking][p] == rank && is_open(below, p)) return true;
    return false;
  }

  bool covers(std::uint32_t index, std::uint32_t cell) const {
    const auto& cells = table_.placements[index].cells;
    return std::binary_search(cells.begin(), cells.end(), cell);
  }

  // --- placements and their orbits ---

  bool is_open(const Prefix& prefix, std::uint32_t index) const {
    const Placement& placement = table_.placements[index];
    const auto c = static_cast<std::size_t>(placement.piece_class);
    return prefix.used[c] < table_.classes[c].max_copies &&
           std::none_of(placement.cells.begin(), placement.cells.end(),
                        [&](std::uint32_t cell) { return prefix.covered[cell]; }) &&
           std::none_of(prefix.bans.begin(), prefix.bans.end(),
                        [&](const Ban& ban) { return chain_.rankings_[ban.ranking][index] < ban.threshold; });
  }

  std::vector<std::uint32_t> placements_of_class(const Prefix& prefix, int piece_class) const {
    std::vector<std::uint32_t> result;
    const auto [first, last] =
        std::equal_range(table_.placements.begin(), table_.placements.end(), piece_class, ByClass{});
    for (auto p = first; p != last; ++p) {
      const auto index = static_cast<std::uint32_t>(p - table_.placements.begin());
      if (is_open(prefix, index)) result.push_back(index);
    }
    return result;
  }

  std::vector<std::uint32_t> placements_on_cell(const Prefix& prefix, std::uint32_t cell) const {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t p : on_cell_[cell])
      if (is_open(prefix, p)) result.push_back(p);
    return result;
  }

  std::vector<Orbit> orbits(const Group& group, const std::vector<std::uint32_t>& placements) const {
    std::vector<Orbit> result;
    std::unordered_set<std::uint32_t> seen;
    for (const std::uint32_t p : placements) {
      if (seen.count(p) > 0) continue;
      Orbit orbit{p, {}, {}};
      for (const std::uint32_t g : group) {
        const std::uint32_t other = image(g, p);
        if (other == p) orbit.stabiliser.push_back(g);
        if (seen.insert(other).second) orbit.members.push_back(other);
      }
      result.push_back(std::move(orbit));
    }
    return result;
  }

  const PlacementTable& table_;
  const std::vector<Element>& elements_;
  ChainPreferences preferences_;
  SymmetryChain& chain_;
  std::vector<std::vector<std::uint32_t>> on_cell_;  // the placements that cover it, ascending
};

SymmetryChain::SymmetryChain() : endings_(1) {}

SymmetryChain::SymmetryChain(const SymmetryGroup& group, const PlacementTable& table, ChainPreferences preferences) {
  ChainBuilder(group, table, preferences, *this).build();
}

bool SymmetryChain::banned(std::uint32_t ending, std::uint32_t placement) const {
  const auto& bans = endings_[ending].bans;
  return std::any_of(bans.begin(), bans.end(),
                     [&](const Ban& ban) { return rankings_[ban.ranking][placement] < ban.threshold; });
}

bool SymmetryChain::checks_solutions() const {
  return std::any_of(endings_.begin(), endings_.end(), [](const ChainEnding& e) { return !e.group.empty(); });
}

std::uint64_t SymmetryChain::orbit_size(std::uint32_t ending, std::span<const std::uint32_t> solution) const {
  const ChainEnding& rules = endings_[ending];
  if (rules.group.empty()) return order_;
  std::vector<std::uint32_t> key(solution.begin(), solution.end()), other(key.size());
  std::sort(key.begin(), key.end());
  std::uint64_t stabiliser = 0;
  for (const std::uint32_t g : rules.group) {
    std::transform(key.begin(), key.end(), other.begin(), [&](std::uint32_t p) { return images_[g][p]; });
    std::sort(other.begin(), other.end());
    if (rules.anchor && !std::binary_search(other.begin(), other.end(), *rules.anchor)) continue;
    if (other < key) return 0;
    stabiliser += other == key;
  }
  return order_ / stabiliser;
}

}  // namespace tesselle::packing
