#include "edge/meet/meet.hpp"

#include <fmt/format.h>

#include <charconv>

#include "edge/meet/halves_method.hpp"
#include "edge/meet/meet_search.hpp"
#include "edge/meet/ring_method.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

using namespace edge::meet;

/// "512M", "4G": a number of bytes.
std::size_t memory_size(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  const std::size_t place = std::string("KMGT").find(unit.empty() ? '?' : unit.front());
  const double bytes = number * static_cast<double>(std::size_t{1} << (10 * (place + 1) % 64));
  if (error != std::errc{} || unit.size() != 1 || place == std::string::npos || !(bytes >= 1 << 16) || bytes > 1e15)
    throw UsageError(fmt::format("--memory: found '{}', expected a size from 64K up, like 512M or 4G", text));
  return static_cast<std::size_t>(bytes);
}

std::unique_ptr<Method> make_method(const Puzzle& puzzle, const Options& options) {
  const std::size_t memory = memory_size(options.text("memory"));
  const std::string &halves = options.text("halves"), &file = options.text("finals");
  const auto cells = static_cast<std::size_t>(options.integer("final-cells"));
  const bool by_cells = halves == "cells" || cells > 0 || !file.empty();
  if (by_cells && halves == "ring") throw UsageError("--halves ring: goes with neither --finals nor --final-cells");
  if (cells > 0 && !file.empty()) throw UsageError("--finals: the file says how many cells, --final-cells must not");
  if (!file.empty()) return std::make_unique<HalvesMethod>(puzzle.edge(), memory, 0, edge::Finals::load(file, puzzle));
  auto ring = by_cells ? std::nullopt : RingPuzzle::make_of_any_size(puzzle.edge());
  if (ring && ring->fits() && ring->is_narrow())
    return std::make_unique<RingMethod>(puzzle.edge(), std::move(*ring), memory);
  if (halves == "ring" && ring && ring->fits())
    return std::make_unique<WideRingMethod>(puzzle.edge(), std::move(*ring), memory);
  if (halves == "ring" && ring)
    throw UsageError(fmt::format(
        "engine meet: --halves ring: the inside of a half has {} pieces and takes {} bits (a bit per piece, {} per "
        "column); 64 pieces and 128 bits are the most",
        ring->words.pieces, ring->words.bits(), ring->words.colour_bits));
  if (halves == "ring")
    throw UsageError(
        "engine meet: --halves ring needs a framed puzzle of at least 3x3 with different pieces, without hints");
  return std::make_unique<HalvesMethod>(puzzle.edge(), memory, cells > 0 ? cells : puzzle.edge().cell_count() / 2);
}

std::unique_ptr<Engine> make_meet(const Puzzle& puzzle, const EngineConfig& config) {
  return std::make_unique<MeetSearch>(puzzle, config.symmetry == SearchSymmetry::reduced,
                                      make_method(puzzle, config.options));
}

}  // namespace

EngineInfo meet_engine() {
  EngineInfo info;
  info.name = "meet";
  info.family = Family::edge;
  info.complete = true;
  info.reduces_symmetry = true;
  info.abilities = abilities_of<MeetSearch>();
  info.summary = "all solutions from halves of the board that fit together, without walking the middle of the tree";
  info.options = {
      {.name = "memory",
       .default_value = std::string("4G"),
       .help = "how much the stored halves may take; what does not fit is done in portions"},
      {.name = "halves",
       .default_value = std::string("auto"),
       .help = "ring: by the chains of border pieces around them; cells: any puzzle; auto: ring if possible",
       .choices = {"auto", "ring", "cells"}},
      {.name = "final-cells",
       .default_value = std::int64_t{0},
       .help = "halves by cells: how many cells at the end are stored; 0: half of them",
       .min = 0,
       .max = 1e6},
      {.name = "finals",
       .default_value = std::string(),
       .help = "halves by cells: a file made by tesselle finals build"}};
  info.factory = make_meet;
  info.recommend = edge::meet::recommend_meet;
  return info;
}

}  // namespace tesselle
