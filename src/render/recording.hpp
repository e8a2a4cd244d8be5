#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// A piece on a cell, in either family.
using RecordedPlacement = std::variant<EdgeHint, PackingPlacement>;

/// A node of a search tree that was walked. What it adds to its parent's board is usually one placement; engines may
/// also place several at once, none (a cut), or exchange twins.
struct RecordedNode {
  /// open: the recording ends before it is known what is below.
  enum class Kind : std::uint8_t { inner, dead_end, solution, open };
  Kind kind = Kind::inner;
  std::uint32_t parent = 0;
  std::uint32_t depth = 0;
  std::uint32_t reason = 0;              ///< of a dead end: index into Recording::reasons
  std::vector<std::uint32_t> added{};    ///< indices into Recording::placements
  std::vector<std::uint32_t> removed{};  ///< of the parent's placements
  std::uint64_t number = 0;              ///< among the nodes walked, from 1; 0 for the root
  std::uint64_t hidden = 0;              ///< nodes below that are not kept
  std::uint64_t hidden_solutions = 0;
};

/// What a search did, node by node: trees, films and steps are drawn from it.
struct Recording {
  /// tree: nodes[0] is the root, with the hints; the others follow in the order in which they were made.
  /// boards: the boards of an optimiser one after the other, each a child of the root.
  enum class Shape { tree, boards };
  Shape shape = Shape::tree;
  std::shared_ptr<const Puzzle> puzzle;
  std::string engine;
  std::vector<std::pair<std::string, std::string>> options{};  ///< what differs from the engine's defaults
  std::vector<RecordedPlacement> placements{};
  std::vector<RecordedNode> nodes{1};
  std::vector<std::string> reasons{""};
  std::vector<std::string> captions{};           ///< Shape::boards: what each board is worth, by node
  std::vector<std::uint64_t> nodes_per_depth{};  ///< walked; index 0: first placements
  std::uint64_t walked = 0;
  std::uint64_t solutions = 0;
  bool complete = false;  ///< everything was walked

  using Board = std::vector<std::uint32_t>;  ///< indices of placements, ascending
  Board board_of(std::uint32_t node) const;
  Solution solution_of(std::uint32_t node) const;
  std::vector<std::vector<std::uint32_t>> children() const;
  /// Nodes of each kept subtree, hidden ones included, the node itself too.
  std::vector<std::uint64_t> subtree_sizes() const;
  /// By node: is it on the way to a kept solution?
  std::vector<bool> on_solution_path() const;

  std::string title() const;  ///< "girafe, engine backtrack, order column"
  /// "7" or "F": what is written on a node that places it.
  std::string piece_label(std::uint32_t placement) const;
  std::string cell_label(std::uint32_t placement) const;
  /// "piece 7 on A1, turned 90°"
  std::string words(std::uint32_t placement) const;
  std::string words_of(const RecordedNode& node) const;
};

/// "no piece fits" for "no piece fits B2": dead ends are counted by the kind of their reason.
std::string kind_of_reason(const std::string& reason);

/// "3,2" or "3,2,1", as in puzzle files.
std::string cell_words(LatticeKind lattice, Cell cell);

/// Only the nodes down to a depth, or as many complete depths as stay within `max_nodes`; the ways to solutions are
/// always kept as far as the depth allows. What is left out is counted where it was.
Recording folded(const Recording& recording, std::uint32_t max_depth, std::size_t max_nodes);

}  // namespace tesselle
