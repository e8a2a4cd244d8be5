#include "search/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/readable.hpp"
#include "search/recorder.hpp"
#include "search/solution_families.hpp"

namespace tesselle {

Gallery gallery_of(const Catalogue& catalogue, std::shared_ptr<const Puzzle> puzzle) {
  Gallery gallery;
  std::vector<Solution> boards;
  for (const CatalogueEntry& entry : catalogue.entries) {
    boards.push_back(entry.solution);
    gallery.labels.push_back(grouped(entry.number) + (entry.remark.empty() ? "" : ", " + entry.remark));
  }
  gallery.families = solution_families(*puzzle, boards);
  gallery.families.resize(boards.size());
  gallery.boards = recording_of_boards(std::move(puzzle), boards);
  const std::uint32_t families =
      gallery.families.empty() ? 0 : *std::max_element(gallery.families.begin(), gallery.families.end());
  gallery.summary = counted(boards.size(), "solution");
  if (families > 0)
    gallery.summary += fmt::format("; {} {} of solutions that differ by exchanging two pieces or turning a block",
                                   grouped(families), families == 1 ? "family" : "families");
  if (!catalogue.warning.empty()) gallery.summary += ". " + catalogue.warning;
  return gallery;
}

}  // namespace tesselle
