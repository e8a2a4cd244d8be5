#include "edge/corolla/corolla_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tesselle/errors.hpp"

namespace tesselle::edge::corolla {
namespace {

using corollas::CorollaFile;
using corollas::Growth;
using corollas::Zone;

/// Hands all fillings of a zone to a table, as long as it stays small enough.
struct TableFiller {
  bool may(std::size_t, Value) const { return true; }
  void grew(std::size_t, Value, std::uint64_t) const {}
  bool filled(std::span<const Value> filling) {
    table.add(filling);
    return (++added & 0xfff) != 0 || table.bytes() < room;
  }
  StepTable& table;
  std::size_t room, added = 0;
};

[[noreturn]] void refuse_size() {
  throw UsageError(
      "engine corolla: the tables of this puzzle are larger than --corolla-tables allows; use scan, or allow more");
}

/// Two steps with the same patch that know the same of it share a table.
bool same_table(const ZoneMap& map, const StepPlan& a, const StepPlan& b) {
  const auto same_item = [](const KeyItem& x, const KeyItem& y) { return x.cell == y.cell && x.side == y.side; };
  return a.whole == b.whole && map.zone[a.centre] == map.zone[b.centre] && map.turn[a.centre] == map.turn[b.centre] &&
         a.fresh == b.fresh && std::equal(a.key.begin(), a.key.end(), b.key.begin(), b.key.end(), same_item);
}

}  // namespace

CorollaSpace::CorollaSpace(const EdgePuzzle& puzzle, const CorollaFile* file, std::size_t table_limit)
    : puzzle_(puzzle),
      pieces_(std::make_unique<const PatchPieces>(puzzle)),
      whole_(puzzle.width, puzzle.height, 1),
      single_(puzzle.width, puzzle.height, 0),
      on_(puzzle.cell_count()) {
  for (const auto& members : pieces_->kinds().members) left_.push_back(static_cast<std::uint32_t>(members.size()));
  std::vector<bool> filled(puzzle.cell_count());
  for (const EdgeHint& hint : puzzle.hints) filled[hint.square.index()] = true;
  hints_fit_ = place_hints();
  for (StepPlan& plan : plan_steps(*pieces_, whole_, single_, filled)) steps_.push_back({std::move(plan), nullptr});
  nodes_.resize(steps_.size());
  make_tables(file, table_limit);
}

void CorollaSpace::make_tables(const CorollaFile* file, std::size_t table_limit) {
  std::size_t bytes = 0;
  for (auto step = steps_.begin(); step != steps_.end(); ++step) {
    const ZoneMap& map = step->plan.whole ? whole_ : single_;
    const auto twin = std::find_if(steps_.begin(), step,
                                   [&](const Step& earlier) { return same_table(map, earlier.plan, step->plan); });
    if (twin != step) {
      step->table = twin->table;
      continue;
    }
    const auto table = make_table(step->plan, file, table_limit - bytes);
    bytes += table->bytes();
    if (bytes > table_limit) refuse_size();
    step->table = table;
  }
}

std::shared_ptr<StepTable> CorollaSpace::make_table(const StepPlan& plan, const CorollaFile* file,
                                                    std::size_t room) const {
  const ZoneMap& map = plan.whole ? whole_ : single_;
  const std::uint32_t zone = map.zone[plan.centre];
  auto table = std::make_shared<StepTable>(*pieces_, plan, map.turn[plan.centre]);
  TableFiller filler{*table, room};
  if (file != nullptr && plan.whole && file->contents().zones[zone].fillings_kept) {
    file->for_each_filling(zone, [&](std::span<const Value> filling) {
      if (!filler.filled(filling)) refuse_size();
    });
  } else {
    Growth growth(*pieces_, map.zones[zone].cells);
    for (const Value centre : pieces_->on(map.zones[zone].cells[0].rim)) {
      growth.grow(centre, filler);
      if (table->bytes() >= room) refuse_size();
    }
  }
  table->finish();
  return table;
}

/// Returns whether they fit one another and the frame.
bool CorollaSpace::place_hints() {
  std::vector<bool> filled(puzzle_.cell_count());
  for (const EdgeHint& hint : puzzle_.hints) {
    on_[hint.square.index()] = hinted_value(hint);
    filled[hint.square.index()] = true;
    --left_[(*pieces_)[on_[hint.square.index()]].kind];
    ++pieces_placed_;
  }
  const auto fits = [&](const EdgeHint& hint, Side side) {
    const Colour colour((*pieces_).colour(on_[hint.square.index()], side));
    const auto beside = neighbour(puzzle_, hint.square, side);
    if (!beside) return !puzzle_.frame || colour == *puzzle_.frame;
    return !filled[beside->index()] ||
           puzzle_.fits(colour, Colour((*pieces_).colour(on_[beside->index()], opposite(side))));
  };
  return std::all_of(puzzle_.hints.begin(), puzzle_.hints.end(), [&](const EdgeHint& hint) {
    return std::all_of(all_sides.begin(), all_sides.end(), [&](Side side) { return fits(hint, side); });
  });
}

Value CorollaSpace::hinted_value(const EdgeHint& hint) const {
  const Sides sides = rotated(puzzle_.pieces[hint.placed.piece.index()], hint.placed.rotation);
  Value value = 0;
  while ((*pieces_)[value].sides != sides) ++value;
  return value;
}

std::uint32_t CorollaSpace::open() {
  if (!hints_fit_ || depth_ == steps_.size()) return 0;
  const Step& step = steps_[depth_];
  key_.clear();
  for (const KeyItem& item : step.plan.key) {
    const Value beside = on_[item.source];
    key_.push_back(item.side ? pieces_->mate(pieces_->colour(beside, opposite(*item.side))) : beside);
  }
  const StepTable::Group group = step.table->fitting(key_);
  nodes_[depth_].first = group.first;
  return group.count;
}

bool CorollaSpace::take(std::uint32_t candidate) {
  const Step& step = steps_[depth_];
  const std::uint32_t record = nodes_[depth_].first + candidate;
  const std::span<const Value> values = (*step.table)[record];
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint32_t& left = left_[(*pieces_)[values[i]].kind];
    if (left == 0) {
      put_back(values.first(i));
      return false;
    }
    --left;
  }
  for (std::size_t i = 0; i < values.size(); ++i) on_[step.plan.cells[step.plan.fresh[i]]] = values[i];
  nodes_[depth_++].taken = record;
  pieces_placed_ += values.size();
  return true;
}

void CorollaSpace::undo() {
  --depth_;
  const std::span<const Value> values = (*steps_[depth_].table)[nodes_[depth_].taken];
  put_back(values);
  pieces_placed_ -= values.size();
}

void CorollaSpace::put_back(std::span<const Value> values) {
  for (const Value value : values) ++left_[(*pieces_)[value].kind];
}

/// The pieces of a kind are dealt out cell by cell, except those that hints have taken.
Solution CorollaSpace::solution() const {
  EdgeBoard board;
  board.cells.resize(puzzle_.cell_count());
  const PieceKinds& kinds = pieces_->kinds();
  auto unused = kinds.members;
  for (const EdgeHint& hint : puzzle_.hints) {
    board.cells[hint.square.index()] = hint.placed;
    std::erase(unused[static_cast<std::size_t>(kinds.kind[hint.placed.piece.index()])], hint.placed.piece);
  }
  for (auto& members : unused) std::reverse(members.begin(), members.end());
  std::vector<bool> filled(on_.size());
  for (std::uint32_t d = 0; d < depth_; ++d)
    for (const auto fresh : steps_[d].plan.fresh) filled[steps_[d].plan.cells[fresh]] = true;
  for (std::size_t cell = 0; cell < on_.size(); ++cell) {
    if (!filled[cell]) continue;
    const OrientedKind& value = (*pieces_)[on_[cell]];
    const PieceId piece = unused[value.kind].back();
    unused[value.kind].pop_back();
    board.cells[cell] = Placed{piece, static_cast<std::uint8_t>((kinds.turn[piece.index()] + value.rotation) & 3)};
  }
  return {std::move(board)};
}

}  // namespace tesselle::edge::corolla
