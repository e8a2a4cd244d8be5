#include "tesselle/search.hpp"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "run/checkpoint.hpp"
#include "run/delivery.hpp"
#include "run/portfolio.hpp"
#include "search/outlook.hpp"
#include "search/planner.hpp"
#include "search/solution_files.hpp"
#include "store/archive.hpp"

namespace tesselle {
namespace {

void require_files(const SearchRequest& request) {
  require_folder(request.out);
  require_folder(request.checkpoint);
  require_folder(request.archive);
  require_nothing_lost(request);
}

/// An empty board of the puzzle's family.
Solution empty_board(const Puzzle& puzzle) {
  Solution board;
  if (puzzle.family() == Family::packing)
    board.body = PackingLayout{};
  else
    board.body = EdgeBoard{std::vector<std::optional<Placed>>(puzzle.edge().cell_count())};
  return board;
}

void require_reachable_target(const SearchRequest& request) {
  if (!request.target) return;
  const int highest = verify(*request.puzzle, empty_board(*request.puzzle)).max_score;
  if (*request.target > highest)
    throw UsageError(fmt::format("--target {}: no board of '{}' scores more than {}", *request.target,
                                 request.puzzle->name, highest));
}

/// What happens to a search's events: they are numbered, completed from the plan, written to files and delivered to the
/// subscribers.
class SearchRun {
 public:
  using Audience = std::function<void(const Event&)>;

  SearchRun(const SearchRequest& request, Audience audience)
      : request_(request), audience_(std::move(audience)), planned_(plan_search(request)) {
    require_files(request);
    require_reachable_target(request);
    if (request.out) open_out(*request.out);
    if (request.archive) archive_ = BoardArchive::open(request.archive->string());
    hopeless_ = hopeless_search(request, planned_.plan);
  }

  /// `has_room` and `control` as in RunRequest.
  Finished execute(std::stop_token stop, const std::function<bool()>& has_room, RunControl* control) {
    for (Stage& stage : planned_.stages) {
      stage.request.has_room = has_room;
      stage.request.control = control;
      if (archive_ && stage.request.config.goal == Goal::best)
        stage.request.on_board = [this](const SolutionRecord& board) { keep(board); };
    }
    Finished finished = run_plan(std::move(stop));
    finished.wrote_out = solution_file_ && solution_file_->written();
    return finished;
  }

 private:
  Finished run_plan(std::stop_token stop) {
    const Subscriber hear = [this](const Event& event) { tell(event); };
    if (planned_.plan.at_once) return run_portfolio(members(), hear, std::move(stop));
    const RunRequest& first = planned_.stages.front().request;
    const bool plain = planned_.stages.size() == 1 && first.config.goal == request_.goal;
    return plain ? run(first, hear, std::move(stop))
                 : run_stages(planned_.stages, request_.goal, hear, std::move(stop));
  }

  std::vector<RunRequest> members() const {
    std::vector<RunRequest> requests;
    for (const Stage& stage : planned_.stages) requests.push_back(stage.request);
    return requests;
  }

  /// An optimiser that is asked for a solution may end with less; its best board is worth keeping.
  void open_out(const std::filesystem::path& file) {
    if (request_.goal == Goal::best || planned_.stages.front().request.config.goal == Goal::best)
      best_file_.emplace(*request_.puzzle, file, request_.overwrite);
    else
      open_solutions(file);
  }

  /// A resumed search for all solutions goes on with the file that its earlier parts have begun.
  void open_solutions(const std::filesystem::path& file) {
    const Totals before = request_.resume && !request_.overwrite ? checkpoint_totals(*request_.resume) : Totals{};
    if (before.announced > 0 && !is_device(file))
      solution_file_.emplace(*request_.puzzle, file, SolutionFile::Earlier{before.announced, before.announced_hash});
    else
      solution_file_.emplace(*request_.puzzle, file, request_.overwrite);
  }

  void keep(const SolutionRecord& board) {
    if (board.score > request_.archive_above) archive_->add(*request_.puzzle, board);
  }

  void tell(Event event) {
    auto* started = std::get_if<Started>(&event);
    if (started != nullptr) {
      started->reason = planned_.plan.reason;
      started->stages = planned_.plan.stages;
      started->limits = request_.limits;
    }
    if (auto* progress = std::get_if<ProgressMade>(&event); progress != nullptr && hopeless_)
      progress->seconds_left.reset();
    deliver(event);
    if (started != nullptr) say_what_to_expect();
  }

  void say_what_to_expect() {
    if (hopeless_) deliver(Note{*hopeless_});
    if (best_file_ && best_file_->before())
      deliver(Note{fmt::format("{} holds a board of {} of {}; only a better one replaces it", request_.out->string(),
                               best_file_->before()->score, best_file_->before()->max_score)});
  }

  void deliver(Event event) {
    if (solution_file_) solution_file_->hear(event);
    if (solution_file_ && std::holds_alternative<Finished>(event) && !solution_file_->why_kept().empty())
      deliver(Note{solution_file_->why_kept()});
    event.number = ++announced_;
    if (best_file_) best_file_->hear(event);
    audience_(event);
  }

  const SearchRequest& request_;
  Audience audience_;
  PlannedSearch planned_;
  std::optional<SolutionFile> solution_file_;
  std::optional<BestBoardFile> best_file_;
  std::optional<BoardArchive> archive_;
  std::optional<std::string> hopeless_;  // what to say of a search that will not end
  std::uint64_t announced_ = 0;
};

}  // namespace

std::shared_ptr<const Puzzle> share(Puzzle puzzle) { return std::make_shared<const Puzzle>(std::move(puzzle)); }

Finished search(const SearchRequest& request, const Subscriber& subscriber, std::stop_token stop) {
  if (!subscriber) return SearchRun(request, [](const Event&) {}).execute(std::move(stop), {}, nullptr);
  Delivery delivery(subscriber);
  std::stop_source end;
  const std::stop_callback pass_on(stop, [&] { end.request_stop(); });
  const auto bring = [&](const Event& event) {
    delivery.push(event);
    if (delivery.failed()) end.request_stop();
  };
  try {
    SearchRun search_run(request, bring);
    const Finished finished = search_run.execute(
        end.get_token(), [&] { return delivery.has_room(); }, nullptr);
    delivery.finish();
    return finished;
  } catch (...) {
    delivery.finish();  // what was found before is told
    throw;
  }
}

/// Subscribers come and go while the search runs; each has its own delivery, and a slow one delays no other.
struct Search::State {
  SearchRequest request;
  std::stop_source stop;
  RunControl control;
  std::atomic<bool> ended = false;

  std::mutex mutex;  // guards deliveries
  std::vector<std::unique_ptr<Delivery>> deliveries;

  std::optional<Finished> finished;  // set by the thread, read after it was joined
  std::exception_ptr failure;        // likewise
  std::thread thread;

  void bring(const Event& event) {
    const std::lock_guard lock(mutex);
    for (const auto& delivery : deliveries) delivery->push(event);
  }
  bool has_room() {
    const std::lock_guard lock(mutex);
    for (const auto& delivery : deliveries)
      if (!delivery->has_room()) return false;
    return true;
  }
  void work() {
    try {
      SearchRun search_run(request, [this](const Event& event) { bring(event); });
      finished = search_run.execute(
          stop.get_token(), [this] { return has_room(); }, &control);
    } catch (...) {
      failure = std::current_exception();
    }
    ended = true;
  }

  void wait_for_end() {
    if (thread.joinable()) thread.join();
  }

  ~State() {
    stop.request_stop();
    wait_for_end();
  }
};

Search::Search(std::unique_ptr<State> state) : state_(std::move(state)) {}
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;

Search::~Search() = default;

void Search::pause() { state_->control.pause(); }
void Search::resume() { state_->control.resume(); }
void Search::step(std::uint64_t nodes) { state_->control.step(nodes); }
void Search::set_speed(std::optional<double> nodes_per_second) { state_->control.set_speed(nodes_per_second); }
bool Search::paused() const { return state_->control.paused(); }
std::vector<std::uint64_t> Search::nodes_per_depth() const { return state_->control.nodes_per_depth(); }
void Search::stop() { state_->stop.request_stop(); }
bool Search::running() const { return !state_->ended; }

Finished Search::wait() {
  state_->wait_for_end();
  for (const auto& delivery : state_->deliveries) try {
      delivery->finish();
    } catch (...) {  // what a subscriber throws ends it, not the search
    }
  if (state_->failure) std::rethrow_exception(state_->failure);
  return *state_->finished;
}

void Search::subscribe(Subscriber subscriber) {
  const std::lock_guard lock(state_->mutex);
  state_->deliveries.push_back(std::make_unique<Delivery>(std::move(subscriber)));
}

Search start(SearchRequest request, std::vector<Subscriber> subscribers) {
  auto state = std::make_unique<Search::State>();
  state->request = std::move(request);
  plan_search(state->request);  // a request that cannot run is refused here
  require_files(state->request);
  require_reachable_target(state->request);
  state->control.set_speed(state->request.nodes_per_second);
  if (state->request.paused) state->control.pause();
  for (Subscriber& subscriber : subscribers)
    state->deliveries.push_back(std::make_unique<Delivery>(std::move(subscriber)));
  Search::State* running = state.get();
  state->thread = std::thread([running] { running->work(); });
  return Search(std::move(state));
}

}  // namespace tesselle
