#include "edge/scan/scan.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <numeric>
#include <set>

#include "base/files.hpp"
#include "edge/backtrack/backtrack.hpp"
#include "edge/scan/reference_loop.hpp"
#include "edge/tables/oriented.hpp"
#include "edge/tables/paths.hpp"
#include "support/collect.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "support/samples.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle::testing {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

EngineConfig config_with(const Settings& settings, SearchSymmetry symmetry = SearchSymmetry::whole) {
  EngineConfig config{.goal = Goal::all, .symmetry = symmetry, .options = Options(scan_engine().options)};
  for (const auto& [name, text] : settings) config.options.set(name, text);
  return config;
}

/// What a whole search reports, with the boards as keys.
struct Found {
  std::multiset<SolutionKey> keys;
  std::uint64_t nodes = 0, boards = 0, orbits = 0;
};

Found search(const Puzzle& puzzle, const EngineConfig& config, std::uint64_t slice = 1'000'000) {
  const auto engine = scan_engine().make(puzzle, config);
  CollectingSink sink;
  CHECK(run_to_end(*engine, sink, slice) == Advance::exhausted);
  const SymmetryGroup group(puzzle);
  Found found;
  found.nodes = engine->progress().nodes;
  found.orbits = sink.boards.size();
  for (std::size_t i = 0; i < sink.boards.size(); ++i) {
    CHECK(verify(puzzle, sink.boards[i]).solves());
    found.keys.insert(group.key(sink.boards[i]));
    const std::size_t size = group.orbit_size(sink.boards[i]);
    CHECK((sink.orbit_sizes[i] == 0 || sink.orbit_sizes[i] == size));
    found.boards += size;
  }
  return found;
}

const std::vector<std::string> orders = {"rowscan", "diagonal", "spiral-in", "spiral-out", "quad-spiral-out", "comb"};

std::vector<Settings> order_settings(const Puzzle& puzzle) {
  std::vector<Settings> all;
  for (const std::string& order : orders)
    if (order == "comb")
      all.push_back({{"order", order}, {"teeth", std::to_string((puzzle.edge().height + 1) / 2)}});
    else
      all.push_back({{"order", order}});
  return all;
}

edge::Path path_of(const EdgePuzzle& puzzle, const Settings& settings) {
  const std::string& order = settings.front().second;
  return order == "comb" ? edge::comb(puzzle, (puzzle.height + 1) / 2) : edge::path_named(puzzle, order);
}

/// The number of nodes by definition, written plainly and slowly: a node is a piece that is placed on the next cell
/// of the path, fits its neighbours, and shows the frame colour inside only where a solution can.
class SlowScan {
 public:
  SlowScan(const EdgePuzzle& puzzle, const edge::Path& path)
      : puzzle_(puzzle), kinds_(piece_kinds(puzzle)), path_(path), board_(puzzle.cell_count()) {
    for (const auto& members : kinds_.members) left_.push_back(members.size());
    for (const EdgeHint& hint : puzzle.hints) {
      board_[hint.square.index()] = rotated(puzzle.pieces[hint.placed.piece.index()], hint.placed.rotation);
      --left_[static_cast<std::size_t>(kinds_.kind[hint.placed.piece.index()])];
    }
    for (const EdgeHint& hint : puzzle.hints)
      if (!fits(hint.square, *board_[hint.square.index()], false)) return;
    fill(0);
  }
  std::uint64_t nodes = 0;

 private:
  bool fits(Square square, const Sides& sides, bool spare_frame) const {
    for (const Side side : all_sides) {
      const Colour shown = sides[static_cast<std::size_t>(side)];
      const auto across = neighbour(puzzle_, square, side);
      if (!across) {
        if (puzzle_.frame && shown != *puzzle_.frame) return false;
      } else if (const auto& other = board_[across->index()]) {
        if (!puzzle_.fits(shown, (*other)[static_cast<std::size_t>(opposite(side))])) return false;
      } else if (spare_frame && puzzle_.frame && shown == *puzzle_.frame) {
        return false;
      }
    }
    return true;
  }

  void fill(std::size_t turn) {
    while (turn < path_.size() && board_[path_[turn].index()]) ++turn;
    if (turn == path_.size()) return;
    for (std::size_t kind = 0; kind < left_.size(); ++kind)
      for (int rotation = 0; rotation < kinds_.rotations[kind]; ++rotation) {
        const Sides sides = rotated(kinds_.shape[kind], rotation);
        if (left_[kind] == 0 || !fits(path_[turn], sides, edge::frame_only_on_rim(puzzle_))) continue;
        ++nodes;
        --left_[kind];
        board_[path_[turn].index()] = sides;
        fill(turn + 1);
        board_[path_[turn].index()].reset();
        ++left_[kind];
      }
  }

  const EdgePuzzle& puzzle_;
  PieceKinds kinds_;
  const edge::Path& path_;
  std::vector<std::optional<Sides>> board_;
  std::vector<std::size_t> left_;
};

/// Subtrees of the first `depth` cells of a path file.
std::uint64_t count_fillings(const Puzzle& puzzle, const std::string& path, std::uint32_t depth) {
  const auto file = std::filesystem::temp_directory_path() / "tesselle-scan-test-path.txt";
  write_file_atomically(file, path);
  const auto config = config_with({{"order", "file"}, {"path", file.string()}});
  const auto engine = scan_engine().make(puzzle, config), worker = scan_engine().make(puzzle, config);
  std::filesystem::remove(file);
  CollectingSink sink;
  std::vector<TreePosition> tops, fillings;
  dynamic_cast<TreeWalk&>(*engine).walk_down_to(depth / 2, sink, tops);
  std::uint64_t count = 0;
  for (const TreePosition& top : tops) {
    fillings.clear();
    dynamic_cast<TreeWalk&>(*worker).seek(top);
    dynamic_cast<TreeWalk&>(*worker).walk_down_to(depth, sink, fillings);
    count += fillings.size();
  }
  CHECK(worker->statistics().nodes_per_depth[depth - 1] == count);
  return count;
}

}  // namespace

TEST_CASE("scan: Owen's 6x6 in as many nodes as published") {
  const Puzzle puzzle = load_puzzle("owen-6x6");
  const auto engine = scan_engine().make(puzzle, config_with({}));
  CollectingSink sink;
  CHECK(run_to_end(*engine, sink, 3'333'333) == Advance::exhausted);
  CHECK(engine->progress().nodes == 69'284'103);
  CHECK(sink.boards.size() == 260);
  CHECK(engine->progress().fraction == doctest::Approx(1.0));
  const auto profile = engine->statistics().nodes_per_depth;
  CHECK(std::accumulate(profile.begin(), profile.end(), std::uint64_t{0}) == 69'284'103);
  CHECK(profile.front() == 4);
  CHECK(profile.back() == 260);

  const Found reduced = search(puzzle, config_with({}, SearchSymmetry::reduced));
  CHECK(reduced.orbits == 65);
  CHECK(reduced.boards == 260);
  CHECK(reduced.nodes < 69'284'103 / 3);
}

TEST_CASE("scan: the corner of the official set") {
  std::string rest;
  const Puzzle puzzle = load_puzzle("eternity2");
  const std::string corner = "A1 A2 A3 B1 B2 B3 C1 C2 C3";
  for (const Square square : edge::rowscan(puzzle.edge()))
    if (puzzle.edge().row(square) > 2 || puzzle.edge().column(square) > 2)
      rest += " " + square_name(puzzle.edge(), square);
  CHECK(count_fillings(puzzle, corner + rest, 9) == 2'633'221);
  CHECK(count_fillings(load_puzzle("eternity2-centre"), corner + rest, 9) == 2'582'369);
}

TEST_CASE("scan: every order and every search finds what the oracle finds") {
  int solvable = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng);
    const auto boards = try_all_boards(puzzle, 100'000);
    if (!boards) continue;
    INFO(describe(puzzle));
    std::multiset<SolutionKey> expected;
    for (const auto& [key, board] : *boards) expected.insert(key);
    solvable += !expected.empty();
    for (const Settings& settings : order_settings(puzzle)) {
      CAPTURE(settings.front().second);
      CHECK(search(puzzle, config_with(settings), 7).keys == expected);
      const Found reduced = search(puzzle, config_with(settings, SearchSymmetry::reduced), 1'000);
      CHECK(reduced.orbits == distinct_count(puzzle, *boards));
      CHECK(reduced.boards == expected.size());
    }
    CHECK(search(puzzle, config_with({{"values", "shuffle"}})).keys == expected);
  }
  CHECK(solvable > 100);
}

TEST_CASE("scan: nodes are what they are defined to be") {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, {.max_cells = 9});
    INFO(describe(puzzle));
    for (const Settings& settings : order_settings(puzzle)) {
      CAPTURE(settings.front().second);
      const auto engine = scan_engine().make(puzzle, config_with(settings));
      CollectingSink sink;
      if (engine->advance({20'000}, sink) == Advance::running) continue;
      CHECK(engine->progress().nodes == SlowScan(puzzle.edge(), path_of(puzzle.edge(), settings)).nodes);
    }
  }
}

TEST_CASE("scan: the same nodes and boards as the yardstick, where nothing is known about the frame") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, {.max_cells = 12, .framed = false});
    INFO(describe(puzzle));
    const auto theirs = make_engine(backtrack_engine(), puzzle);
    const auto ours = scan_engine().make(puzzle, config_with({}));
    CollectingSink their_sink, our_sink;
    theirs->advance({100'000}, their_sink);
    ours->advance({100'000}, our_sink);
    CHECK(ours->progress().nodes == theirs->progress().nodes);
    CHECK(our_sink.boards == their_sink.boards);
  }
}

TEST_CASE("scan: very many colours") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, {.max_cells = 6});
    Puzzle spread = puzzle;
    auto& body = std::get<EdgePuzzle>(spread.body);
    const auto far = [](Colour colour) { return Colour(colour.index() * 701); };
    for (Sides& sides : body.pieces)
      for (Colour& colour : sides) colour = far(colour);
    if (body.frame) body.frame = far(*body.frame);
    body.mate.assign(puzzle.edge().mate.size() * 701, Colour(0));
    body.colours.resize(body.mate.size());
    for (std::size_t c = 0; c < body.mate.size(); ++c) body.mate[c] = Colour(c);
    for (std::size_t c = 0; c < puzzle.edge().mate.size(); ++c) body.mate[c * 701] = far(puzzle.edge().mate[c]);
    for (const Settings& settings : order_settings(puzzle)) {
      const Found near = search(puzzle, config_with(settings)), wide = search(spread, config_with(settings));
      CHECK(near.nodes == wide.nodes);
      CHECK(near.orbits == wide.orbits);
    }
  }
}

TEST_CASE("scan: a shuffle depends on the seed and on nothing else") {
  const Puzzle puzzle = load_puzzle("owen-5x5");
  const auto first_board = [&](std::uint64_t seed) {
    EngineConfig config = config_with({{"values", "shuffle"}});
    config.seed = seed;
    const auto engine = scan_engine().make(puzzle, config);
    CollectingSink sink(1);
    engine->advance({100'000'000}, sink);
    return std::pair(sink.boards, engine->progress().nodes);
  };
  CHECK(first_board(1) == first_board(1));
  CHECK(first_board(1) != first_board(2));
  CHECK(first_board(1).first.size() == 1);
}

TEST_CASE("scan: what cannot be done is refused by name") {
  const Puzzle puzzle = four_corners();
  const auto refusal = [&](const Settings& settings) -> std::string {
    try {
      scan_engine().make(puzzle, config_with(settings));
    } catch (const UsageError& error) {
      return error.what();
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK(refusal({{"order", "file"}}) == "--path FILE and --order file go together");
  CHECK(refusal({{"path", "cells.txt"}}) == "--path FILE and --order file go together");
  CHECK(refusal({{"order", "cells"}}) == "--path-cells CELLS and --order cells go together");
  CHECK(refusal({{"path-cells", "A1 A2 B1 B2"}}) == "--path-cells CELLS and --order cells go together");
  CHECK(refusal({{"order", "cells"}, {"path-cells", "A1 A2 B1"}}).find("3 of 4 cells; B2 is missing") !=
        std::string::npos);
  CHECK(refusal({{"order", "cells"}, {"path-cells", "B2 B1 A1 A2"}}) == "accepted");
  CHECK(refusal({{"order", "comb"}, {"teeth", "3"}}) == "--teeth: found 3, but the board has 2 rows");
  CHECK(refusal({{"order", "file"}, {"path", "no-such-file"}}).find("no-such-file") == 0);
  CHECK(refusal({{"order", "spiral"}}).find("--order: found 'spiral'") == 0);
}

TEST_CASE("scan: the reference loop of the benchmark walks the same tree") {
  const Puzzle puzzle = load_puzzle("owen-5x5");
  const Found found = search(puzzle, config_with({}));
  CHECK(edge::scan::run_reference_loop(puzzle.edge(), 1'000'000'000) == found.nodes);
  CHECK(edge::scan::run_reference_loop(puzzle.edge(), 1'000) == 1'000);
  const Puzzle large = load_puzzle("owen-7x7");
  CHECK(edge::scan::run_reference_loop(large.edge(), 3'000'001) == 3'000'001);
  std::stop_source stopped;
  stopped.request_stop();
  CHECK(edge::scan::run_reference_loop(large.edge(), 3'000'001, stopped.get_token()) == 0);
}

}  // namespace tesselle::testing
