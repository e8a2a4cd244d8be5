#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tesselle/errors.hpp"

namespace tesselle {

/// A TOML or JSON text as a tree in which everything remembers where it was written.
/// The two parsers end here, so that what reads puzzles and solutions knows neither of them.

struct Node;
struct Member;

struct Null {};
struct Date {};  ///< TOML has them; no format of ours does, so the value is not kept

struct Node {
  int line = 0, column = 0;
  std::variant<Null, Date, bool, std::int64_t, std::uint64_t, double, std::string, std::vector<Node>,
               std::vector<Member>>
      value;  ///< unsigned: only whole numbers beyond the signed range
};

struct Member {
  std::string key;
  int line = 0, column = 0;  ///< of the key
  Node value;
};

using Items = std::vector<Node>;
using Members = std::vector<Member>;

/// Where an error is: a value, or a character inside a string value.
struct Spot {
  const Node* node = nullptr;
  std::size_t offset = 0;
  bool inside = false;
};

/// The tree with its file name and text. The text is only borrowed: it must outlive the document.
class Document {
 public:
  Document(std::string file, std::string_view text, Node root)
      : file_(std::move(file)), text_(text), root_(std::move(root)) {}

  const Node& root() const { return root_; }
  const std::string& file() const { return file_; }

  Place place(const Node& node) const { return {file_, node.line, node.column}; }
  Place place(const Member& member) const { return {file_, member.line, member.column}; }
  Place place(const Spot& spot) const;

  [[noreturn]] void fail(const Node& node, const std::string& message) const;
  [[noreturn]] void fail(const Spot& spot, const std::string& message) const;
  /// "found …, expected …" at the node.
  [[noreturn]] void unexpected(const Node& node, const std::string& expected) const;

  // Typed access; `expected` completes the sentence when the value is of another type.
  const std::string& text(const Node& node, const std::string& expected) const;
  std::int64_t whole_number(const Node& node, std::int64_t low, std::int64_t high) const;
  /// `what` names the number in the message.
  std::int64_t whole_number(const Node& node, std::int64_t low, std::int64_t high, const std::string& what) const;
  bool yes_or_no(const Node& node) const;
  const Items& items(const Node& node, const std::string& expected) const;
  const Members& members(const Node& node, const std::string& expected) const;

  /// The value of a key of a table, or nullptr.
  const Node* find(const Node& table, std::string_view key) const;
  const Node& need(const Node& table, std::string_view key) const;
  /// Refuses every other key by name.
  void allow_only(const Node& table, std::initializer_list<std::string_view> keys) const;

 private:
  std::string file_;
  std::string_view text_;
  Node root_;
};

/// For messages: the value itself if it is short, else what it is.
std::string describe(const Node& node);

/// Throws InputError for anything that is not TOML, and for what no puzzle can need (see the limits in toml_guard).
Document parse_toml(std::string_view text, const std::string& file);

/// A place in a text together with its offset. Moves forwards only, so that walking over a text costs its length.
struct Cursor {
  std::size_t offset = 0;
  int line = 1, column = 1;

  void advance_to(std::size_t target, std::string_view text);
};

/// Parses the JSON value at the cursor and moves the cursor behind it. Throws InputError.
Document parse_json(std::string_view text, const std::string& file, Cursor& cursor);

}  // namespace tesselle
