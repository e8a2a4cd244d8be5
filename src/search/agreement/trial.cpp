#include "search/agreement/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "puzzle/draw.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr std::array<std::pair<std::string_view, Course>, 8> course_names = {{{"straight", Course::straight},
                                                                              {"interrupted", Course::interrupted},
                                                                              {"split", Course::split},
                                                                              {"planted", Course::planted},
                                                                              {"run", Course::run},
                                                                              {"resumed", Course::resumed},
                                                                              {"steered", Course::steered},
                                                                              {"facade", Course::facade}}};
constexpr std::array trial_goals = {Goal::first, Goal::all, Goal::count, Goal::best};

std::string_view course_name(Course course) { return course_names[static_cast<std::size_t>(course)].first; }

// --- Trials as text ------------------------------------------------------------------------------------------------

[[noreturn]] void refuse_trial_word(std::string_view word) {
  throw UsageError(
      fmt::format("trial: found '{}', expected course=, goal=, reduced, threads=, slice=, seed= or "
                  "--OPTION=VALUE with a value it can have",
                  word));
}

std::uint64_t trial_number(std::string_view word, std::string_view digits) {
  std::uint64_t number = 0;
  const auto end = digits.data() + digits.size();
  if (const auto [at, error] = std::from_chars(digits.data(), end, number); error != std::errc() || at != end)
    refuse_trial_word(word);
  return number;
}

void read_trial_word(Trial& trial, std::string_view word) {
  const std::size_t equals = word.find('=');
  const std::string_view key = word.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
  if (key.starts_with("--")) {
    trial.options[std::string(key.substr(2))] = value;
  } else if (key == "course") {
    const auto found =
        std::find_if(course_names.begin(), course_names.end(), [&](const auto& named) { return named.first == value; });
    if (found == course_names.end()) refuse_trial_word(word);
    trial.course = found->second;
  } else if (key == "goal") {
    const auto found =
        std::find_if(trial_goals.begin(), trial_goals.end(), [&](Goal goal) { return goal_name(goal) == value; });
    if (found == trial_goals.end()) refuse_trial_word(word);
    trial.goal = *found;
  } else if (word == "reduced") {
    trial.reduced = true;
  } else if (key == "threads") {
    trial.threads = static_cast<unsigned>(std::clamp<std::uint64_t>(trial_number(word, value), 1, 64));
  } else if (key == "slice") {
    trial.slice = std::max<std::uint64_t>(trial_number(word, value), 1);
  } else if (key == "seed") {
    trial.seed = trial_number(word, value);
  } else {
    refuse_trial_word(word);
  }
}

// --- Drawing ---------------------------------------------------------------------------------------------------------

template <class T>
T any_of_these(Rng& rng, std::initializer_list<T> items) {
  return items.begin()[rng.below(static_cast<std::uint32_t>(items.size()))];
}

/// Small numbers and what is near the default: large ones would only take long.
double draw_number(Rng& rng, const OptionSpec& spec, double usual) {
  const double drawn =
      any_of_these(rng, {spec.min, spec.min + 1, usual / 10, usual / 2, usual + 1, static_cast<double>(rng.below(10))});
  return std::clamp(drawn, std::max(spec.min, -10.0), std::max(spec.min, std::min(spec.max, std::abs(usual) * 2 + 10)));
}

/// Some of the words of a list; never none of them.
std::string draw_words(Rng& rng, const std::string& list) {
  std::string some;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    if (one_in(rng, 2)) some += (some.empty() ? "" : ",") + list.substr(at, end - at);
    at = end + 1;
  }
  return some.empty() ? "none" : some;
}

std::string draw_text(Rng& rng, const OptionSpec& spec, const Puzzle& puzzle) {
  const auto& usual = std::get<std::string>(spec.default_value);
  if (!spec.choices.empty()) return pick(rng, spec.choices);
  if (usual.find(',') != std::string::npos) return draw_words(rng, usual);
  if (spec.name == "first-piece") return pick(rng, puzzle.packing().pieces).name;
  if (spec.name == "memory") return any_of_these<const char*>(rng, {"1M", "16M"});
  return usual;  // files and the like
}

std::string draw_value(Rng& rng, const OptionSpec& spec, const Puzzle& puzzle) {
  if (const auto* usual = std::get_if<bool>(&spec.default_value)) return *usual ? "no" : "yes";
  if (const auto* usual = std::get_if<std::int64_t>(&spec.default_value))
    return std::to_string(std::llround(draw_number(rng, spec, static_cast<double>(*usual))));
  if (const auto* usual = std::get_if<double>(&spec.default_value))
    return fmt::format("{:.3f}", draw_number(rng, spec, *usual));
  return draw_text(rng, spec, puzzle);
}

Course draw_course(Rng& rng, const EngineInfo& engine, Goal goal) {
  // Threads and files take a thousand times as long as a slice.
  if (one_in(rng, 24))
    return any_of_these(rng, {Course::run, Course::run, Course::resumed, Course::resumed, Course::steered,
                              Course::facade, Course::facade});
  if (goal != Goal::all) return Course::straight;
  const Abilities& can = engine.abilities;
  const Course wish = any_of_these(rng, {Course::straight, Course::interrupted, Course::split, Course::planted});
  if (wish == Course::interrupted && can.resumes()) return wish;
  if (wish == Course::split && can.walks_tree) return wish;
  if (wish == Course::planted && can.walks_tree && can.shows_board) return wish;
  return Course::straight;
}

}  // namespace

std::string to_text(const Trial& trial) {
  const Trial usual;
  std::string text = trial.engine;
  if (trial.course != usual.course) text += fmt::format(" course={}", course_name(trial.course));
  if (trial.goal != usual.goal) text += fmt::format(" goal={}", goal_name(trial.goal));
  if (trial.reduced) text += " reduced";
  if (trial.threads != usual.threads) text += fmt::format(" threads={}", trial.threads);
  if (trial.slice != usual.slice) text += fmt::format(" slice={}", trial.slice);
  if (trial.seed != usual.seed) text += fmt::format(" seed={}", trial.seed);
  for (const auto& [name, value] : trial.options) text += fmt::format(" --{}={}", name, value);
  return text;
}

Trial trial_from_text(std::string_view text) {
  Trial trial;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (trial.engine.empty())
      trial.engine = word;
    else if (!word.empty())
      read_trial_word(trial, word);
    at = end + 1;
  }
  return trial;
}

Trial draw_trial(Rng& rng, const EngineInfo& engine, const Puzzle& puzzle) {
  Trial trial;
  trial.engine = engine.name;
  trial.goal = engine.serves(Goal::all) && !one_in(rng, 6) ? Goal::all : pick(rng, engine.goals);
  trial.course = draw_course(rng, engine, trial.goal);
  trial.reduced = engine.reduces_symmetry && trial.course != Course::planted && one_in(rng, 3);
  trial.threads = 1 + rng.below(3);
  trial.slice = any_of_these<std::uint64_t>(rng, {1, 2, 3, 7, 50, 1000, 100'000});
  trial.seed = rng.below(1'000'000);
  for (const OptionSpec& spec : engine.options) {
    if (!one_in(rng, 4)) continue;
    if (std::string value = draw_value(rng, spec, puzzle); value != to_string(spec.default_value))
      trial.options[spec.name] = std::move(value);
  }
  return trial;
}

}  // namespace tesselle
