#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/bricks.hpp"
#include "formats/limits.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

/// The format has single pieces: copies become pieces of their own, hinted ones stationary.
struct Single {
  std::size_t piece;
  std::string name;
  const PackingPlacement* hint = nullptr;
};

class PolycubeWriter {
 public:
  explicit PolycubeWriter(const Puzzle& puzzle)
      : puzzle_(as_bricks(puzzle, "def")), box_(box_of(puzzle_.region, puzzle_.optional_cells)) {
    if (!puzzle_.optional_cells.empty()) throw UsageError("--to def: cells that may stay empty cannot be written");
    list_singles();
  }

  std::string write(const Solution* solution) const {
    std::string out = fmt::format("D:xDim={}:yDim={}:zDim={}{}\n", box_.size.x, box_.size.y, box_.size.z,
                                  one_side() ? ":oneSide" : "");
    for (const Single& single : singles_) out += piece_line(single);
    if (const auto outside = holes(); !outside.empty())
      out += "C:name=" + hole_name_ + ":type=S:layout=" + layout(outside) + "\n";
    if (solution != nullptr) out += drawing(solution->packing());
    return out + "~D\n";
  }

 private:
  void list_singles() {
    std::vector<std::string> names;
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) {
      const PackingPiece& piece = puzzle_.pieces[p];
      if (piece.min_copies != piece.max_copies)
        throw UsageError(fmt::format("--to def: piece {} may stay out, which cannot be written", piece.name));
      if (static_cast<std::int64_t>(singles_.size()) + piece.max_copies > max_pieces)
        throw UsageError(fmt::format("--to def: more than {} pieces cannot be written", max_pieces));
      for (int i = 0; i < piece.max_copies; ++i) names.push_back(piece.name), singles_.push_back({p, ""});
    }
    names.emplace_back("hole");
    names = plain_names(names);
    hole_name_ = names.back();
    for (std::size_t i = 0; i < singles_.size(); ++i) singles_[i].name = names[i];
    for (const PackingPlacement& hint : puzzle_.hints) free_single(hint.piece).hint = &hint;
  }

  Single& free_single(PieceId piece) {
    for (Single& single : singles_)
      if (single.piece == piece.index() && single.hint == nullptr) return single;
    throw UsageError("--to def: the hints use a piece more often than it is there");
  }

  bool one_side() const {
    const auto turns = [&](const PackingPiece& piece) { return is_one_sided(puzzle_, piece); };
    const auto free = [&](const PackingPiece& piece) { return piece.turn_over; };
    const bool some = std::any_of(puzzle_.pieces.begin(), puzzle_.pieces.end(), turns);
    if (some && std::any_of(puzzle_.pieces.begin(), puzzle_.pieces.end(), free))
      throw UsageError("--to def: only some pieces may be turned over, which cannot be written");
    return some;
  }

  std::vector<Cell> cells_of(const PackingPlacement& how) const {
    auto cells = placed(puzzle_.grid(), puzzle_.pieces[how.piece.index()].cells, how.orientation, how.offset);
    for (Cell& cell : cells) cell = box_.inside(cell);
    return cells;
  }

  static std::string layout(const std::vector<Cell>& cells) {
    std::string text;
    for (const Cell& c : cells) text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", c.x, c.y, c.z);
    return text;
  }

  std::string piece_line(const Single& single) const {
    const bool fixed = single.hint != nullptr;
    return fmt::format("C:name={}{}:layout={}\n", single.name, fixed ? ":type=S" : "",
                       layout(fixed ? cells_of(*single.hint) : puzzle_.pieces[single.piece].cells));
  }

  std::vector<Cell> holes() const {
    std::vector<Cell> cells = box_cells(box_.size);
    std::erase_if(cells, [&](const Cell& cell) {
      return std::binary_search(puzzle_.region.begin(), puzzle_.region.end(), cell + box_.low);
    });
    return cells;
  }

  /// Rows from the largest y down, layers side by side.
  std::string drawing(const PackingLayout& solution) const {
    const BrickBox box = {{}, box_.size};
    std::vector<std::string> names(box.cell_count(), ".");
    for (const Cell& cell : holes()) names[box.index(cell)] = hole_name_;
    std::vector<bool> used(singles_.size());
    for (const PackingPlacement& how : solution.placements) {
      const std::string& name = take_single(how, used);
      for (const Cell& cell : cells_of(how)) names[box.index(cell)] = name;
    }
    std::string text = "L\n";
    for (int y = box.size.y - 1; y >= 0; --y) {
      for (int z = 0; z < box.size.z; ++z) {
        if (z > 0) text += " ,";
        for (int x = 0; x < box.size.x; ++x) text += (x + z > 0 ? " " : "") + names[box.index({x, y, z})];
      }
      text += '\n';
    }
    return text + "~L\n";
  }

  /// A hinted copy has its own name; the others are dealt out in order.
  const std::string& take_single(const PackingPlacement& how, std::vector<bool>& used) const {
    const bool hinted = std::find(puzzle_.hints.begin(), puzzle_.hints.end(), how) != puzzle_.hints.end();
    for (std::size_t i = 0; i < singles_.size(); ++i) {
      const Single& single = singles_[i];
      if (single.piece != how.piece.index() || used[i]) continue;
      if (hinted ? single.hint == nullptr || *single.hint != how : single.hint != nullptr) continue;
      used[i] = true;
      return single.name;
    }
    throw UsageError("--to def: the solution uses a piece more often than it is there");
  }

  const PackingPuzzle& puzzle_;
  BrickBox box_;
  std::vector<Single> singles_;
  std::string hole_name_;
};

}  // namespace

std::string write_polycube(const Puzzle& puzzle, const Solution* solution) {
  return PolycubeWriter(puzzle).write(solution);
}

}  // namespace tesselle
