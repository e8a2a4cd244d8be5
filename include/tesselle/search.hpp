#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tesselle/errors.hpp"
#include "tesselle/events.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/options.hpp"
#include "tesselle/verify.hpp"

/// How to search with Tesselle. This page is the manual of the library; the program `tesselle` uses nothing else.
///
///     #include <tesselle/render.hpp>
///     #include <tesselle/search.hpp>
///
///     tesselle::SearchRequest request;
///     request.puzzle = tesselle::share(tesselle::load_puzzle("eternity2"));  // built in, or a file
///     request.goal = tesselle::Goal::best;
///     request.limits.seconds = 10;
///     const auto finished = tesselle::search(request, [&](const tesselle::Event& event) {
///       if (const auto* better = std::get_if<tesselle::Improved>(&event))
///         std::cout << better->record.score << " of " << better->record.max_score << '\n';
///     });
///     return tesselle::answer_of(finished).exit_code;
///
/// A request says what is wanted. plan() decides the rest: which engine runs, in how many stages, and why. Events tell
/// what happens (tesselle/events.hpp); every board in them has passed the independent verifier. To do other work
/// meanwhile, call start(): its handle can pause, resume, step, slow down and stop the search.
///
/// Errors are exceptions (tesselle/errors.hpp): InputError for files, with the place; UsageError for requests that
/// cannot be fulfilled, naming what; InternalError for our own bugs. The library never prints and never exits.
namespace tesselle {

/// Every board, or one per symmetry class.
enum class Symmetry { all, distinct };

/// What is wanted. Only `puzzle` must be set.
struct SearchRequest {
  std::shared_ptr<const Puzzle> puzzle;
  Goal goal = Goal::first;
  std::optional<Symmetry> symmetry{};          ///< by default: distinct for counts where it is faster, else all
  std::string engine = "auto";                 ///< a name from engines(), or "auto"
  std::map<std::string, std::string> options;  ///< of the engine, by name; see engines()
  std::uint64_t seed = 1;
  unsigned threads = 0;  ///< 0: as many as this process may use
  Limits limits;
  std::optional<int> target{};      ///< Goal::best: stop at this score
  std::optional<Solution> start{};  ///< Goal::best: start from this board

  // Files; all are written so that a crash leaves the old or the new one, never half of one. Without `overwrite`, a
  // checkpoint that exists is refused, a better board in `out` stays, and an `out` that holds anything else is refused.
  std::optional<std::filesystem::path> checkpoint{};  ///< kept up to date, so that the search can be resumed
  std::optional<std::filesystem::path> resume{};      ///< a checkpoint to go on from (and to keep up to date)
  std::optional<std::filesystem::path> out{};         ///< solutions, or the best board so far, as JSON
  std::optional<std::filesystem::path> archive{};     ///< Goal::best: every distinct board, in a SQLite file
  int archive_above = -1;                             ///< only boards that score more than this
  bool overwrite = false;  ///< start over a `checkpoint` that exists, and replace whatever is in `out`

  bool live_board = false;                   ///< progress events show what the engine has placed now
  std::optional<double> nodes_per_second{};  ///< start(): slowly, for people who watch; nullopt: full speed
  bool paused = false;                       ///< start(): stands still before its first node
  double progress_seconds = 0.25, checkpoint_seconds = 30;
  std::filesystem::path reproducer_folder = ".";  ///< a board that the verifier refuses is written here
};

/// A request as JSON and back, for scripts and other programs. A built-in puzzle is given by its name, any other is
/// written out. Throws InputError naming the key that is wrong.
std::string to_json(const SearchRequest& request);
SearchRequest request_from_json(std::string_view json, const std::string& file = "request");

/// A puzzle to be shared by requests.
std::shared_ptr<const Puzzle> share(Puzzle puzzle);

/// What will run, and why.
struct Plan {
  std::vector<StageSummary> stages;  ///< in the order they run; `engine` is that of the first one
  std::string engine, reason;
  bool at_once = false;  ///< the stages run side by side (portfolio), not one after the other
  bool reduced = false;  ///< one board per symmetry class is searched for
  unsigned threads = 1;
};
Plan plan(const SearchRequest& request);

/// Runs the plan and returns its last event. The subscriber is called on a thread of its own. A slow subscriber misses
/// progress events but delays neither limits nor checkpoints. An exception of the subscriber ends the search and is
/// thrown again here.
Finished search(const SearchRequest& request, const Subscriber& subscriber = {}, std::stop_token stop = {});

/// A search that runs in the background. Destroying the handle stops the search and waits for it. One that was stopped
/// goes on from its checkpoint (SearchRequest::resume), with the seed it had; to try another seed, start() it anew.
class Search {
 public:
  ~Search();
  Search(Search&&) noexcept;
  Search& operator=(Search&&) noexcept;

  void pause();
  void resume();
  void stop();
  /// Pauses, then makes this many nodes; a progress event shows where that has led.
  void step(std::uint64_t nodes = 1);
  /// Nodes per second, all threads together; nullopt: full speed.
  void set_speed(std::optional<double> nodes_per_second);
  bool running() const;
  bool paused() const;
  /// As of the last progress event, of searches with live boards; empty if the engine keeps no profile.
  std::vector<std::uint64_t> nodes_per_depth() const;
  /// Waits until the search has ended and every subscriber has received the last event; throws what the search threw.
  Finished wait();
  /// The subscriber receives every event from now on, on a thread of its own. If it throws, it receives no more events;
  /// the search goes on.
  void subscribe(Subscriber subscriber);

 private:
  friend Search start(SearchRequest request, std::vector<Subscriber> subscribers);
  struct State;
  explicit Search(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};
Search start(SearchRequest request, std::vector<Subscriber> subscribers = {});

/// The result in one word or number.
enum class Outcome { answered, none, limit, failed };
struct Answer {
  Outcome outcome = Outcome::failed;
  int exit_code = 4;      ///< 0 answered · 1 proved that there is no solution · 3 a limit came first · 4 our bug
  int http_status = 500;  ///< 200 for every answer, also "there is none"; 500 for our own bug
  std::string_view name = "failed";  ///< "answered", "none", "limit", "failed"
};
Answer answer_of(const Finished& finished);

/// What users can choose from: for help texts, forms and completion.
struct EngineDescription {
  std::string name;
  Family family = Family::edge;
  bool complete = true;
  std::vector<Goal> goals;
  std::vector<std::string> abilities;  ///< "threads", "checkpoint", "symmetry", "start", "live board", …
  std::string summary;
  OptionTable options;
};
const std::vector<EngineDescription>& engines();
std::string engine_json(const EngineDescription& engine);

/// Seconds from "60s", "10m", "1.5h", "1h30m", "500ms" or a plain number of seconds. Throws UsageError naming the
/// option.
double parse_duration(const std::string& text, const std::string& option = "--time");

/// How many threads this process may use: its processor affinity, the quota of its control group and, in a Slurm job,
/// SLURM_CPUS_PER_TASK; the smallest counts.
unsigned default_threads();

}  // namespace tesselle
