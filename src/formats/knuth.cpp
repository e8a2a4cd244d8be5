#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "formats/bricks.hpp"
#include "formats/cell_text.hpp"
#include "formats/knuth.hpp"
#include "formats/limits.hpp"
#include "formats/text.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

constexpr std::string_view heading = "| A packing puzzle as an exact cover problem; the puzzle itself:\n";
constexpr std::string_view quoted = "|> ";  // comment lines that hold the puzzle
constexpr std::size_t max_option_bytes = std::size_t{64} << 20;

std::string quoted_lines(const std::string& text) {
  std::string out;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    out += std::string(quoted) + text.substr(start, end - start) + "\n";
    start = end + 1;
  }
  return out;
}

/// Items are the cells, named @x,y,z, and the congruence classes of pieces, named like their first piece.
class KnuthWriter {
 public:
  explicit KnuthWriter(const PackingPuzzle& puzzle) : puzzle_(puzzle), class_of_(congruence_classes(puzzle)) {
    if (!puzzle.hints.empty()) throw UsageError("--to dlx: hints cannot be written");
    for (const auto* cells : {&puzzle.region, &puzzle.optional_cells})
      for (const Cell& cell : *cells) items_.emplace(cell, "@" + cell_token(puzzle.lattice, cell));
    collect_classes();
  }

  std::string write() const {
    std::string out = item_line();
    for (std::size_t c = 0; c < classes_.size(); ++c) add_options(out, c);
    return out;
  }

 private:
  struct Kind {
    std::size_t piece = 0;
    std::string name;
    std::int64_t least = 0, most = 0;
    bool has_item() const { return least > 0 || most < PackingPiece::unlimited; }
    bool is_secondary() const { return least == 0 && most == 1; }
  };

  void collect_classes() {
    std::vector<std::string> names;
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) {
      const auto c = static_cast<std::size_t>(class_of_[p]);
      if (c == classes_.size()) classes_.emplace_back().piece = p, names.push_back(puzzle_.pieces[p].name);
      classes_[c].least += puzzle_.pieces[p].min_copies;
      classes_[c].most += puzzle_.pieces[p].max_copies;
    }
    names = plain_names(names);
    for (std::size_t c = 0; c < classes_.size(); ++c) classes_[c].name = names[c];
  }

  /// A multiplicity other than one is written as Knuth's programs for multiple covering read it: low:high|name.
  std::string item_line() const {
    std::string primary, secondary;
    for (const Kind& kind : classes_) {
      if (!kind.has_item()) continue;
      const std::int64_t most = std::min<std::int64_t>(kind.most, static_cast<std::int64_t>(items_.size()));
      if (kind.is_secondary())
        secondary += " " + kind.name;
      else if (kind.least == 1 && kind.most == 1)
        primary += kind.name + " ";
      else
        primary += fmt::format("{}:{}|{} ", kind.least, std::max(most, kind.least), kind.name);
    }
    for (const Cell& cell : puzzle_.region) primary += items_.at(cell) + " ";
    for (const Cell& cell : puzzle_.optional_cells) secondary += " " + items_.at(cell);
    primary.pop_back();
    return secondary.empty() ? primary + "\n" : primary + " |" + secondary + "\n";
  }

  void add_options(std::string& out, std::size_t c) const {
    const Kind& kind = classes_[c];
    std::set<std::string> options;
    for (const Orientation& way : distinct_orientations(puzzle_, puzzle_.pieces[kind.piece]))
      for (const auto& [cell, item] : items_) {
        const Cell first = way.cells.front();
        if (puzzle_.lattice != LatticeKind::cube && cell.z != first.z) continue;
        std::string line = option(way.cells, cell - first);
        if (line.empty()) continue;
        options.insert(kind.has_item() ? kind.name + line : line.substr(1));
        if ((bytes_ += line.size()) > max_option_bytes) throw UsageError("--to dlx: more than 64 MB of options");
      }
    for (const std::string& line : options) out += line + "\n";
  }

  /// " @… @…", or "" if the shape sticks out.
  std::string option(const std::vector<Cell>& shape, Cell shift) const {
    std::string line;
    for (const Cell& cell : shape) {
      const auto item = items_.find(cell + shift);
      if (item == items_.end()) return {};
      line += " " + item->second;
    }
    return line;
  }

  const PackingPuzzle& puzzle_;
  std::vector<int> class_of_;
  std::map<Cell, std::string> items_;
  std::vector<Kind> classes_;
  mutable std::size_t bytes_ = 0;
};

std::string rewritten(const Puzzle& puzzle, const std::string& file) {
  try {
    return write_knuth(puzzle);
  } catch (const UsageError&) {
    throw InputError({file}, "found a puzzle in the comments that has no exact cover problem, expected another");
  }
}

}  // namespace

std::string write_knuth(const Puzzle& puzzle) {
  if (puzzle.family() != Family::packing) throw UsageError("--to dlx: only packing puzzles can be written so");
  return std::string(heading) + quoted_lines(write_toml(puzzle)) + KnuthWriter(puzzle.packing()).write();
}

Puzzle read_knuth(std::string_view text, const std::string& file) {
  std::string toml;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    if (line.starts_with(quoted)) (toml += line.substr(quoted.size())) += '\n';
    start = end + 1;
  }
  if (toml.empty()) return read_exact_cover(text, file);
  Puzzle puzzle = read_toml(toml, file);
  const std::string written = rewritten(puzzle, file);
  const auto differs = std::mismatch(text.begin(), text.end(), written.begin(), written.end()).first;
  if (differs != text.end() || text.size() != written.size())
    throw InputError(
        place_at(file, text, static_cast<std::size_t>(differs - text.begin())),
        "found items or options that differ from the puzzle in the comments, expected those of the puzzle");
  return puzzle;
}

}  // namespace tesselle
