#include "search/pictures.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/files.hpp"
#include "packing/tileability/model.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr double animation_pace = 0.15, longest_animation = 30;  // seconds per piece, and in all

/// Runs a program and waits for it; its exit status, or nullopt if it could not be started.
template <std::size_t Size>
std::optional<int> spawned(const std::array<const char*, Size>& arguments) {
  pid_t child = 0;
  if (::posix_spawnp(&child, arguments[0], nullptr, nullptr, const_cast<char* const*>(arguments.data()), ::environ) !=
      0)
    return std::nullopt;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::nullopt;
  return status;
}

}  // namespace

PictureStyle picture_style(const Puzzle& puzzle, const std::optional<std::string>& tileability_model) {
  PictureStyle style;
  if (!tileability_model) return style;
  if (puzzle.family() != Family::packing) throw UsageError("--tileability is about packing puzzles");
  style.shades =
      packing::tileability::ease_ranks(packing::tileability::model_named(*tileability_model), puzzle.packing());
  return style;
}

std::string animated_svg(const Puzzle& puzzle, const Solution* board, PictureStyle style) {
  if (board == nullptr) throw UsageError("--animation needs a board to show: name a solution file");
  if (puzzle.family() == Family::packing && puzzle.packing().lattice == LatticeKind::cube)
    throw UsageError("--animation: solid puzzles are drawn as stills; use --svg");
  const std::size_t pieces =
      puzzle.family() == Family::packing ? board->packing().placements.size() : puzzle.edge().cell_count();
  style.seconds_per_piece = std::min(animation_pace, longest_animation / static_cast<double>(pieces + 1));
  return render_svg(puzzle, board, style);
}

void write_png(const std::filesystem::path& file, const std::string& svg) {
  const std::string target = file.string(), source = target + ".svg.tmp";
  write_file_atomically(source, svg);
  const auto status =
      spawned(std::array<const char*, 5>{"rsvg-convert", "-o", target.c_str(), source.c_str(), nullptr});
  std::error_code ignored;
  std::filesystem::remove(source, ignored);
  if (!status) throw UsageError("--png needs the program rsvg-convert (Debian package librsvg2-bin)");
  if (*status != 0) throw InputError({target}, "cannot be written by rsvg-convert");
}

}  // namespace tesselle
