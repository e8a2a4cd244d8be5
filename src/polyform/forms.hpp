#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "polyform/units.hpp"

namespace tesselle::polyform {

/// Which shapes count as the same: those that translations and all symmetries of the lattice map onto one another,
/// without the reflections, or translations alone.
enum class Sameness { free, one_sided, fixed };

/// Which shapes are wanted. The last two exist on the drafter lattice alone.
///   dudes     hole-free; no interior angle of 30 or 330 degrees; no hypotenuse against a short leg
///   suitable  what Eternity's pieces have in common: dudes without symmetry, no part of which hangs on a single half
///             edge, without a whole triangle that touches others by two half edges, with a half triangle, and
///             whose outline has only one position on the lattice
enum class Selection { all, dudes, suitable };

struct FormRequest {
  LatticeKind lattice = LatticeKind::square;
  int size = 1;  ///< cells; on the drafter lattice half triangles
  Sameness sameness = Sameness::free;
  Selection selection = Selection::all;
  bool hole_free = false;  ///< dudes and suitable ones always are
};

constexpr int largest_size = 24;

/// One line that says what is enumerated.
std::string definition(const FormRequest& request);
/// "pentominoes", "12-drafters", …
std::string common_name(const FormRequest& request);

/// What is known while an enumeration runs. `units` placed so far, forms found so far.
struct FormProgress {
  std::uint64_t units = 0, forms = 0;
};
using OnFormProgress = std::function<void(const FormProgress&)>;

struct FormCount {
  std::uint64_t forms = 0;
  std::uint64_t polygons = 0;  ///< dudes: forms that differ only in their position on the lattice count once; else 0
  bool complete = true;        ///< false if it was stopped
};

/// Throws UsageError for a size out of range and for dudes on another lattice.
/// `each` gets the cells of every form (normalised), if it is given.
FormCount enumerate(const FormRequest& request, const std::function<void(std::vector<Cell>)>& each,
                    const std::stop_token& stop = {}, const OnFormProgress& on_progress = {});

/// All forms, sorted; if it is stopped, those found so far.
std::vector<std::vector<Cell>> all_forms(const FormRequest& request, const std::stop_token& stop = {});

/// For regions: are these cells of the drafter lattice half and whole triangles, in one part, without holes and without
/// interior angles of 30 or 330 degrees?
bool is_plain_polydrafter(const std::vector<Cell>& cells);

/// How many of the dudes of a size each rule of `suitable` leaves, in order.
struct SuitableStep {
  std::string rule;
  std::uint64_t left = 0;
};
struct SuitableAccount {
  std::vector<SuitableStep> steps;
  bool complete = true;
};
SuitableAccount account_of_suitable(int size, const std::stop_token& stop);

}  // namespace tesselle::polyform
