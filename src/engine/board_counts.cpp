#include "engine/board_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "base/readable.hpp"

namespace tesselle {
namespace {

constexpr std::string_view before_conflicts = "boards with ", after_conflicts = " conflicts";
constexpr std::size_t scores_told = 3;

std::optional<int> conflicts_named(std::string_view name) {
  if (!name.starts_with(before_conflicts) || !name.ends_with(after_conflicts)) return std::nullopt;
  name.remove_prefix(before_conflicts.size());
  name.remove_suffix(after_conflicts.size());
  int conflicts = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), conflicts);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return conflicts;
}

}  // namespace

Statistic board_count(int conflicts, std::uint64_t boards) {
  return {fmt::format("{}{}{}", before_conflicts, conflicts, after_conflicts), "", Merge::sum,
          static_cast<double>(boards)};
}

std::map<int, std::uint64_t> board_counts(const Statistics& statistics) {
  std::map<int, std::uint64_t> boards;
  for (const Statistic& statistic : statistics.values)
    if (const auto conflicts = conflicts_named(statistic.name))
      boards[*conflicts] = static_cast<std::uint64_t>(statistic.value);
  return boards;
}

std::string outlook_text(const std::map<int, std::uint64_t>& boards, int perfect, double seconds) {
  if (boards.empty() || seconds <= 0) return "";
  std::string text;
  std::size_t told = 0;
  for (const auto& [conflicts, count] : boards) {
    if (told++ == scores_told) break;
    text += fmt::format("{}{}: {} ({} per hour)", told == 1 ? "" : ", ", perfect - conflicts, grouped(count),
                        grouped(static_cast<std::uint64_t>(static_cast<double>(count) * 3600 / seconds)));
  }
  // One or two boards of the best score are luck; the share is that of the scores below then.
  const auto best = boards.begin(), second = std::next(best);
  if (second == boards.end() || second->first != best->first + 1 || best->first == 0) return text;
  const auto third = std::next(second);
  const bool few = best->second < 3 && third != boards.end() && third->first == second->first + 1;
  const double share = few ? static_cast<double>(second->second) / static_cast<double>(third->second)
                           : static_cast<double>(best->second) / static_cast<double>(second->second);
  // A search for better boards finds few of the scores that it has reached, so what was found counts if it is less.
  const double best_there_are =
      std::min(static_cast<double>(best->second), static_cast<double>(second->second) * share);
  const double next_per_second = best_there_are / seconds * std::min(share, 1.0);
  return text + fmt::format("; at this rate a board of {} comes every {}", perfect - best->first + 1,
                            readable_seconds(1 / next_per_second));
}

}  // namespace tesselle
