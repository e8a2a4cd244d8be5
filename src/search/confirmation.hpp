#pragma once

#include <string>

#include "tesselle/search.hpp"

namespace tesselle {

/// The same count by another complete engine, without the first one's options and files. Throws UsageError if no other
/// engine takes the puzzle.
SearchRequest second_opinion(const SearchRequest& request, const Finished& first);

/// What two finished counts of one puzzle disagree on, one line; "" if they agree. What only one of them tells is not
/// compared.
std::string disagreement_of(const Finished& first, const Finished& second);

}  // namespace tesselle
