#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/drawing.hpp"

namespace tesselle::render {

struct PdfInformation {
  std::string title, producer;
  std::string date;  ///< "D:20261116021500Z"; empty: none
};

/// A PDF file of vector pages, written page by page so that thousands of boards need little memory beside the file.
/// Writing is Helvetica, which every viewer has; characters that its Latin encoding lacks become "?".
class PdfWriter {
 public:
  PdfWriter(double page_width, double page_height);

  /// A page with the drawing at its top-left corner.
  void add_page(const Drawing& drawing);
  std::size_t page_count() const { return pages_; }
  /// The finished file; call once.
  std::string finish(const PdfInformation& information);

 private:
  void begin_object(std::size_t number);
  std::size_t page_object(std::size_t page) const;

  double width_, height_;
  std::size_t pages_ = 0;
  std::string file_;
  std::vector<std::size_t> offsets_;  // where each object begins; 0: not written yet
};

/// Width of a line of Helvetica.
double helvetica_width(std::string_view words, double size, bool bold = false);

}  // namespace tesselle::render
