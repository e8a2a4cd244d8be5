#include "web/stored_boards.hpp"

#include "formats/solution_json.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/record.hpp"

namespace tesselle::web {
namespace {

constexpr std::size_t events_at_once = 500;

Json numbered(const StoredEvent& event) {
  Json board = Json::parse(event.json);
  board["number"] = event.number;
  return board;
}

/// The event's board if it passes, shown as the copy that does.
std::optional<Json> passed(const Puzzle& puzzle, const BoardFilter& filter, const StoredEvent& event) {
  Json json = numbered(event);
  if (filter.empty()) return json;
  const Json placements = {{"placements", json.at("placements")}};
  const Solution board = read_solution(puzzle, placements.dump(), "board").solution;
  const auto copy = filter.passed(board);
  if (!copy) return std::nullopt;
  if (*copy == board) return json;
  const Json shown = solution_as_json(puzzle, verified_record(puzzle, *copy));
  for (const char* key : {"placements", "board"})
    if (const Json* value = shown.find(key)) json[key] = *value;
  return json;
}

}  // namespace

/// From this number on, until `use` returns false.
void StoredBoards::for_each(std::uint64_t from, const std::function<bool(const StoredEvent&)>& use) const {
  for (bool more = true; more;) {
    const auto events = store.events_of_kind(run, kind, from, events_at_once);
    more = events.size() == events_at_once;
    for (const StoredEvent& event : events) {
      if (!use(event)) return;
      from = event.number + 1;
    }
  }
  for (const StoredEvent& event : unwritten)
    if (event.kind == kind && event.number >= from && !use(event)) return;
}

Json StoredBoards::one_by_one(const BoardQuery& query) const {
  Json list = Json::list();
  std::size_t sent = 0;
  if (query.count > 0)
    for_each(query.from, [&](const StoredEvent& event) {
      list.push_back(numbered(event));
      return ++sent < query.count;
    });
  return {{"total", total}, {"matching", total}, {"solutions", std::move(list)}};
}

Json StoredBoards::answer(const BoardQuery& query, const std::stop_token& stop) const {
  if (!query.filtered()) return one_by_one(query);
  require_filters(puzzle, query.filters);
  const BoardFilter filter(puzzle, query.filters, distinct);
  Json list = Json::list();
  std::uint64_t passing = 0, matching = 0;
  for_each(1, [&](const StoredEvent& event) {
    auto board = passed(puzzle, filter, event);
    if (board && passing++ % query.filters.every == 0 && ++matching >= query.from &&
        matching - query.from < query.count)
      list.push_back(std::move(*board));
    return !stop.stop_requested();
  });
  return {{"total", total}, {"matching", matching}, {"solutions", std::move(list)}};
}

}  // namespace tesselle::web
