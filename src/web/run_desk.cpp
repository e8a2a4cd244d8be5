#include "web/run_desk.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "search/completion.hpp"
#include "web/failure.hpp"
#include "web/file_options.hpp"

namespace tesselle::web {
namespace {

constexpr auto tending_interval = std::chrono::milliseconds(50);
constexpr double default_progress = 0.1, fastest_progress = 0.05, slowest_progress = 10;  // seconds
constexpr double checkpoint_interval = 10;
constexpr std::size_t longest_title = 200;

std::filesystem::path made(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder / "checkpoints", failed);
  if (failed) throw InputError({folder.string()}, "cannot be made: " + failed.message());
  return folder;
}

/// Held until the process ends or lets go of it, however it ends.
std::shared_ptr<void> locked(const std::filesystem::path& folder) {
  const std::string file = (folder / "lock").string();
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) throw InputError({file}, "cannot be written");
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor);
    throw InputError({folder.string()}, "is in use by another server; choose another folder with --data");
  }
  return {nullptr, [descriptor](void*) { ::close(descriptor); }};
}

/// What the server decides itself.
void refuse_paths(const Json& request) {
  for (const char* key : {"checkpoint", "resume", "out", "archive", "archive_above", "live_board", "checkpoint_seconds",
                          "nodes_per_second"})
    if (request.find(key) != nullptr) throw Refusal(400, fmt::format("'{}' cannot be chosen here", key));
}

std::string take_title(Json& request) {
  const Json title = request.take("title").value_or(Json(""));
  if (title.is_null()) return "";
  if (title.text().size() > 4 * longest_title) throw Refusal(400, "'title' is too long");
  return title.text();
}

/// A request like the command line's, from one that names puzzle and boards as the API does.
SearchRequest search_request(Json request, const ShelvedPuzzle& puzzle) {
  refuse_paths(request);
  request.take("title");
  const Json speed = request.take("speed").value_or(Json());
  const Json start = request.take("start").value_or(Json());
  const Json fixed = request.take("fixed").value_or(Json());
  // The facade reads all other keys; the puzzle is put in afterwards.
  request["puzzle"] = "girafe";
  SearchRequest search;
  try {
    search = request_from_json(request.dump());
  } catch (const InputError& error) {
    const std::string text = error.what(), place = to_string(error.place()) + ": ";
    throw Refusal(400, text.starts_with(place) ? text.substr(place.size()) : text);
  }
  refuse_file_options(search.engine, search.options);
  search.puzzle = puzzle.puzzle;
  if (!start.is_null()) search.start = board_from(*puzzle.puzzle, start);
  if (!fixed.is_null()) search.puzzle = share(with_fixed(*puzzle.puzzle, board_from(*puzzle.puzzle, fixed)));
  search.nodes_per_second = speed_from(speed, "speed");
  // Whoever steps or watches slowly wants to see one search, not several at once.
  if (search.threads == 0 && (search.paused || search.nodes_per_second)) search.threads = 1;
  search.live_board = true;
  search.checkpoint_seconds = checkpoint_interval;
  const bool given = request.find("progress_seconds") != nullptr;
  search.progress_seconds =
      given ? std::clamp(search.progress_seconds, fastest_progress, slowest_progress) : default_progress;
  return search;
}

bool can_be_checkpointed(const SearchRequest& request) {
  const Plan plan = tesselle::plan(request);
  if (plan.stages.size() != 1 || plan.at_once) return false;
  for (const EngineDescription& engine : engines())
    if (engine.name == plan.engine && engine.family == request.puzzle->family())
      return std::find(engine.abilities.begin(), engine.abilities.end(), "checkpoint") != engine.abilities.end();
  return false;
}

/// Runs keep a checkpoint if the engine that would be taken without one can make it.
void add_checkpoint(SearchRequest& request, const std::filesystem::path& file) {
  if (!can_be_checkpointed(request)) return;
  SearchRequest with = request;
  with.checkpoint = file;
  if (tesselle::plan(with).engine == tesselle::plan(request).engine) request = std::move(with);
}

std::int64_t run_number(const std::string& name) {
  const bool plain = name.size() > 1 && name.size() < 18 && name[0] == 'r' &&
                     std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
  return plain ? std::stoll(name.substr(1)) : -1;
}

}  // namespace

std::optional<double> speed_from(const Json& json, const char* key) {
  if (json.is_null()) return std::nullopt;
  const double speed = json.number();
  if (!(speed >= 0.1 && speed <= 1e9)) throw Refusal(400, fmt::format("'{}': expected 0.1 to 1e9, or null", key));
  return speed;
}

Solution board_from(const Puzzle& puzzle, const Json& json) {
  if (json.is_text()) return read_solution(puzzle, json.text(), "board").solution;
  if (!json.is_object()) throw Refusal(400, "'board': expected an object with placements, or a text");
  const Json placements = {{"placements", json.at("placements")}};
  return read_solution(puzzle, placements.dump(), "board").solution;
}

RunDesk::RunDesk(const std::filesystem::path& folder, const ServerLimits& limits, PuzzleShelf& shelf)
    : folder_(made(folder)),
      limits_(limits),
      shelf_(shelf),
      folder_lock_(locked(folder_)),
      store_((folder_ / "runs.sqlite").string()) {
  load();
  housekeeper_ = std::jthread([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      tend_all();
      std::this_thread::sleep_for(tending_interval);
    }
  });
}

RunDesk::~RunDesk() {
  close();
  housekeeper_.request_stop();
  housekeeper_.join();
}

std::filesystem::path RunDesk::checkpoint_of(std::int64_t id) const {
  return folder_ / "checkpoints" / ("r" + std::to_string(id));
}

void RunDesk::load() {
  for (StoredRun& stored : store_.runs()) try {
      RunOrder order;
      order.title = stored.title;
      order.puzzle = stored.puzzle_id.starts_with("u-") ? shelf_.add(read_toml(stored.puzzle, stored.puzzle_id))
                                                        : shelf_.find(stored.puzzle_id);
      order.json = Json::parse(stored.request);
      order.search = search_request(order.json, order.puzzle);
      RunState state = state_named(stored.state).value_or(RunState::failed);
      if (state == RunState::running || state == RunState::paused) state = RunState::interrupted;
      add(std::move(stored), std::move(order), state);
    } catch (const std::exception&) {  // made by another version: it stays in the file and is not shown
    }
}

std::shared_ptr<LiveRun> RunDesk::add(StoredRun stored, RunOrder order, RunState state) {
  const auto file = checkpoint_of(stored.id);
  auto run = std::make_shared<LiveRun>(stored.id, std::move(order), stored.created, state, stored.error, store_, file,
                                       limits_.stored_solutions);
  const std::lock_guard lock(mutex_);
  runs_[stored.id] = run;
  return run;
}

std::size_t RunDesk::active_runs() const {
  const auto runs = newest_first();
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const auto& run) { return run->active(); }));
}

void RunDesk::require_room() const {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) throw Refusal(503, "the server is ending");
  }
  if (active_runs() >= limits_.runs)
    throw Refusal(429, fmt::format("{} runs are going on already: stop one first", limits_.runs));
}

std::shared_ptr<LiveRun> RunDesk::start(const Json& request) {
  const std::lock_guard starting(starting_);
  require_room();
  RunOrder order;
  order.puzzle = shelf_.named_by(request.at("puzzle"));
  order.json = request;
  order.json["puzzle"] = order.puzzle.id;
  Json titled = request;
  order.title = take_title(titled);
  order.search = search_request(order.json, order.puzzle);
  const double seconds = order.search.limits.seconds.value_or(limits_.run_seconds);
  order.search.limits.seconds = std::min(seconds, limits_.run_seconds);
  Json& limits = order.json["limits"];
  limits["seconds"] = *order.search.limits.seconds;
  order.json["threads"] = order.search.threads == 0 ? default_threads() : order.search.threads;
  order.json["goal"] = goal_name(order.search.goal);
  order.json["engine"] = order.search.engine;
  order.json["seed"] = order.search.seed;
  tesselle::plan(order.search);  // a request that cannot run is refused before it has an id

  StoredRun stored{.title = order.title,
                   .puzzle_id = order.puzzle.id,
                   .puzzle = write_toml(*order.puzzle.puzzle),
                   .request = order.json.dump(),
                   .state = "interrupted"};
  stored = store_.add(std::move(stored));
  forget_oldest();
  order.search.reproducer_folder = folder_;
  add_checkpoint(order.search, checkpoint_of(stored.id));
  const std::string name = "r" + std::to_string(stored.id);
  const auto run = add(std::move(stored), std::move(order), RunState::running);
  try {
    run->start(false);
  } catch (...) {
    remove(name);
    throw;
  }
  return run;
}

void RunDesk::resume(LiveRun& run, const Json& changes) {
  const std::lock_guard starting(starting_);
  if (run.active()) {
    if (!changes.empty()) throw Refusal(409, "limits cannot be changed while the run goes on");
    return run.go_on();
  }
  if (!run.resumable()) throw Refusal(409, "the run has ended and cannot be continued");
  require_room();
  Json request = {{"puzzle", "girafe"}};
  request.update(changes);
  if (const Json* given = changes.find("limits"); given != nullptr && given->is_object()) {
    Limits limits = request_from_json(request.dump()).limits;
    limits.seconds = std::min(limits.seconds.value_or(limits_.run_seconds), limits_.run_seconds);
    run.set_limits(limits);
  }
  run.start(true);
}

std::shared_ptr<LiveRun> RunDesk::find(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(run_number(name));
  if (found == runs_.end()) throw Refusal(404, "there is no such run");
  return found->second;
}

std::vector<std::shared_ptr<LiveRun>> RunDesk::newest_first() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<LiveRun>> runs;
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) runs.push_back(run->second);
  return runs;
}

void RunDesk::remove(const std::string& name) {
  const auto run = find(name);
  run->interrupt();
  while (run->active()) {
    run->tend();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  {
    const std::lock_guard lock(mutex_);
    runs_.erase(run->id());
  }
  store_.remove(run->id());
  run->forget_files();
}

/// Makes room for a new run among those that are kept.
void RunDesk::forget_oldest() {
  const auto runs = newest_first();
  std::size_t kept = runs.size() + 1;
  for (auto run = runs.rbegin(); run != runs.rend() && kept > limits_.kept_runs; ++run)
    if (!(*run)->active()) {
      remove((*run)->name());
      --kept;
    }
}

void RunDesk::tend_all() {
  for (const auto& run : newest_first()) try {
      run->tend();
    } catch (const std::exception&) {  // a full disk may have room again; what was not written is lost
    }
}

void RunDesk::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  const std::lock_guard starting(starting_);
  for (const auto& run : newest_first()) run->interrupt();
  while (active_runs() > 0) {
    tend_all();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace tesselle::web
