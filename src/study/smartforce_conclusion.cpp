#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "study/smartforce.hpp"

namespace tesselle::study::smartforce {
namespace {

using Rows = std::vector<const Row*>;

Rows finished_of(const std::vector<Row>& rows, const Trial* trial) {
  Rows result;
  for (const Row& row : rows)
    if (row.trial == trial && row.outcome.all) result.push_back(&row);
  return result;
}

const Row* of_method(const Rows& rows, const std::string& name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row* row) { return row->method->name == name; });
  return found == rows.end() ? nullptr : *found;
}

/// The quickest for which `wanted` is true; null if there is none.
template <class Wanted>
const Row* quickest(const Rows& rows, Wanted wanted) {
  const Row* best = nullptr;
  for (const Row* row : rows)
    if (wanted(*row) && (best == nullptr || *row->outcome.total() < *best->outcome.total())) best = row;
  return best;
}

const Row* fewest_nodes(const Rows& rows) {
  return *std::min_element(rows.begin(), rows.end(),
                           [](const Row* a, const Row* b) { return a->outcome.nodes < b->outcome.nodes; });
}

std::string times(double ratio) {
  return ratio >= 10 ? fmt::format("{:.0f} times", ratio) : fmt::format("{:.1f} times", ratio);
}

/// Times below what the clock can tell count as one microsecond.
double per_run(double a, double b) { return std::max(a, 1e-6) / std::max(b, 1e-6); }

/// After how many runs the data computed beforehand pays off, compared with a method that computes none.
std::string break_even(const Row& data, const Row& plain) {
  const double saved = *plain.outcome.all - *data.outcome.all;
  if (saved <= 0) return "the data never pays off, because the search alone is already slower";
  const double runs = data.outcome.before_seconds / saved;
  return runs <= 1 ? "the data pays off within the first run"
                   : fmt::format("the data pays off after {:.0f} runs", std::ceil(runs));
}

constexpr std::array plain_methods = {"backtrack (yardstick)", "scan (yardstick at full speed)",
                                      "scan, rotation fixed"};

const Row* row_of(const std::vector<Row>& rows, const Trial& trial, const std::string& method) {
  for (const Row& row : rows)
    if (row.trial == &trial && row.method->name == method) return &row;
  return nullptr;
}

/// A method with data compared with a plain one that may have been stopped.
std::string compared(const Row& data, const Row& plain) {
  const double total = *data.outcome.total();
  if (!plain.outcome.all)
    return fmt::format("; more than {} faster than {}, which was stopped after {:.0f} s",
                       times(per_run(plain.outcome.limit, total)), plain.method->name, plain.outcome.limit);
  const double ratio = per_run(total, *plain.outcome.total());
  return fmt::format("; {} {} than {} ({})", times(ratio >= 1 ? ratio : 1 / ratio), ratio >= 1 ? "slower" : "faster",
                     plain.method->name, break_even(data, plain));
}

std::string about(const std::vector<Row>& all, const Trial& trial, const Rows& rows) {
  const Row* fewest = fewest_nodes(rows);
  const Row* yardstick = rows.front();
  const Row* fastest = quickest(rows, [](const Row&) { return true; });
  const Row* data = quickest(rows, [](const Row& row) { return uses_data(*row.method); });
  std::string text =
      fmt::format("**{}.** Quickest: {}. Fewest nodes: {}", trial.name, fastest->method->name, fewest->method->name);
  if (fewest != yardstick)
    text += fmt::format(
        ", {} fewer than {}",
        times(per_run(static_cast<double>(yardstick->outcome.nodes), static_cast<double>(fewest->outcome.nodes))),
        yardstick->method->name);
  if (data == nullptr) return text + ". No method with data was finished.";
  text += fmt::format(". The quickest with data is {}", data->method->name);
  for (const char* name : plain_methods) {
    const Row* plain = row_of(all, trial, name);
    const bool comparable = plain != nullptr && (plain->outcome.all || plain->outcome.limit > *data->outcome.total());
    if (comparable) text += compared(*data, *plain);
  }
  return text + ".";
}

/// Does the quickest method with data win against a plain one? Nullopt if neither was finished.
std::optional<bool> data_wins(const std::vector<Row>& rows, const Trial* trial, const std::string& plain_name) {
  const Rows finished = finished_of(rows, trial);
  const Row* plain = of_method(finished, plain_name);
  const Row* data = quickest(finished, [](const Row& row) { return uses_data(*row.method); });
  if (data == nullptr && plain == nullptr) return std::nullopt;
  return data != nullptr && (plain == nullptr || *data->outcome.total() < *plain->outcome.total());
}

/// The smallest size from which on a method with data wins on every instance, and where else it does.
std::string where_data_pays(const std::vector<Row>& rows, const std::vector<const Trial*>& trials,
                            const std::string& plain_name) {
  std::map<int, bool> pays;
  std::vector<const Trial*> winners;
  for (const Trial* trial : trials)
    if (const auto wins = data_wins(rows, trial, plain_name)) {
      const auto entry = pays.try_emplace(trial->size, true).first;
      entry->second = entry->second && *wins;
      if (*wins) winners.push_back(trial);
    }
  int from = 0;
  for (auto size = pays.rbegin(); size != pays.rend() && size->second; ++size) from = size->first;
  std::string smaller;
  for (const Trial* trial : winners)
    if (from == 0 || trial->size < from) smaller += (smaller.empty() ? "" : ", ") + trial->name;
  if (winners.empty()) return fmt::format("Against {} data pays at no size measured here.", plain_name);
  if (from == 0)
    return fmt::format("Against {} data pays on {}, but at no size on every instance.", plain_name, smaller);
  return fmt::format("Against {} data pays from {}×{} on{}.", plain_name, from, from,
                     smaller.empty() ? "" : ", and on " + smaller);
}

/// How much of the work comes before the first solution, as a geometric mean over the instances.
double share_to_first(const std::vector<Ranking>& rankings, Ranking::Order Ranking::*order) {
  double logarithms = 0;
  for (const Ranking& ranking : rankings)
    logarithms += std::log(static_cast<double>((ranking.*order).to_first) / static_cast<double>(ranking.nodes));
  return std::exp(logarithms / static_cast<double>(rankings.size()));
}

std::string about_ranks(const std::vector<Ranking>& rankings) {
  const double plain = share_to_first(rankings, &Ranking::plain);
  struct Rank {
    const char* name;
    Ranking::Order Ranking::*order;
  };
  constexpr Rank ranks[] = {{"largest", &Ranking::largest},
                            {"smallest", &Ranking::smallest},
                            {"widest domains", &Ranking::widest},
                            {"narrowest domains", &Ranking::narrowest}};
  std::string text = fmt::format(
      "**Openings.** The first solution comes after {:.1f} % of the work if openings are solved as they come",
      100 * plain);
  const Rank* best = nullptr;
  double least = plain;
  for (const Rank& rank : ranks) {
    const double share = share_to_first(rankings, rank.order);
    text += fmt::format(", after {:.1f} % if the {} come first", 100 * share, rank.name);
    if (share < least) best = &rank, least = share;
  }
  text += fmt::format(" (geometric means over {} instances). ", rankings.size());
  text += best == nullptr ? "No rank brings it earlier"
                          : fmt::format("The {} first brings it {} earlier", best->name, times(plain / least));
  return text + "; for all solutions the work is the same in any order.";
}

}  // namespace

std::vector<std::string> conclude(const std::vector<Row>& rows, const std::vector<Ranking>& rankings) {
  std::vector<const Trial*> trials;
  for (const Row& row : rows)
    if (std::find(trials.begin(), trials.end(), row.trial) == trials.end()) trials.push_back(row.trial);
  std::vector<std::string> paragraphs;
  for (const Trial* trial : trials)
    if (const Rows finished = finished_of(rows, trial); !finished.empty())
      paragraphs.push_back(about(rows, *trial, finished));
  if (!rankings.empty()) paragraphs.push_back(about_ranks(rankings));
  paragraphs.push_back(where_data_pays(rows, trials, "backtrack (yardstick)") + " " +
                       where_data_pays(rows, trials, "scan (yardstick at full speed)") + " " +
                       where_data_pays(rows, trials, "scan, rotation fixed"));
  return paragraphs;
}

}  // namespace tesselle::study::smartforce
