#include "search/dead_ends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "render/recording.hpp"

namespace tesselle {
namespace {

constexpr const char* seen_ahead = "ruled out by looking ahead";

/// Looking at every cell must not take longer than the search itself.
constexpr std::size_t max_fits_tried = 60'000;

}  // namespace

struct BoardReader::Reading {
  virtual ~Reading() = default;
  virtual std::string reason(const Solution& board, const std::vector<std::size_t>& likely) const = 0;
  virtual Candidates candidates(const Solution& board, std::size_t cell) const = 0;
  virtual std::optional<std::size_t> tightest_cell(const Solution& board) const = 0;
};

class BoardReader::EdgeReading : public Reading {
 public:
  explicit EdgeReading(const EdgePuzzle& puzzle) : puzzle_(puzzle) {}

  std::string reason(const Solution& solution, const std::vector<std::size_t>& likely) const override {
    const EdgeBoard& board = solution.edge();
    const std::vector<PieceId> left = unused(board);
    std::vector<std::size_t> cells = likely;
    if (board.cells.size() * left.size() * 4 <= max_fits_tried)
      for (std::size_t c = 0; c < board.cells.size(); ++c) cells.push_back(c);
    for (const std::size_t c : cells)
      if (!board.cells[c] && count_fits(asks_at(board, c), left) == 0) return why_nothing_fits(board, c, left);
    return shortage(board, left).value_or(seen_ahead);
  }

  Candidates candidates(const Solution& solution, std::size_t cell) const override {
    const EdgeBoard& board = solution.edge();
    const Asks asks = asks_at(board, cell);
    Candidates result{square_name(puzzle_, Square(cell)), asks_words(asks), {}};
    for (const PieceId piece : unused(board)) result.lines.push_back(line_for(piece, asks));
    return result;
  }

  std::optional<std::size_t> tightest_cell(const Solution& solution) const override {
    const EdgeBoard& board = solution.edge();
    const std::vector<PieceId> left = unused(board);
    std::optional<std::size_t> best;
    std::size_t fewest = 0;
    for (std::size_t c = 0; c < board.cells.size(); ++c) {
      if (board.cells[c]) continue;
      const std::size_t fits = count_fits(asks_at(board, c), left);
      if (!best || fits < fewest) best = c, fewest = fits;
    }
    return best;
  }

 private:
  using Asks = std::array<std::optional<Colour>, 4>;  // by side: the colour that must be there

  std::vector<PieceId> unused(const EdgeBoard& board) const {
    std::vector<bool> used(puzzle_.pieces.size());
    for (const auto& placed : board.cells)
      if (placed) used[placed->piece.index()] = true;
    std::vector<PieceId> left;
    for (std::size_t p = 0; p < used.size(); ++p)
      if (!used[p]) left.emplace_back(p);
    return left;
  }

  Asks asks_at(const EdgeBoard& board, std::size_t cell) const {
    Asks asks;
    for (const Side side : all_sides) {
      const auto across = neighbour(puzzle_, Square(cell), side);
      auto& ask = asks[static_cast<std::size_t>(side)];
      if (!across) {
        ask = puzzle_.frame;
      } else if (const auto& placed = board.cells[across->index()]) {
        const Sides sides = rotated(puzzle_.pieces[placed->piece.index()], placed->rotation);
        ask = puzzle_.mate_of(sides[static_cast<std::size_t>(opposite(side))]);
      }
    }
    return asks;
  }

  static bool fits(const Sides& sides, const Asks& asks) {
    for (std::size_t s = 0; s < 4; ++s)
      if (asks[s] && *asks[s] != sides[s]) return false;
    return true;
  }

  std::size_t count_fits(const Asks& asks, const std::vector<PieceId>& left) const {
    std::size_t count = 0;
    for (const PieceId piece : left)
      for (int turn = 0; turn < 4; ++turn) count += fits(rotated(puzzle_.pieces[piece.index()], turn), asks);
    return count;
  }

  std::string name(Colour colour) const {
    return colour.index() < puzzle_.colours.size() ? puzzle_.colours[colour.index()] : std::to_string(colour.index());
  }

  std::size_t sides_left(Colour colour, const std::vector<PieceId>& left) const {
    std::size_t count = 0;
    for (const PieceId piece : left)
      for (const Colour side : puzzle_.pieces[piece.index()]) count += side == colour;
    return count;
  }

  std::string why_nothing_fits(const EdgeBoard& board, std::size_t cell, const std::vector<PieceId>& left) const {
    const std::string where = square_name(puzzle_, Square(cell));
    for (const auto& ask : asks_at(board, cell))
      if (ask && sides_left(*ask, left) == 0) return fmt::format("{} is used up ({} needs it)", name(*ask), where);
    return fmt::format("no piece fits {}", where);
  }

  /// A colour that more cells ask for than the pieces that are left show.
  std::optional<std::string> shortage(const EdgeBoard& board, const std::vector<PieceId>& left) const {
    std::vector<std::size_t> asked(puzzle_.mate.size());
    for (std::size_t c = 0; c < board.cells.size(); ++c)
      if (!board.cells[c])
        for (const auto& ask : asks_at(board, c))
          if (ask) ++asked[ask->index()];
    for (std::size_t c = 0; c < asked.size(); ++c)
      if (const std::size_t there = sides_left(Colour(c), left); asked[c] > there)
        return fmt::format("{} is used up ({} sides need it, {} left)", name(Colour(c)), asked[c], there);
    return std::nullopt;
  }

  static constexpr std::array<const char*, 4> side_names = {"north", "east", "south", "west"};

  std::string asks_words(const Asks& asks) const {
    std::string words;
    for (std::size_t s = 0; s < 4; ++s)
      if (asks[s]) words += fmt::format("{}{} in the {}", words.empty() ? "" : ", ", name(*asks[s]), side_names[s]);
    return words.empty() ? "anything" : words;
  }

  CandidateLine line_for(PieceId piece, const Asks& asks) const {
    CandidateLine line{std::to_string(piece.index() + 1), false, ""};
    for (int turn = 0; turn < 4; ++turn) {
      const Sides sides = rotated(puzzle_.pieces[piece.index()], turn);
      if (fits(sides, asks)) line.why += fmt::format("{}{}°", line.fits ? ", " : "fits, turned ", 90 * turn);
      line.fits = line.fits || fits(sides, asks);
    }
    if (!line.fits) line.why = why_not(piece, asks);
    return line;
  }

  std::string why_not(PieceId piece, const Asks& asks) const {
    const Sides& own = puzzle_.pieces[piece.index()];
    for (const auto& ask : asks)
      if (ask && std::find(own.begin(), own.end(), *ask) == own.end()) return fmt::format("has no {}", name(*ask));
    for (const auto& ask : asks)
      if (ask && std::count(own.begin(), own.end(), *ask) < std::count(asks.begin(), asks.end(), ask))
        return fmt::format("has too few {}", name(*ask));
    return "has the colours, but not at these sides";
  }

  const EdgePuzzle& puzzle_;
};

class BoardReader::PackingReading : public Reading {
 public:
  explicit PackingReading(const PackingPuzzle& puzzle) : puzzle_(puzzle), lattice_(puzzle.grid()) {
    cells_ = puzzle.region;
    cells_.insert(cells_.end(), puzzle.optional_cells.begin(), puzzle.optional_cells.end());
    const CellBounds box = bounds_of(cells_);
    low_ = box.low;
    wide_ = {box.extent(&Cell::x), box.extent(&Cell::y), box.extent(&Cell::z)};
    const auto volume =
        static_cast<std::size_t>(wide_.x) * static_cast<std::size_t>(wide_.y) * static_cast<std::size_t>(wide_.z);
    number_.assign(volume, nowhere);
    for (std::size_t c = 0; c < cells_.size(); ++c) number_[place_of(cells_[c])] = c;
    for (const PackingPiece& piece : puzzle.pieces) orientations_.push_back(distinct_orientations(puzzle, piece));
  }

  std::string reason(const Solution& solution, const std::vector<std::size_t>&) const override {
    const State state = state_of(solution.packing());
    std::size_t budget = max_fits_tried;
    for (const std::size_t cell : by_tightness(state))
      if (count_ways(state, cell, 1, budget) == 0 && budget > 0)
        return fmt::format("no piece left covers {}", name(cell));
    if (auto pocket = odd_pocket(state)) return *pocket;
    if (auto piece = homeless_piece(state, budget)) return *piece;
    return seen_ahead;
  }

  Candidates candidates(const Solution& solution, std::size_t cell) const override {
    const State state = state_of(solution.packing());
    Candidates result{name(cell), "", {}};
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p)
      if (state.left[p] > 0) result.lines.push_back(line_for(state, p, cell));
    return result;
  }

  std::optional<std::size_t> tightest_cell(const Solution& solution) const override {
    const State state = state_of(solution.packing());
    std::optional<std::size_t> best;
    std::size_t fewest = 0, budget = 50 * max_fits_tried;
    for (const std::size_t cell : by_tightness(state)) {
      const std::size_t ways = count_ways(state, cell, best ? fewest : budget, budget);
      if (!best || ways < fewest) best = cell, fewest = ways;
    }
    return best;
  }

 private:
  static constexpr std::size_t nowhere = ~std::size_t{0};

  struct State {
    std::vector<bool> taken;
    std::vector<int> left;   // copies, by piece
    std::size_t region = 0;  // cells before this number must be covered
  };

  std::size_t place_of(Cell c) const {
    return static_cast<std::size_t>(((c.x - low_.x) * wide_.y + (c.y - low_.y)) * wide_.z + (c.z - low_.z));
  }

  /// The number of a cell, or `nowhere`.
  std::size_t number(Cell c) const {
    const bool inside = c.x >= low_.x && c.x < low_.x + wide_.x && c.y >= low_.y && c.y < low_.y + wide_.y &&
                        c.z >= low_.z && c.z < low_.z + wide_.z;
    return inside ? number_[place_of(c)] : nowhere;
  }

  std::string name(std::size_t cell) const { return cell_words(puzzle_.lattice, cells_[cell]); }

  State state_of(const PackingLayout& layout) const {
    State state{std::vector<bool>(cells_.size()), {}, puzzle_.region.size()};
    for (const PackingPiece& piece : puzzle_.pieces) state.left.push_back(piece.max_copies);
    for (const PackingPlacement& p : layout.placements) {
      --state.left[p.piece.index()];
      for (const Cell& c : placed(lattice_, puzzle_.pieces[p.piece.index()].cells, p.orientation, p.offset))
        if (const std::size_t n = number(c); n != nowhere) state.taken[n] = true;
    }
    return state;
  }

  /// The cells that must still be covered, those with few free neighbours first.
  std::vector<std::size_t> by_tightness(const State& state) const {
    std::vector<std::pair<int, std::size_t>> ranked;
    for (std::size_t c = 0; c < state.region; ++c) {
      if (state.taken[c]) continue;
      int free = 0;
      for (const Cell& next : lattice_.neighbours(cells_[c]))
        if (const std::size_t n = number(next); n != nowhere) free += !state.taken[n];
      ranked.emplace_back(free, c);
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<std::size_t> cells;
    for (const auto& [free, cell] : ranked) cells.push_back(cell);
    return cells;
  }

  enum class Fit { fits, sticks_out, overlaps };
  Fit fit(const State& state, const Orientation& orientation, Cell offset) const {
    Fit result = Fit::fits;
    for (const Cell& c : orientation.cells) {
      const std::size_t n = number(c + offset);
      if (n == nowhere) return Fit::sticks_out;
      if (state.taken[n]) result = Fit::overlaps;
    }
    return result;
  }

  /// Calls `see` with every way in which a piece could cover the cell, until it returns false.
  template <class See>
  void each_way(std::size_t piece, std::size_t cell, See see) const {
    const bool cube = puzzle_.lattice == LatticeKind::cube;
    for (const Orientation& orientation : orientations_[piece])
      for (const Cell& c : orientation.cells) {
        if (!cube && c.z != cells_[cell].z) continue;
        if (!see(orientation, cells_[cell] - c)) return;
      }
  }

  /// How many ways there are, up to `enough`; `budget` goes down with every way tried, and at 0 it is not known.
  std::size_t count_ways(const State& state, std::size_t cell, std::size_t enough, std::size_t& budget) const {
    std::size_t ways = 0;
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p)
      if (state.left[p] > 0)
        each_way(p, cell, [&](const Orientation& orientation, Cell offset) {
          if (ways >= enough || budget == 0) return false;
          --budget;
          ways += fit(state, orientation, offset) == Fit::fits;
          return true;
        });
    return ways;
  }

  /// The sums that the pieces left can make, up to `most`.
  std::vector<bool> possible_sizes(const State& state, std::size_t most) const {
    std::vector<bool> possible(most + 1);
    possible[0] = true;
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) {
      const std::size_t size = puzzle_.pieces[p].cells.size();
      const auto copies = std::min<std::size_t>(static_cast<std::size_t>(std::max(0, state.left[p])), most / size);
      for (std::size_t copy = 0; copy < copies; ++copy)
        for (std::size_t sum = most + 1; sum-- > size;)
          if (possible[sum - size]) possible[sum] = true;
    }
    return possible;
  }

  std::optional<std::string> odd_pocket(const State& state) const {
    const auto possible = possible_sizes(state, puzzle_.region.size());
    std::vector<bool> seen = state.taken;
    for (std::size_t start = 0; start < state.region; ++start) {
      if (seen[start]) continue;
      std::vector<std::size_t> pocket = {start};
      bool certain = true;
      seen[start] = true;
      for (std::size_t i = 0; i < pocket.size(); ++i)
        for (const Cell& next : lattice_.neighbours(cells_[pocket[i]])) {
          const std::size_t n = number(next);
          if (n == nowhere || seen[n]) continue;
          seen[n] = true;
          certain = certain && n < state.region;
          pocket.push_back(n);
        }
      if (certain && !possible[pocket.size()])
        return fmt::format("no pieces left fill the pocket of {} cells at {}", pocket.size(), name(start));
    }
    return std::nullopt;
  }

  std::optional<std::string> homeless_piece(const State& state, std::size_t& budget) const {
    for (std::size_t p = 0; p < puzzle_.pieces.size() && budget > 0; ++p) {
      const PackingPiece& piece = puzzle_.pieces[p];
      if (piece.max_copies - state.left[p] >= piece.min_copies) continue;
      bool has_place = false;
      for (std::size_t cell = 0; cell < cells_.size() && !has_place && budget > 0; ++cell)
        if (!state.taken[cell])
          each_way(p, cell, [&](const Orientation& orientation, Cell offset) {
            if (budget > 0) --budget;
            has_place = fit(state, orientation, offset) == Fit::fits;
            return !has_place && budget > 0;
          });
      if (!has_place && budget > 0) return fmt::format("there is no place left for {}", piece.name);
    }
    return std::nullopt;
  }

  CandidateLine line_for(const State& state, std::size_t piece, std::size_t cell) const {
    std::size_t ways = 0, outside = 0, overlapping = 0;
    each_way(piece, cell, [&](const Orientation& orientation, Cell offset) {
      const Fit result = fit(state, orientation, offset);
      ways += result == Fit::fits;
      outside += result == Fit::sticks_out;
      overlapping += result == Fit::overlaps;
      return true;
    });
    const std::string why = ways > 0 ? fmt::format("covers it in {} way{}", ways, ways == 1 ? "" : "s")
                                     : fmt::format("{} ways stick out, {} overlap others", outside, overlapping);
    return {puzzle_.pieces[piece].name, ways > 0, why};
  }

  const PackingPuzzle& puzzle_;
  const Lattice& lattice_;
  std::vector<Cell> cells_;  // region, then optional
  Cell low_, wide_;
  std::vector<std::size_t> number_;
  std::vector<std::vector<Orientation>> orientations_;
};

BoardReader::BoardReader(const Puzzle& puzzle) {
  if (puzzle.family() == Family::edge)
    reading_ = std::make_unique<EdgeReading>(puzzle.edge());
  else
    reading_ = std::make_unique<PackingReading>(puzzle.packing());
}
BoardReader::~BoardReader() = default;

std::string BoardReader::reason(const Solution& board, const std::vector<std::size_t>& likely) const {
  return reading_->reason(board, likely);
}
BoardReader::Candidates BoardReader::candidates(const Solution& board, std::size_t cell) const {
  return reading_->candidates(board, cell);
}
std::optional<std::size_t> BoardReader::tightest_cell(const Solution& board) const {
  return reading_->tightest_cell(board);
}

}  // namespace tesselle
