#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tesselle::study {

/// A table of a study. Cells are ready to print; "" for an empty cell.
struct Table {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows{};
  std::vector<std::string> notes{};
};

/// Written beside the Markdown that shows it.
struct Picture {
  std::string file, caption, svg;
};

/// What a study says.
struct Report {
  std::string title;
  std::vector<std::string> preface;  ///< paragraphs
  std::vector<Table> tables;
  std::vector<Picture> pictures;
  std::vector<std::string> conclusion;  ///< paragraphs
};

/// Printed in the place of a number that was not measured.
inline constexpr const char* skipped = "–";

std::string as_text(const Report& report);
/// A picture with the title of a table stands below that table, any other one before all tables.
std::string as_markdown(const Report& report);
std::string as_json(const Report& report);

/// The Markdown, and its pictures beside it.
void write_markdown(const std::filesystem::path& file, const Report& report);

}  // namespace tesselle::study
