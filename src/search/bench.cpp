#include "search/bench.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/effort.hpp"
#include "base/json.hpp"
#include "base/readable.hpp"
#include "edge/scan/reference_loop.hpp"
#include "packing/tables/placements.hpp"
#include "polyform/forms.hpp"
#include "search/memory_unit_ledger.hpp"
#include "search/openings.hpp"
#include "search/planted.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr std::size_t openings_walked = 1000;

std::string case_name(const BenchCase& bench) {
  return fmt::format("{} with {}{}", bench.puzzle, bench.engine,
                     bench.kind == BenchKind::first_piece_fixed ? ", one piece fixed" : "");
}

/// The puzzle with its first piece fixed on its first placement: small enough for dlx.
Puzzle with_first_piece_fixed(Puzzle puzzle) {
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  const std::uint32_t first[] = {0};
  body.hints = packing::layout_of(body, packing::compile_placements(body), first).placements;
  return puzzle;
}

/// "eternity-own-40": a board with the area of 40 of Eternity's own pieces.
int area_of_own_pieces(std::string_view puzzle) { return std::stoi(std::string(puzzle.substr(puzzle.rfind('-') + 1))); }

Puzzle bench_puzzle(const BenchCase& bench) {
  if (bench.kind == BenchKind::own_pieces) return eternity_with_spare_pieces(area_of_own_pieces(bench.puzzle));
  Puzzle puzzle = load_puzzle(bench.puzzle);
  return bench.kind == BenchKind::first_piece_fixed ? with_first_piece_fixed(std::move(puzzle)) : puzzle;
}

/// One small region that the engine proposes; it also learns the values of pieces there.
std::map<std::string, std::string> one_small_region() {
  return {{"regions", "1"}, {"region-pieces", "8"}, {"batch", "1"},   {"deals", "20"},
          {"width", "100"}, {"late-growth", "10"},  {"outside", "0"}, {"last-reach", "30"}};
}

bool is_complete(const std::string& engine, Family family) {
  const auto& all = engines();
  const auto found = std::find_if(all.begin(), all.end(), [&](const EngineDescription& description) {
    return description.name == engine && description.family == family;
  });
  return found != all.end() && found->complete;
}

Goal goal_of(const BenchCase& bench, Family family) {
  if (bench.kind == BenchKind::own_pieces) return Goal::first;
  // Optimisers are asked for the best board, which is verified.
  const bool counts = bench.kind == BenchKind::openings || is_complete(bench.engine, family);
  return counts ? Goal::count : Goal::best;
}

SearchRequest search_of(const BenchCase& bench) {
  SearchRequest request;
  request.puzzle = share(bench_puzzle(bench));
  if (bench.kind != BenchKind::openings && bench.kind != BenchKind::recursive_loop) request.engine = bench.engine;
  if (bench.kind == BenchKind::own_pieces) request.options = one_small_region();
  request.goal = goal_of(bench, request.puzzle->family());
  request.symmetry = bench.symmetry;
  request.threads = 1;
  if (bench.node_limit > 0) request.limits.nodes = bench.node_limit;
  return request;
}

/// The same tree, cut into ranked openings that are made, weighed and walked one by one: what that costs.
Finished walk_by_openings(const SearchRequest& request, const std::stop_token& stop) {
  const auto set = build_openings(request, {.count = openings_walked}, stop);
  if (!set) return {};
  MemoryUnitLedger ledger(units_of(*set));
  return solve_openings(
      *set, ledger, {.threads = 1}, [](const Event&) {}, stop);
}

Finished walk_recursively(const SearchRequest& request, const std::stop_token& stop) {
  Finished finished;
  finished.nodes = edge::scan::run_reference_loop(request.puzzle->edge(), *request.limits.nodes, stop);
  finished.status = stop.stop_requested() ? Status::stopped : Status::limit;
  return finished;
}

/// Nine half triangles, free, holes allowed. A node is a form.
Finished enumerate_nonadrafters(const std::stop_token& stop) {
  const auto count = polyform::enumerate(
      {LatticeKind::drafter, 9, polyform::Sameness::free, polyform::Selection::all, false}, {}, stop);
  Finished finished;
  finished.status = count.complete ? Status::exhausted : Status::stopped;
  finished.nodes = count.forms;
  finished.distinct = count.forms;
  return finished;
}

Finished run_case(const BenchCase& bench, const SearchRequest& request, const std::stop_token& stop) {
  switch (bench.kind) {
    case BenchKind::openings:
      return walk_by_openings(request, stop);
    case BenchKind::recursive_loop:
      return walk_recursively(request, stop);
    case BenchKind::enumeration:
      return enumerate_nonadrafters(stop);
    case BenchKind::search:
    case BenchKind::first_piece_fixed:
    case BenchKind::own_pieces:
      break;
  }
  return search(request, {}, stop);
}

double work_of(const BenchCase& bench, const Finished& finished) {
  for (const Statistic& statistic : finished.statistics.values)
    if (statistic.name == bench.work) return statistic.value;
  return static_cast<double>(finished.nodes);
}

/// nullopt if it was stopped.
std::optional<BenchRow> measure_case(const BenchCase& bench, const std::stop_token& stop) {
  const SearchRequest request = bench.kind == BenchKind::enumeration ? SearchRequest{} : search_of(bench);
  const EffortMeter meter;
  const Finished finished = run_case(bench, request, stop);
  BenchRow row;
  row.cpu_seconds = meter.cpu_seconds();
  const auto instructions = meter.instructions();
  if (finished.status == Status::stopped) return std::nullopt;
  row.bench = &bench;
  row.nodes = finished.nodes;
  row.solutions = finished.solutions;
  row.distinct = finished.distinct;
  row.best = finished.best;
  row.pace = work_of(bench, finished) / row.cpu_seconds;
  if (instructions && row.nodes > 0)
    row.instructions_per_node = static_cast<double>(*instructions) / static_cast<double>(row.nodes);
  return row;
}

/// Times mean nothing if the answer is wrong.
void require_answer(const BenchRow& row) {
  const BenchCase& bench = *row.bench;
  if (bench.node_limit == 0 && row.answer() != bench.record.answer)
    throw InternalError(
        fmt::format("bench: {} gave {} solutions, expected {}", case_name(bench), row.answer(), bench.record.answer));
}

/// On equal trees by time, else by pace.
BenchRatio ratio_of(const BenchRow& row, const BenchRow& yardstick) {
  const bool equal_trees = row.bench->node_limit == 0;
  const double ratio = equal_trees ? yardstick.cpu_seconds / row.cpu_seconds : row.pace / yardstick.pace;
  const BenchCase& slower = *yardstick.bench;
  return {row.bench->puzzle, row.bench->engine, slower.yardstick, ratio, slower.times_slower};
}

bool is_selected(const BenchCase& bench, const BenchSelection& selection) {
  return (selection.group == "all" || selection.group == bench.group) &&
         (selection.puzzle.empty() || selection.puzzle == bench.puzzle) &&
         (selection.part == BenchPart::full || bench.part == selection.part);
}

std::string changed_text(const BenchRow& row) {
  const BenchRecord& record = row.bench->record;
  std::string text = fmt::format("{} made {}, recorded are {}", case_name(*row.bench), counted(row.nodes, "node"),
                                 grouped(record.nodes));
  if (row.answer() != record.answer) text += fmt::format(" (found {}, not {})", row.answer(), record.answer);
  if (row.best && row.best->score != record.score)
    text += fmt::format(" (score {}, not {})", row.best->score, record.score);
  return text;
}

Json bench_row_json(const BenchRow& row, BenchTimes times) {
  const BenchCase& bench = *row.bench;
  Json json = {{"event", "bench"},
               {"puzzle", bench.puzzle},
               {"engine", bench.engine},
               {"symmetry", bench.symmetry == Symmetry::distinct ? "distinct" : "all"},
               {"nodes", row.nodes},
               {"distinct", row.distinct.value_or(0)},
               {"best", row.best ? row.best->score : 0},
               {"as_recorded", row.as_recorded()}};
  if (times == BenchTimes::left_out) return json;
  json["cpu_seconds"] = row.cpu_seconds;
  json["nodes_per_second"] = row.pace;
  json["instructions_per_node"] = row.instructions_per_node;
  return json;
}

Json bench_ratio_json(const BenchRatio& ratio) {
  return {{"event", "ratio"},     {"puzzle", ratio.puzzle}, {"engine", ratio.engine}, {"yardstick", ratio.yardstick},
          {"ratio", ratio.ratio}, {"bar", ratio.bar}};
}

}  // namespace

bool BenchRow::as_recorded() const {
  const BenchRecord& record = bench->record;
  if (record.nodes == 0) return true;
  return nodes == record.nodes && answer() == record.answer && (!best || best->score == record.score);
}

bool run_bench(const BenchSelection& selection, const std::function<void(const BenchEvent&)>& tell,
               std::stop_token stop) {
  std::vector<std::string> changed;
  std::optional<BenchRow> before;
  for (const BenchCase& bench : bench_cases()) {
    if (!is_selected(bench, selection)) continue;
    const std::optional<BenchRow> row = measure_case(bench, stop);
    if (!row) return false;
    require_answer(*row);
    tell(*row);
    if (bench.times_slower > 0 && before) tell(ratio_of(*before, *row));
    if (!row->as_recorded()) changed.push_back(changed_text(*row));
    before = row;
  }
  if (!before) throw UsageError("bench: there is no such case");
  if (!changed.empty()) throw InternalError(fmt::format("bench: the signature changed: {}", fmt::join(changed, "; ")));
  return true;
}

std::string bench_json(const BenchEvent& event, BenchTimes times) {
  const auto* row = std::get_if<BenchRow>(&event);
  return (row ? bench_row_json(*row, times) : bench_ratio_json(std::get<BenchRatio>(event))).dump();
}

}  // namespace tesselle
