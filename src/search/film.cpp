#include "search/film.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <map>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "search/pictures.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

namespace fs = std::filesystem;

enum class FilmFormat { html, svg, video };

constexpr std::size_t max_html_moments = 400'000, max_svg_moments = 4'000, max_video_moments = 3'000;

/// By the ending of the file's name.
FilmFormat film_format(const fs::path& file) {
  static const std::map<std::string, FilmFormat> endings = {{".html", FilmFormat::html},
                                                            {".svg", FilmFormat::svg},
                                                            {".mp4", FilmFormat::video},
                                                            {".webm", FilmFormat::video},
                                                            {".gif", FilmFormat::video}};
  const auto found = endings.find(file.extension().string());
  if (found == endings.end())
    throw UsageError(
        fmt::format("film: found '{}', expected a file that ends in .html, .svg, .mp4, .webm or .gif", file.string()));
  return found->second;
}

void require_room(std::size_t moments, std::size_t most, const char* what) {
  if (moments > most)
    throw UsageError(
        fmt::format("film: {} moments are too many for {} (at most {}): use --every {}, --from and --to, "
                    "or a smaller --nodes",
                    grouped(moments), what, grouped(most), (moments + most - 1) / most));
}

/// A folder for the single pictures, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder() : path_(fs::temp_directory_path() / fmt::format("tesselle-film-{}", ::getpid())) {
    fs::create_directories(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::vector<std::string> ffmpeg_arguments(const fs::path& pictures, double per_second, const fs::path& file) {
  std::vector<std::string> arguments = {"ffmpeg",     "-y",
                                        "-loglevel",  "error",
                                        "-framerate", fmt::format("{}", per_second),
                                        "-i",         (pictures / "%06d.png").string()};
  const bool gif = file.extension() == ".gif";
  // The last moment stays for two seconds. Videos need even numbers of pixels, and most players 4:2:0 colours; GIF a
  // palette of its own.
  const std::string hold = "tpad=stop_mode=clone:stop_duration=2,";
  const std::string filter =
      gif ? "split[a][b];[a]palettegen[p];[b][p]paletteuse" : "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white";
  arguments.insert(arguments.end(), {"-vf", hold + filter});
  if (file.extension() == ".webm") arguments.insert(arguments.end(), {"-cpu-used", "5"});  // else minutes
  if (!gif) arguments.insert(arguments.end(), {"-pix_fmt", "yuv420p"});
  arguments.push_back(file.string());
  return arguments;
}

void write_video(const Recording& recording, const std::vector<std::uint32_t>& moments, double per_second,
                 const fs::path& file) {
  const ScratchFolder folder;
  const render::FilmStills stills(recording, moments);
  for (std::size_t m = 0; m < moments.size(); ++m)
    write_png(folder.path() / fmt::format("{:06}.png", m), stills.still(m));
  const fs::path film = folder.path() / ("film" + file.extension().string());
  if (run_program(ffmpeg_arguments(folder.path(), per_second, film)) != 0)
    throw InputError({file.string()}, "cannot be made by ffmpeg");
  write_file_atomically(file, read_file(film));
}

}  // namespace

void require_film_format(const fs::path& file) {
  if (film_format(file) != FilmFormat::video) return;
  for (const auto& [program, package] : {std::pair{"ffmpeg", "ffmpeg"}, std::pair{"rsvg-convert", "librsvg2-bin"}})
    if (!program_exists(program))
      throw UsageError(fmt::format("film: {} needs the program {} (sudo apt install {}); .html and .svg need nothing",
                                   file.extension().string(), program, package));
}

std::size_t write_film(const Recording& recording, const FilmRequest& request, const fs::path& file) {
  const FilmFormat format = film_format(file);
  const std::vector<std::uint32_t> moments = film_moments(recording, request.cut);
  switch (format) {
    case FilmFormat::html:
      require_room(moments.size(), max_html_moments, "a page");
      write_file_atomically(file, film_html(recording, moments, request.per_second));
      break;
    case FilmFormat::svg:
      require_room(moments.size(), max_svg_moments, "an animated SVG");
      write_file_atomically(file, film_svg(recording, moments, request.per_second));
      break;
    case FilmFormat::video:
      require_room(moments.size(), max_video_moments, "a video");
      write_video(recording, moments, request.per_second, file);
      break;
  }
  return moments.size();
}

}  // namespace tesselle
