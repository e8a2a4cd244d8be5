#pragma once

#include <optional>
#include <string_view>

#include "render/palette.hpp"

namespace tesselle::render {

/// The colour that a name speaks of, in English or French: "mauve", "bleu clair", "tête orange", "dark-green".
std::optional<Rgb> colour_named(std::string_view name);

/// Which half of a creature a name speaks of: "head mauve", "haut bleu", "pattes".
enum class CreatureHalf { none, head, legs };
CreatureHalf half_named(std::string_view name);

/// Names such as HM and BV in X. Dupré's list of giraffes: H (haut) or B (bas), then the initial of a French colour.
/// To be asked only if all names of a puzzle are like this.
struct GiraffeName {
  CreatureHalf half = CreatureHalf::none;
  Rgb colour;
};
std::optional<GiraffeName> giraffe_name(std::string_view name);

}  // namespace tesselle::render
