#include "engine/events.hpp"

namespace tesselle {

std::string_view status_name(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::exhausted:
      return "exhausted";
    case Status::limit:
      return "limit";
    case Status::stopped:
      return "stopped";
  }
  return "";
}

}  // namespace tesselle
