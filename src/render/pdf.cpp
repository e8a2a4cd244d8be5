#include "render/pdf.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <new>

#include "render/pdf_content.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::render {
namespace {

// Objects with fixed numbers; each page then takes two: the page and what is on it.
constexpr std::size_t catalogue_object = 1, pages_object = 2, regular_object = 3, bold_object = 4, info_object = 5;
constexpr std::size_t first_page_object = 6;

std::string deflated(const std::string& content) {
  uLongf size = compressBound(static_cast<uLong>(content.size()));
  std::string packed(size, '\0');
  const int result = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                               reinterpret_cast<const Bytef*>(content.data()), static_cast<uLong>(content.size()), 6);
  if (result == Z_MEM_ERROR) throw std::bad_alloc();
  if (result != Z_OK) throw InternalError("zlib refused to compress a page");
  packed.resize(size);
  return packed;
}

std::string font(std::string_view name) {
  return fmt::format("<</Type/Font/Subtype/Type1/BaseFont/{}/Encoding/WinAnsiEncoding>>", name);
}

std::string information_entry(std::string_view key, const std::string& value) {
  return value.empty() ? "" : fmt::format("/{}{}", key, pdf_string(latin(value)));
}

}  // namespace

PdfWriter::PdfWriter(double page_width, double page_height)
    // The second line tells programs that move files that this one is binary.
    : width_(page_width), height_(page_height), file_("%PDF-1.4\n%\xE2\xE3\xCF\xD3\n"), offsets_(first_page_object) {}

void PdfWriter::begin_object(std::size_t number) {
  if (offsets_.size() <= number) offsets_.resize(number + 1);
  offsets_[number] = file_.size();
  file_ += fmt::format("{} 0 obj\n", number);
}

std::size_t PdfWriter::page_object(std::size_t page) const { return first_page_object + 2 * page; }

void PdfWriter::add_page(const Drawing& drawing) {
  const std::size_t object = page_object(pages_++);
  begin_object(object);
  file_ += fmt::format("<</Type/Page/Parent {} 0 R/Contents {} 0 R>>\nendobj\n", pages_object, object + 1);
  const std::string content = deflated(pdf_content(drawing, height_));
  begin_object(object + 1);
  file_ += fmt::format("<</Length {}/Filter/FlateDecode>>\nstream\n", content.size());
  file_ += content;
  file_ += "\nendstream\nendobj\n";
}

std::string PdfWriter::finish(const PdfInformation& information) {
  std::string kids;
  for (std::size_t page = 0; page < pages_; ++page) kids += fmt::format("{} 0 R ", page_object(page));
  const auto object = [&](std::size_t number, const std::string& body) {
    begin_object(number);
    file_ += body + "\nendobj\n";
  };
  object(catalogue_object, fmt::format("<</Type/Catalog/Pages {} 0 R>>", pages_object));
  object(pages_object,
         fmt::format("<</Type/Pages/Count {}/MediaBox[0 0 {:.2f} {:.2f}]/Resources<</Font<</R {} 0 R/B {} 0 R>>>>"
                     "/Kids[{}]>>",
                     pages_, width_, height_, regular_object, bold_object, kids));
  object(regular_object, font("Helvetica"));
  object(bold_object, font("Helvetica-Bold"));
  object(info_object, "<<" + information_entry("Title", information.title) +
                          information_entry("Producer", information.producer) +
                          information_entry("CreationDate", information.date) + ">>");
  const std::size_t table_at = file_.size();
  file_ += fmt::format("xref\n0 {}\n0000000000 65535 f \n", offsets_.size());
  for (std::size_t number = 1; number < offsets_.size(); ++number)
    file_ += fmt::format("{:010} 00000 n \n", offsets_[number]);
  file_ += fmt::format("trailer\n<</Size {}/Root {} 0 R/Info {} 0 R>>\nstartxref\n{}\n%%EOF\n", offsets_.size(),
                       catalogue_object, info_object, table_at);
  return std::move(file_);
}

}  // namespace tesselle::render
