#include "cluster/report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/json.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::cluster {
namespace {

constexpr std::size_t max_named_units = 10;

/// The units left take what those before took. The error has two parts: how well their mean is known, and how far the
/// units left may scatter around it.
void estimate_time(SearchReport& report) {
  const auto left = static_cast<double>(report.counts.waiting + report.counts.leased);
  const auto done = static_cast<double>(report.counts.done);
  const Pace& pace = report.pace;
  const bool endless = report.search.units == 0;
  if (endless || left == 0 || done == 0 || pace.units_per_second <= 0) return;
  report.seconds_left = left / pace.units_per_second;
  const double spread = pace.mean_seconds > 0 ? pace.deviation_seconds / pace.mean_seconds : 0;
  report.seconds_left_error = *report.seconds_left * spread * std::sqrt(1 / done + 1 / left);
}

/// From one score to the next the boards become fewer by some factor, which goes on. It is taken over a few scores: of
/// the best there are too few boards to tell.
void estimate_next_point(SearchReport& report) {
  constexpr std::size_t max_steps = 3;
  const auto& scores = report.scores;
  std::size_t steps = 0;
  while (steps < max_steps && steps + 1 < scores.size() && scores[steps + 1].score == scores[steps].score - 1) ++steps;
  if (steps == 0 || report.pace.units_per_second <= 0 || report.counts.done == 0) return;
  const auto best = static_cast<double>(scores[0].boards), lower = static_cast<double>(scores[steps].boards);
  const double factor = std::max(1.0, std::pow(lower / best, 1 / static_cast<double>(steps)));
  report.seconds_to_next_point = factor * static_cast<double>(report.counts.done) / best / report.pace.units_per_second;
}

SearchReport report_of(Ledger& ledger, const PublishedSearch& search) {
  SearchReport report;
  report.search = search;
  report.counts = ledger.counts(search.number);
  report.nodes = search.top_nodes + report.counts.nodes;
  report.solutions = search.top_solutions + report.counts.solutions;
  report.distinct = search.top_distinct + report.counts.distinct;
  report.pace = ledger.pace(search.number);
  if (report.counts.set_aside > 0) report.set_aside = ledger.set_aside(search.number, max_named_units);
  if (search.aim == Aim::optimise) report.scores = ledger.scores(search.number);
  if (search.state == SearchState::open) estimate_time(report);
  estimate_next_point(report);
  return report;
}

Json json_of(const SearchReport& r) {
  Json json = {{"name", r.search.name},
               {"puzzle", r.search.puzzle_name},
               {"hash", r.search.puzzle_hash},
               {"goal", aim_name(r.search.aim)},
               {"engine", r.search.engine},
               {"options", r.search.options},
               {"state", state_name(r.search.state)},
               {"all_done", r.all_done()},
               {"urgency", r.search.priority}};
  json["units"] = Json{{"all", r.counts.all()},
                       {"done", r.counts.done},
                       {"in_flight", r.counts.leased},
                       {"waiting", r.counts.waiting},
                       {"set_aside", r.counts.set_aside}};
  json["nodes"] = r.nodes;
  json["solutions"] = r.solutions;
  json["distinct"] = r.distinct;
  json["nodes_per_second"] = r.pace.nodes_per_second;
  json["units_per_second"] = r.pace.units_per_second;
  json["seconds_per_unit"] = r.pace.mean_seconds;
  json["seconds_left"] = r.seconds_left;
  json["seconds_left_error"] = r.seconds_left_error;
  json["best_score"] = r.scores.empty() ? Json() : Json(r.scores.front().score);
  Json scores = Json::list();
  for (const ScoreCount& s : r.scores)
    scores.push_back(Json{{"score", s.score}, {"boards", s.boards}, {"last_hour", s.last_hour}});
  json["scores"] = scores;
  json["seconds_to_next_point"] = r.seconds_to_next_point;
  Json aside = Json::list();
  for (const SetAside& u : r.set_aside)
    aside.push_back(Json{{"id", u.id}, {"place", u.place}, {"attempts", u.attempts}, {"why", u.why}});
  json["set_aside"] = aside;
  return json;
}

}  // namespace

PublishedSearch find_search(Ledger& ledger, const std::string& name) {
  const auto searches = ledger.searches();
  std::string names;
  for (const PublishedSearch& search : searches) {
    if (search.name == name || (name.empty() && searches.size() == 1)) return search;
    names += (names.empty() ? "" : ", ") + search.name;
  }
  if (searches.empty()) throw UsageError(fmt::format("{}: nothing was published", ledger.name()));
  if (name.empty()) throw UsageError(fmt::format("there are several searches, name one: {}", names));
  throw UsageError(fmt::format("there is no search called '{}'; there are: {}", name, names));
}

LedgerReport report(Ledger& ledger, const std::string& search) {
  LedgerReport all;
  all.ledger = ledger.name();
  if (!search.empty())
    all.searches.push_back(report_of(ledger, find_search(ledger, search)));
  else
    for (const PublishedSearch& each : ledger.searches()) all.searches.push_back(report_of(ledger, each));
  all.senseless = ledger.senseless_searches();
  all.workers = ledger.workers();
  return all;
}

std::string report_json(const LedgerReport& report) {
  Json searches = Json::list(), workers = Json::list();
  for (const SearchReport& search : report.searches) searches.push_back(json_of(search));
  for (const WorkerRow& w : report.workers)
    workers.push_back(Json{{"name", w.name},
                           {"host", w.trace.host},
                           {"process", w.trace.process},
                           {"version", w.version},
                           {"started_ago", w.started},
                           {"seen_ago", w.seen},
                           {"in_flight", w.leased}});
  return Json{{"event", "status"},
              {"ledger", report.ledger},
              {"searches", searches},
              {"workers", workers},
              {"unreadable_searches", report.senseless}}
      .dump();
}

std::string published_json(const PublishedSearch& s) {
  return Json{{"event", "published"},    {"name", s.name},       {"puzzle", s.puzzle_name}, {"hash", s.puzzle_hash},
              {"goal", aim_name(s.aim)}, {"engine", s.engine},   {"options", s.options},    {"units", s.units},
              {"budget", s.budget},      {"urgency", s.priority}}
      .dump();
}

}  // namespace tesselle::cluster
