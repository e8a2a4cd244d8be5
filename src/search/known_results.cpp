#include "search/known_results.hpp"

namespace tesselle {
const KnownResult* known_result(const std::string&) { return nullptr; }
}
