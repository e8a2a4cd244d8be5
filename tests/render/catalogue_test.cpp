#include "render/catalogue.hpp"

#include <doctest/doctest.h>
#include <zlib.h>

#include <cstdlib>

#include "picture_checks.hpp"
#include "render/pdf.hpp"
#include "support/examples.hpp"

using namespace tesselle;
using namespace tesselle::test;

namespace {

std::string inflated(const std::string& packed) {
  std::string content(packed.size() * 1100 + 4096, '\0');
  uLongf size = static_cast<uLongf>(content.size());
  REQUIRE(uncompress(reinterpret_cast<Bytef*>(content.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                     static_cast<uLong>(packed.size())) == Z_OK);
  content.resize(size);
  return content;
}

/// A reader of PDF written against the standard: follows startxref, the cross-reference table and stream lengths.
struct Pdf {
  std::vector<std::string> objects;   ///< by number; what stands between "obj" and the stream or "endobj"
  std::vector<std::string> contents;  ///< decompressed streams, in the order of the pages

  explicit Pdf(const std::string& file) {
    REQUIRE(file.rfind("%PDF-1.", 0) == 0);
    REQUIRE(file.substr(file.size() - 6) == "%%EOF\n");
    const auto table = std::strtoul(file.c_str() + file.rfind("startxref\n") + 10, nullptr, 10);
    REQUIRE(file.compare(table, 7, "xref\n0 ") == 0);
    char* at = nullptr;
    const auto count = std::strtoul(file.c_str() + table + 7, &at, 10);
    const std::size_t entries = static_cast<std::size_t>(at - file.c_str()) + 1;
    objects.resize(count);
    for (std::size_t n = 1; n < count; ++n) {
      const std::string entry = file.substr(entries + 20 * n, 20);
      REQUIRE(entry.substr(10) == " 00000 n \n");
      const std::size_t offset = std::strtoul(entry.c_str(), nullptr, 10);
      const std::string head = std::to_string(n) + " 0 obj\n";
      REQUIRE(file.compare(offset, head.size(), head) == 0);
      read_object(file, offset + head.size(), n);
    }
  }

  void read_object(const std::string& file, std::size_t from, std::size_t n) {
    const std::size_t line = file.find('\n', from);
    objects[n] = file.substr(from, line - from);
    const std::size_t length = objects[n].find("/Length ");
    if (length == std::string::npos) return;
    REQUIRE(file.compare(line + 1, 7, "stream\n") == 0);
    const std::size_t size = std::strtoul(objects[n].c_str() + length + 8, nullptr, 10);
    REQUIRE(file.compare(line + 8 + size, 10, "\nendstream") == 0);
    contents.push_back(inflated(file.substr(line + 8, size)));
  }
};

Catalogue catalogue_of(const Puzzle& puzzle, std::string_view drawing, std::size_t copies) {
  Catalogue catalogue{.puzzle = &puzzle, .facts = {{"Solutions", "many"}}, .producer = "test", .date = "D:20260101Z"};
  const PackingLayout layout = testing::drawn_layout(puzzle.packing(), drawing);
  for (std::size_t i = 0; i < copies; ++i) catalogue.entries.push_back({i + 1, {layout}, i == 0 ? "a (remark" : ""});
  return catalogue;
}

}  // namespace

TEST_CASE("a catalogue of flat boards: every board on some page, every piece a filled path") {
  const Puzzle puzzle = testing::pentominoes_in(6, 10);
  const Catalogue catalogue = catalogue_of(puzzle, testing::pentominoes_6x10_drawing(), 100);
  const Pdf pdf(catalogue_pdf(catalogue));
  const CataloguePages pages(catalogue);
  CHECK(pdf.contents.size() == pages.count());
  CHECK(pages.count() < 7);
  CHECK(count(pdf.contents[0], "\nB*") == 12);
  int pieces = 0, numbers = 0;
  for (std::size_t page = 1; page < pdf.contents.size(); ++page) {
    pieces += count(pdf.contents[page], "\nB*");
    for (int n = 1; n <= 100; ++n)
      numbers +=
          count(pdf.contents[page], "BT /B 7 Tf") > 0 ? count(pdf.contents[page], "(" + std::to_string(n) + ") Tj") : 0;
  }
  CHECK(pieces == 100 * 12);
  CHECK(numbers == 100);
  CHECK(count(pdf.contents[1], "(a \\(remark) Tj") == 1);
}

TEST_CASE("a catalogue of cube boards shows the solid and its layers") {
  const Puzzle puzzle = testing::soma();
  const Catalogue catalogue = catalogue_of(puzzle, testing::soma_drawing(), 1);
  const CataloguePages pages(catalogue);
  const std::string page = catalogue_svg(catalogue, pages, 1);
  CHECK(is_well_formed(page));
  CHECK(count(page, "class=\"face\"") == 27);
  CHECK(count(page, "class=\"piece\"") >= 7);
  double area = 0;
  for (const std::string& path : paths_of(page, "piece")) area += path_area(path);
  const double unit_area = area / 27;  // three layers of nine cells
  CHECK(unit_area > 100);
  CHECK(unit_area < 2000);
}

TEST_CASE("a catalogue of edge-matching boards") {
  const Puzzle puzzle = testing::framed_3x3();
  Catalogue catalogue{.puzzle = &puzzle};
  for (std::uint64_t n = 1; n <= 30; ++n)
    catalogue.entries.push_back({n, {testing::pieces_in_order(puzzle.edge())}, ""});
  const CataloguePages pages(catalogue);
  REQUIRE(pages.count() == 2);
  CHECK(count(catalogue_svg(catalogue, pages, 1), "class=\"piece\"") == 30 * 9);
  CHECK(Pdf(catalogue_pdf(catalogue)).contents.size() == 2);
}

TEST_CASE("what is wrong is written on the cover and on every page") {
  const Puzzle puzzle = testing::soma();
  Catalogue catalogue = catalogue_of(puzzle, testing::soma_drawing(), 40);
  catalogue.warning = "Incomplete: stopped";
  const Pdf pdf(catalogue_pdf(catalogue));
  REQUIRE(pdf.contents.size() > 2);
  for (const std::string& content : pdf.contents) CHECK(count(content, "(Incomplete: stopped) Tj") == 1);
}

TEST_CASE("a catalogue without solutions is a cover") {
  const Puzzle puzzle = testing::soma();
  const Catalogue catalogue{.puzzle = &puzzle, .facts = {{"Solutions", "none"}}};
  const Pdf pdf(catalogue_pdf(catalogue));
  REQUIRE(pdf.contents.size() == 1);
  CHECK(count(pdf.contents[0], "(none) Tj") == 1);
}

TEST_CASE("hostile words stay words") {
  render::Drawing page{100, 100};
  page.marks.emplace_back(std::in_place_type<render::TextMark>,
                          render::TextMark{{10, 10}, "a) Tj (\\ \xff é × 木\n", 10});
  render::PdfWriter writer(100, 100);
  writer.add_page(page);
  const Pdf pdf(writer.finish({"tit(le", "", ""}));
  CHECK(count(pdf.contents[0], "(a\\) Tj \\(\\\\ ? \xe9 \xd7 ?\?) Tj") == 1);
  CHECK(count(pdf.objects[5], "(tit\\(le)") == 1);
}

TEST_CASE("Helvetica's widths") {
  CHECK(render::helvetica_width("", 10) == 0);
  CHECK(render::helvetica_width("Wi", 1000) == 944 + 222);
  CHECK(render::helvetica_width("Wi", 1000, true) == 944 + 278);
}
