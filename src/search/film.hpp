#pragma once

#include <filesystem>

#include "render/film.hpp"

namespace tesselle {

struct FilmRequest {
  FilmCut cut;
  double per_second = 8;
};

/// Throws UsageError if films cannot be written to a file of this name: an unknown ending, or a video without the
/// programs that make it. To be asked before a long search.
void require_film_format(const std::filesystem::path& file);

/// Writes the film and returns how many moments it has. Throws UsageError if the format cannot hold as many.
std::size_t write_film(const Recording& recording, const FilmRequest& request, const std::filesystem::path& file);

}  // namespace tesselle
