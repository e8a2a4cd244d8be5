#include "edge/repair/repairer.hpp"

#include <algorithm>

#include "edge/repair/merge.hpp"
#include "edge/tables/at.hpp"
#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::repair {
namespace {

constexpr std::size_t max_elite = 8;
constexpr std::int64_t one_conflict = std::int64_t{1} << 32;
constexpr std::uint64_t first_window_nodes = 300, next_window_nodes = 8;  // classes of windows: factor between them
constexpr double first_window_size = 6;
constexpr std::uint64_t fair_share = 20;  // larger windows join in when tries for this many of them found nothing

}  // namespace

Repairer::Repairer(const EdgePuzzle& puzzle, std::uint64_t seed, const Settings& settings)
    : puzzle_(puzzle), settings_(settings), rng_(seed), board_(puzzle), window_(board_), sets_(board_, rng_) {
  for (std::uint64_t nodes = first_window_nodes;; nodes *= next_window_nodes) {
    WindowClass& last = classes_.emplace_back();
    last.nodes = std::min(nodes, settings.window_nodes);
    last.size.fill(first_window_size + 2 * static_cast<double>(classes_.size()));
    if (nodes >= settings.window_nodes) break;
  }
}

void Repairer::start_from(const EdgeBoard& board) {
  board_.load(board);
  fill_greedily(board_, puzzle_, rng_);
  begin();
}

void Repairer::start_greedily() {
  board_.clear();
  fill_greedily(board_, puzzle_, rng_);
  begin();
}

void Repairer::begin() {
  best_ = board_.layout();
  elite_.clear();
  since_better_ = since_aside_ = 0;
}

EdgeBoard Repairer::best_board() {
  const auto now = board_.layout();
  board_.go_to(best_);
  const EdgeBoard board = board_.board();
  board_.go_to(now);
  return board;
}

/// The kinds of moves get equal shares of the effort.
std::uint64_t Repairer::step() {
  if (board_.free_cells().empty()) return 1;
  std::uint64_t effort = 0;
  if (since_aside_ > settings_.patience)
    effort = step_aside();
  else if (WindowClass* windows = next_class(); windows != nullptr)
    effort = refill_window(*windows);
  else
    effort = reassign();
  since_better_ += effort;
  since_aside_ += effort;
  look_at_board();
  return effort;
}

/// The one with the least effort so far; none if that is the assignments'.
Repairer::WindowClass* Repairer::next_class() {
  WindowClass* next = nullptr;
  std::uint64_t least = reassign_effort_;
  for (WindowClass& windows : classes_) {
    const bool joins = &windows == &classes_.front() || since_better_ >= fair_share * windows.nodes;
    if (windows.effort >= least || !joins) continue;
    next = &windows;
    least = windows.effort;
  }
  return next;
}

void Repairer::look_at_board() {
  if (board_.conflicts() >= best_.conflicts) return;
  best_ = board_.layout();
  elite_.clear();
  since_better_ = since_aside_ = 0;
}

/// Cells that do not touch do not ask anything of one another: the best way to share out their pieces is an assignment.
std::uint64_t Repairer::reassign() {
  ++assignments_;
  const std::vector<Cell> cells = sets_.apart();
  std::uint64_t effort = 1;
  std::vector<Cell> of_kind;
  for (int kind = 0; kind < 3; ++kind) {
    of_kind.clear();
    std::copy_if(cells.begin(), cells.end(), std::back_inserter(of_kind),
                 [&](Cell c) { return board_.kind_of(c) == kind; });
    reassign(of_kind);
    effort += of_kind.size() * of_kind.size() / 2;
  }
  if (assignments_ % 8 == 0) effort += mix_with_elite();
  reassign_effort_ += effort;
  return effort;
}

/// A random share of less than one conflict in all decides between assignments that are equally good.
void Repairer::reassign(const std::vector<Cell>& cells) {
  if (cells.empty()) return;
  const auto size = static_cast<int>(cells.size());
  const auto noise = static_cast<std::uint32_t>(one_conflict / (size + 1) - 1);
  pieces_.clear();
  costs_.clear();
  for (const Cell c : cells) pieces_.push_back(board_.piece_at(c));
  for (const Cell c : cells)
    for (const auto piece : pieces_)
      costs_.push_back(board_.best_turn(c, piece).cost * one_conflict + rng_.below(noise));
  const auto& column_of = assignment_.solve(costs_, size);
  for (const Cell c : cells) board_.remove(c);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto piece = pieces_[at(column_of[i])];
    board_.place(cells[i], piece, board_.best_turn(cells[i], piece).rotation);
  }
}

const std::vector<Repairer::Cell>& Repairer::draw(Shape shape, std::size_t size) {
  if (shape == two_patches) return sets_.two_clusters(size);
  if (shape == donors) return sets_.cluster_and_donors(size);
  return sets_.cluster(size);
}

/// Windows grow until about one in five is too large for its budget.
std::uint64_t Repairer::refill_window(WindowClass& windows) {
  ++windows_;
  const auto shape = static_cast<Shape>(rng_.below(shapes));
  double& size = windows.size[shape];
  const auto& cells = draw(shape, static_cast<std::size_t>(size));
  const auto aim = rng_.below(2) == 0 ? Window::Aim::level : Window::Aim::better;
  const auto result = window_.solve(board_, cells, aim, rng_, windows.nodes);
  if (result.finished) {
    ++proved_;
    largest_proved_ = std::max(largest_proved_, cells.size());
  }
  const bool all_there_are = cells.size() < static_cast<std::size_t>(size);
  const double change = result.finished ? (all_there_are ? 0 : 0.1) : -0.4;
  size = std::clamp(size + change, 4.0, static_cast<double>(Window::max_cells));
  const std::uint64_t effort = result.nodes + cells.size();
  windows.effort += effort;
  return effort;
}

std::uint64_t Repairer::mix_with_elite() {
  remember();
  ++merges_;
  merge(board_, elite_[rng_.below(static_cast<std::uint32_t>(elite_.size()))]);
  return at(board_.cell_count());
}

void Repairer::remember() {
  if (elite_.size() < max_elite)
    elite_.push_back(board_.layout());
  else
    elite_[rng_.below(max_elite)] = board_.layout();
}

/// Half of the time back to the best board first; then a filling of some window that is one conflict worse.
std::uint64_t Repairer::step_aside() {
  since_aside_ = 0;
  if (board_.conflicts() > best_.conflicts || rng_.below(2) == 0) board_.go_to(best_);
  const WindowClass& windows = classes_[std::min<std::size_t>(1, classes_.size() - 1)];
  const auto& cells = sets_.cluster_and_donors(static_cast<std::size_t>(windows.size[donors]));
  return window_.solve(board_, cells, Window::Aim::level, rng_, windows.nodes, 1).nodes + cells.size();
}

void Repairer::merge_with(const EdgeBoard& other) {
  ConflictBoard theirs(puzzle_);
  theirs.load(other);
  fill_greedily(theirs, puzzle_, rng_);
  ++merges_;
  merge(board_, theirs.layout());
  look_at_board();
}

/// Numbers that may be any.
template <class Self>
auto Repairer::counters(Self& self) {
  return std::array{&self.reassign_effort_, &self.since_better_, &self.since_aside_, &self.assignments_,
                    &self.windows_,         &self.proved_,       &self.merges_};
}

void Repairer::save(ByteWriter& out) const {
  for (const std::uint64_t* counter : counters(*this)) out.number(*counter);
  out.number(largest_proved_);
  edge::save(out, rng_);
  for (const WindowClass& windows : classes_) {
    out.number(windows.effort);
    for (const double size : windows.size) save_real(out, size);
  }
  out.number(elite_.size());
  for (const auto& layout : elite_) board_.save(out, layout);
  if (!best_.piece_at.empty()) board_.save(out, best_);
  board_.save(out, board_.layout());
}

void Repairer::restore(ByteReader& in, bool started) {
  for (std::uint64_t* counter : counters(*this)) *counter = in.number();
  read_number(in, largest_proved_);
  rng_ = read_rng(in);
  for (WindowClass& windows : classes_) {
    windows.effort = in.number();
    for (double& size : windows.size) size = read_real(in, 4, static_cast<double>(Window::max_cells));
  }
  elite_.resize(in.number(max_elite));
  for (auto& layout : elite_) layout = board_.restore(in);
  best_ = {};
  if (started) best_ = board_.restore(in);
  board_.restore(in, started ? ConflictBoard::Cells::all_filled : ConflictBoard::Cells::some_filled);
}

}  // namespace tesselle::edge::repair
