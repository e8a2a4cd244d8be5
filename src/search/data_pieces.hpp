#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tesselle/packing_puzzle.hpp"

namespace tesselle {

/// dudes: drafters without holes and thin angles. suitable: the dudes that Eternity's pieces were chosen from.
enum class PieceSelection : std::uint8_t { all, dudes, suitable };

/// Every shape of a size.
struct PiecesRequest {
  std::string lattice = "square";  ///< one of piece_lattices()
  int size = 5;                    ///< cells; half triangles on the drafter lattice
  std::string kind = "free";       ///< one of piece_kinds(): which shapes are the same
  PieceSelection selection = PieceSelection::all;
  bool hole_free = false;
  bool keep = false;  ///< the pieces are wanted, not only how many there are
};
constexpr int max_piece_size = 24;
const std::vector<std::string>& piece_lattices();
const std::vector<std::string>& piece_kinds();  ///< "free", "one-sided", "fixed"

struct EnumeratedPieces {
  PiecesRequest request;
  std::string name, definition;  ///< "polyominoes", and one line that says what is counted
  std::uint64_t pieces = 0;
  std::optional<std::uint64_t>
      polygons;          ///< dudes: those that differ only in how they are placed on the lattice counted once
  bool complete = true;  ///< false if it was stopped
  double seconds = 0;
  std::optional<PackingPuzzle> list;  ///< a puzzle without a region; only if wanted and complete
};

struct PiecesProgress {
  std::uint64_t pieces = 0, units = 0;  ///< units placed so far
  double seconds = 0;
};

/// Throws UsageError for what does not exist (dudes of squares) and for more pieces than a puzzle can have.
EnumeratedPieces enumerate_pieces(const PiecesRequest& request,
                                  const std::function<void(const PiecesProgress&)>& progress = {},
                                  const std::stop_token& stop = {});

/// "polyominoes of size 5"
std::string title_of(const EnumeratedPieces& set);
/// The list as a puzzle file that lacks its region, and as a sheet in SVG.
std::string pieces_toml(const EnumeratedPieces& set);
std::string pieces_svg(const EnumeratedPieces& set);
/// One line: {"event": "pieces", …}.
std::string pieces_json(const EnumeratedPieces& set);

}  // namespace tesselle
