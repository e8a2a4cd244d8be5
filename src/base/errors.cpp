#include "tesselle/errors.hpp"

namespace tesselle {

std::string to_string(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) text += ":" + std::to_string(place.line);
  if (place.line > 0 && place.column > 0) text += ":" + std::to_string(place.column);
  return text;
}

InputError::InputError(Place place, const std::string& message)
    : std::runtime_error(to_string(place) + ": " + message), place_(std::move(place)) {}

}  // namespace tesselle
