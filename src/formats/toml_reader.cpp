#include "formats/puzzle_readers.hpp"
#include "formats/text.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

std::string read_name(const Document& document) {
  const Node* node = document.find(document.root(), "name");
  if (node == nullptr) return default_name(document.file());
  const std::string& name = document.text(*node, "a name");
  if (!is_puzzle_name(name)) document.unexpected(*node, "a name of at most 100 lower-case letters, digits and hyphens");
  return name;
}

std::string read_title(const Document& document) {
  const Node* node = document.find(document.root(), "title");
  if (node == nullptr) return {};
  const std::string& title = document.text(*node, "a title");
  if (!is_title(title)) document.unexpected(*node, "a title of one line");
  return title;
}

std::string read_source(const Document& document) {
  const Node* node = document.find(document.root(), "source");
  return node == nullptr ? std::string{} : document.text(*node, "text that says where the facts come from");
}

Puzzle read_native(const Document& document) {
  const Node& family = document.need(document.root(), "family");
  const std::string& name = document.text(family, "\"edge\" or \"packing\"");
  if (name != "edge" && name != "packing") document.unexpected(family, "\"edge\" or \"packing\"");
  Puzzle puzzle;
  if (name == "edge")
    puzzle.body = read_edge_body(document);
  else
    puzzle.body = read_packing_body(document);
  puzzle.name = read_name(document);
  puzzle.title = read_title(document);
  puzzle.source = read_source(document);
  return puzzle;
}

}  // namespace

Puzzle read_toml(std::string_view text, const std::string& file) { return read_native(parse_toml(text, file)); }

Puzzle read_json(std::string_view text, const std::string& file) {
  Cursor cursor;
  return read_native(parse_json(text, file, cursor));
}

}  // namespace tesselle
