#include "edge/greedy/greedy.hpp"

#include "edge/local_search/local_search.hpp"

namespace tesselle {
namespace {

/// Peter-Hémon and Lamarche 2025, section 2, repeated: ties are broken at random, so every board differs.
class Greedy final : public edge::LocalSearch {
 public:
  using LocalSearch::LocalSearch;

 private:
  void move() override {
    ++restarts_;
    new_greedy_board();
  }
};

}  // namespace

EngineInfo greedy_engine() {
  EngineInfo info;
  info.name = "greedy";
  info.family = Family::edge;
  info.complete = false;
  info.goals = {Goal::best};
  info.abilities = abilities_of<Greedy>();
  info.summary =
      "Peter-Hémon and Lamarche's construction: inward spiral, fewest new conflicts, ties at random, repeated";
  info.factory = [](const Puzzle& puzzle, const EngineConfig& config) -> std::unique_ptr<Engine> {
    return std::make_unique<Greedy>(puzzle.edge(), config);
  };
  return info;
}

}  // namespace tesselle
