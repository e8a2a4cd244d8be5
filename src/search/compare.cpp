#include "search/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.hpp"
#include "base/machine.hpp"

namespace tesselle {
namespace {

SearchRequest request_of(const ComparisonRequest& comparison, std::size_t puzzle, const Variant& variant) {
  SearchRequest request;
  request.puzzle = comparison.puzzles[puzzle];
  request.goal = comparison.goal;
  request.engine = variant.engine;
  request.options = variant.options;
  request.threads = comparison.threads;
  request.limits = comparison.limits;
  request.target = comparison.target;
  request.symmetry = comparison.symmetry;
  return request;
}

Comparison empty_comparison(const ComparisonRequest& request) {
  Comparison comparison;
  comparison.measure =
      request.measure != nullptr ? request.measure : measures_for(request.goal, request.target.has_value()).front();
  if (request.measure == nullptr && request.goal == Goal::count) comparison.measure = &measure_named("seconds");
  for (const auto& puzzle : request.puzzles) comparison.puzzles.push_back(puzzle->name);
  for (const Variant& variant : request.variants) comparison.variants.push_back(variant.label);
  for (std::size_t p = 0; p < request.puzzles.size(); ++p)
    for (std::size_t v = 0; v < request.variants.size(); ++v) comparison.cells.push_back({p, v, {}});
  comparison.planned = request.seeds.size();
  return comparison;
}

/// Differences of paired runs; two that never got there are equal.
std::vector<double> paired_differences(const Comparison& comparison, std::size_t puzzle, std::size_t variant) {
  const auto& first = comparison.cell(puzzle, 0).rows;
  const auto& other = comparison.cell(puzzle, variant).rows;
  std::vector<double> differences;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double a = compared_value(*comparison.measure, first[i]), b = compared_value(*comparison.measure, other[i]);
    differences.push_back(a == b ? 0 : b - a);
  }
  return differences;
}

/// JSON has no infinity.
Json finite_or_null(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json cell_json(const Comparison& comparison, const ComparisonCell& cell) {
  Json values = Json::list();
  for (const RunRow& row : cell.rows) values.push_back(finite_or_null(compared_value(*comparison.measure, row)));
  return {
      {"puzzle", comparison.puzzles[cell.puzzle]}, {"variant", comparison.variants[cell.variant]}, {"values", values}};
}

Json test_json(const Comparison& comparison, const PairedTest& test) {
  return {{"puzzle", comparison.puzzles[test.puzzle]},
          {"variant", comparison.variants[test.variant]},
          {"against", comparison.variants.front()},
          {"better", test.better},
          {"equal", test.equal},
          {"worse", test.worse},
          {"median_difference", finite_or_null(test.difference)},
          {"p", test.test.p},
          {"corrected_p", test.corrected_p}};
}

}  // namespace

Variant parse_variant(const std::string& text, const std::string& option) {
  const std::size_t colon = text.find(':');
  Variant variant{text, text.substr(0, colon)};
  const auto refuse = [&](const std::string& found) {
    throw UsageError(fmt::format("{}: found '{}', expected ENGINE or ENGINE:OPTION=VALUE,…", option, found));
  };
  if (variant.engine.empty()) refuse(text);
  for (std::size_t at = colon; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at + 1), text.size());
    const std::string setting = text.substr(at + 1, end - at - 1);
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) refuse(setting.empty() ? text : setting);
    variant.options[setting.substr(0, equals)] = setting.substr(equals + 1);
    at = end;
  }
  return variant;
}

void require_comparable(const ComparisonRequest& request) {
  if (request.puzzles.empty() || request.seeds.empty()) throw UsageError("compare: needs a puzzle and a seed");
  if (request.variants.size() < 2) throw UsageError("compare: needs at least two engines or variants");
  for (std::size_t i = 0; i < request.variants.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (request.variants[i].label == request.variants[j].label)
        throw UsageError(fmt::format("compare: '{}' is given twice", request.variants[i].label));
  for (std::size_t p = 0; p < request.puzzles.size(); ++p)
    for (const Variant& variant : request.variants) plan(request_of(request, p, variant));
}

Comparison compare(const ComparisonRequest& request, const RunTold& told, const std::stop_token& stop) {
  require_comparable(request);
  Comparison comparison = empty_comparison(request);
  for (const std::uint64_t seed : request.seeds) {
    std::vector<RunRow> round;
    for (const ComparisonCell& cell : comparison.cells) {
      const SearchRequest one = request_of(request, cell.puzzle, request.variants[cell.variant]);
      RunSeries series = run_series(one, {seed}, {}, stop);
      if (series.rows.empty()) return comparison;
      if (told) told(comparison.puzzles[cell.puzzle], comparison.variants[cell.variant], series.rows.front());
      round.push_back(std::move(series.rows.front()));
    }
    for (std::size_t c = 0; c < round.size(); ++c) comparison.cells[c].rows.push_back(std::move(round[c]));
    ++comparison.done;
  }
  return comparison;
}

double compared_value(const Measure& measure, const RunRow& row) {
  return measure.of(row).value_or(measure.more_is_better ? 0 : HUGE_VAL);
}

std::vector<PairedTest> paired_tests(const Comparison& comparison) {
  std::vector<PairedTest> tests;
  if (comparison.done == 0) return tests;
  for (const ComparisonCell& cell : comparison.cells) {
    if (cell.variant == 0) continue;
    PairedTest test{cell.puzzle, cell.variant};
    const std::vector<double> differences = paired_differences(comparison, cell.puzzle, cell.variant);
    for (const double difference : differences) {
      if (difference == 0)
        ++test.equal;
      else
        ++((difference > 0) == comparison.measure->more_is_better ? test.better : test.worse);
    }
    test.difference = median_of(differences);
    test.test = signed_rank_test(differences);
    tests.push_back(test);
  }
  std::vector<double> probabilities;
  for (const PairedTest& test : tests) probabilities.push_back(test.test.p);
  const std::vector<double> corrected = holm_corrected(probabilities);
  for (std::size_t i = 0; i < tests.size(); ++i) tests[i].corrected_p = corrected[i];
  return tests;
}

std::string comparison_csv(const Comparison& comparison) {
  std::vector<RunRow> rows;
  std::vector<std::string> labels;
  for (const ComparisonCell& cell : comparison.cells)
    for (const RunRow& row : cell.rows) {
      rows.push_back(row);
      labels.push_back(comparison.variants[cell.variant]);
    }
  return runs_csv(rows, labels);
}

std::string comparison_json(const Comparison& comparison) {
  Json cells = Json::list(), tests = Json::list();
  for (const ComparisonCell& cell : comparison.cells) cells.push_back(cell_json(comparison, cell));
  for (const PairedTest& test : paired_tests(comparison)) tests.push_back(test_json(comparison, test));
  return Json{{"event", "comparison"},    {"measure", comparison.measure->name},
              {"seeds", comparison.done}, {"planned", comparison.planned},
              {"cells", cells},           {"tests", tests},
              {"version", version()},     {"machine", machine_name()}}
      .dump();
}

}  // namespace tesselle
