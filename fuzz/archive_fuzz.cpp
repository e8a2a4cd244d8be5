#include <charconv>

#include "fixtures.hpp"
#include "property.hpp"
#include "scratch.hpp"
#include "search/archive_boards.hpp"
#include "seeds.hpp"
#include "tesselle/search.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;

namespace {

/// An input's first byte says what the others are: a whole database, or one row of it.
enum class Shape : char { file = 'f', row = 'r' };
constexpr std::string_view between = "\n---\n";

/// One row: three numbers, what defines the puzzle, and the board.
struct Row {
  std::int64_t score = 0, max_score = 0, conflicts = 0;
  std::string definition, json;
};

std::string text_of(const Row& row) {
  return std::to_string(row.score) + " " + std::to_string(row.max_score) + " " + std::to_string(row.conflicts) + "\n" +
         row.definition + std::string(between) + row.json;
}

std::optional<Row> row_in(std::string_view text) {
  Row row;
  const char *at = text.data(), *end = at + text.size();
  for (std::int64_t* number : {&row.score, &row.max_score, &row.conflicts}) {
    const auto [next, error] = std::from_chars(at, end, *number);
    if (error != std::errc() || next == end) return std::nullopt;
    at = next + 1;
  }
  const std::string_view rest(at, static_cast<std::size_t>(end - at));
  const std::size_t middle = rest.find(between);
  if (middle == rest.npos) return std::nullopt;
  row.definition = rest.substr(0, middle);
  row.json = rest.substr(middle + between.size());
  return row;
}

SolutionRecord solved(const Puzzle& puzzle) {
  SearchRequest request;
  request.puzzle = share(puzzle);
  request.threads = 1;
  std::optional<SolutionRecord> found;
  search(request, [&](const Event& event) {
    if (const auto* solution = std::get_if<SolutionFound>(&event)) found = solution->record;
  });
  fuzz::require(found.has_value(), "the fixture has a solution");
  return *found;
}

const SolutionRecord& edge_board() {
  static const SolutionRecord record = solved(fuzz::edge_fixture());
  return record;
}

/// An archive with small pages, so that mutation finds something in all of them.
const std::string& archive_file(bool with_board) {
  static const auto made = [](bool board) {
    fuzz::remove_scratch();
    auto archive = BoardArchive::open(fuzz::scratch_path());
    if (board) archive.add(fuzz::edge_fixture(), edge_board());
    Database(fuzz::scratch_path(), Database::Access::existing).run("PRAGMA page_size = 512; VACUUM");
    return fuzz::read_scratch();
  };
  static const std::string empty = made(false), filled = made(true);
  return with_board ? filled : empty;
}

/// The row has no checksum, as those of earlier versions: so its contents are looked at.
void write_row(const Row& row) {
  fuzz::write_scratch(archive_file(false));
  Database database(fuzz::scratch_path(), Database::Access::existing);
  database.run("PRAGMA synchronous = OFF");
  database.prepare("INSERT INTO puzzles(hash, name, definition) VALUES('0', 'p', ?)").bind(0, row.definition).step();
  Statement insert = database.prepare(
      "INSERT INTO boards(puzzle, symmetry_key, score, max_score, conflicts, engine, seed, nodes, seconds, json) "
      "VALUES('0', x'00', ?, ?, ?, 'e', 1, 1, 1, ?)");
  insert.bind(0, row.score).bind(1, row.max_score).bind(2, row.conflicts).bind(3, std::string_view(row.json)).step();
}

/// What is shown is what the verifier says of it.
bool shows_boards() {
  return fuzz::accepts([] {
    for (const ArchivedBoard& board : archived_boards(fuzz::scratch_path(), {})) {
      const Puzzle puzzle = fuzz::must_read([&] { return read_puzzle(board.definition, "puzzle"); });
      const Solution solution = fuzz::must_read([&] { return read_solution(puzzle, board.json, "board").solution; });
      const Verdict verdict = verify(puzzle, solution);
      fuzz::require(verdict.legal() && verdict.score == board.score, "the board is what its row says");
    }
    BoardArchive::open_existing(fuzz::scratch_path()).puzzles();
  });
}

bool takes_a_board() {
  return fuzz::accepts([] {
    auto archive = BoardArchive::open(fuzz::scratch_path());
    archive.add(fuzz::edge_fixture(), edge_board());
    fuzz::require(!archive.add(fuzz::edge_fixture(), edge_board()), "a board is kept once");
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return -1;
  const std::string_view rest = fuzz::text_of(data + 1, size - 1);
  bool read = false;
  if (static_cast<Shape>(data[0]) == Shape::row) {
    const auto row = row_in(rest);
    if (!row) return -1;
    write_row(*row);
    read = shows_boards();
  } else {
    fuzz::write_scratch(rest);
    read = shows_boards();
    read = takes_a_board() || read;
  }
  fuzz::remove_scratch();
  return read ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  std::vector<std::string> seeds;
  for (const bool with_board : {false, true})
    seeds.push_back(static_cast<char>(Shape::file) + archive_file(with_board));
  for (const Puzzle* puzzle : {&fuzz::edge_fixture(), &fuzz::packing_fixture()}) {
    const SolutionRecord record = solved(*puzzle);
    seeds.push_back(static_cast<char>(Shape::row) +
                    text_of({record.score, record.max_score, record.conflicts, write_toml(*puzzle),
                             write_solution_json(*puzzle, record)}));
  }
  fuzz::remove_scratch();
  return seeds;
}

std::vector<std::string> fuzz_words() {
  return {"SQLite format 3",
          "CREATE TABLE boards",
          "checksum",
          "---\n",
          "\"placements\":[",
          "4294967296",
          "-1",
          std::string(4, '\0'),
          std::string(4, '\xff'),
          std::string("\x0d\0\0\0\1", 5)};
}
