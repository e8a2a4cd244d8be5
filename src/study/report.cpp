#include "study/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/files.hpp"
#include "base/json.hpp"

namespace tesselle::study {
namespace {

/// Characters, not bytes: × and – take one column.
std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::vector<std::size_t> column_widths(const Table& table) {
  std::vector<std::size_t> widths;
  for (const std::string& name : table.columns) widths.push_back(columns_of(name));
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], columns_of(row[c]));
  return widths;
}

/// Names to the left, numbers to the right.
std::string line_of(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::string padding(widths[c] - columns_of(cells[c]), ' ');
    line += (c == 0 ? cells[c] + padding : "  " + padding + cells[c]);
  }
  return line + "\n";
}

bool is_table(const Report& report, const std::string& title) {
  return std::any_of(report.tables.begin(), report.tables.end(),
                     [&](const Table& table) { return table.title == title; });
}

template <class Choice>
std::string pictures_as_markdown(const Report& report, const Choice& chosen) {
  std::string text;
  for (const Picture& picture : report.pictures)
    if (chosen(picture.caption)) text += fmt::format("\n![{}]({})\n", picture.caption, picture.file);
  return text;
}

}  // namespace

std::string as_text(const Report& report) {
  std::string text = report.title + "\n";
  for (const Table& table : report.tables) {
    const auto widths = column_widths(table);
    text += "\n" + table.title + "\n" + line_of(table.columns, widths);
    for (const auto& row : table.rows) text += line_of(row, widths);
    for (const std::string& note : table.notes) text += "  " + note + "\n";
  }
  for (const std::string& paragraph : report.conclusion) text += "\n" + paragraph + "\n";
  return text;
}

std::string as_markdown(const Report& report) {
  std::string text = fmt::format("# {}\n", report.title);
  for (const std::string& paragraph : report.preface) text += "\n" + paragraph + "\n";
  text += pictures_as_markdown(report, [&](const std::string& caption) { return !is_table(report, caption); });
  for (const Table& table : report.tables) {
    text += fmt::format("\n## {}\n\n| {} |\n|", table.title, fmt::join(table.columns, " | "));
    for (std::size_t c = 0; c < table.columns.size(); ++c) text += c == 0 ? "---|" : "---:|";
    for (const auto& row : table.rows) text += fmt::format("\n| {} |", fmt::join(row, " | "));
    text += "\n";
    for (const std::string& note : table.notes) text += "\n" + note + "\n";
    text += pictures_as_markdown(report, [&](const std::string& caption) { return caption == table.title; });
  }
  if (!report.conclusion.empty()) text += "\n## Conclusion\n";
  for (const std::string& paragraph : report.conclusion) text += "\n" + paragraph + "\n";
  return text;
}

std::string as_json(const Report& report) {
  Json tables = Json::list();
  for (const Table& table : report.tables)
    tables.push_back(
        {{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}, {"notes", table.notes}});
  return Json{{"title", report.title},
              {"preface", report.preface},
              {"tables", tables},
              {"conclusion", report.conclusion}}
             .dump(1) +
         "\n";
}

void write_markdown(const std::filesystem::path& file, const Report& report) {
  for (const Picture& picture : report.pictures) write_file_atomically(file.parent_path() / picture.file, picture.svg);
  write_file_atomically(file, as_markdown(report));
}

}  // namespace tesselle::study
