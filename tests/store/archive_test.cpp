#include "store/archive.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "puzzle/symmetry.hpp"
#include "support/examples.hpp"
#include "support/run_program.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

SolutionRecord record_of(const Puzzle& puzzle, const Solution& board, const std::string& engine = "swap") {
  const Verdict verdict = verify(puzzle, board);
  return {puzzle.name, puzzle_hash(puzzle), board, verdict.score, verdict.max_score, verdict.conflicts, engine, 7, 100,
          1.5};
}

/// The pieces in order with two of them exchanged: different boards of different scores.
Solution exchanged(const Puzzle& puzzle, std::size_t a, std::size_t b) {
  EdgeBoard board = pieces_in_order(puzzle.edge());
  std::swap(board.cells[a], board.cells[b]);
  return {board};
}

}  // namespace

TEST_CASE("archive: each board once up to rotation, the best first") {
  const TemporaryFolder folder;
  const Puzzle puzzle = framed_3x3();
  const SymmetryGroup group(puzzle);
  BoardArchive archive = BoardArchive::open(folder.file("a.db"));
  const Solution perfect{pieces_in_order(puzzle.edge())}, worse = exchanged(puzzle, 1, 3);
  CHECK(archive.add(puzzle, record_of(puzzle, worse)));
  CHECK(archive.add(puzzle, record_of(puzzle, perfect)));
  for (const Solution& board : {perfect, worse})
    for (std::size_t g = 0; g < group.order(); ++g)
      CHECK_FALSE(archive.add(puzzle, record_of(puzzle, group.image(g, board), "ils")));

  const auto boards = archive.boards({});
  REQUIRE(boards.size() == 2);
  CHECK(boards[0].score == 12);
  CHECK(boards[0].conflicts == 0);
  CHECK(boards[0].engine == "swap");
  CHECK(boards[0].seed == 7);
  CHECK(boards[1].score < 12);
  CHECK(read_solution(puzzle, boards[0].json, "json").solution == perfect);
  CHECK(read_board_address(puzzle, boards[1].address, "address") == worse.edge());
  CHECK(archive.boards({.min_score = 12}).size() == 1);
  CHECK(archive.boards({.max_boards = 1}).front().score == 12);
  CHECK(archive.boards({.puzzle = "another"}).empty());
}

TEST_CASE("archive: a run killed in the middle of writing leaves an archive that can be read") {
  const TemporaryFolder folder;
  const Puzzle puzzle = framed_3x3();
  const std::string file = folder.file("a.db"), copy = folder.file("copy.db");
  BoardArchive::open(file).add(puzzle, record_of(puzzle, exchanged(puzzle, 1, 3)));
  const Database writer(file, Database::Access::create);
  // With no room for pages in memory half of the transaction is in the file and the old pages are in the journal.
  writer.run("PRAGMA cache_size = 1; BEGIN; UPDATE boards SET score = -1, json = hex(zeroblob(100000));");
  std::filesystem::copy_file(file, copy);
  REQUIRE(std::filesystem::exists(file + "-journal"));
  std::filesystem::copy_file(file + "-journal", copy + "-journal");  // what a kill at this moment leaves
  const auto boards = BoardArchive::open_existing(copy).boards({});
  REQUIRE(boards.size() == 1);
  CHECK(boards[0].score > 0);
}

TEST_CASE("archive: several puzzles share a file, and what was added is there when it is opened again") {
  const TemporaryFolder folder;
  const std::string file = folder.file("a.db");
  const Puzzle square = framed_3x3(), animals = giraffe(), cubes = soma();
  for (int round = 0; round < 2; ++round) {
    BoardArchive archive = BoardArchive::open(file);
    BoardArchive beside = BoardArchive::open(file);
    CHECK(archive.add(square, record_of(square, {pieces_in_order(square.edge())})) == (round == 0));
    CHECK(beside.add(animals, record_of(animals, {pieces_in_order(animals.edge())})) == (round == 0));
    const Solution packed{drawn_layout(cubes.packing(), soma_drawing())};
    CHECK(archive.add(cubes, record_of(cubes, packed)) == (round == 0));
  }
  const auto puzzles = BoardArchive::open_existing(file).puzzles();
  REQUIRE(puzzles.size() == 3);
  for (const ArchivedPuzzle& puzzle : puzzles) CHECK(puzzle.boards == 1);
}

TEST_CASE("archive: files of something else, damaged ones and missing ones are refused") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& name) {
    CAPTURE(name);
    CHECK_THROWS_AS(BoardArchive::open(folder.file(name)), InputError);
    CHECK_THROWS_AS(BoardArchive::open_existing(folder.file(name)), InputError);
  };
  CHECK_THROWS_AS(BoardArchive::open_existing(folder.file("missing.db")), InputError);
  CHECK_THROWS_AS(BoardArchive::open(folder.file("no/such/folder/a.db")), InputError);
  write_text(folder.file("text.db"), "this is no database, however long it is, and so must not be taken for one\n");
  refused("text.db");
  Database(folder.file("other.db"), Database::Access::create).run("CREATE TABLE notes(text TEXT)");
  refused("other.db");

  const Puzzle puzzle = framed_3x3();
  {
    BoardArchive archive = BoardArchive::open(folder.file("good.db"));
    archive.add(puzzle, record_of(puzzle, {pieces_in_order(puzzle.edge())}));
  }
  std::string bytes = read_text(folder.file("good.db"));
  write_text(folder.file("short.db"), bytes.substr(0, 5000));
  CHECK_THROWS_AS(BoardArchive::open_existing(folder.file("short.db")).boards({}), InputError);
  for (std::size_t i = 4096; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31);
  write_text(folder.file("noise.db"), bytes);
  CHECK_THROWS_AS(BoardArchive::open_existing(folder.file("noise.db")).boards({}), InputError);
}
