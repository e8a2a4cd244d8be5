#include "polyform/forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "polyform/canonical.hpp"
#include "polyform/drafter_rules.hpp"
#include "polyform/growth.hpp"
#include "polyform/holes.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::polyform {
namespace {

void check(const FormRequest& request) {
  if (request.size < 1 || request.size > largest_size)
    throw UsageError(fmt::format("size: found {}, expected 1 to {}", request.size, largest_size));
  if (request.selection != Selection::all && request.lattice != LatticeKind::drafter)
    throw UsageError("dudes and suitable pieces exist on the drafter lattice alone");
}

GrowthRule rule_of(const FormRequest& request) {
  return request.selection == Selection::all ? GrowthRule::none : GrowthRule::covered_hypotenuses;
}

/// The rules of `suitable` beyond those of a dude, in the order in which they are accounted for.
struct SuitableRule {
  const char* text;
  bool (*holds)(const UnitTable& table, Canonical& canonical, const Shape& shape);
};

constexpr SuitableRule suitable_rules[] = {
    {"no symmetry", [](const UnitTable&, Canonical& canonical, const Shape& s) { return canonical.is_asymmetric(s); }},
    {"no part hangs on a single half edge",
     [](const UnitTable& table, Canonical&, const Shape& s) { return !hangs_on_half_edge(s, joints_of(table, s)); }},
    {"no whole triangle touches two others by half an edge",
     [](const UnitTable& table, Canonical&, const Shape& s) {
       return !has_loose_triangle(table, s, joints_of(table, s));
     }},
    {"at least one half triangle",
     [](const UnitTable& table, Canonical&, const Shape& s) { return has_half_triangle(table, s); }},
    {"the outline lies on the lattice in one way only",
     [](const UnitTable& table, Canonical&, const Shape& s) { return has_one_position(outline_steps(table, s)); }},
};

/// What growth does not see of the rules for dudes.
bool is_dude(const UnitTable& table, const Shape& shape) {
  return !has_hole(table.lattice(), table.cells(shape)) && !has_thin_angle(outline_steps(table, shape));
}

/// Goes through the shapes of a request, one of each that count as the same.
class Enumerator {
 public:
  Enumerator(const FormRequest& request, const std::stop_token& stop, const OnFormProgress& on_progress)
      : request_(request),
        table_(request.lattice, rule_of(request)),
        canonical_(table_, request.sameness),
        growth_(table_, request.size, stop, [this, on_progress](std::uint64_t units) {
          if (on_progress) on_progress({units, found_});
        }) {}

  const UnitTable& table() const { return table_; }

  /// False if it was stopped.
  template <class Visit>
  bool for_each(Visit&& visit) {
    return growth_.for_each([&](const Shape& shape) {
      if (!canonical_.is_smallest(shape) || !is_wanted(shape)) return;
      ++found_;
      visit(shape);
    });
  }
  std::uint64_t found() const { return found_; }

 private:
  /// The cheap rules that refuse most come first: outlines and holes are only looked at where it is worth it.
  bool is_wanted(const Shape& shape) {
    switch (request_.selection) {
      case Selection::all:
        return !request_.hole_free || !has_hole(table_.lattice(), table_.cells(shape));
      case Selection::dudes:
        return is_dude(table_, shape);
      case Selection::suitable:
        break;
    }
    constexpr std::size_t without_outline = std::size(suitable_rules) - 1;
    const auto holds = [&](const SuitableRule& rule) { return rule.holds(table_, canonical_, shape); };
    return std::all_of(suitable_rules, suitable_rules + without_outline, holds) && is_dude(table_, shape) &&
           holds(suitable_rules[without_outline]);
  }

  FormRequest request_;
  UnitTable table_;
  Canonical canonical_;
  std::uint64_t found_ = 0;
  Growth growth_;
};

const char* sameness_text(Sameness sameness) {
  switch (sameness) {
    case Sameness::free:
      return "up to rotation and reflection";
    case Sameness::one_sided:
      return "up to rotation; mirror images count as two";
    case Sameness::fixed:
      break;
  }
  return "every orientation counts";
}

const char* unit_text(LatticeKind lattice) {
  switch (lattice) {
    case LatticeKind::square:
      return "squares joined by sides";
    case LatticeKind::cube:
      return "cubes joined by faces";
    case LatticeKind::triangle:
      return "triangles joined by sides";
    case LatticeKind::hexagon:
      return "hexagons joined by sides";
    case LatticeKind::drafter:
      break;
  }
  return "half triangles (30-60-90), each triangle of the lattice empty, half or whole, joined along any length";
}

const char* selection_text(const FormRequest& request) {
  switch (request.selection) {
    case Selection::dudes:
      return "; dudes: no hole, no interior angle of 30 or 330 degrees, no hypotenuse against a short leg";
    case Selection::suitable:
      return "; suitable: dudes (no hole, no interior angle of 30 or 330 degrees, no hypotenuse against a short leg) "
             "without symmetry, no part hanging on a single half edge, no whole triangle that touches two others by "
             "half an edge, at least one half triangle, an outline that lies on the lattice in one way only";
    case Selection::all:
      break;
  }
  return request.hole_free ? "; without holes (every empty place is joined to the outside through sides)" : "";
}

}  // namespace

std::string definition(const FormRequest& request) {
  return fmt::format("{} {}; {}{}", request.size, unit_text(request.lattice), sameness_text(request.sameness),
                     selection_text(request));
}

std::string common_name(const FormRequest& request) {
  constexpr const char* names[] = {"polyominoes", "polycubes", "polyiamonds", "polyhexes", "polydrafters"};
  if (request.selection == Selection::dudes) return "polydudes";
  if (request.selection == Selection::suitable) return "suitable polydudes";
  return names[static_cast<std::size_t>(request.lattice)];
}

FormCount enumerate(const FormRequest& request, const std::function<void(std::vector<Cell>)>& each,
                    const std::stop_token& stop, const OnFormProgress& on_progress) {
  check(request);
  Enumerator forms(request, stop, on_progress);
  const bool dudes = request.selection == Selection::dudes && request.sameness == Sameness::free;
  std::set<std::string> outlines;
  FormCount count;
  count.complete = forms.for_each([&](const Shape& shape) {
    if (dudes) outlines.insert(outline_name(outline_steps(forms.table(), shape)));
    if (each) each(normalised(forms.table().lattice(), forms.table().cells(shape)));
  });
  count.forms = forms.found();
  if (dudes) count.polygons = outlines.size();
  return count;
}

std::vector<std::vector<Cell>> all_forms(const FormRequest& request, const std::stop_token& stop) {
  std::vector<std::vector<Cell>> forms;
  enumerate(
      request, [&](std::vector<Cell> cells) { forms.push_back(std::move(cells)); }, stop);
  std::sort(forms.begin(), forms.end());
  return forms;
}

bool is_plain_polydrafter(const std::vector<Cell>& cells) {
  const UnitTable table(LatticeKind::drafter, GrowthRule::none);
  const auto shape = table.shape_of(cells);
  return shape && is_connected(table.lattice(), cells) && !has_hole(table.lattice(), cells) &&
         !has_thin_angle(outline_steps(table, *shape));
}

SuitableAccount account_of_suitable(int size, const std::stop_token& stop) {
  FormRequest request{LatticeKind::drafter, size, Sameness::free, Selection::dudes, true};
  check(request);
  Enumerator dudes(request, stop, {});
  Canonical canonical(dudes.table(), Sameness::free);
  SuitableAccount account;
  account.steps.push_back({"dudes", 0});
  for (const SuitableRule& rule : suitable_rules) account.steps.push_back({rule.text, 0});
  account.complete = dudes.for_each([&](const Shape& shape) {
    ++account.steps[0].left;
    for (std::size_t r = 0; r < std::size(suitable_rules); ++r) {
      if (!suitable_rules[r].holds(dudes.table(), canonical, shape)) return;
      ++account.steps[r + 1].left;
    }
  });
  return account;
}

}  // namespace tesselle::polyform
