#include "search/agreement/agreement.hpp"

#include <fmt/format.h>
#include <stdlib.h>  // mkdtemp

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "puzzle/draw.hpp"
#include "puzzle/random_puzzles.hpp"
#include "run/registry.hpp"
#include "search/agreement/courses.hpp"
#include "search/agreement/planted_puzzle.hpp"
#include "search/solution_files.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

constexpr std::string_view trial_remark = "# trial: ";
constexpr std::string_view planted_remark = "# planted: ";
constexpr std::uint32_t large_every = 25;    // puzzles: then comes a large one
constexpr std::uint64_t replay_rounds = 20;  // trials of each engine on a file that names none

/// A folder that nobody else uses, gone at the end.
class TrialFolder {
 public:
  TrialFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tesselle-selftest-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw InputError({name}, "found no room for a temporary folder");
    path_ = name;
  }
  TrialFolder(const TrialFolder&) = delete;
  TrialFolder& operator=(const TrialFolder&) = delete;
  ~TrialFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Numbers of one puzzle: those of its neighbours have nothing to do with them.
Rng rng_of(std::uint64_t seed, std::uint64_t number) {
  Rng of_seed(seed);
  return Rng(of_seed() ^ (number * 0x9e3779b97f4a7c15u));
}

Puzzle draw_edge(Rng& rng) {
  EdgeRecipe recipe;
  recipe.max_cells = one_in(rng, 4) ? 12 : one_in(rng, 2) ? 9 : 6;
  recipe.own_mates = true;
  recipe.max_hints = 3;
  return random_edge_puzzle(rng, recipe);
}

Puzzle draw_packing(Rng& rng) {
  PackingRecipe recipe;
  recipe.max_cells = one_in(rng, 4) ? 18 : one_in(rng, 2) ? 12 : 8;
  recipe.max_piece = one_in(rng, 4) ? 8 : 5;
  recipe.disconnected = one_in(rng, 4);
  recipe.any_fit = one_in(rng, 12);
  if (recipe.any_fit) recipe.max_cells = 6, recipe.max_hints = 0;
  // Some engines take only puzzles in which every piece is used just once.
  if (one_in(rng, 6)) recipe.copies = recipe.loose_use = recipe.optional_cells = recipe.restrictions = false;
  return random_packing_puzzle(rng, recipe);
}

bool is_among(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Engines whose trials take long come up less often.
bool is_due(Rng& rng, const EngineInfo& engine) {
  if (!engine.complete) return one_in(rng, 24);
  if (engine.name == "sat") return one_in(rng, engine.family == Family::edge ? 30 : 10);
  return true;
}

/// All that the workers share.
class AgreementCheck {
 public:
  AgreementCheck(const AgreementRequest& request, const std::function<void(const KeptCase&)>& tell,
                 std::stop_token stop)
      : request_(request), tell_(tell), stop_(std::move(stop)), next_(request.first) {
    require_writable_folder(request.folder);
    for (const EngineInfo& engine : all_engines())
      if (request.engines.empty() || is_among(engine.name, request.engines)) engines_.push_back(&engine);
    for (const std::string& name : request.engines)
      if (std::none_of(engines_.begin(), engines_.end(), [&](const EngineInfo* e) { return e->name == name; }))
        throw UsageError(fmt::format("--engine: no engine called '{}' (see tesselle engines)", name));
    report_.seed = request.seed;
    report_.first = request.first;
  }

  AgreementReport run() {
    std::vector<std::thread> others;
    for (unsigned i = 1; i < request_.threads; ++i) others.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : others) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    report_.next = next_;
    report_.seconds = watch_.seconds();
    return std::move(report_);
  }

 private:
  void work() {
    try {
      const TrialFolder scratch;
      while (const auto number = take_number()) {
        try_puzzle(*number, scratch.path());
        if (*number % large_every == 0) try_large_puzzle(*number, scratch.path());
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
    }
  }

  std::optional<std::uint64_t> take_number() {
    const std::lock_guard lock(mutex_);
    const bool ends = stop_.stop_requested() || failure_ || report_.failures.size() >= request_.max_failures ||
                      (request_.puzzles && next_ - request_.first >= *request_.puzzles) ||
                      (request_.seconds && watch_.seconds() >= *request_.seconds);
    if (ends) return std::nullopt;
    return next_++;
  }

  void try_puzzle(std::uint64_t number, const std::filesystem::path& scratch) {
    Rng rng = rng_of(request_.seed, number);
    const Puzzle puzzle = one_in(rng, 3) ? draw_edge(rng) : draw_packing(rng);
    const auto reference = reference_of(puzzle);
    note_puzzle(reference);
    if (!reference) return;
    for (const EngineInfo* engine : engines_)
      if (engine->family == puzzle.family() && is_due(rng, *engine))
        try_engine({puzzle, draw_trial(rng, *engine, puzzle), {}}, *reference, number, scratch);
  }

  /// Its numbers are its own, so that the small puzzles are the same with and without it.
  void try_large_puzzle(std::uint64_t number, const std::filesystem::path& scratch) {
    Rng rng = rng_of(~request_.seed, number);
    const Planted large = draw_large_planted(rng);
    const Reference reference = reference_of_planted(large.puzzle, *large.solution);
    const std::uint64_t trials = rng();
    {
      const std::lock_guard lock(mutex_);
      ++report_.large;
    }
    for (const EngineInfo* engine : engines_) {
      const Abilities& can = engine->abilities;
      if (engine->family != large.puzzle.family() || !can.walks_tree || !can.shows_board) continue;
      std::uint64_t numbers = trials;  // the same whether the other engines are asked or not
      for (const char letter : engine->name) numbers = numbers * 31 + static_cast<unsigned char>(letter);
      Rng of_engine(numbers);
      Trial trial = draw_trial(of_engine, *engine, large.puzzle);
      trial.goal = Goal::all, trial.course = Course::planted, trial.reduced = false;
      trial.options.erase("corollas-radius");  // large ones take minutes on a large board
      if (engine->name == "corolla") trial.options["corolla-tables"] = "16";  // or it is refused after seconds
      try_engine({large.puzzle, std::move(trial), {}, large.solution}, reference, number, scratch);
    }
  }

  void note_puzzle(const std::optional<Reference>& reference) {
    const std::lock_guard lock(mutex_);
    if (!reference) return void(++report_.too_large);
    ++report_.puzzles;
    report_.brute_force += reference->brute_force;
    report_.solvable += !reference->boards.empty();
  }

  void try_engine(FailingCase maybe, const Reference& reference, std::uint64_t number,
                  const std::filesystem::path& scratch) {
    const Stopwatch watch;
    TrialResult result = try_out(maybe.puzzle, reference, maybe.trial, scratch);
    {
      const std::lock_guard lock(mutex_);
      AgreementTally& tally = report_.engines[{maybe.puzzle.family(), maybe.trial.engine}];
      ++(result.settled == Settled::refused    ? tally.refused
         : result.settled == Settled::too_long ? tally.too_long
                                               : tally.trials);
      tally.seconds += watch.seconds();
    }
    if (result.settled != Settled::disagrees) return;
    maybe.what = std::move(result.what);
    keep({shrunk(std::move(maybe), scratch), number, {}});
  }

  void keep(KeptCase kept) {
    const std::lock_guard lock(mutex_);
    if (request_.folder) {
      std::filesystem::create_directories(*request_.folder);
      kept.file = *request_.folder /
                  fmt::format("selftest-{}-{}-{}.toml", request_.seed, kept.number, kept.failing.trial.engine);
      write_file_atomically(kept.file, case_file(kept.failing));
    }
    report_.failures.push_back(kept);
    if (tell_) tell_(kept);
  }

  const AgreementRequest& request_;
  const std::function<void(const KeptCase&)>& tell_;
  const std::stop_token stop_;
  const Stopwatch watch_;
  std::vector<const EngineInfo*> engines_;

  std::mutex mutex_;  // guards all below
  std::uint64_t next_;
  std::exception_ptr failure_;  // of a worker: a file that cannot be written, not a disagreement
  AgreementReport report_;
};

/// The rest of the line that begins so.
std::optional<std::string_view> remark_in(std::string_view text, std::string_view remark) {
  const std::size_t at = text.find(remark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t from = at + remark.size();
  return text.substr(from, text.find('\n', from) - from);
}

std::vector<Trial> trials_for(const Puzzle& puzzle, std::string_view text) {
  if (const auto named = remark_in(text, trial_remark)) return {trial_from_text(*named)};
  std::vector<Trial> trials;
  Rng rng(1);
  for (const EngineInfo& engine : all_engines())
    for (std::uint64_t round = 0; engine.family == puzzle.family() && round < replay_rounds; ++round)
      trials.push_back(draw_trial(rng, engine, puzzle));
  return trials;
}

}  // namespace

AgreementReport check_agreement(const AgreementRequest& request, const std::function<void(const KeptCase&)>& tell,
                                std::stop_token stop) {
  return AgreementCheck(request, tell, std::move(stop)).run();
}

std::string case_file(const FailingCase& failing) {
  std::string planted;
  if (failing.planted) {
    SolutionRecord record;
    record.puzzle = failing.puzzle.name, record.hash = puzzle_hash(failing.puzzle), record.solution = *failing.planted;
    planted = fmt::format("{}{}\n", planted_remark, write_solution_json(failing.puzzle, record));
  }
  return fmt::format("# {}\n{}{}\n{}{}", failing.what, trial_remark, to_text(failing.trial), planted,
                     write_toml(failing.puzzle));
}

std::vector<FailingCase> replay(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  const Puzzle puzzle = read_puzzle(text, file.string());
  std::optional<Solution> planted;
  if (const auto json = remark_in(text, planted_remark)) planted = read_solution(puzzle, *json, file.string()).solution;
  const auto reference = reference_of(FailingCase{puzzle, {}, {}, planted});
  if (!reference) throw UsageError(fmt::format("{}: too large to be compared with brute force", file.string()));
  const TrialFolder scratch;
  std::vector<FailingCase> failing;
  for (const Trial& trial : trials_for(puzzle, text)) {
    TrialResult result = try_out(puzzle, *reference, trial, scratch.path());
    if (result.settled == Settled::disagrees) failing.push_back({puzzle, trial, std::move(result.what), planted});
  }
  return failing;
}

std::string failure_json(const KeptCase& kept) {
  const Json json = {{"event", "failure"},         {"number", kept.number},
                     {"what", kept.failing.what},  {"trial", to_text(kept.failing.trial)},
                     {"file", kept.file.string()}, {"puzzle", write_toml(kept.failing.puzzle)}};
  return json.dump();
}

std::string agreement_json(const AgreementReport& report) {
  std::vector<Json> engines;
  for (const auto& [engine, tally] : report.engines)
    engines.push_back({{"engine", engine.second},
                       {"family", family_name(engine.first)},
                       {"trials", tally.trials},
                       {"refused", tally.refused},
                       {"too_long", tally.too_long},
                       {"seconds", tally.seconds}});
  const Json json = {{"event", "selftest"},         {"seed", report.seed},
                     {"first", report.first},       {"next", report.next},
                     {"puzzles", report.puzzles},   {"brute_force", report.brute_force},
                     {"solvable", report.solvable}, {"too_large", report.too_large},
                     {"large", report.large},       {"failures", report.failures.size()},
                     {"seconds", report.seconds},   {"engines", engines}};
  return json.dump();
}

}  // namespace tesselle
