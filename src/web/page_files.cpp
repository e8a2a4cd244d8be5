#include "web/page_files.hpp"

#include <algorithm>
#include <map>

#include "base/files.hpp"
#include "web/failure.hpp"

namespace tesselle::web {
namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::string> mime_types = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".webp", "image/webp"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".map", "application/json"},
    {".woff2", "font/woff2"},
};

/// Plain names only: no way up, no hidden files, nothing that a file system could read in another way.
bool is_plain(const std::string& path) {
  for (const char c : path)
    if (c == '\\' || c == '\0' || c == ':' || static_cast<unsigned char>(c) < ' ') return false;
  return path.find("/.") == path.npos && path.find("//") == path.npos;
}

bool is_inside(const fs::path& file, const fs::path& folder) {
  std::error_code failed;
  const fs::path real = fs::canonical(file, failed);
  if (failed) return false;
  const fs::path root = fs::canonical(folder, failed);
  return !failed && std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end();
}

}  // namespace

bool PageFiles::there() const { return folder_ && fs::is_regular_file(*folder_ / "index.html"); }

HttpResponse PageFiles::answer(const std::string& path) const {
  if (!there()) throw Refusal(404, "the page is not built; the API under /api works (see docs/api.md)");
  const std::string name = path == "/" ? "/index.html" : path;
  const fs::path file = *folder_ / name.substr(1);
  const auto type = mime_types.find(file.extension().string());
  if (!is_plain(name) || type == mime_types.end() || !is_inside(file, *folder_) || !fs::is_regular_file(file))
    throw Refusal(404, "there is no such file");
  HttpResponse response{.type = type->second, .body = read_file(file)};
  // The builder puts a hash of the contents into the names of assets.
  const bool lasting = name.starts_with("/assets/");
  response.headers.emplace_back("Cache-Control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
  return response;
}

std::optional<fs::path> find_page() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return std::nullopt;
  const fs::path folder = program.parent_path();
  // build/PRESET/apps/tesselle/tesselle and build/web; bin/tesselle and share/tesselle/web
  for (const fs::path& page : {folder / "../../../web", folder / "../share/tesselle/web"})
    if (fs::is_regular_file(page / "index.html", failed)) return page.lexically_normal();
  return std::nullopt;
}

}  // namespace tesselle::web
