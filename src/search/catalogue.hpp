#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>

#include "render/catalogue.hpp"
#include "search/catalogue_selection.hpp"
#include "tesselle/search.hpp"

namespace tesselle {

/// All solutions of a puzzle as a book: numbered, many to a page.
struct CatalogueRequest {
  SearchRequest search;  ///< always for all solutions; one per symmetry class unless `symmetry` is all
  CatalogueFilters filters;
  std::optional<std::filesystem::path> pdf{};         ///< write one PDF file
  std::optional<std::filesystem::path> svg_folder{};  ///< write cover.svg, page-0001.svg, … there
  /// Boards are kept in memory until they can be sorted; more than this is a mistake, not a book. The search is
  /// stopped.
  std::size_t max_boards = 1'000'000;
};

struct CatalogueResult {
  std::shared_ptr<const Puzzle> puzzle;
  Catalogue catalogue;  ///< what is drawn; catalogue_pdf() and catalogue_svg() make pictures of it
  Finished finished;
  std::size_t found = 0;  ///< solutions that could have been drawn, before the filters
  bool distinct = true;   ///< one of each set of symmetric copies is drawn
  bool complete = false;  ///< all solutions were found; if not, the catalogue's warning says why
};

/// Searches, sorts, draws, and writes what files the request names. What cannot be drawn or written is refused before
/// the search. A search that was stopped gives a catalogue of what was found until then. The subscriber receives the
/// search's events.
CatalogueResult make_catalogue(CatalogueRequest request, const Subscriber& subscriber = {}, std::stop_token stop = {});

}  // namespace tesselle
