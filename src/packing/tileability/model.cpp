#include "packing/tileability/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <set>

#include "base/envelope.hpp"
#include "base/files.hpp"
#include "packing/tileability/shipped_model.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing::tileability {
namespace {

constexpr std::string_view heading = "tesselle tileability 1";
constexpr Envelope model_seal{"model", 1};

Star turned(Star star, int by, int rays) {
  const Star full = (1u << rays) - 1;
  return (star << by | star >> (rays - by)) & full;
}

Star mirrored(Star star, int rays) {
  Star result = 0;
  for (int ray = 0; ray < rays; ++ray) result |= (star >> ray & 1) << (rays - 1 - ray);
  return result;
}

std::vector<Star> make_features(PointKind kind) {
  std::set<Star> stars;
  for (Star star = 1; star < tiling::full_star(kind); ++star) stars.insert(canonical_star(kind, star));
  return {stars.begin(), stars.end()};
}

std::string star_text(Star star, int rays) {
  std::string text;
  for (int ray = 0; ray < rays; ++ray) text += star >> ray & 1 ? '1' : '0';
  return text;
}

/// Reads one line at a time and says where something is wrong.
class LineReader {
 public:
  LineReader(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  /// The words of the next line that has any; empty at the end.
  std::vector<std::string_view> next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      line_text_ = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++line_;
      auto words = split(line_text_.substr(0, line_text_.find('#')));
      if (!words.empty()) return words;
    }
    return {};
  }
  [[noreturn]] void refuse(std::string_view word, const std::string& expected) const {
    const auto column = word.data() == nullptr ? 1 : word.data() - line_text_.data() + 1;
    throw InputError({file_, line_, static_cast<int>(column)}, fmt::format("found '{}', expected {}", word, expected));
  }
  double number(std::string_view word) const {
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || !(std::abs(value) < 1e6)) refuse(word, "a number");
    return value;
  }
  Star star(std::string_view word, PointKind kind) const {
    const auto rays = static_cast<std::size_t>(tiling::ray_count(kind));
    Star result = 0;
    if (word.size() != rays || word.find_first_not_of("01") != std::string_view::npos)
      refuse(word, fmt::format("{} digits 0 or 1", rays));
    for (std::size_t ray = 0; ray < rays; ++ray) result |= Star(word[ray] == '1') << ray;
    return canonical_star(kind, result);
  }

 private:
  static std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> words;
    for (;;) {
      const std::size_t begin = text.find_first_not_of(" \t\r");
      if (begin == std::string_view::npos) return words;
      text.remove_prefix(begin);
      const std::size_t end = std::min(text.find_first_of(" \t\r"), text.size());
      words.push_back(text.substr(0, end));
      text.remove_prefix(end);
    }
  }

  std::string_view rest_, line_text_;
  std::string file_;
  int line_ = 0;
};

/// Angles that turn away from a straight line cost, those that no piece likes cost more.
double plain_corner_weight(Star star) {
  int changes = 0;
  for (int ray = 0; ray < 12; ++ray) changes += (star >> ray & 1) != (star >> (ray + 1) % 12 & 1);
  const int width = std::popcount(star);
  return -0.15 * std::abs(width - 6) - 0.4 * (changes - 2) - (width == 6 ? 0.05 : 0.3);
}

}  // namespace

Star canonical_star(PointKind kind, Star free) {
  const int rays = tiling::ray_count(kind);
  Star best = free;
  for (const Star start : {free, mirrored(free, rays)})
    for (int by = 0; by < rays; by += 2) best = std::min(best, turned(start, by, rays));
  return best;
}

const std::vector<Star>& outline_features(PointKind kind) {
  static const std::vector<Star> corners = make_features(PointKind::corner);
  static const std::vector<Star> middles = make_features(PointKind::middle_up);
  return kind == PointKind::corner ? corners : middles;
}

Model plain_model() {
  Model model;
  model.puzzle = "none";
  model.per_piece = -3.5;
  for (const Star star : outline_features(PointKind::corner)) model.corner_weights[star] = plain_corner_weight(star);
  for (const Star star : outline_features(PointKind::middle_up))
    model.middle_weights[star] = std::popcount(star) == 2 ? -0.05 : -0.4;
  return model;
}

std::string write_model(const Model& model) {
  std::string text = fmt::format("{}\npuzzle {}\nconstant {:.4f}\nper_piece {:.4f}\n", heading, model.puzzle,
                                 model.constant, model.per_piece);
  text += "\n# piece NAME VALUE: easy pieces have high values\n";
  for (const auto& [name, value] : model.piece_values) text += fmt::format("piece {} {:.4f}\n", name, value);
  text += "\n# corner, middle STAR WEIGHT: free sectors (1) around a point of the outline, counter-clockwise\n";
  for (const auto& [star, weight] : model.corner_weights)
    text += fmt::format("corner {} {:.4f}\n", star_text(star, 12), weight);
  for (const auto& [star, weight] : model.middle_weights)
    text += fmt::format("middle {} {:.4f}\n", star_text(star, 4), weight);
  return text;
}

std::string write_model_file(const Model& model) { return sealed(model_seal, write_model(model)); }

Model read_model(std::string_view text, const std::string& file) {
  LineReader reader(text, file);
  auto words = reader.next();
  if (words.size() != 3 || fmt::format("{} {} {}", words[0], words[1], words[2]) != heading)
    reader.refuse(words.empty() ? "" : words[0], fmt::format("the line '{}'", heading));
  Model model;
  model.puzzle = "none";  // if no line names it
  while (!(words = reader.next()).empty()) {
    const std::string_view key = words[0];
    const bool pair = key == "piece" || key == "corner" || key == "middle";
    const bool single = key == "puzzle" || key == "constant" || key == "per_piece";
    if (!pair && !single) reader.refuse(key, "puzzle, constant, per_piece, piece, corner or middle");
    if (words.size() != (pair ? 3u : 2u))
      reader.refuse(key, pair ? "a name and a number after it" : "one word after it");
    if (key == "puzzle") model.puzzle = words[1];
    if (key == "constant") model.constant = reader.number(words[1]);
    if (key == "per_piece") model.per_piece = reader.number(words[1]);
    if (key == "piece") model.piece_values[std::string(words[1])] = reader.number(words[2]);
    if (key == "corner") model.corner_weights[reader.star(words[1], PointKind::corner)] = reader.number(words[2]);
    if (key == "middle") model.middle_weights[reader.star(words[1], PointKind::middle_up)] = reader.number(words[2]);
  }
  return model;
}

const Model& shipped_model() {
  static const Model model = read_model(shipped_model_text, "eternity1.tileability");
  return model;
}

Model model_named(const std::string& name) {
  if (name == "shipped") return shipped_model();
  if (name == "plain") return plain_model();
  const std::string text = read_file(name);
  return read_model(text.starts_with("tesselle model ") ? unsealed(name, text, model_seal).contents : text, name);
}

std::vector<double> ease_ranks(const Model& model, const PackingPuzzle& puzzle) {
  std::vector<double> sorted;
  for (const PackingPiece& piece : puzzle.pieces)
    if (const auto found = model.piece_values.find(piece.name); found != model.piece_values.end())
      sorted.push_back(found->second);
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> ranks;
  for (const PackingPiece& piece : puzzle.pieces) {
    const auto found = model.piece_values.find(piece.name);
    const auto harder = [&] { return std::lower_bound(sorted.begin(), sorted.end(), found->second) - sorted.begin(); };
    const double others = static_cast<double>(std::max<std::size_t>(2, sorted.size()) - 1);
    ranks.push_back(found == model.piece_values.end() ? 0.5 : static_cast<double>(harder()) / others);
  }
  return ranks;
}

ScoreTables::ScoreTables(const Model& model, const PackingPuzzle& puzzle, const tiling::ShapeTable& shapes) {
  double mean = 0;
  for (const auto& [name, value] : model.piece_values) mean += value / static_cast<double>(model.piece_values.size());
  const auto scaled = [](double value) { return static_cast<Score>(std::lround(value * unit)); };
  for (const tiling::PieceKind& kind : shapes.pieces()) {
    const auto found = model.piece_values.find(puzzle.pieces[kind.members.front().index()].name);
    pieces_.push_back(scaled(found == model.piece_values.end() ? mean : found->second));
  }
  const auto weight = [](const std::map<Star, double>& weights, Star star) {
    const auto found = weights.find(star);
    return found == weights.end() ? 0 : found->second;
  };
  for (Star star = 1; star < 4095; ++star)
    corners_[star] = scaled(weight(model.corner_weights, canonical_star(PointKind::corner, star)));
  for (Star star = 1; star < 15; ++star)
    middles_[star] = scaled(weight(model.middle_weights, canonical_star(PointKind::middle_up, star)));
  for (Star star = 0; star < 16; ++star)
    for (Star taken = 0; taken < 16; ++taken)
      middle_changes_[16 * star + taken] = middles_[star & ~taken] - middles_[star];
}

auto ScoreTables::outline(const tiling::Grid& grid, const tiling::Board& board) const -> Score {
  Score sum = 0;
  for (tiling::PointNumber point = 8 * grid.stride(); point < 4 * grid.block_count() - 8 * grid.stride(); ++point) {
    const Star star = grid.star(board, point);
    sum += tiling::kind_of(point) == PointKind::corner ? corner(star) : middle(star);
  }
  return sum;
}

}  // namespace tesselle::packing::tileability
