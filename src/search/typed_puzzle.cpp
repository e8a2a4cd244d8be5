#include "search/typed_puzzle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/names.hpp"
#include "base/readable.hpp"
#include "formats/text.hpp"

namespace tesselle {
namespace {

// --- Files -----------------------------------------------------------------------------------------------------------

std::string heading(const std::string& name, const std::string& title, const char* about) {
  std::string out = fmt::format("# {}\n# Lines that start with # are remarks.\n\nname = \"{}\"\n", about, name);
  if (!title.empty()) out += fmt::format("title = \"{}\"\n", title);
  return out;
}

std::string mates_line(const EdgeDraft& draft) {
  std::map<std::string, std::string> pairs;
  for (const auto& piece : draft.pieces)
    for (const std::string& side : piece) {
      const std::string mate = draft.halves->mate(side).value_or(side);
      pairs.emplace(std::min(side, mate), std::max(side, mate));
    }
  std::vector<std::string> texts;
  for (const auto& [a, b] : pairs) texts.push_back(fmt::format("[\"{}\", \"{}\"]", a, b));
  return fmt::format("mates = [{}]\n", fmt::join(texts, ", "));
}

// --- Doubts ----------------------------------------------------------------------------------------------------------

class EdgeDoubts {
 public:
  explicit EdgeDoubts(const EdgePuzzle& puzzle) : puzzle_(puzzle), sides_(puzzle.colours.size()) {
    for (const Sides& piece : puzzle.pieces)
      for (const Colour colour : piece) ++sides_[colour.index()];
  }

  int max_pairs() const {
    int pairs = 0;
    // Frame sides that the rim has no room for may meet inside.
    if (puzzle_.frame) pairs += std::max(0, sides_[puzzle_.frame->index()] - rim()) / 2;
    for (std::size_t c = 0; c < sides_.size(); ++c) {
      const std::size_t mate = puzzle_.mate[c].index();
      if (puzzle_.frame && c == puzzle_.frame->index()) continue;
      if (mate == c) pairs += sides_[c] / 2;
      if (mate > c) pairs += std::min(sides_[c], sides_[mate]);
    }
    return pairs;
  }

  std::vector<Doubt> run() {
    check_frame();
    check_balance();
    check_names();
    check_twins();
    return std::move(doubts_);
  }

 private:
  int rim() const { return 2 * (puzzle_.width + puzzle_.height); }
  const std::string& name(std::size_t colour) const { return puzzle_.colours[colour]; }
  std::string on_sides(int count) const { return counted(static_cast<std::uint64_t>(count), "side"); }
  void doubt(std::string text, bool fatal = false) { doubts_.push_back({std::move(text), fatal}); }

  void check_frame() {
    if (!puzzle_.frame) return;
    const int found = sides_[puzzle_.frame->index()], needed = rim();
    if (found != needed)
      doubt(fmt::format("the frame colour '{}' is on {}, the rim has {}", name(puzzle_.frame->index()), on_sides(found),
                        needed),
            found < needed);
    if (puzzle_.width < 2 || puzzle_.height < 2) return;
    int corners = 0;
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) corners += is_corner(p);
    if (corners < 4) doubt(fmt::format("there are {} corner pieces, the board has 4 corners", corners), true);
  }

  bool is_corner(std::size_t p) {
    const Sides& piece = puzzle_.pieces[p];
    int frames = 0;
    bool adjacent = false;
    for (std::size_t i = 0; i < 4; ++i) {
      frames += piece[i] == *puzzle_.frame;
      adjacent |= piece[i] == *puzzle_.frame && piece[(i + 1) & 3] == *puzzle_.frame;
    }
    if (frames == 2 && !adjacent && puzzle_.width > 1 && puzzle_.height > 1)
      doubt(fmt::format("piece {} has the frame colour on opposite sides", p + 1));
    return adjacent;
  }

  /// With a frame every other side is an inner one, so that each colour must come out even.
  void check_balance() {
    const int pairs = max_pairs();
    if (pairs < puzzle_.inner_edges())
      doubt(fmt::format("at most {} sides find a partner, the board has {} inner edges", pairs, puzzle_.inner_edges()),
            true);
    for (std::size_t c = 0; c < sides_.size(); ++c) check_colour(c, puzzle_.mate[c].index());
  }

  void check_colour(std::size_t c, std::size_t mate) {
    const bool framed = puzzle_.frame.has_value();
    if (mate < c || (framed && (c == puzzle_.frame->index() || mate == puzzle_.frame->index()))) return;
    if (mate == c && framed && sides_[c] % 2 != 0)
      doubt(fmt::format("'{}' is on {}: with a frame the number must be even", name(c), on_sides(sides_[c])), true);
    if (mate == c && sides_[c] == 1 && !framed) doubt(fmt::format("'{}' is on 1 side only", name(c)));
    if (mate == c) return;
    const std::string both = fmt::format("'{}' is on {}, its mate '{}' on {}", name(c), on_sides(sides_[c]), name(mate),
                                         on_sides(sides_[mate]));
    if (framed && sides_[c] != sides_[mate])
      doubt(both + ": with a frame the numbers must be equal", true);
    else if (std::min(sides_[c], sides_[mate]) == 0 && std::max(sides_[c], sides_[mate]) > 0)
      doubt(both);
    else if (std::abs(sides_[c] - sides_[mate]) >= 4)
      doubt(both + ": that is far apart");
  }

  /// A rare colour with a name like another's.
  void check_names() {
    for (std::size_t c = 0; c < sides_.size(); ++c) {
      if (sides_[c] == 0 || sides_[c] > 2 || is_digits(name(c)) || name(c).size() < 3) continue;
      std::vector<std::string> others;
      for (std::size_t o = 0; o < sides_.size(); ++o)
        if (o != c && puzzle_.mate[o] != Colour(c) && sides_[o] > 2) others.push_back(name(o));
      const std::string hint = did_you_mean(name(c), others);
      if (!hint.empty()) doubt(fmt::format("'{}' is on {} only{}", name(c), on_sides(sides_[c]), hint));
    }
  }

  void check_twins() {
    const PieceKinds kinds = piece_kinds(puzzle_);
    for (const auto& members : kinds.members) {
      if (members.size() < 2 || puzzle_.pieces.size() > 100) continue;
      std::vector<std::string> numbers;
      for (const PieceId piece : members) numbers.push_back(std::to_string(piece.index() + 1));
      doubt(fmt::format("pieces {} are the same", fmt::join(numbers, " and ")));
    }
  }

  const EdgePuzzle& puzzle_;
  std::vector<int> sides_;  // per colour
  std::vector<Doubt> doubts_;
};

std::vector<Doubt> packing_doubts(const PackingPuzzle& puzzle) {
  std::vector<Doubt> doubts;
  std::int64_t least = 0, most = 0;
  const auto region = static_cast<std::int64_t>(puzzle.region.size());
  const auto room = region + static_cast<std::int64_t>(puzzle.optional_cells.size());
  for (const PackingPiece& piece : puzzle.pieces) {
    least += static_cast<std::int64_t>(piece.cells.size()) * piece.min_copies;
    most += static_cast<std::int64_t>(piece.cells.size()) * piece.max_copies;
  }
  if (least > room)
    doubts.push_back(
        {fmt::format("the pieces have {} cells, the region {}: {} too many", least, room, least - room), true});
  if (most < region)
    doubts.push_back(
        {fmt::format("the pieces have {} cells, the region {}: {} will stay empty", most, region, region - most),
         true});
  const auto classes = congruence_classes(puzzle);
  for (std::size_t b = 0; b < classes.size(); ++b)
    for (std::size_t a = 0; a < b; ++a)
      if (classes[a] == classes[b]) {
        doubts.push_back(
            {fmt::format("pieces '{}' and '{}' have the same shape", puzzle.pieces[a].name, puzzle.pieces[b].name)});
        break;
      }
  return doubts;
}

}  // namespace

std::optional<Halves> parse_halves(const std::string& text) {
  const auto words = words_of(text);
  if (words.size() != 2) return std::nullopt;
  Halves halves;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t star = words[i].text.find('*');
    if (star == std::string_view::npos || words[i].text.size() < 2) return std::nullopt;
    halves.marks[i] = {std::string(words[i].text.substr(0, star)), std::string(words[i].text.substr(star + 1))};
  }
  const auto& [a, b] = halves.marks;
  return a.before == b.before && a.after == b.after ? std::nullopt : std::optional(halves);
}

std::optional<std::string> Halves::mate(const std::string& side) const {
  std::optional<std::string> found;
  for (std::size_t i = 0; i < 2; ++i) {
    const Mark &mark = marks[i], &other = marks[1 - i];
    if (side.size() <= mark.before.size() + mark.after.size() || !side.starts_with(mark.before) ||
        !side.ends_with(mark.after))
      continue;
    if (found) return std::nullopt;
    const std::size_t length = side.size() - mark.before.size() - mark.after.size();
    found = other.before + side.substr(mark.before.size(), length) + other.after;
  }
  return found;
}

std::string puzzle_file(const EdgeDraft& draft) {
  std::string out = heading(draft.name, draft.title, "An edge-matching puzzle: sides that touch must match.");
  out += fmt::format("family = \"edge\"\nboard = \"{}x{}\"  # width x height\n", draft.width, draft.height);
  if (draft.halves) out += "match = \"complement\"  # a side fits against its mate\n" + mates_line(draft);
  if (draft.frame) out += fmt::format("frame = \"{}\"  # what every side on the rim must show\n", *draft.frame);
  out += "pieces = [  # North, East, South, West: clockwise from the top\n";
  for (std::size_t p = 0; p < draft.pieces.size(); ++p)
    out += fmt::format("  \"{}\",  # {}\n", fmt::join(draft.pieces[p], " "), p + 1);
  return out + "]\n";
}

std::string puzzle_file(const PackingDraft& draft) {
  const bool layers = std::count(draft.box.begin(), draft.box.end(), 'x') == 2;
  std::string out = heading(draft.name, draft.title, "A packing puzzle: the pieces fill the region.");
  out += fmt::format("family = \"packing\"\nlattice = \"{}\"\nregion = \"{}\"  # x, y{}\n", layers ? "cube" : "square",
                     draft.box, layers ? ", z" : "");
  if (!draft.sets.empty())
    out += fmt::format("sets = [\"{}\"]  # one of each piece\n", fmt::join(draft.sets, "\", \""));
  if (!layers && !draft.turn_over) out += "turn_over = false  # pieces may be turned, not flipped\n";
  for (const ShapeDraft& shape : draft.shapes) {
    out += fmt::format("\n[[piece]]\nname = \"{}\"\nshape = \"\"\"\n{}\n\"\"\"\n", shape.name,
                       fmt::join(shape.rows, "\n"));
    if (shape.copies != 1) out += fmt::format("copies = {}\n", shape.copies);
  }
  return out;
}

std::vector<Doubt> doubts_about(const Puzzle& puzzle) {
  return puzzle.family() == Family::edge ? EdgeDoubts(puzzle.edge()).run() : packing_doubts(puzzle.packing());
}

int max_matches(const EdgePuzzle& puzzle) { return std::min(EdgeDoubts(puzzle).max_pairs(), puzzle.inner_edges()); }

int sides_left_over(const EdgePuzzle& puzzle) {
  return static_cast<int>(4 * puzzle.pieces.size()) - 2 * EdgeDoubts(puzzle).max_pairs();
}

}  // namespace tesselle
