#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/readable.hpp"
#include "formats/limits.hpp"
#include "formats/list_lines.hpp"

namespace tesselle {
namespace {

constexpr SideOrder giraffe_order = {Side::east, Side::north, Side::west, Side::south};
constexpr std::string_view giraffe_pairs = "HB";
const std::string pairs_expected =
    "two letters such as HB (the first letters of the two halves), a list such as HO-BO,HM-BM, or same";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_letters(std::string_view text) { return std::all_of(text.begin(), text.end(), is_letter); }

/// The mate of each side that has one; "same": every side is its own.
class LetterPairs {
 public:
  /// nullopt if the text does not say it.
  static std::optional<LetterPairs> parse(std::string_view text) {
    LetterPairs pairs;
    if (text == "same") return pairs;
    if (text.size() == 2 && is_letters(text) && text[0] != text[1]) {
      pairs.halves_ = text;
      return pairs;
    }
    for (std::size_t at = 0; at < text.size(); at += 6)
      if (!pairs.add(text.substr(at, 6))) return std::nullopt;
    return pairs.mates_.empty() ? std::nullopt : std::optional(std::move(pairs));
  }

  std::optional<std::string> mate(std::string_view side) const {
    if (halves_.empty() && mates_.empty()) return std::string(side);
    if (halves_.empty()) {
      const auto found = mates_.find(std::string(side));
      return found == mates_.end() ? std::nullopt : std::optional(found->second);
    }
    if (side[0] != halves_[0] && side[0] != halves_[1]) return std::nullopt;
    return std::string{side[0] == halves_[0] ? halves_[1] : halves_[0], side[1]};
  }

  bool same() const { return halves_.empty() && mates_.empty(); }

 private:
  /// "HO-BO,", the last one without the comma.
  bool add(std::string_view pair) {
    if (pair.size() == 6 && pair[5] != ',') return false;
    if (pair.size() < 5 || pair[2] != '-' || !is_letters(pair.substr(0, 2)) || !is_letters(pair.substr(3, 2)))
      return false;
    const std::string a(pair.substr(0, 2)), b(pair.substr(3, 2));
    return mates_.emplace(a, b).second && (a == b || mates_.emplace(b, a).second);
  }

  std::string halves_;
  std::map<std::string, std::string> mates_;
};

class LetterReader {
 public:
  LetterReader(std::string_view text, const std::string& file, const ReadOptions& options)
      : lines_(text, file), notes_(text, file, options), order_(notes_.sides().value_or(giraffe_order)) {
    if (const auto said = notes_.pairs()) {
      pairs_ = LetterPairs::parse(*said);
      if (!pairs_) notes_.refuse_pairs(pairs_expected);
    }
  }

  EdgePuzzle read() {
    while (const auto line = lines_.next()) read_piece(*line);
    if (puzzle_.pieces.empty()) lines_.fail_at_end("found nothing, expected pieces of eight letters");
    set_size();
    set_mates();
    return std::move(puzzle_);
  }

 private:
  void read_piece(const Line& line) {
    const Word& word = line.words[0];
    if (line.words.size() != 1 || word.text.size() != 8 || !is_letters(word.text))
      lines_.fail(word.offset,
                  "found " + in_quotes(word.text) + ", expected a piece of eight letters: four sides of two letters");
    if (puzzle_.pieces.size() == static_cast<std::size_t>(max_pieces))
      lines_.fail(word.offset, fmt::format("found more than {} pieces, expected fewer", max_pieces));
    std::array<std::string, 4> names;
    for (std::size_t i = 0; i < 4; ++i) names[static_cast<std::size_t>(order_[i])] = word.text.substr(2 * i, 2);
    for (std::size_t i = 0; i < 4; ++i) check_side(word.text.substr(2 * i, 2), word.offset + 2 * i);
    Sides sides;
    for (std::size_t i = 0; i < 4; ++i) sides[i] = colour(names[i]);
    puzzle_.pieces.push_back(sides);
  }

  /// The giraffe's pairs are those of this format; any other way must be said.
  void check_side(std::string_view side, std::size_t offset) {
    static const auto giraffe = *LetterPairs::parse(giraffe_pairs);
    if ((pairs_ ? *pairs_ : giraffe).mate(side)) return;
    if (pairs_)
      lines_.fail(offset, fmt::format("found side {}, which --pairs or '# pairs:' does not name", in_quotes(side)));
    lines_.fail(offset, fmt::format("found side {}, expected H or B first; if sides match in another way, convert the "
                                    "list with --pairs, or put a line '# pairs: …' at its top",
                                    in_quotes(side)));
  }

  Colour colour(const std::string& name) {
    const auto [known, added] = ids_.emplace(name, Colour(puzzle_.colours.size()));
    if (added) puzzle_.colours.push_back(name);
    return known->second;
  }

  void set_size() {
    const auto given = notes_.board();
    const std::size_t count = puzzle_.pieces.size();
    if (!given && count != 9)
      lines_.fail(0,
                  fmt::format("the list does not say the size of the board for its {} pieces: convert it with --board "
                              "WIDTHxHEIGHT, or put a line '# board: WIDTHxHEIGHT' at its top",
                              count));
    puzzle_.width = given ? given->width : 3;
    puzzle_.height = given ? given->height : 3;
    if (puzzle_.cell_count() != count)
      lines_.fail_at_end(fmt::format("found {}, expected {}: one for each cell of the {}x{} board",
                                     counted(count, "piece"), puzzle_.cell_count(), puzzle_.width, puzzle_.height));
  }

  void set_mates() {
    const LetterPairs pairs = pairs_ ? *pairs_ : *LetterPairs::parse(giraffe_pairs);
    if (!pairs.same()) puzzle_.matching = Matching::complement;
    for (std::size_t c = 0; c < puzzle_.colours.size(); ++c)  // mates that no piece shows are added at the end
      colour(*pairs.mate(puzzle_.colours[c]));
    for (const std::string& name : puzzle_.colours) puzzle_.mate.push_back(ids_.at(*pairs.mate(name)));
  }

  LineReader lines_;
  ListNotes notes_;
  SideOrder order_;
  std::optional<LetterPairs> pairs_;
  std::map<std::string, Colour> ids_;
  EdgePuzzle puzzle_;
};

/// How the mates are said: "HB" or "AB" if two first letters tell, else pair by pair.
std::string pairs_text(const EdgePuzzle& puzzle) {
  if (puzzle.matching == Matching::same) return "same";
  const auto mate_name = [&](std::size_t c) { return puzzle.colours[puzzle.mate[c].index()]; };
  const std::string halves = {puzzle.colours[0][0], mate_name(0)[0]};
  const auto pairs = LetterPairs::parse(halves);
  const auto by_halves = [&](std::size_t c) { return pairs && pairs->mate(puzzle.colours[c]) == mate_name(c); };
  std::string list;
  bool all = true;
  for (std::size_t c = 0; c < puzzle.colours.size(); ++c) {
    all &= by_halves(c);
    if (puzzle.mate[c].index() >= c) list += (list.empty() ? "" : ",") + puzzle.colours[c] + "-" + mate_name(c);
  }
  if (!all) return list;
  return halves == "BH" ? std::string(giraffe_pairs) : halves;
}

}  // namespace

Puzzle read_letter_list(std::string_view text, const std::string& file, const ReadOptions& options) {
  Puzzle puzzle;
  puzzle.name = default_name(file);
  puzzle.body = LetterReader(text, file, options).read();
  return puzzle;
}

std::string write_letter_list(const Puzzle& whole) {
  if (whole.family() != Family::edge) throw UsageError("a list of letters cannot hold a packing puzzle");
  const EdgePuzzle& puzzle = whole.edge();
  if (puzzle.frame) throw UsageError("a list of letters cannot hold a frame");
  if (!puzzle.hints.empty()) throw UsageError("a list of letters cannot hold hints");
  for (const std::string& name : puzzle.colours)
    if (name.size() != 2 || !is_letters(name))
      throw UsageError("a list of letters needs sides of two letters, but the puzzle has " + in_quotes(name));
  std::string out;
  if (const std::string pairs = pairs_text(puzzle); pairs != giraffe_pairs) out += "# pairs: " + pairs + "\n";
  if (puzzle.width != 3 || puzzle.height != 3) out += fmt::format("# board: {}x{}\n", puzzle.width, puzzle.height);
  for (const Sides& sides : puzzle.pieces) {
    for (const Side side : giraffe_order) out += puzzle.colours[sides[static_cast<std::size_t>(side)].index()];
    out += "\n";
  }
  return out;
}

}  // namespace tesselle
