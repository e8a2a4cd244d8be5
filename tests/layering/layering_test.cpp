#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path source = TESSELLE_SOURCE_DIR;

/// Which rooms each room may know, as docs/architecture.md draws it.
const std::map<std::string, std::set<std::string>> may_know = {
    {"base", {}},
    {"puzzle", {"base"}},
    {"polyform", {"base", "puzzle"}},
    {"verify", {"base", "puzzle"}},
    {"formats", {"base", "puzzle"}},
    {"engine", {"base", "puzzle"}},
    {"sat", {"base", "puzzle", "engine"}},
    {"edge", {"base", "puzzle", "engine", "sat"}},
    {"packing", {"base", "puzzle", "polyform", "engine", "sat"}},
    {"render", {"base", "puzzle"}},
    {"store", {"base", "puzzle", "formats", "engine"}},
    {"run", {"base", "puzzle", "verify", "formats", "engine", "edge", "packing"}},
    {"search",
     {"base", "puzzle", "polyform", "verify", "formats", "engine", "edge", "packing", "run", "store", "render"}},
    {"study",
     {"base", "puzzle", "polyform", "verify", "formats", "engine", "edge", "packing", "run", "store", "render",
      "search", "cluster"}},
    {"cluster", {"base", "puzzle", "verify", "formats", "engine", "run", "store", "search"}},
    {"web", {"base", "puzzle", "verify", "formats", "store", "render", "search"}},
};

/// The public headers, include/tesselle/X.hpp, and the room that each is the face of.
const std::map<std::string, std::string> public_headers = {
    {"ids", "base"},           {"errors", "base"},           {"big_natural", "base"},    {"lattice", "puzzle"},
    {"edge_puzzle", "puzzle"}, {"packing_puzzle", "puzzle"}, {"puzzle", "puzzle"},       {"options", "engine"},
    {"statistics", "engine"},  {"events", "engine"},         {"verify", "verify"},       {"formats", "formats"},
    {"render", "render"},      {"search", "search"},         {"shown_board", "puzzle"},  {"foreign_formats", "formats"},
    {"card", "verify"},        {"engine", "engine"},         {"exchange_board", "edge"}, {"estimate", "search"},
    {"tree", "search"},        {"record", "verify"},
};

/// What a command may know besides its own folder: the facade and what prints.
const std::set<std::string> command_may_know = {"base", "cluster", "render", "search", "study", "verify", "web"};

/// Folders inside a family that every engine of it may use.
const std::set<std::string> shared_folders = {"tables",       "estimate",    "repair",      "corolla_data", "finals",
                                              "local_search", "site_search", "tileability", "beam_search"};

std::vector<fs::path> sources_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp") files.push_back(entry.path());
  return files;
}

std::vector<fs::path> includes_of(const fs::path& file) {
  static const std::regex include("^\\s*#include \"([^\"]+)\".*");
  std::vector<fs::path> found;
  std::ifstream stream(file);
  std::smatch match;
  for (std::string line; std::getline(stream, line);)
    if (std::regex_match(line, match, include)) found.emplace_back(match[1].str());
  return found;
}

std::string part(const fs::path& path, int index) {
  auto it = path.begin();
  for (int i = 0; i < index && it != path.end(); ++i) ++it;
  return it == path.end() ? "" : it->string();
}

/// The room that an included header belongs to.
std::string room_of(const fs::path& include) {
  if (part(include, 0) != "tesselle") return part(include, 0);
  const auto found = public_headers.find(include.stem().string());
  return found == public_headers.end() ? "no room" : found->second;
}

/// The engine folder a path under src/ belongs to: "edge/scan", or "" if it is not one engine's own.
std::string engine_folder(const fs::path& path) {
  const std::string family = part(path, 0), folder = part(path, 1);
  const bool inside = (family == "edge" || family == "packing") && !part(path, 2).empty();
  return inside && shared_folders.count(folder) == 0 ? family + "/" + folder : "";
}

}  // namespace

TEST_CASE("every room includes only rooms it may know") {
  int checked = 0;
  for (const auto& [room, known] : may_know)
    for (const fs::path& file : sources_below(source / "src" / room))
      for (const fs::path& include : includes_of(file)) {
        const std::string other = room_of(include);
        CAPTURE(file.string());
        CAPTURE(include.string());
        CHECK((other == room || known.count(other) == 1));
        ++checked;
      }
  CHECK(checked > 50);
}

TEST_CASE("every folder under src is a room with a rule") {
  for (const auto& entry : fs::directory_iterator(source / "src")) {
    CAPTURE(entry.path().string());
    CHECK(may_know.count(entry.path().filename().string()) == 1);
  }
}

TEST_CASE("engines never include one another, and what they share includes no engine") {
  for (const char* family : {"edge", "packing"})
    for (const fs::path& file : sources_below(source / "src" / family)) {
      const std::string own = engine_folder(fs::relative(file, source / "src"));
      if (file.stem() == "engines") continue;  // the list of all engines of the family
      for (const fs::path& include : includes_of(file)) {
        const std::string other = engine_folder(include);
        CAPTURE(file.string());
        CAPTURE(include.string());
        CHECK((other.empty() || other == own));
      }
    }
}

TEST_CASE("public headers include public headers only, and each has a room") {
  for (const fs::path& file : sources_below(source / "include")) {
    CAPTURE(file.string());
    CHECK(public_headers.count(file.stem().string()) == 1);
    for (const fs::path& include : includes_of(file)) {
      CAPTURE(include.string());
      CHECK(part(include, 0) == "tesselle");
    }
  }
}

TEST_CASE("commands know the facade and no engine") {
  int checked = 0;
  for (const fs::path& file : sources_below(source / "apps"))
    for (const fs::path& include : includes_of(file)) {
      const std::string first = part(include, 0);
      CAPTURE(file.string());
      CAPTURE(include.string());
      const bool own = part(include, 1).empty() || first == "command_line";
      CHECK((own || first == "tesselle" || command_may_know.count(first) == 1));
      ++checked;
    }
  CHECK(checked > 50);
}

/// Where each type of a namespace is defined. Two of one name would be taken for the same by the linker, without a
/// word.
std::map<std::string, std::set<std::string>> definitions() {
  static const std::regex type("^(template <.*> )?(struct|class|enum class) (\\w+)[^;]*$");
  static const std::regex opened("^namespace ([\\w:]*) ?\\{.*"), closed("^\\}  // namespace.*");
  std::map<std::string, std::set<std::string>> found;
  for (const char* folder : {"include", "src", "apps"})
    for (const fs::path& file : sources_below(source / folder)) {
      std::vector<std::string> spaces;
      std::ifstream stream(file);
      std::smatch match;
      for (std::string line; std::getline(stream, line);) {
        if (std::regex_match(line, match, opened))
          spaces.push_back(match[1].length() > 0 ? match[1].str() : "only in " + file.string());
        else if (std::regex_match(line, closed) && !spaces.empty())
          spaces.pop_back();
        else if (std::regex_match(line, match, type)) {
          std::string name;
          for (const std::string& space : spaces) name += space + "::";
          fs::path without_suffix = file;
          // A class and what is private to it may be in a header and a source of the same name.
          found[name + match[3].str()].insert(without_suffix.replace_extension().filename().string());
        }
      }
    }
  return found;
}

TEST_CASE("no type is defined twice in a namespace") {
  const auto all = definitions();
  CHECK(all.size() > 300);
  for (const auto& [name, files] : all) {
    CAPTURE(name);
    CHECK(files.size() == 1);
  }
}
