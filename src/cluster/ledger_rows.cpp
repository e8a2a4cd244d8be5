#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/hash.hpp"
#include "cluster/ledger.hpp"

/// What rows mean, and how they can be told from rows that somebody has edited.
namespace tesselle::cluster {
namespace {

constexpr std::size_t max_place_depth = 4096;
constexpr std::array aim_names = {"solve", "count", "all", "optimise"};
constexpr std::array state_names = {"open", "paused", "cancelled", "answered"};

template <class Number>
bool read_number(std::string_view& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool skip(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

/// Each part with its length, so that no two lists of parts look the same.
template <class... Parts>
std::string hashed(const Parts&... parts) {
  Fnv64 hash;
  const auto add = [&](const std::string& part) { hash.add(fmt::format("{}:{};", part.size(), part)); };
  (add(fmt::format("{}", parts)), ...);
  return hex64(hash.value());
}

}  // namespace

std::string_view aim_name(Aim aim) { return aim_names[static_cast<std::size_t>(aim)]; }

std::optional<Aim> aim_named(std::string_view name) {
  const auto found = std::find(aim_names.begin(), aim_names.end(), name);
  if (found == aim_names.end()) return std::nullopt;
  return static_cast<Aim>(found - aim_names.begin());
}

std::string_view state_name(SearchState state) { return state_names[static_cast<std::size_t>(state)]; }

std::string checksum_of(const PublishedSearch& s) {
  return hashed(s.name, aim_name(s.aim), s.puzzle_name, s.puzzle, s.puzzle_hash, s.engine, s.options, s.reduced, s.seed,
                s.version, s.engine_set, s.units, s.budget, s.attempts, s.threshold, s.depth, s.top_nodes,
                s.top_solutions, s.top_distinct, s.top_verified);
}

std::string checksum_of(const DoneUnit& unit) {
  return hashed(unit.id, unit.parent, unit.nodes, unit.solutions, unit.distinct, unit.verified, unit.children,
                unit.boards);
}

std::string place_text(const TreePosition& place) {
  return fmt::format("{}:{}:{}", place.floor, place.next, fmt::join(place.choices, ","));
}

std::optional<TreePosition> read_place(std::string_view text) {
  TreePosition place;
  if (!read_number(text, place.floor) || !skip(text, ':') || !read_number(text, place.next) || !skip(text, ':'))
    return std::nullopt;
  while (!text.empty()) {
    if (place.choices.size() >= max_place_depth || (!place.choices.empty() && !skip(text, ','))) return std::nullopt;
    if (!read_number(text, place.choices.emplace_back())) return std::nullopt;
  }
  if (place.floor > place.choices.size()) return std::nullopt;
  return place;
}

std::string seed_text(std::uint64_t seed) { return fmt::format("seed:{}", seed); }

std::optional<std::uint64_t> read_seed(std::string_view text) {
  std::uint64_t seed = 0;
  if (!text.starts_with("seed:")) return std::nullopt;
  text.remove_prefix(5);
  if (!read_number(text, seed) || !text.empty()) return std::nullopt;
  return seed;
}

std::string unit_id(const PublishedSearch& search, std::string_view place, std::uint64_t budget) {
  return search.puzzle_hash +
         hashed(search.engine, search.options, search.reduced, search.seed, aim_name(search.aim), place, budget);
}

}  // namespace tesselle::cluster
