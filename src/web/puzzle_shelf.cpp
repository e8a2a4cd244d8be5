#include "web/puzzle_shelf.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "tesselle/formats.hpp"
#include "web/failure.hpp"

namespace tesselle::web {
namespace {

std::string id_of(const Puzzle& puzzle) {
  Fnv64 hash;
  hash.add(write_toml(puzzle));
  return "u-" + hex64(hash.value());
}

SharedPuzzle shared(Puzzle puzzle) { return std::make_shared<const Puzzle>(std::move(puzzle)); }

}  // namespace

std::vector<ShelvedPuzzle> PuzzleShelf::all() {
  std::vector<ShelvedPuzzle> puzzles;
  for (const std::string& name : library_names()) puzzles.push_back(built_in(name));
  const std::lock_guard lock(mutex_);
  puzzles.insert(puzzles.end(), sent_.begin(), sent_.end());
  return puzzles;
}

ShelvedPuzzle PuzzleShelf::built_in(const std::string& name) {
  const std::lock_guard lock(mutex_);
  auto& puzzle = read_[name];
  if (!puzzle) puzzle = shared(load_puzzle(name));
  return {name, puzzle, true};
}

ShelvedPuzzle PuzzleShelf::find(const std::string& id) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(sent_.begin(), sent_.end(), [&](const auto& shelved) { return shelved.id == id; });
    if (found != sent_.end()) {
      sent_.splice(sent_.begin(), sent_, found);
      return sent_.front();
    }
  }
  const auto names = library_names();
  if (std::find(names.begin(), names.end(), id) == names.end()) throw Refusal(404, "there is no such puzzle");
  return built_in(id);
}

ShelvedPuzzle PuzzleShelf::add(Puzzle puzzle) {
  const ShelvedPuzzle shelved{id_of(puzzle), shared(std::move(puzzle)), false};
  const std::lock_guard lock(mutex_);
  sent_.remove_if([&](const ShelvedPuzzle& other) { return other.id == shelved.id; });
  sent_.push_front(shelved);
  if (sent_.size() > max_sent_) sent_.pop_back();
  return shelved;
}

ShelvedPuzzle PuzzleShelf::named_by(const Json& json) {
  return json.is_text() ? find(json.text()) : add(written_out(json));
}

Puzzle written_out(const Json& json) {
  if (!json.is_object()) throw Refusal(400, "'puzzle': expected a name, an id or an object");
  const Json* text = json.find("toml");
  if (text == nullptr) return read_json(json.dump(), "puzzle");
  const Json* name = json.find("name");
  for (const auto& [key, value] : json.members())
    if (key != "toml" && key != "name") throw Refusal(400, "'puzzle': no key '" + key + "' is known beside 'toml'");
  return read_puzzle(text->text(), name == nullptr || name->is_null() ? "puzzle" : name->text());
}

}  // namespace tesselle::web
