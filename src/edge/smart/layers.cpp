#include "edge/smart/layers.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "tesselle/errors.hpp"

namespace tesselle::edge::smart {
namespace {

constexpr std::array<std::pair<std::string_view, bool Layers::*>, 4> layer_names = {
    {{"capi", &Layers::capi}, {"boco", &Layers::boco}, {"diag", &Layers::diag}, {"supply", &Layers::supply}}};

void switch_on(Layers& layers, std::string_view name) {
  for (const auto& [known, layer] : layer_names)
    if (name == known) {
      layers.*layer = true;
      return;
    }
  throw UsageError(fmt::format(
      "--propagate: found '{}', expected 'none' or some of capi, boco, diag, supply separated by commas", name));
}

}  // namespace

Layers parse_layers(std::string_view text) {
  Layers layers;
  if (text == "none") return layers;
  for (;;) {
    const std::size_t comma = text.find(',');
    switch_on(layers, text.substr(0, comma));
    if (comma == std::string_view::npos) return layers;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace tesselle::edge::smart
