#include "edge/finals/finals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/data_file.hpp"
#include "base/rng.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge {
namespace {

std::vector<Square> cells_in_order(const EdgePuzzle& puzzle) {
  std::vector<Square> cells;
  if (puzzle.width <= puzzle.height) {
    for (std::size_t cell = 0; cell < puzzle.cell_count(); ++cell) cells.emplace_back(cell);
  } else {
    for (int column = 0; column < puzzle.width; ++column)
      for (int row = 0; row < puzzle.height; ++row) cells.push_back(puzzle.square(row, column));
  }
  return cells;
}

}  // namespace

Cut::Cut(const EdgePuzzle& puzzle, std::size_t tail_cells)
    : puzzle_(&puzzle), values_(puzzle), head_(cells_in_order(puzzle)), tail_(head_.rbegin(), head_.rend()) {
  if (tail_cells > head_.size())
    throw UsageError(fmt::format("{} cells asked for, but the board has {}", tail_cells, head_.size()));
  head_.resize(head_.size() - tail_cells);
  tail_.resize(tail_cells);
  Rng rng(1);
  for (std::size_t h = 0; h < head_.size(); ++h)
    for (const Side side : all_sides) {
      const auto across = neighbour(puzzle, head_[h], side);
      const auto found = across ? std::find(tail_.begin(), tail_.end(), *across) : tail_.end();
      if (found == tail_.end()) continue;
      seams_.push_back({h, static_cast<std::size_t>(found - tail_.begin()), side, {}});
      for (std::size_t colour = 0; colour < puzzle.colours.size(); ++colour) seams_.back().keys.push_back(rng());
    }
  for (const std::uint16_t copies : values_.copies) {
    kind_keys_.push_back(rng());
    all_kinds_ += copies * kind_keys_.back();
  }
}

Cut::Key Cut::key_of_kinds(const std::vector<Square>& cells, Filling filling) const {
  Key key = 0;
  for (std::size_t i = 0; i < filling.size(); ++i)
    if (!values_.hinted[cells[i].index()]) key += kind_keys_[values_.oriented[filling[i]].kind];
  return key;
}

Cut::Key Cut::head_key(Filling filling) const {
  Key key = all_kinds_ - key_of_kinds(head_, filling);
  for (const Seam& seam : seams_) {
    const Sides& sides = values_.oriented[filling[seam.head]].sides;
    key += seam.keys[puzzle_->mate_of(sides[static_cast<std::size_t>(seam.side)]).index()];
  }
  return key;
}

Cut::Key Cut::tail_key(Filling filling) const {
  Key key = key_of_kinds(tail_, filling);
  for (const Seam& seam : seams_) {
    const Sides& sides = values_.oriented[filling[seam.tail]].sides;
    key += seam.keys[sides[static_cast<std::size_t>(opposite(seam.side))].index()];
  }
  return key;
}

bool Cut::fits(Filling head, Filling tail) const {
  for (const Seam& seam : seams_) {
    const Colour above = values_.oriented[head[seam.head]].sides[static_cast<std::size_t>(seam.side)];
    const Sides& below = values_.oriented[tail[seam.tail]].sides;
    if (!puzzle_->fits(above, below[static_cast<std::size_t>(opposite(seam.side))])) return false;
  }
  std::vector<int> left(values_.copies.begin(), values_.copies.end());
  for (std::size_t i = 0; i < head.size(); ++i)
    if (!values_.hinted[head_[i].index()]) --left[values_.oriented[head[i]].kind];
  for (std::size_t i = 0; i < tail.size(); ++i)
    if (!values_.hinted[tail_[i].index()]) --left[values_.oriented[tail[i]].kind];
  return std::all_of(left.begin(), left.end(), [](int copies) { return copies == 0; });
}

Solution Cut::board(Filling head, Filling tail) const {
  EdgeBoard board;
  board.cells.resize(puzzle_->cell_count());
  for (const EdgeHint& hint : puzzle_->hints) board.cells[hint.square.index()] = hint.placed;
  std::vector<std::size_t> used(values_.kinds.members.size(), 0);
  lay(board, used, head_, head);
  lay(board, used, tail_, tail);
  return {board};
}

void Cut::lay(EdgeBoard& board, std::vector<std::size_t>& used, const std::vector<Square>& cells,
              Filling filling) const {
  const auto is_hinted = [&](PieceId piece) {
    return std::any_of(puzzle_->hints.begin(), puzzle_->hints.end(),
                       [&](const EdgeHint& hint) { return hint.placed.piece == piece; });
  };
  for (std::size_t i = 0; i < filling.size(); ++i) {
    if (values_.hinted[cells[i].index()]) continue;
    const OrientedKind& oriented = values_.oriented[filling[i]];
    const auto& members = values_.kinds.members[oriented.kind];
    while (is_hinted(members[used[oriented.kind]])) ++used[oriented.kind];
    const PieceId piece = members[used[oriented.kind]++];
    board.cells[cells[i].index()] =
        Placed{piece, static_cast<std::uint8_t>((values_.kinds.turn[piece.index()] + oriented.rotation) & 3)};
  }
}

std::optional<Finals> Finals::build(const EdgePuzzle& puzzle, std::size_t tail_cells, std::size_t most,
                                    const std::stop_token& stop, const OnProgress& on_progress) {
  constexpr std::uint64_t slice = 1 << 20;
  const Cut cut(puzzle, tail_cells);
  HalfWalker walker(cut.values(), cut.tail());
  Finals finals(tail_cells);
  for (auto reached = HalfWalker::Stop::budget; reached != HalfWalker::Stop::exhausted;) {
    if (stop.stop_requested()) return std::nullopt;
    std::uint64_t nodes = slice;
    while ((reached = walker.next(nodes)) == HalfWalker::Stop::filled)
      finals.add(cut.tail_key(walker.filling()), walker.filling());
    if (finals.size() > most)
      throw UsageError(fmt::format("finals: there are more than {}; take fewer --cells or raise --max", most));
    if (on_progress) on_progress({finals.size(), walker.fraction()});
  }
  finals.build_index();
  return finals;
}

void Finals::clear() {
  fillings_.clear();
  by_key_.clear();
  filter_.clear();
}

void Finals::add(Cut::Key key, Cut::Filling filling) {
  by_key_.emplace_back(key, static_cast<std::uint32_t>(by_key_.size()));
  fillings_.insert(fillings_.end(), filling.begin(), filling.end());
}

void Finals::build_index() {
  std::sort(by_key_.begin(), by_key_.end());
  filter_.assign(by_key_.size() / 4 + 1, 0);
  for (const auto& [key, number] : by_key_) filter_[place(key)] |= bits(key);
}

std::size_t Finals::bytes() const {
  return fillings_.size() * sizeof(std::uint16_t) + by_key_.size() * sizeof(by_key_.front()) +
         filter_.size() * sizeof(std::uint64_t);
}

std::size_t Finals::first_with(Cut::Key key) const {
  const auto at = std::lower_bound(by_key_.begin(), by_key_.end(), std::pair<Cut::Key, std::uint32_t>(key, 0));
  return static_cast<std::size_t>(at - by_key_.begin());
}

void Finals::save(const std::string& path, const Puzzle& puzzle) const {
  ByteWriter writer;
  writer.number(tail_cells_);
  writer.array(std::span(std::as_const(fillings_)));
  write_data_file(path, {DataFile::Kind::finals, puzzle_hash(puzzle), writer.take()});
}

Finals Finals::load(const std::string& path, const Puzzle& puzzle) {
  const DataFile file = read_data_file(path, DataFile::Kind::finals);
  if (file.puzzle_hash != puzzle_hash(puzzle))
    throw InputError({path}, fmt::format("was made for another puzzle than {}", puzzle.name));
  try {
    ByteReader reader(file.contents);
    Finals finals(reader.number(puzzle.edge().cell_count()));
    const auto fillings = reader.array<std::uint16_t>();
    reader.end();
    const Cut cut(puzzle.edge(), finals.tail_cells_);
    const std::size_t length = finals.tail_cells_;
    if (length == 0 || fillings.size() % length != 0) reader.refuse();
    const std::size_t values = cut.values().oriented.size();
    if (std::any_of(fillings.begin(), fillings.end(), [&](std::uint16_t value) { return value >= values; }))
      reader.refuse();
    // None is there twice: of very short ones there are few, and their index is larger than they are.
    const std::size_t count = fillings.size() / length;
    if (static_cast<double>(count) > std::pow(static_cast<double>(values), static_cast<double>(length)))
      reader.refuse();
    finals.by_key_.reserve(count);
    for (std::size_t at = 0; at < fillings.size(); at += length) {
      const Cut::Filling filling = Cut::Filling(fillings).subspan(at, length);
      finals.add(cut.tail_key(filling), filling);
    }
    finals.build_index();
    return finals;
  } catch (const InputError&) {
    throw InputError({path}, "is damaged");
  }
}

}  // namespace tesselle::edge
