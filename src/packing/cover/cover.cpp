#include "packing/cover/cover.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/errors.hpp"
#include "engine/requests.hpp"
#include "packing/cover/make_search.hpp"
#include "packing/tables/search_options.hpp"

namespace tesselle {
namespace packing {
namespace {

enum class Instructions { scalar, avx2, avx512 };

bool machine_has(Instructions instructions) {
  switch (instructions) {
    case Instructions::scalar:
      return true;
    case Instructions::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    case Instructions::avx512:
      return machine_has(Instructions::avx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
  }
  return false;
}

constexpr std::pair<std::string_view, Instructions> kernel_names[] = {
    {"avx512", Instructions::avx512}, {"avx2", Instructions::avx2}, {"scalar", Instructions::scalar}};

/// The kernel asked for, or the widest that this machine can run.
Instructions choose_kernel(const std::string& wanted) {
  for (const auto& [name, instructions] : kernel_names) {
    if (wanted != "auto" && wanted != name) continue;
    if (machine_has(instructions)) return instructions;
    if (wanted == name) throw UsageError(fmt::format("--kernel: this machine cannot run {}", wanted));
  }
  throw InternalError("no kernel runs everywhere");
}

std::unique_ptr<Engine> make_search(Instructions instructions, int words, CoverProblem problem) {
  switch (instructions) {
    case Instructions::avx512:
      return make_cover_search<Avx512Kernel>(words, std::move(problem));
    case Instructions::avx2:
      return make_cover_search<Avx2Kernel>(words, std::move(problem));
    case Instructions::scalar:
      break;
  }
  return make_cover_search<ScalarKernel>(words, std::move(problem));
}

std::unique_ptr<Engine> make_cover(const Puzzle& puzzle, const EngineConfig& config) {
  check_request(cover_engine(), puzzle, config);
  PlacementTable table = compile_placements(puzzle.packing());
  const int words = static_cast<int>((table.all_cells + 63) / 64);
  if (words > most_cover_words)
    throw UsageError(fmt::format("engine cover: the region has {} cells, at most {} are possible", table.all_cells,
                                 most_cover_words * 64));
  SymmetryChain chain = chain_for(puzzle, table, config);
  return make_search(choose_kernel(config.options.text("kernel")), words,
                     {puzzle.packing(), std::move(table), std::move(chain)});
}

}  // namespace
}  // namespace packing

EngineInfo cover_engine() {
  return {.name = "cover",
          .family = Family::packing,
          .complete = true,
          .walks_tree = true,
          .reduces_symmetry = true,
          .summary = "masks of cells, fewest candidates first: the fast engine for solid and compact regions",
          .options = {{.name = "kernel",
                       .default_value = std::string("auto"),
                       .help = "instruction set of the inner loops; auto: the widest the machine has",
                       .choices = {"auto", "scalar", "avx2", "avx512"}},
                      packing::first_piece_option()},
          .make = packing::make_cover};
}

}  // namespace tesselle
