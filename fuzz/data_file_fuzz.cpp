#include "base/data_file.hpp"
#include "edge/corolla_data/build.hpp"
#include "edge/corolla_data/layout.hpp"
#include "edge/finals/finals.hpp"
#include "fixtures.hpp"
#include "packing/finals/finals_data.hpp"
#include "polyform/forms.hpp"
#include "property.hpp"
#include "scratch.hpp"
#include "search/openings.hpp"
#include "seeds.hpp"
#include "tesselle/errors.hpp"

using namespace tesselle;
using namespace tesselle::edge;

namespace {

/// An input's first byte says what the others are: a whole file, or contents that get the checksums they need to be
/// looked at at all.
enum class Shape : char { file = 'f', openings = 'o', finals = 'n', corollas = 'c', sets = 's' };

std::string path() { return fuzz::scratch_path(); }
void write(std::string_view bytes) { fuzz::write_scratch(bytes); }

void seal(DataFile::Kind kind, std::uint64_t hash, std::string_view contents) {
  write_data_file(path(), {kind, hash, std::string(contents)});
}

/// Openings name their puzzle in their contents.
std::uint64_t hash_in(std::string_view contents) {
  std::uint64_t hash = 0;
  fuzz::accepts([&] {
    ByteReader reader(contents);
    hash = puzzle_hash(read_toml(take_text(reader), "input"));
  });
  return hash;
}

void seal_corollas(std::string_view contents) {
  corollas::FileHeader header;
  fuzz::accepts([&] { header.puzzle_hash = corollas::corolla_hash(corollas::decode(contents, "input").puzzle); });
  const std::string compressed = corollas::compress(contents);
  corollas::FileTrailer trailer{sizeof header, compressed.size(), contents.size()};
  trailer.checksum = corollas::file_checksum(header, contents, trailer);
  write(std::string(corollas::bytes_of(header)) + compressed + std::string(corollas::bytes_of(trailer)));
}

bool read_as_openings() {
  return fuzz::accepts([&] {
    const OpeningSet set = read_openings(path());
    write_openings(path(), set);
    const OpeningSet again = fuzz::must_read([&] { return read_openings(path()); });
    fuzz::require(again.openings.size() == set.openings.size() && again.depth == set.depth, "the same openings");
  });
}

bool read_as_finals() {
  return fuzz::accepts([&] {
    const Finals finals = Finals::load(path(), fuzz::edge_fixture());
    finals.save(path(), fuzz::edge_fixture());
    const std::size_t again = fuzz::must_read([&] { return Finals::load(path(), fuzz::edge_fixture()).size(); });
    fuzz::require(again == finals.size(), "the same finals");
  });
}

/// Six octiamonds on a board of their own.
const Puzzle& octiamonds() {
  static const Puzzle puzzle = [] {
    PackingPuzzle board;
    board.lattice = LatticeKind::triangle;
    for (int x = 0; x < 8; ++x)
      for (int y = 0; y < 6; ++y)
        for (int z = 0; z < 2; ++z) board.region.push_back({x, y, z});
    for (auto& cells : polyform::all_forms({.lattice = LatticeKind::triangle, .size = 8}))
      if (board.pieces.size() < 6) {
        PackingPiece piece;
        piece.name = "o" + std::to_string(board.pieces.size() + 1);
        piece.cells = std::move(cells);
        piece.min_copies = 0;
        board.pieces.push_back(piece);
      }
    return Puzzle{"octiamonds", "", "", board};
  }();
  return puzzle;
}

bool read_as_sets() {
  using namespace packing::finals;
  return fuzz::accepts([&] {
    const FinalsData data = load_finals(path(), octiamonds());
    save_finals(path(), octiamonds(), data);
    const FinalsData again = fuzz::must_read([&] { return load_finals(path(), octiamonds()); });
    fuzz::require(again == data, "the same sets");
  });
}

bool read_as_corollas() {
  return fuzz::accepts([&] {
    const corollas::CorollaFile file(path());
    for (std::size_t zone = 0; zone < file.contents().zones.size(); ++zone) {
      file.counts(zone);
      if (file.contents().zones[zone].fillings_kept) file.for_each_filling(zone, [](auto) {});
    }
  });
}

/// A file and its contents, for mutation to start from.
std::vector<std::string> seeds_of(Shape shape, const std::string& contents) {
  return {static_cast<char>(Shape::file) + fuzz::read_scratch(), static_cast<char>(shape) + contents};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return -1;
  const std::string_view rest = fuzz::text_of(data + 1, size - 1);
  bool read = false;
  switch (static_cast<Shape>(data[0])) {
    case Shape::openings:
      seal(DataFile::Kind::openings, hash_in(rest), rest);
      read = read_as_openings();
      break;
    case Shape::finals:
      seal(DataFile::Kind::finals, puzzle_hash(fuzz::edge_fixture()), rest);
      read = read_as_finals();
      break;
    case Shape::corollas:
      seal_corollas(rest);
      read = read_as_corollas();
      break;
    case Shape::sets:
      seal(DataFile::Kind::sets, puzzle_hash(octiamonds()), rest);
      read = read_as_sets();
      break;
    default:
      write(rest);
      read = read_as_sets() || read;
      write(rest);
      read = read_as_openings();
      write(rest);
      read = read_as_finals() || read;
      write(rest);
      read = read_as_corollas() || read;
  }
  fuzz::remove_scratch();
  return read ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  const Puzzle puzzle = load_puzzle("owen-3x3");
  SearchRequest request;
  request.puzzle = share(puzzle);
  request.engine = "scan";
  request.symmetry = Symmetry::all;
  write_openings(path(), *build_openings(request, {.depth = 2}));
  auto seeds = seeds_of(Shape::openings, read_data_file(path(), DataFile::Kind::openings).contents);
  const auto add = [&](const std::vector<std::string>& more) { seeds.insert(seeds.end(), more.begin(), more.end()); };

  Finals::build(fuzz::edge_fixture().edge(), 2, 1000)->save(path(), fuzz::edge_fixture());
  add(seeds_of(Shape::finals, read_data_file(path(), DataFile::Kind::finals).contents));

  for (const std::uint64_t store_limit : {std::uint64_t{0}, std::uint64_t{1000}}) {
    corollas::build_corollas(puzzle, path(), {.radius = 1, .store_limit = store_limit}, {},
                             [](const corollas::BuildProgress&) {});
    add(seeds_of(Shape::corollas, corollas::encode(corollas::CorollaFile(path()).contents())));
  }

  packing::finals::FinalsData sets;
  sets.pool = {0, 1, 2, 3, 4};
  const packing::finals::Hexagon four_pieces{1, 6, 1, 5, 4, 9};
  sets.regions.push_back({four_pieces, std::vector<double>(6, -1.5), {0b01111, 0b10111}, 2, 2});
  packing::finals::save_finals(path(), octiamonds(), sets);
  add(seeds_of(Shape::sets, read_data_file(path(), DataFile::Kind::sets).contents));
  fuzz::remove_scratch();
  return seeds;
}

std::vector<std::string> fuzz_words() {
  return {std::string(8, '\0'),
          std::string(8, '\xff'),
          std::string("\1\0\0\0\0\0\0\0", 8),
          "tsldata\n",
          "tslcoro\n",
          "scan"};
}
