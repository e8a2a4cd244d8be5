#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/readable.hpp"
#include "study/measurement.hpp"
#include "study/pentominoes_restrictions.hpp"
#include "study/study.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::study {
namespace {

using namespace pentomino_study;

constexpr std::uint64_t quick_nodes = 150'000'000;                    // about ten seconds of `fill`
constexpr std::uint64_t quick_cuts = 100'000, max_cuts = 20'000'000;  // seconds and minutes of `interval`
constexpr std::uint64_t quick_distance_nodes = 1'500'000, distance_nodes = 10'000'000;

/// A line of a table of the thesis and the puzzle that gives ours.
struct ThesisLine {
  std::string label;
  Puzzle puzzle;
  std::string their_solutions;
  std::uint64_t their_nodes;
  std::optional<std::uint64_t> their_cuts;  ///< of the interval solver
};

class ThesisTables {
 public:
  explicit ThesisTables(const Context& context) : context_(context) {}

  Table all_solutions(std::string title, const std::vector<ThesisLine>& lines) const {
    Table table{std::move(title),
                {"box", "solutions, thesis", "ours", "nodes, thesis", "ours (fill)", "", "fill, CPU s",
                 "cover: distinct", "cover: nodes", "cover, CPU s"},
                {},
                {}};
    for (const ThesisLine& line : lines) {
      auto row = fill_cells(line);
      const Measurement cover = measured(line, "cover", Symmetry::distinct);
      row.insert(row.end(), {grouped(cover.distinct), grouped(cover.nodes), seconds(cover)});
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  Table restricted(std::string title, const std::vector<ThesisLine>& lines) const {
    Table table{
        std::move(title),
        {"box", "solutions, thesis", "ours", "nodes, thesis", "ours (fill)", "", "fill, CPU s", "cover: solutions",
         "cover: nodes", "cover, CPU s", "cuts, thesis", "ours (interval)", "", "interval, CPU s"},
        {},
        {}};
    for (const ThesisLine& line : lines) {
      auto row = fill_cells(line);
      const Measurement cover = measured(line, "cover", Symmetry::all);
      row.insert(row.end(), {grouped(cover.solutions), grouped(cover.nodes), seconds(cover)});
      append(row, interval_cells(line, [&] { return measured(line, "interval", Symmetry::all); }));
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  Table first_hundred(std::string title, const std::vector<ThesisLine>& lines) const {
    Table table{std::move(title),
                {"box", "solutions", "nodes, thesis", "ours (fill)", "", "cuts, thesis", "ours (interval)", "",
                 "interval, CPU s"},
                {},
                {}};
    for (const ThesisLine& line : lines) {
      context_.working(line.label + ": first 100, fill");
      const Measurement fill = first_solutions(line.puzzle, "fill", 100);
      std::vector<std::string> row = {line.label, grouped(fill.solutions), grouped(line.their_nodes),
                                      grouped(fill.nodes + 1), same(fill.nodes + 1, line.their_nodes)};
      context_.working(line.label + ": first 100, interval");
      append(row, interval_cells(line, [&] { return first_solutions(line.puzzle, "interval", 100); }));
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  Table strategies(std::string title, const Puzzle& puzzle) const {
    struct Strategy {
      const char *label, *priority, *decompose;
      std::uint64_t their_calls;
    };
    constexpr Strategy all[] = {{"cheap constraints first, decomposition", "yes", "yes", 12'700},
                                {"cheap constraints first", "yes", "no", 12'419},
                                {"decomposition", "no", "yes", 44'998},
                                {"neither", "no", "no", 39'250}};
    Table table{std::move(title), {"strategy", "calls, thesis", "calls, ours", "cuts, ours", "CPU s"}, {}, {}};
    for (const Strategy& strategy : all) {
      context_.working(strategy.label);
      const Measurement first = first_solutions(
          puzzle, "interval", 1,
          {{"narrowing", "stepwise"}, {"priority", strategy.priority}, {"decompose", strategy.decompose}});
      table.rows.push_back({strategy.label, grouped(strategy.their_calls),
                            grouped(count_of(first, "permutation calls")), grouped(count_of(first, "cuts")),
                            fmt::format("{:.3f}", first.cpu_seconds)});
    }
    return table;
  }

  Table beyond(std::string title, const std::vector<std::pair<std::string, Puzzle>>& boxes) const {
    struct Variant {
      const char* label;
      std::map<std::string, std::string> options;
    };
    const std::vector<Variant> variants = {
        {"intervals", {}},
        {"sets", {{"domains", "sets"}}},
        {"sets, counting cells", {{"domains", "sets"}, {"counts", "yes"}}},
        {"sets, counting cells, scarcest", {{"domains", "sets"}, {"counts", "yes"}, {"cut", "scarcest"}}}};
    Table table{std::move(title), {"box", "search", "solutions", "cuts or nodes", "CPU s"}, {}, {}};
    std::map<std::string, double> sums;  // per search
    for (const auto& [label, puzzle] : boxes) {
      if (context_.stopped() || (context_.quick && label != "3×20")) break;
      const auto add = [&, &name = label](const std::string& search, const Measurement& result, std::uint64_t nodes) {
        table.rows.push_back({name, search, grouped(result.solutions), grouped(nodes), seconds(result)});
        sums[search] += result.cpu_seconds;
      };
      for (const Variant& variant : variants) {
        context_.working(fmt::format("{}: {}", label, variant.label));
        const Measurement result = measure(
            puzzle, {.engine = "interval", .options = variant.options, .symmetry = Symmetry::all}, context_.stop);
        if (result.ended) add(variant.label, result, count_of(result, "cuts"));
      }
      for (const std::string engine : {"fill", "cover"}) {
        const Measurement result = measure(puzzle, {.engine = engine, .symmetry = Symmetry::all}, context_.stop);
        if (result.ended) add(engine, result, result.nodes);
      }
    }
    if (!context_.stopped()) table.notes.push_back(conclusion(sums));
    return table;
  }

  /// Chapter 2's model beside chapter 3's, to the first solution.
  Table distances(std::string title, const Puzzle& puzzle) const {
    struct Variant {
      const char* label;
      std::map<std::string, std::string> options;
    };
    const std::vector<Variant> variants = {
        {"distances, cut by coordinates", {{"model", "distance"}, {"cut", "coordinate"}}},
        {"distances, cut by cells", {{"model", "distance"}}},
        {"placements (chapter 3)", {}}};
    Table table{std::move(title), {"model", "solutions", "nodes", "CPU s"}, {}, {}};
    for (const Variant& variant : variants) {
      context_.working(variant.label);
      const Measurement result = measure(puzzle,
                                         {.engine = "interval",
                                          .options = variant.options,
                                          .solutions = 1,
                                          .nodes = context_.quick ? quick_distance_nodes : distance_nodes},
                                         context_.stop);
      table.rows.push_back({variant.label, grouped(result.solutions), grouped(result.nodes), seconds(result)});
    }
    return table;
  }

 private:
  static void append(std::vector<std::string>& row, std::vector<std::string> cells) {
    row.insert(row.end(), std::make_move_iterator(cells.begin()), std::make_move_iterator(cells.end()));
  }

  static std::string conclusion(const std::map<std::string, double>& sums) {
    const double intervals = sums.at("intervals"), sets = sums.at("sets"), fill = sums.at("fill"),
                 cover = sums.at("cover");
    return fmt::format(
        "The conclusion of the thesis stands, and this is the factor: all boxes of this table together take intervals "
        "{:.2f} s, sets {:.2f} s, `fill` {:.2f} s and `cover` {:.2f} s. Plain enumeration is {:.0f} times as fast as "
        "the thesis' solver and {:.0f} times as fast as sets; `cover` is {:.0f} and {:.0f} times as fast. Enumeration "
        "makes more nodes, each of which costs almost nothing. `cover` can also leave symmetric solutions out (table "
        "4.3), which `interval` cannot.",
        intervals, sets, fill, cover, intervals / fill, sets / fill, intervals / cover, sets / cover);
  }

  /// What an engine counts under that name.
  static std::uint64_t count_of(const Measurement& measurement, std::string_view name) {
    for (const Statistic& statistic : measurement.statistics.values)
      if (statistic.name == name) return static_cast<std::uint64_t>(statistic.value);
    throw InternalError("the study found no statistic " + std::string(name));
  }

  /// Cuts (theirs, ours, verdict) and seconds. What the thesis prints as cuts are backtracks. The solver is for boxes:
  /// where a piece is confined to a part of one, and where the thesis needed too many cuts, there are no numbers of
  /// ours.
  template <class Measured>
  std::vector<std::string> interval_cells(const ThesisLine& line, Measured measured_now) const {
    std::vector<std::string> cells = {grouped(*line.their_cuts), skipped, "", skipped};
    const bool is_box = line.puzzle.packing().optional_cells.empty();
    if (context_.stopped() || !is_box || *line.their_cuts > (context_.quick ? quick_cuts : max_cuts)) return cells;
    const Measurement interval = measured_now();
    if (!interval.ended) return cells;
    const std::uint64_t backtracks = count_of(interval, "backtracks");
    cells[1] = grouped(backtracks);
    cells[2] = same(backtracks, *line.their_cuts);
    cells[3] = seconds(interval);
    return cells;
  }

  /// Label, solutions (theirs, ours), nodes (theirs, ours, verdict), seconds.
  std::vector<std::string> fill_cells(const ThesisLine& line) const {
    std::vector<std::string> row = {line.label, line.their_solutions, skipped, grouped(line.their_nodes), skipped, "",
                                    skipped};
    if (context_.stopped() || (context_.quick && line.their_nodes > quick_nodes)) return row;
    const Measurement fill = measured(line, "fill", Symmetry::all);
    if (!fill.ended) return row;
    row[2] = grouped(fill.solutions);
    row[4] = grouped(fill.nodes + 1);
    row[5] = same(fill.nodes + 1, line.their_nodes);
    row[6] = seconds(fill);
    return row;
  }

  Measurement measured(const ThesisLine& line, const std::string& engine, Symmetry symmetry) const {
    context_.working(fmt::format("{}: {}", line.label, engine));
    return measure(line.puzzle, {.engine = engine, .symmetry = symmetry}, context_.stop);
  }

  Measurement first_solutions(const Puzzle& puzzle, const std::string& engine, std::uint64_t wanted,
                              const std::map<std::string, std::string>& options = {}) const {
    return measure(puzzle, {.engine = engine, .options = options, .solutions = wanted}, context_.stop);
  }

  static std::string same(std::uint64_t ours, std::uint64_t theirs) { return ours == theirs ? "equal" : "differs"; }
  static std::string seconds(const Measurement& m) { return fmt::format("{:.2f}", m.cpu_seconds); }

  const Context& context_;
};

Puzzle box(const std::string& size) { return in_thesis_order(load_puzzle("pentominoes-" + size)); }

std::vector<ThesisLine> lines_4_3() {
  return {{"2×30", box("2x30"), "0", 100, std::nullopt},
          {"3×20", box("3x20"), "4·2", 71'191, std::nullopt},
          {"4×15", box("4x15"), "4·368", 1'789'678, std::nullopt},
          {"5×12", box("5x12"), "4·1010", 8'387'260, std::nullopt},
          {"6×10", box("6x10"), "4·2339", 25'848'916, std::nullopt},
          {"2×2×15", box("2x2x15"), "0", 3'474, std::nullopt},
          {"2×3×10", box("2x3x10"), "8·12", 3'543'583, std::nullopt},
          {"2×5×6", box("2x5x6"), "8·264", 257'639'965, std::nullopt},
          {"3×4×5", box("3x4x5"), "8·3940", 9'279'204'103, std::nullopt}};
}

std::vector<ThesisLine> lines_4_4() {
  return {{"3×20", box("3x20"), "", 71'191, 72'036},           {"4×15", box("4x15"), "", 134'982, 121'293},
          {"5×12", box("5x12"), "", 247'082, 217'212},         {"6×10", box("6x10"), "", 324'969, 351'510},
          {"2×3×10", box("2x3x10"), "", 3'543'583, 2'914'667}, {"2×5×6", box("2x5x6"), "", 7'775'773, 4'187'511},
          {"3×4×5", box("3x4x5"), "", 19'600'732, 7'588'096}};
}

Puzzle turned(const std::string& size) { return with_few_turns_of_f(box(size)); }

std::vector<ThesisLine> lines_4_5() {
  return {{"2×30", turned("2x30"), "0", 100, 0},
          {"3×20", turned("3x20"), "2", 38'792, 32'809},
          {"4×15", turned("4x15"), "368", 708'508, 771'425},
          {"5×12", turned("5x12"), "1010", 3'285'507, 3'532'267},
          {"6×10", turned("6x10"), "2339", 9'918'168, 9'752'037}};
}

std::vector<ThesisLine> lines_4_6() {
  return {{"2×2×15", turned("2x2x15"), "0", 3'474, 0},
          {"2×3×10", turned("2x3x10"), "2·12", 1'860'942, 1'559'135},
          {"2×5×6", turned("2x5x6"), "2·264", 114'424'641, 102'516'710},
          {"3×4×5", turned("3x4x5"), "2·3940", 2'039'115'519, 1'672'290'710}};
}

Puzzle confined(const std::string& size, int Cell::*axis, int low, int high) {
  return with_f_between(turned(size), axis, low, high);
}

std::vector<ThesisLine> lines_4_7() {
  return {{"2×3×10", confined("2x3x10", &Cell::z, 0, 0), "12", 1'511'443, 1'408'022},
          {"2×5×6", confined("2x5x6", &Cell::z, 0, 0), "264", 97'192'503, 90'565'828}};
}

/// The thesis' x, y, z are the lengths 3, 4, 5: our z, y, x.
std::vector<ThesisLine> lines_4_8() {
  return {{"F in x = 0", confined("3x4x5", &Cell::z, 0, 0), "1207", 1'373'875'178, 1'065'181'264},
          {"F in x = 1", confined("3x4x5", &Cell::z, 1, 1), "2·322", 1'338'513'351, 1'070'316'969},
          {"F in y < 2", confined("3x4x5", &Cell::y, 0, 1), "1185", 1'388'531'635, 796'027'174},
          {"F in z < 2", confined("3x4x5", &Cell::x, 0, 1), "1150", 1'380'943'824, 121'259'983},
          {"F in z = 2", confined("3x4x5", &Cell::x, 2, 2), "2·76", 1'225'618'582, 55'311'242}};
}

const char* const not_run_note =
    "Not run with `interval`: what took the thesis more than twenty million cuts (a hundred thousand with `--quick`), "
    "and F confined to a part of a box, which this engine cannot be told.";

const char* const cuts_note =
    "Cuts: what the thesis prints are backtracks, dead ends and solutions left behind. That is one more than the cuts "
    "of a complete search.";

const char* const restricted_note =
    "Cuts with F restricted do not come out, although the unrestricted ones of table 4.4 do to the last. This was "
    "tried. All 16 choices of F's two orientations, with F at each of the 12 places in the list of pieces: 33 541 to "
    "40 889 on 3×20 (thesis: 32 809), and with F in its own place 647 298 to 707 656 on 4×15 (thesis: 771 425). Twenty "
    "random orders of all pieces: 36 090 to 39 696 on 3×20. F's points in any of the 120 fixed orders without the "
    "order constraint, with each of the 16 choices: at least 35 467 on 3×20. Only the order constraint on F left out: "
    "33 585 to 43 686. Orientations rejected late, once no allowed one is left or once the piece is fixed: 43 173 to "
    "48 995. One orientation per run, and summing: 57 482 to 63 326. L, P, N, Y, V or W restricted instead of F: 20 "
    "704 to 42 114, never "
    "the thesis' number. Stopping at the last solution: 23 772 to 35 759, never the thesis' number. Other rules for "
    "numbers that start equally low, shorter intervals first or last, the last piece first, F last: 29 910 to 46 035, "
    "and the rule that comes near on 3×20 (32 403, shorter first) gives 559 826 on 4×15, far below. What the numbers "
    "say: its program prunes more than ours on 3×20 and less on wider boxes, which no single one of these changes "
    "does.";

Table with_notes(Table table, std::vector<std::string> notes) {
  table.notes.insert(table.notes.begin(), std::make_move_iterator(notes.begin()), std::make_move_iterator(notes.end()));
  return table;
}

Table table_4_2(const ThesisTables& tables) {
  return with_notes(
      tables.strategies("Table 4.2: what the interval solver's strategy is worth, first solution of 6×10", box("6x10")),
      {"Calls: how often the permutation constraint is narrowed. What is left after narrowing does not depend on the "
       "order of the constraints, so the cuts are the same in all four lines; the calls and their cost are not. "
       "The thesis took 5.5 s, 15 s, 38 s and 47 s.",
       "Our calls are fewer than the thesis', at the same tree (table 4.4). All 75 ways to give the four kinds of "
       "constraint (point, order, placement, permutation) ranks, equal ranks included, were tried, each with a "
       "permutation that is called again after it has changed something, called again unless it is a single number, "
       "or not. None gives the thesis' numbers. The nearest is placement and permutation in one queue behind the "
       "others: 12 219 and 11 984 calls for its 12 700 and 12 419. A permutation that wakes itself costs 21 201 and "
       "18 780 calls without priorities, half of the thesis' 44 998 and 39 250. Not tried: sums and products as "
       "constraints of their own, which we take together.",
       "`--narrowing stepwise` is measured here; the default, `swift`, gets to the same intervals by other means."});
}

Table table_4_3(const ThesisTables& tables) {
  return with_notes(
      tables.all_solutions("Table 4.3: all solutions", lines_4_3()),
      {"`cover` leaves out symmetric solutions; here `fill` does not.",
       "3×4×5 does not reproduce: by the same definition it has 4 984 619 583 nodes (`--quick` does not count them). "
       "The printed 9 279 204 103 is larger by 2^32 − 382 776: probably a 32-bit counter overflowed and was corrected "
       "by "
       "hand. The other numbers of the thesis support ours. Its restricted 3×4×5 (table 4.6) is our tree to the node. "
       "Its program made 650 000 nodes per second on 2×5×6 and 676 000 on the restricted 3×4×5, so its 2 h 11 min mean "
       "634 000 per second with our count but 1 180 000 with the printed one."});
}

Table table_4_4(const ThesisTables& tables) {
  return with_notes(
      tables.first_hundred("Table 4.4: the first 100 solutions", lines_4_4()),
      {"Where there are fewer than 100 solutions the whole tree is searched and the nodes are equal. Elsewhere they "
       "depend on the order in which pieces and orientations are tried, which the thesis does not give: only the "
       "magnitude can be compared.",
       std::string(cuts_note) + " A search that is stopped at solution 100 has not left that one.",
       "Three things are inferred, since the text does not say them. The points of a piece are ordered by cell number "
       "(z, "
       "then y, then x), where it asks for lexicographic order. Their cell numbers must ascend, which is part of its "
       "definition of a class (sections 1.2 and 3.4.2) but of no narrowing that it prints: without it, other points of "
       "a "
       "piece are cut in vain on the lowest free cell. Of numbers that start equally low the first is cut, with the "
       "pieces in the order F I L P N T U V W X Y Z. These rules were found by trying variants on the first five "
       "boxes; "
       "the last two then came out by themselves.",
       "Two misprints: the formula for a sum subtracts lower bounds from a lower bound where it must subtract upper "
       "ones, "
       "and the base piece π₁₀ (X) lists a point twice.",
       not_run_note});
}

Table table_4_5(const ThesisTables& tables) {
  return with_notes(
      tables.restricted("Table 4.5: flat boxes, F in 2 of its 8 orientations", lines_4_5()),
      {"Of the 16 ways to choose two orientations that no symmetry of a rectangle exchanges, exactly one gives the "
       "thesis' nodes in all four boxes: `.#. / ### / ..#` and its transpose `.#. / ##. / .##`.",
       cuts_note, restricted_note});
}

Table table_4_6(const ThesisTables& tables) {
  return with_notes(tables.restricted("Table 4.6: boxes, F in 6 of its 24 orientations", lines_4_6()),
                    {"The six are that F with its axes permuted in every way; flat, they are the two of table 4.5.",
                     "On the cuts with F restricted see table 4.5.", not_run_note});
}

Table table_4_7(const ThesisTables& tables) {
  return with_notes(
      tables.restricted("Table 4.7: boxes of thickness 2, F also in the lower layer", lines_4_7()),
      {"Outside this study, with F's x fixed to 0 before the search, our narrowing makes 1 116 222 backtracks on "
       "2×3×10 in 2.4 s. On why that differs from the thesis' 1 408 022 see table 4.5.",
       not_run_note});
}

Table table_4_8(const ThesisTables& tables) {
  return with_notes(tables.restricted("Table 4.8: 3×4×5 in five parts by the place of F", lines_4_8()),
                    {"1207 + 322 + 1185 + 1150 + 76 = 3940.",
                     "A full run gives the thesis' nodes for x = 0 (1 373 875 178) but not for z = 2: 1 233 918 510 "
                     "instead of 1 225 618 582.",
                     not_run_note});
}

Table table_beyond(const ThesisTables& tables) {
  return with_notes(
      tables.beyond("Beyond the thesis: all solutions by stronger narrowing and other cuts",
                    {{"3×20", box("3x20")}, {"4×15", box("4x15")}, {"2×3×10", box("2x3x10")}}),
      {"Every symmetric solution is found in all lines. Intervals are the thesis' solver. Sets keep every value that a "
       "cell number can have, so a cell that is taken leaves the middle as well as the ends. Counting cells: one that "
       "no "
       "piece can reach is a dead end, one that a single piece can reach belongs to it. Scarcest: the cut is made on "
       "the "
       "cell that the fewest placements use instead of the lowest."});
}

Table table_distance(const ThesisTables& tables) {
  return with_notes(
      tables.distances("Chapter 2: the model of distances, first solution of 3×20", box("3x20")),
      {"The thesis gave this model up: at best one solution per hour of its machine. It does not say what it cut. Cut "
       "by "
       "coordinates (`--cut coordinate`), a point keeps or loses the lowest value of one coordinate. A hole is then a "
       "subtree like any other, and no constraint on two points notices it: the search is stopped at the number of "
       "nodes "
       "that is printed, without a solution. Cut by cells, the lowest free cell gets one of the points that may be on "
       "it, and that point's piece is completed: a hole is a dead end at once. This is what enumeration does, and it "
       "does the work; the distances only follow.",
       "Cells must be cut piece by piece. Where each free cell in turn gets a point and pieces stay unfinished, "
       "56 million nodes (74 s) had found no solution."});
}

Report run_pentominoes(const Context& context) {
  const std::vector<std::pair<std::string, Table (*)(const ThesisTables&)>> all = {
      {"4.2", table_4_2}, {"4.3", table_4_3}, {"4.4", table_4_4},       {"4.5", table_4_5},          {"4.6", table_4_6},
      {"4.7", table_4_7}, {"4.8", table_4_8}, {"beyond", table_beyond}, {"distance", table_distance}};
  Report report;
  report.title = "The twelve pentominoes in boxes: the tables of a thesis, measured again";
  report.preface = {
      "B. Gilleta's thesis (2000) packs the twelve pentominoes into every box of 60 cells, by plain enumeration and by "
      "an interval constraint solver. Here are its tables with ours beside them. Its enumeration puts a piece on the "
      "free cell of lowest coordinates, the shortest axis running fastest. Our engine `fill` does the same, and its "
      "nodes are counted as the thesis counts them: every placement made, and one for the root. `cover` is the engine "
      "that `--engine auto` takes. Times are user CPU seconds of one thread; the machine of the thesis was a Pentium "
      "III at 350 MHz.",
      context.quick ? "Made by `tesselle study pentominoes --quick --markdown FILE`; `--quick` leaves out what takes "
                      "longer than about ten seconds (–)."
                    : "Made by `tesselle study pentominoes --markdown FILE`."};
  const ThesisTables tables(context);
  for (const auto& [number, make] : all)
    if (context.wants(number)) report.tables.push_back(make(tables));
  return report;
}

}  // namespace

Study pentominoes_study() {
  return {"pentominoes", "the twelve pentominoes in every box of 60 cells (Gilleta 2000, tables 4.2 to 4.8)",
          run_pentominoes, false};
}

}  // namespace tesselle::study
