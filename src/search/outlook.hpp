#pragma once

#include <optional>
#include <string>

#include "tesselle/search.hpp"

namespace tesselle {

/// Of a search that will not end in anyone's life: one line with how long it would take and what to try instead. Only a
/// model is asked, which takes a small part of a second; nullopt also where the model does not know.
std::optional<std::string> hopeless_search(const SearchRequest& request, const Plan& plan);

}  // namespace tesselle
