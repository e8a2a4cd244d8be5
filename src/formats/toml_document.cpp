// The only file that includes toml++: four seconds of compile time.
#include <toml++/toml.h>

#include <algorithm>

#include "formats/document.hpp"
#include "formats/text.hpp"
#include "formats/toml_guard.hpp"

namespace tesselle {
namespace {

int position(toml::source_index index) { return static_cast<int>(std::max<toml::source_index>(index, 1)); }

Node converted(const toml::node& source);

Items converted_items(const toml::array& array) {
  Items items;
  items.reserve(array.size());
  for (const toml::node& item : array) items.push_back(converted(item));
  return items;
}

/// toml++ sorts keys by name; people read files from the top.
Members converted_members(const toml::table& table) {
  Members members;
  members.reserve(table.size());
  for (const auto& [key, value] : table) {
    const auto start = key.source().begin;
    members.push_back({std::string(key.str()), position(start.line), position(start.column), converted(value)});
  }
  std::stable_sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  return members;
}

Node converted(const toml::node& source) {
  Node node{position(source.source().begin.line), position(source.source().begin.column), Null{}};
  if (const auto* text = source.as_string())
    node.value = text->get();
  else if (const auto* number = source.as_integer())
    node.value = number->get();
  else if (const auto* real = source.as_floating_point())
    node.value = real->get();
  else if (const auto* yes = source.as_boolean())
    node.value = yes->get();
  else if (const auto* array = source.as_array())
    node.value = converted_items(*array);
  else if (const auto* table = source.as_table())
    node.value = converted_members(*table);
  else
    node.value = Date{};
  return node;
}

toml::table parsed(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, std::string_view{});
  } catch (const toml::parse_error& error) {
    const auto start = error.source().begin;
    throw InputError({file, position(start.line), position(start.column)},
                     "not valid TOML: " + one_line(error.description(), 200));
  }
}

}  // namespace

Document parse_toml(std::string_view text, const std::string& file) {
  guard_toml(text, file);
  Node root = converted(parsed(text, file));
  root.line = root.column = 0;  // what the whole file lacks has no line
  return {file, text, std::move(root)};
}

}  // namespace tesselle
