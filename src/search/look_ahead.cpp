#include "search/look_ahead.hpp"

#include "edge/smart/propagation.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {

namespace smart = edge::smart;

constexpr std::size_t max_cells_ahead = 1024;  // 32×32: the counts of all rules take some 100 MB there

struct LookAhead::State {
  State(const EdgePuzzle& puzzle, smart::Layers layers) : model(puzzle), domains(model, layers) {}
  smart::Model model;
  smart::Domains domains;
};

LookAhead::LookAhead(const EdgePuzzle& puzzle, const EdgeBoard& board, std::string_view rules) {
  const smart::Layers layers = smart::parse_layers(rules);
  if (puzzle.cell_count() > max_cells_ahead) throw UsageError("the board is too large to look ahead");
  state_ = std::make_unique<State>(puzzle, layers);
  smart::Propagation propagation(state_->model, layers);
  consistent_ = propagation.start(state_->domains) == smart::Outcome::consistent;
  for (std::size_t cell = 0; cell < board.cells.size() && consistent_; ++cell)
    if (const auto& placed = board.cells[cell])
      consistent_ =
          propagation.place(state_->domains, cell, state_->model.value_of(*placed)) == smart::Outcome::consistent;
}

LookAhead::~LookAhead() = default;

bool LookAhead::allows(const Fit& fit) const {
  const auto& [square, placed] = std::get<EdgeHint>(fit.placement);
  return state_->domains.holds(square.index(), state_->model.value_of(placed));
}

}  // namespace tesselle
