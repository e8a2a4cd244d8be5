#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "render/drawing.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle {

struct CatalogueEntry {
  std::uint64_t number = 0;  ///< in the whole catalogue, whatever part of it is drawn
  Solution solution;
  std::string remark;  ///< written after the number; may be empty
};

/// Solutions to be drawn, many to a page, and what the cover says about them.
struct Catalogue {
  const Puzzle* puzzle = nullptr;
  std::vector<std::pair<std::string, std::string>> facts{};  ///< cover lines: what, and its value
  std::vector<CatalogueEntry> entries{};
  std::string warning{};  ///< in red on the cover and at the foot of every page; empty: none
  std::string producer{}, date{};
};

/// The pages of a catalogue as A4 drawings in points: a cover, then the entries in rows. All boards of a puzzle have
/// the same size, so the grid is chosen once: the largest boards of which a page holds about two dozen.
/// Flat boards and edge-matching boards are drawn flat, cube boards as a solid with its layers beside it.
class CataloguePages {
 public:
  explicit CataloguePages(const Catalogue& catalogue);

  std::size_t count() const { return 1 + entry_pages_; }
  render::Drawing page(std::size_t index) const;

  static constexpr double width = 595.28, height = 841.89;

 private:
  render::Drawing cover() const;
  render::Drawing entries_page(std::size_t index) const;
  render::Drawing slot(const CatalogueEntry& entry) const;
  void choose_grid();

  const Catalogue& catalogue_;
  double unit_ = 10, slot_width_ = 0, slot_height_ = 0;
  std::size_t columns_ = 1, rows_ = 1, entry_pages_ = 0;
};

/// The whole catalogue as one PDF file.
std::string catalogue_pdf(const Catalogue& catalogue);
/// One page as a self-contained SVG document.
std::string catalogue_svg(const Catalogue& catalogue, const CataloguePages& pages, std::size_t index);

}  // namespace tesselle
