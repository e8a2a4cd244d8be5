#include "web/live_run.hpp"

#include <fmt/format.h>

#include <array>
#include <thread>

#include "base/clock.hpp"
#include "base/hash.hpp"
#include "web/failure.hpp"

namespace tesselle::web {
namespace {

constexpr std::array<const char*, 5> state_names = {"running", "paused", "finished", "failed", "interrupted"};
constexpr double patience = 0.5;  // seconds that a viewer's thread waits for news
constexpr double keep_alive_seconds = 15;
constexpr std::size_t catch_up_events = 256;  // read from the store at once
constexpr int max_waits = 100;

const char* kind_of(const Event& event) {
  constexpr std::array<const char*, 6> kinds = {"started", "progress", "improved", "solution", "note", "finished"};
  return kinds[event.index()];
}

std::string with_profile(std::string json, const std::vector<std::uint64_t>& nodes_per_depth) {
  if (nodes_per_depth.empty()) return json;
  json.pop_back();
  return json + fmt::format(",\"nodes_per_depth\":[{}]}}", fmt::join(nodes_per_depth, ","));
}

std::string as_sent_event(const Message& message) {
  const std::string id = message.seq == 0 ? "" : fmt::format("id: {}\n", message.seq);
  return fmt::format("{}data: {}\n\n", id, *message.json);
}

Json parsed_or_null(const std::map<std::string, std::string>& texts, const std::string& kind) {
  const auto found = texts.find(kind);
  return found == texts.end() ? Json() : Json::parse(found->second);
}

/// One viewer's connection; it counts while it lives.
class Viewer {
 public:
  Viewer(EventLog& log, RunStore& store, std::int64_t run, std::uint64_t from, std::atomic<int>& viewers)
      : log_(log), store_(store), run_(run), place_{from}, viewers_(viewers) {
    ++viewers_;
  }
  ~Viewer() { --viewers_; }
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  /// Sends what is new; false: the stream is over.
  bool go_on(const Writer& write) {
    const EventLog::Batch batch = log_.read(place_, patience);
    if (batch.lost) return !live_ && catch_up(write);
    live_ = true;
    std::string text;
    for (const Message& message : batch.messages) text += as_sent_event(message);
    if (text.empty() && since_sent_.seconds() > keep_alive_seconds) text = ": still here\n\n";
    if (!text.empty()) {
      since_sent_ = Stopwatch();
      if (!write(text)) return false;
    }
    return !batch.ended;
  }

 private:
  /// Events from before the window, out of the store.
  bool catch_up(const Writer& write) {
    const auto events = store_.events(run_, place_.seq, catch_up_events);
    std::string text;
    for (const StoredEvent& event : events) text += fmt::format("id: {}\ndata: {}\n\n", event.seq, event.json);
    if (events.empty()) {  // they are still on their way to the store
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      return ++waits_ < max_waits;
    }
    place_.seq = events.back().seq;
    return write(text);
  }

  EventLog& log_;
  RunStore& store_;
  std::int64_t run_;
  EventLog::Place place_;
  std::atomic<int>& viewers_;
  bool live_ = false;
  int waits_ = 0;
  Stopwatch since_sent_;
};

}  // namespace

const char* state_name(RunState state) { return state_names[static_cast<std::size_t>(state)]; }

std::optional<RunState> state_named(const std::string& name) {
  for (std::size_t i = 0; i < state_names.size(); ++i)
    if (name == state_names[i]) return static_cast<RunState>(i);
  return std::nullopt;
}

LiveRun::LiveRun(std::int64_t id, RunOrder order, std::string created, RunState state, std::string error,
                 RunStore& store, std::filesystem::path checkpoint, std::size_t max_solutions)
    : id_(id),
      created_(std::move(created)),
      store_(store),
      checkpoint_(std::move(checkpoint)),
      max_solutions_(max_solutions),
      log_(store.last_seq(id)),
      order_(std::move(order)),
      state_(state),
      error_(std::move(error)) {
  for (const char* kind : {"started", "improved", "solution", "finished", "note"})
    if (const auto last = store.last_event(id, kind)) {
      numbers_[kind] = last->number;
      latest_[kind] = last->json;
    }
  if (state_ == RunState::interrupted) latest_.erase("finished");
  announce_state();
  if (state_ != RunState::running && state_ != RunState::paused) log_.end();
}

LiveRun::~LiveRun() = default;

// --- The search ------------------------------------------------------------------------------------------------------

void LiveRun::start(bool resume) {
  const std::lock_guard lock(mutex_);
  SearchRequest request = order_.search;
  if (resume) {
    request.resume = checkpoint_;
    request.paused = false;
  }
  base_seq_ = log_.last_seq();
  interrupting_ = false;
  log_.reopen();
  state_ = request.paused ? RunState::paused : RunState::running;
  error_.clear();
  latest_.erase("finished");
  search_.emplace(tesselle::start(request, {[this](const Event& event) { on_event(event); }}));
  store_.set_state(id_, state_name(state_));
  announce_state();
}

void LiveRun::require_active() const {
  if (!search_) throw Refusal(409, "the run has ended");
}

void LiveRun::pause() {
  const std::lock_guard lock(mutex_);
  require_active();
  search_->pause();
  state_ = RunState::paused;
  announce_state();
}

void LiveRun::go_on() {
  const std::lock_guard lock(mutex_);
  require_active();
  search_->resume();
  state_ = RunState::running;
  announce_state();
}

void LiveRun::step(std::uint64_t nodes) {
  const std::lock_guard lock(mutex_);
  require_active();
  search_->step(nodes);
  const bool changed = std::exchange(state_, RunState::paused) != RunState::paused;
  if (changed) announce_state();
}

void LiveRun::set_speed(std::optional<double> nodes_per_second) {
  const std::lock_guard lock(mutex_);
  require_active();
  search_->set_speed(nodes_per_second);
  order_.search.nodes_per_second = nodes_per_second;
  announce_state();
}

void LiveRun::stop() {
  const std::lock_guard lock(mutex_);
  require_active();
  search_->stop();
}

void LiveRun::interrupt() {
  const std::lock_guard lock(mutex_);
  if (!search_) return;
  interrupting_ = true;
  search_->stop();
}

bool LiveRun::active() const {
  const std::lock_guard lock(mutex_);
  return search_.has_value();
}

bool LiveRun::resumable() const {
  const std::lock_guard lock(mutex_);
  if (search_ || state_ == RunState::failed || !std::filesystem::exists(checkpoint_)) return false;
  if (state_ == RunState::interrupted) return true;
  const auto finished = latest_.find("finished");
  if (finished == latest_.end()) return false;
  const std::string status = Json::parse(finished->second).at("status").text();
  return status == "stopped" || status == "limit";
}

void LiveRun::set_limits(const Limits& limits) {
  const std::lock_guard lock(mutex_);
  order_.search.limits = limits;
}

// --- What comes from it ----------------------------------------------------------------------------------------------

void LiveRun::on_event(const Event& event) {
  const std::string kind = kind_of(event);
  const std::lock_guard lock(mutex_);
  if (kind == "finished" && interrupting_) return;
  if (kind == "solution" && numbers_[kind] >= max_solutions_) return;
  Event renumbered = event;
  renumbered.number += base_seq_;
  std::string json = event_json(*order_.search.puzzle, renumbered);
  if (kind == "progress") {
    json = with_profile(std::move(json), search_ ? search_->nodes_per_depth() : std::vector<std::uint64_t>());
    latest_[kind] = json;
    log_.set_progress(renumbered.number, std::move(json));
    return;
  }
  keep(kind, renumbered.number, std::move(json));
}

void LiveRun::keep(const std::string& kind, std::uint64_t seq, std::string json) {
  latest_[kind] = json;
  unwritten_.push_back({seq, kind, ++numbers_[kind], json});
  log_.add(seq, std::move(json));
}

void LiveRun::flush() {
  std::vector<StoredEvent> events;
  {
    const std::lock_guard lock(mutex_);
    events.swap(unwritten_);
  }
  store_.add_events(id_, events);
}

void LiveRun::tend() {
  const std::lock_guard tending(tending_);
  flush();
  {
    const std::lock_guard lock(mutex_);
    if (!search_ || search_->running()) return;
  }
  finish();
}

/// The search has ended: hears its last events, then lets go of it.
void LiveRun::finish() {
  std::optional<Search> ended;
  std::string failure;
  try {
    search_->wait();  // its events need the lock
  } catch (const std::exception& error) {
    failure = error.what();
  }
  RunState state = RunState::finished;
  {
    const std::lock_guard lock(mutex_);
    ended.swap(search_);
    if (interrupting_) state = RunState::interrupted;
    if (!failure.empty()) state = RunState::failed;
  }
  flush();
  change_state(state, failure);
  log_.end();
}

void LiveRun::change_state(RunState state, const std::string& error) {
  const std::lock_guard lock(mutex_);
  state_ = state;
  error_ = error;
  store_.set_state(id_, state_name(state), error);
  announce_state();
}

void LiveRun::announce_state() {
  Json json = {{"event", "state"}, {"state", state_name(state_)}, {"speed", order_.search.nodes_per_second}};
  if (state_ == RunState::failed) json = {{"event", "failed"}, {"message", error_}};
  log_.set_state(json.dump());
}

// --- What requests see -----------------------------------------------------------------------------------------------

Json LiveRun::describe(bool whole) const {
  const bool can_resume = resumable();
  const std::lock_guard lock(mutex_);
  const Puzzle& puzzle = *order_.puzzle.puzzle;
  Json json = {{"id", name()},
               {"title", order_.title},
               {"created", created_},
               {"state", state_name(state_)},
               {"speed", order_.search.nodes_per_second},
               {"error", error_.empty() ? Json() : Json(error_)},
               {"events", log_.last_seq()},
               {"resumable", can_resume},
               {"viewers", viewers_.load()}};
  json["puzzle"] = {{"id", order_.puzzle.id},
                    {"name", puzzle.name},
                    {"title", puzzle.title},
                    {"family", family_name(puzzle.family())},
                    {"hash", hex64(puzzle_hash(puzzle))}};
  const auto count = numbers_.find(order_.search.goal == Goal::best ? "improved" : "solution");
  json["solutions"] = count == numbers_.end() ? 0 : count->second;
  for (const char* kind : {"started", "progress", "finished"}) json[kind] = parsed_or_null(latest_, kind);
  const Json improved = parsed_or_null(latest_, "improved");
  json["best"] = improved.is_null() ? parsed_or_null(latest_, "solution") : improved;
  if (whole) {
    json["request"] = order_.json;
    return json;
  }
  if (json["progress"].is_object()) json["progress"].take("board");
  if (json["best"].is_object()) json["best"].take("placements");
  return json;
}

Json LiveRun::solutions(const BoardQuery& query, const std::stop_token& stop) const {
  std::unique_lock lock(mutex_);
  const std::string kind = order_.search.goal == Goal::best ? "improved" : "solution";
  const auto known = numbers_.find(kind);
  const std::shared_ptr<const Puzzle> puzzle = order_.search.puzzle;
  const StoredBoards boards{store_,
                            id_,
                            kind,
                            known == numbers_.end() ? 0 : known->second,
                            unwritten_,
                            *puzzle,
                            order_.search.symmetry == Symmetry::distinct};
  lock.unlock();  // looking through them may take a while
  return boards.answer(query, stop);
}

std::function<bool(const Writer&)> LiveRun::stream(std::uint64_t from) {
  flush();  // whoever comes late reads the store first
  const auto viewer = std::make_shared<Viewer>(log_, store_, id_, from, viewers_);
  return [run = shared_from_this(), viewer](const Writer& write) { return viewer->go_on(write); };
}

void LiveRun::forget_files() const {
  std::error_code ignored;
  std::filesystem::remove(checkpoint_, ignored);
}

}  // namespace tesselle::web
