#pragma once

#include <filesystem>
#include <optional>

#include "web/http.hpp"

namespace tesselle::web {

/// The files of the built page.
class PageFiles {
 public:
  explicit PageFiles(std::optional<std::filesystem::path> folder) : folder_(std::move(folder)) {}

  bool there() const;
  /// A file of the folder, never one outside it; "/" is index.html. Throws Refusal.
  HttpResponse answer(const std::string& path) const;

 private:
  std::optional<std::filesystem::path> folder_;
};

/// Where the page is: beside the build of this program, or where it was installed; nullopt if in neither place.
std::optional<std::filesystem::path> find_page();

}  // namespace tesselle::web
