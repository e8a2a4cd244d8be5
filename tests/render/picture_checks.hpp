#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tesselle/puzzle.hpp"

/// Small readers of our own SVG, written against the standard and not against the writer.
namespace tesselle::test {

inline bool is_entity(std::string_view text) {
  for (const std::string_view known : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"})
    if (text.substr(0, known.size()) == known) return true;
  return false;
}

/// Tags balance, attributes are quoted, nothing follows the one root, every & starts a known entity.
inline bool is_well_formed(std::string_view text) {
  std::vector<std::string> open;
  int roots = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x20 && text[at] != '\n') return false;
    if (text[at] == '&' && !is_entity(text.substr(at))) return false;
    if (text[at] == '>') return false;
    if (text[at] != '<') {
      if (open.empty() && text[at] != '\n') return false;
      continue;
    }
    std::size_t end = at + 1;
    for (bool quoted = false; end < text.size() && (quoted || text[end] != '>'); ++end) {
      if (text[end] == '"') quoted = !quoted;
      if (text[end] == '<' || (text[end] == '&' && !is_entity(text.substr(end)))) return false;
    }
    if (end >= text.size()) return false;
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    const std::string name(tag.substr(0, tag.find(' ')));
    if (tag.front() == '?') {
      if (roots > 0) return false;
    } else if (tag.front() == '/') {
      if (open.empty() || "/" + open.back() != name) return false;
      open.pop_back();
    } else {
      if (open.empty() && ++roots > 1) return false;
      if (tag.back() != '/') open.push_back(name);
    }
    at = end;
  }
  return open.empty() && roots == 1;
}

inline int count(std::string_view text, std::string_view what) {
  int found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + what.size())) ++found;
  return found;
}

/// The path data of every path with this class.
inline std::vector<std::string> paths_of(const std::string& svg, const std::string& marker) {
  std::vector<std::string> paths;
  const std::string start = "<path class=\"" + marker + "\" d=\"";
  for (std::size_t at = svg.find(start); at != svg.npos; at = svg.find(start, at + 1)) {
    const std::size_t from = at + start.size();
    paths.push_back(svg.substr(from, svg.find('"', from) - from));
  }
  return paths;
}

/// Shoelace over "Mx yLx y…Z" rings; holes run the other way round and subtract themselves.
inline double path_area(const std::string& path) {
  double doubled = 0;
  std::vector<Point> ring;
  for (const char* at = path.c_str(); *at != '\0';) {
    if (*at == 'Z') {
      for (std::size_t k = 0; k < ring.size(); ++k) {
        const Point a = ring[k], b = ring[(k + 1) % ring.size()];
        doubled += a.x * b.y - b.x * a.y;
      }
      ring.clear();
      ++at;
      continue;
    }
    char* end = nullptr;
    const double x = std::strtod(at + 1, &end);
    const double y = std::strtod(end, &end);
    ring.push_back({x, y});
    at = end;
  }
  return doubled < 0 ? -doubled / 2 : doubled / 2;
}

}  // namespace tesselle::test
