#include "search/pictures.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <sstream>

#include "base/files.hpp"
#include "packing/tileability/model.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr double animation_pace = 0.15, longest_animation = 30;  // seconds per piece, and in all

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
  NewFile picture(file);
  const std::string name = picture.target().string(), drawn = picture.written_to().string();
  NewFile source(name + ".svg");  // never committed: it is gone when this ends
  source.write(svg);
  const auto status = run_program({"rsvg-convert", "-o", drawn, source.written_to().string()});
  if (!status) throw UsageError("--png needs the program rsvg-convert (Debian package librsvg2-bin)");
  if (*status != 0) throw InputError({name}, "cannot be written by rsvg-convert");
  picture.commit();
}

std::optional<int> run_program(const std::vector<std::string>& arguments) {
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  if (::posix_spawn_file_actions_init(&actions) != 0) return std::nullopt;
  // What it would say is about files that our user has never heard of.
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), ::environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return std::nullopt;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::nullopt;
  return status;
}

bool program_exists(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace tesselle
