#pragma once

#include "verify/brute_force.hpp"

/// The oracle of the engine tests is the brute force that `tesselle selftest` uses too.
namespace tesselle::testing {

using tesselle::all_boards;
using tesselle::all_solutions;
using tesselle::Boards;
using tesselle::distinct_count;
using tesselle::oracle_patience;
using tesselle::try_all_boards;

}  // namespace tesselle::testing
