#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tesselle {

/// Whole numbers with their digits grouped, others with the precision that a measurement has; "never" if infinite and
/// "-" if there is none.
std::string number_text(double value);
std::string number_text(const std::optional<double>& value);

/// Prints columns as wide as they need to be: the first `left` ones to the left, the others to the right.
void print_columns(const std::vector<std::vector<std::string>>& table, std::size_t left = 1);

}  // namespace tesselle
