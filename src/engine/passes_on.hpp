#pragma once

#include <string>
#include <string_view>

namespace tesselle {

/// What a search has learned, for others with the same puzzle and options.
struct Lesson {
  double worth = 0;  ///< the more the better, among lessons of one search
  std::string text;  ///< printable; "": nothing was learned yet
};

/// Ability: a search for better boards that learns what leads to them, and can pass it on.
class PassesOn {
 public:
  virtual ~PassesOn() = default;
  virtual Lesson lesson() const = 0;
  /// Before the first slice; may be called several times. Throws InputError if it is not a lesson for this search.
  virtual void study(std::string_view lesson) = 0;
};

}  // namespace tesselle
