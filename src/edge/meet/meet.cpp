#include "edge/meet/meet.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/errors.hpp"
#include "edge/meet/halves_method.hpp"
#include "edge/meet/meet_search.hpp"
#include "edge/meet/ring_method.hpp"
#include "engine/requests.hpp"

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

std::unique_ptr<Method> make_method(const EdgePuzzle& puzzle, const Options& options) {
  const std::size_t memory = memory_size(options.text("memory"));
  const std::string& halves = options.text("halves");
  auto ring = halves == "cells" ? std::nullopt : RingPuzzle::make(puzzle);
  if (ring) return std::make_unique<RingMethod>(puzzle, std::move(*ring), memory);
  if (halves == "ring")
    throw UsageError(
        "engine meet: --halves ring needs a framed puzzle of at least 3x3 with different pieces, without hints, small "
        "enough (8x8 is)");
  return std::make_unique<HalvesMethod>(puzzle, memory);
}

std::unique_ptr<Engine> make(const Puzzle& puzzle, const EngineConfig& config) {
  check_request(meet_engine(), puzzle, config);
  return std::make_unique<MeetSearch>(puzzle, config.symmetry == SearchSymmetry::reduced,
                                      make_method(puzzle.edge(), config.options));
}

}  // namespace

EngineInfo meet_engine() {
  EngineInfo info;
  info.name = "meet";
  info.family = Family::edge;
  info.complete = true;
  info.reduces_symmetry = true;
  info.summary = "all solutions from halves of the board that fit together, without walking the middle of the tree";
  info.options = {
      {.name = "memory",
       .default_value = std::string("4G"),
       .help = "how much the stored half boards may take; what does not fit is done in portions"},
      {.name = "halves",
       .default_value = std::string("auto"),
       .help = "ring: by the chains of border pieces around them; cells: any puzzle; auto: ring if possible",
       .choices = {"auto", "ring", "cells"}}};
  info.make = make;
  return info;
}

}  // namespace tesselle
