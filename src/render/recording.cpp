#include "render/recording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tesselle {
namespace {

std::string turned_by(int quarter_turns) {
  return quarter_turns == 0 ? "" : fmt::format(", turned {}°", 90 * quarter_turns);
}

/// The largest depth whose nodes, and those above it, are no more than `max_nodes`.
std::uint32_t depth_within(const Recording& recording, std::size_t max_nodes) {
  std::vector<std::size_t> kept;
  for (const RecordedNode& node : recording.nodes) {
    if (node.depth >= kept.size()) kept.resize(node.depth + 1);
    ++kept[node.depth];
  }
  std::size_t total = 0;
  std::uint32_t depth = 0;
  while (depth < kept.size() && total + kept[depth] <= max_nodes + 1) total += kept[depth++];
  return std::max(depth, 2u) - 1;
}

}  // namespace

Recording::Board Recording::board_of(std::uint32_t node) const {
  std::vector<std::uint32_t> path;
  for (std::uint32_t n = node; n != 0; n = nodes[n].parent) path.push_back(n);
  path.push_back(0);
  Board board;
  for (auto n = path.rbegin(); n != path.rend(); ++n) {
    for (const std::uint32_t gone : nodes[*n].removed) std::erase(board, gone);
    board.insert(board.end(), nodes[*n].added.begin(), nodes[*n].added.end());
  }
  return board;
}

Solution Recording::solution_of(std::uint32_t node) const {
  Solution solution;
  if (puzzle->family() == Family::edge)
    solution.body = EdgeBoard{std::vector<std::optional<Placed>>(puzzle->edge().cell_count())};
  else
    solution.body = PackingLayout{};
  for (const std::uint32_t p : board_of(node))
    if (const auto* edge = std::get_if<EdgeHint>(&placements[p]))
      std::get<EdgeBoard>(solution.body).cells[edge->square.index()] = edge->placed;
    else
      std::get<PackingLayout>(solution.body).placements.push_back(std::get<PackingPlacement>(placements[p]));
  return solution;
}

std::vector<std::vector<std::uint32_t>> Recording::children() const {
  std::vector<std::vector<std::uint32_t>> result(nodes.size());
  for (std::uint32_t n = 1; n < nodes.size(); ++n) result[nodes[n].parent].push_back(n);
  return result;
}

std::vector<std::uint64_t> Recording::subtree_sizes() const {
  std::vector<std::uint64_t> sizes(nodes.size());
  for (std::size_t n = nodes.size(); n-- > 0;) {
    sizes[n] += 1 + nodes[n].hidden;
    if (n > 0) sizes[nodes[n].parent] += sizes[n];
  }
  return sizes;
}

std::vector<bool> Recording::on_solution_path() const {
  std::vector<bool> on_path(nodes.size());
  for (std::size_t n = nodes.size(); n-- > 0;) {
    if (nodes[n].kind == RecordedNode::Kind::solution) on_path[n] = true;
    if (on_path[n]) on_path[nodes[n].parent] = true;
  }
  return on_path;
}

std::string Recording::title() const {
  std::string text = fmt::format("{}, engine {}", puzzle->name, engine);
  for (const auto& [name, value] : options) text += fmt::format(", {} {}", name, value);
  return text;
}

std::string Recording::piece_label(std::uint32_t placement) const {
  if (const auto* edge = std::get_if<EdgeHint>(&placements[placement]))
    return std::to_string(edge->placed.piece.index() + 1);
  return puzzle->packing().pieces[std::get<PackingPlacement>(placements[placement]).piece.index()].name;
}

std::string Recording::cell_label(std::uint32_t placement) const {
  if (const auto* edge = std::get_if<EdgeHint>(&placements[placement]))
    return square_name(puzzle->edge(), edge->square);
  const auto& p = std::get<PackingPlacement>(placements[placement]);
  const PackingPuzzle& body = puzzle->packing();
  const auto cells = placed(body.grid(), body.pieces[p.piece.index()].cells, p.orientation, p.offset);
  return cell_words(body.lattice, cells.front());
}

std::string Recording::words(std::uint32_t placement) const {
  if (const auto* edge = std::get_if<EdgeHint>(&placements[placement]))
    return fmt::format("piece {} on {}{}", piece_label(placement), cell_label(placement),
                       turned_by(edge->placed.rotation));
  const auto& p = std::get<PackingPlacement>(placements[placement]);
  const PackingPuzzle& body = puzzle->packing();
  std::string cells;
  for (const Cell& cell : placed(body.grid(), body.pieces[p.piece.index()].cells, p.orientation, p.offset))
    cells += " " + cell_words(body.lattice, cell);
  return fmt::format("{} on{}", piece_label(placement), cells);
}

std::string Recording::words_of(const RecordedNode& node) const {
  std::string text;
  for (const std::uint32_t p : node.added) text += (text.empty() ? "" : "; ") + words(p);
  return text.empty() ? "no piece placed" : text;
}

std::string kind_of_reason(const std::string& reason) {
  if (reason.find("used up") != std::string::npos) return "a colour is used up";
  static const std::pair<const char*, const char*> kinds[] = {{"no piece fits", "no piece fits"},
                                                              {"no piece left covers", "no piece left covers a cell"},
                                                              {"no pieces left fill", "no pieces left fill a pocket"},
                                                              {"there is no place left", "no place left for a piece"}};
  for (const auto& [beginning, kind] : kinds)
    if (reason.rfind(beginning, 0) == 0) return kind;
  return reason;
}

std::string cell_words(LatticeKind lattice, Cell cell) {
  const bool flat = lattice == LatticeKind::square || lattice == LatticeKind::hexagon;
  return flat ? fmt::format("{},{}", cell.x, cell.y) : fmt::format("{},{},{}", cell.x, cell.y, cell.z);
}

Recording folded(const Recording& recording, std::uint32_t max_depth, std::size_t max_nodes) {
  const std::uint32_t depth = std::min(max_depth, depth_within(recording, max_nodes));
  const std::vector<bool> on_path = recording.on_solution_path();
  Recording result = recording;
  result.nodes.clear();
  std::vector<std::uint32_t> place(recording.nodes.size());  // where a node, or what it is counted in, is now
  for (std::size_t n = 0; n < recording.nodes.size(); ++n) {
    RecordedNode node = recording.nodes[n];
    const std::uint32_t parent = place[node.parent];
    if (node.depth <= depth || (on_path[n] && node.depth <= max_depth)) {
      node.parent = parent;
      place[n] = static_cast<std::uint32_t>(result.nodes.size());
      result.nodes.push_back(std::move(node));
    } else {
      place[n] = parent;
      result.nodes[parent].hidden += 1 + node.hidden;
      result.nodes[parent].hidden_solutions += node.hidden_solutions + (node.kind == RecordedNode::Kind::solution);
    }
  }
  return result;
}

}  // namespace tesselle
