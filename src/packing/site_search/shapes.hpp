#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "packing/site_search/grid.hpp"
#include "tesselle/packing_puzzle.hpp"

namespace tesselle::packing::tiling {

/// Congruent pieces, taken together.
struct PieceKind {
  std::vector<PieceId> members;
  int max_copies = 0;
  int sectors = 0;
};

/// A shape somewhere on the board: its block (0, 0) is on block `position`.
struct Spot {
  std::uint16_t shape = 0;
  std::int32_t position = 0;
  friend bool operator==(const Spot&, const Spot&) = default;
};

/// Every distinct orientation of the pieces of a puzzle, ignoring translation, compiled for one grid.
/// The details of a shape are runs in flat arrays, offsets relative to its position.
class ShapeTable {
 public:
  /// Eight triangles of one row; a shape fits if all its words are free.
  struct Word {
    std::int32_t offset;  ///< in bytes from 2 * position
    std::uint64_t mask;
  };
  /// A corner on the outline or inside, and which sectors of its star the shape takes.
  struct Corner {
    std::int16_t block;  ///< from position
    std::uint16_t taken;
  };
  /// The middle of an edge on the outline, likewise.
  struct Middle {
    std::int16_t point;  ///< from 4 * position
    std::uint16_t taken;
  };
  /// The sector on the other side of one edge of the outline: a half of a triangle's side, or an altitude.
  struct Beyond {
    std::int32_t triangle;  ///< from 2 * position
    std::uint8_t sector;    ///< as a mask
  };
  /// What a search asks of a shape, in two cache lines. Unused words have an empty mask and unused corners repeat the
  /// first, so the first four and eight are tested without asking how many there are; a shape with more has them all in
  /// `words` and `corners`. With one line, the corners elsewhere and tested one by one, pram takes 1.13 times as long
  /// and Eternity's board as long.
  struct alignas(64) Shape {
    static constexpr std::size_t inline_words = 4, inline_corners = 8;
    std::array<std::uint64_t, inline_words> mask{};
    std::array<std::int16_t, inline_words> offset{};
    std::uint16_t piece = 0;             ///< index into pieces
    std::uint8_t width = 0, height = 0;  ///< in blocks
    std::uint16_t word_count = 0, corner_count = 0, middle_count = 0;
    std::uint32_t first_word = 0, first_corner = 0, first_middle = 0;
    std::array<std::int16_t, inline_corners> corner_block{};
    std::array<std::uint16_t, inline_corners> corner_left{};  ///< what the shape does not take of the star
  };
  static_assert(sizeof(Shape) == 128);

  /// `puzzle` is on the drafter lattice. Throws UsageError if there are more than 65535 shapes.
  ShapeTable(const PackingPuzzle& puzzle, const Grid& grid);

  std::size_t size() const { return shapes_.size(); }
  const Shape& operator[](std::size_t shape) const { return shapes_[shape]; }
  const std::vector<PieceKind>& pieces() const { return pieces_; }

  std::span<const Word> words(const Shape& s) const { return {words_.data() + s.first_word, s.word_count}; }
  std::span<const Corner> corners(const Shape& s) const { return {corners_.data() + s.first_corner, s.corner_count}; }
  std::span<const Middle> middles(const Shape& s) const { return {middles_.data() + s.first_middle, s.middle_count}; }
  const std::vector<Beyond>& beyonds(std::size_t shape) const { return beyonds_[shape]; }
  /// Normalised.
  const std::vector<Cell>& cells(std::size_t shape) const { return cells_[shape]; }

  bool fits(const Board& board, Spot spot) const { return Fitting(*this, board).fits(spot); }

  /// The questions that a search asks most, for one board: their data is in registers and nothing written in between
  /// can change it.
  class Fitting {
   public:
    Fitting(const ShapeTable& table, const Board& board)
        : table_(table),
          shapes_(table.shapes_.data()),
          free_(board.free.data()),
          stars_(board.stars.data()),
          closable_(table.closable_[0].data()) {}

    [[gnu::always_inline]] bool fits(Spot spot) const {
      const std::uint8_t* base = free_ + 2 * spot.position;
      const Shape& shape = shapes_[spot.shape];
      std::uint64_t blocked = shape.mask[0] & ~load_word(base + shape.offset[0]);
      blocked |= shape.mask[1] & ~load_word(base + shape.offset[1]);
      blocked |= shape.mask[2] & ~load_word(base + shape.offset[2]);
      blocked |= shape.mask[3] & ~load_word(base + shape.offset[3]);
      if (blocked) return false;
      return shape.word_count <= Shape::inline_words || table_.rest_fits(base, shape);
    }
    /// Would a fitting shape leave only gaps around its corners that corners of pieces can fill?
    [[gnu::always_inline]] bool leaves_closable(Spot spot) const {
      const std::uint16_t* base = stars_ + spot.position;
      const Shape& shape = shapes_[spot.shape];
      unsigned all = 1;
      for (std::size_t c = 0; c < Shape::inline_corners; ++c)
        all &= closable_[base[shape.corner_block[c]] & shape.corner_left[c]];
      return all != 0 && (shape.corner_count <= Shape::inline_corners || table_.rest_closable(base, shape));
    }

   private:
    const ShapeTable& table_;
    const Shape* shapes_;
    const std::uint8_t* free_;
    const std::uint16_t* stars_;
    const std::uint8_t* closable_;
  };

  /// Places a fitting shape, or removes it.
  void flip(Board& board, Spot spot) const {
    const Shape& shape = shapes_[spot.shape];
    std::uint8_t* base = board.free.data() + 2 * spot.position;
    for (const Word& word : words(shape)) flip_word(base + word.offset, word.mask);
    std::uint16_t* stars = board.stars.data() + spot.position;
    for (const Corner& corner : corners(shape))
      stars[corner.block] = static_cast<std::uint16_t>(stars[corner.block] ^ corner.taken);
  }

  /// Can these free sectors around a point be divided among corners of pieces? A gap of 30 degrees, for one, cannot
  /// if no piece has such a corner.
  bool closable(PointKind kind, Star free) const { return closable_[static_cast<std::size_t>(kind)][free] != 0; }

  /// Largest extent of a shape in blocks.
  int reach() const { return reach_; }
  /// The areas of all pieces are multiples of this many sectors.
  int area_step() const { return area_step_; }
  /// The area of every connected part of a region that can be tiled is a multiple of this many sectors. The same as
  /// area_step(), unless a piece has parts of its own, which may be in different parts of the region.
  int part_step() const { return part_step_; }
  /// Do all pieces consist of halves and whole triangles?
  bool halves() const { return halves_; }

 private:
  void add_shape(std::uint16_t piece, const Orientation& orientation, const Grid& grid);
  void add_words(Shape& shape, const std::vector<Cell>& cells, const Grid& grid);
  void add_points(Shape& shape, const std::vector<Cell>& cells, const Grid& grid);
  void add_beyonds(const std::vector<Cell>& cells, const Grid& grid);
  bool rest_fits(const std::uint8_t* base, const Shape& shape) const;
  bool rest_closable(const std::uint16_t* base, const Shape& shape) const;
  void find_closable_stars();

  std::vector<PieceKind> pieces_;
  std::vector<Shape> shapes_;
  std::vector<Word> words_;
  std::vector<Corner> corners_;
  std::vector<Middle> middles_;
  std::vector<std::vector<Beyond>> beyonds_;  ///< by shape
  std::vector<std::vector<Cell>> cells_;      ///< by shape
  std::vector<std::uint8_t> closable_[4];
  int reach_ = 0, area_step_ = 0, part_step_ = 0;
  bool halves_ = true;
};

}  // namespace tesselle::packing::tiling
