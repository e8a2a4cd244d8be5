#include "packing/pack/pack.hpp"

#include "base/bytes.hpp"
#include "packing/pack/most_pieces.hpp"

namespace tesselle {
namespace {

/// A node is one decision: a placement, or a cell that stays empty.
class PackSearch final : public Engine, public Saves, public ShowsBoard {
 public:
  explicit PackSearch(const PackingPuzzle& puzzle) : puzzle_(puzzle), search_(packing::compile_placements(puzzle)) {}

  Advance advance(Budget budget, SolutionSink& sink) override {
    for (std::uint64_t left = budget.nodes; left > 0; --left) {
      if (!search_.decide()) return Advance::exhausted;
      ++nodes_;
      if (search_.found_better()) sink.improved(board_of(search_.best()));
    }
    return Advance::running;
  }

  EngineProgress progress() const override { return {nodes_, static_cast<int>(search_.placed().size()), std::nullopt}; }
  Solution board() const override { return board_of(search_.placed()); }

  std::string save() const override {
    ByteWriter out;
    const auto place = search_.place();
    out.array(std::span<const std::uint32_t>(place.choices));
    out.number(place.next);
    out.number(place.has_best);
    out.array(std::span<const std::uint32_t>(place.best));
    return out.take();
  }
  void restore(std::string_view state) override {
    ByteReader in(state);
    packing::MostPieces::Place place;
    place.choices = in.array<std::uint32_t>();
    place.next = static_cast<std::uint32_t>(in.number(UINT32_MAX));
    place.has_best = in.number(1) != 0;
    place.best = in.array<std::uint32_t>();
    in.end();
    if (!search_.go_to(place)) in.refuse();
  }

 private:
  Solution board_of(std::span<const std::uint32_t> placed) const {
    return {packing::layout_of(puzzle_, search_.table(), placed)};
  }

  PackingPuzzle puzzle_;
  packing::MostPieces search_;
  std::uint64_t nodes_ = 0;
};

std::optional<Recommendation> recommend_pack(const Puzzle& puzzle, const EngineNeeds&) {
  if (!puzzle.packing().region.empty()) return std::nullopt;
  return Recommendation{"no cell must be covered: as many pieces as possible are packed"};
}

}  // namespace

EngineInfo pack_engine() {
  EngineInfo info;
  info.name = "pack";
  info.family = Family::packing;
  info.complete = true;
  info.goals = {Goal::best};
  info.abilities = abilities_of<PackSearch>();
  info.summary = "branch and bound: most pieces, then most cells, with proof; for regions that need not be filled";
  info.factory = [](const Puzzle& puzzle, const EngineConfig&) -> std::unique_ptr<Engine> {
    return std::make_unique<PackSearch>(puzzle.packing());
  };
  info.recommend = recommend_pack;
  return info;
}

}  // namespace tesselle
