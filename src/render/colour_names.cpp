#include "render/colour_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "render/text.hpp"

namespace tesselle::render {
namespace {

const std::map<std::string, Rgb, std::less<>> colour_words = {
    {"red", {204, 52, 52}},       {"rouge", {204, 52, 52}},      {"orange", {240, 140, 40}},
    {"yellow", {246, 208, 60}},   {"jaune", {246, 208, 60}},     {"green", {62, 156, 84}},
    {"vert", {62, 156, 84}},      {"verte", {62, 156, 84}},      {"blue", {66, 120, 212}},
    {"bleu", {66, 120, 212}},     {"bleue", {66, 120, 212}},     {"violet", {120, 70, 178}},
    {"violette", {120, 70, 178}}, {"purple", {128, 60, 150}},    {"pourpre", {128, 40, 96}},
    {"mauve", {205, 150, 220}},   {"lilac", {200, 162, 212}},    {"lilas", {200, 162, 212}},
    {"pink", {244, 150, 184}},    {"rose", {244, 150, 184}},     {"magenta", {204, 60, 150}},
    {"brown", {134, 88, 52}},     {"marron", {134, 88, 52}},     {"brun", {134, 88, 52}},
    {"brune", {134, 88, 52}},     {"beige", {226, 208, 170}},    {"grey", {150, 155, 163}},
    {"gray", {150, 155, 163}},    {"gris", {150, 155, 163}},     {"grise", {150, 155, 163}},
    {"black", {52, 54, 60}},      {"noir", {52, 54, 60}},        {"noire", {52, 54, 60}},
    {"white", {250, 250, 250}},   {"blanc", {250, 250, 250}},    {"blanche", {250, 250, 250}},
    {"cyan", {70, 190, 214}},     {"turquoise", {60, 184, 176}}, {"teal", {30, 120, 120}},
    {"gold", {212, 172, 60}},     {"or", {212, 172, 60}},        {"silver", {192, 196, 204}},
    {"argent", {192, 196, 204}},  {"navy", {34, 56, 110}},       {"marine", {34, 56, 110}},
    {"olive", {124, 130, 48}},    {"lime", {160, 204, 64}},      {"indigo", {72, 66, 150}},
    {"salmon", {240, 150, 126}},  {"saumon", {240, 150, 126}},   {"bordeaux", {116, 32, 56}},
    {"maroon", {116, 32, 56}},    {"ochre", {200, 146, 60}},     {"ocre", {200, 146, 60}}};

const std::vector<std::string> light_words = {"light", "pale", "clair", "claire"};
const std::vector<std::string> dark_words = {"dark", "deep", "fonce", "foncee", "sombre"};
const std::vector<std::string> head_words = {"head", "upper", "top", "haut", "tete", "front"};
const std::vector<std::string> legs_words = {"legs",   "leg",   "lower", "bottom", "bas",
                                             "pattes", "queue", "tail",  "back"};

/// Lower case, without accents, split where something is not a letter.
std::vector<std::string> words_in(std::string_view name) {
  static const std::map<char32_t, char> plain = {{U'é', 'e'}, {U'è', 'e'}, {U'ê', 'e'}, {U'ë', 'e'},
                                                 {U'É', 'e'}, {U'Ê', 'e'}, {U'à', 'a'}, {U'ç', 'c'}};
  std::vector<std::string> words = {""};
  for (const char32_t c : decoded(name)) {
    const auto accented = plain.find(c);
    const char letter = accented != plain.end()  ? accented->second
                        : c >= U'A' && c <= U'Z' ? static_cast<char>(c - U'A' + U'a')
                        : c >= U'a' && c <= U'z' ? static_cast<char>(c)
                                                 : '\0';
    if (letter != '\0')
      words.back() += letter;
    else if (!words.back().empty())
      words.emplace_back();
  }
  return words;
}

bool has_any(const std::vector<std::string>& words, const std::vector<std::string>& wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

}  // namespace

std::optional<Rgb> colour_named(std::string_view name) {
  const std::vector<std::string> words = words_in(name);
  for (const std::string& word : words)
    if (const auto found = colour_words.find(word); found != colour_words.end()) {
      if (has_any(words, light_words)) return lighter(found->second, 45);
      return has_any(words, dark_words) ? darker(found->second, 40) : found->second;
    }
  return std::nullopt;
}

CreatureHalf half_named(std::string_view name) {
  const std::vector<std::string> words = words_in(name);
  if (has_any(words, head_words)) return CreatureHalf::head;
  return has_any(words, legs_words) ? CreatureHalf::legs : CreatureHalf::none;
}

std::optional<GiraffeName> giraffe_name(std::string_view name) {
  static const std::map<char, const char*> initials = {{'M', "mauve"}, {'O', "orange"}, {'B', "bleu"}, {'V', "violet"},
                                                       {'R', "rouge"}, {'J', "jaune"},  {'N', "noir"}, {'G', "gris"}};
  if (name.size() != 2 || (name[0] != 'H' && name[0] != 'B') || !initials.contains(name[1])) return std::nullopt;
  return GiraffeName{name[0] == 'H' ? CreatureHalf::head : CreatureHalf::legs, *colour_named(initials.at(name[1]))};
}

}  // namespace tesselle::render
