#pragma once

#include <atomic>
#include <stop_token>

#include "web/run_desk.hpp"

namespace tesselle::web {

/// The addresses under /api (docs/api.md): each takes a request apart, asks the facade and shows the answer.
class Api {
 public:
  Api(PuzzleShelf& shelf, RunDesk& desk, const ServerLimits& limits, std::filesystem::path data, std::stop_token stop);

  /// Throws what went wrong; see failure.hpp.
  HttpResponse answer(const HttpRequest& request);

 private:
  /// The parts of a path that a route leaves open.
  using Parts = std::vector<std::string>;
  using Action = HttpResponse (Api::*)(const HttpRequest&, const Parts&);
  struct Route {
    const char *method, *path;
    Action action;
  };
  static const std::vector<Route> routes;

  HttpResponse version(const HttpRequest&, const Parts&);
  HttpResponse engine_list(const HttpRequest&, const Parts&);
  HttpResponse puzzle_list(const HttpRequest&, const Parts&);
  HttpResponse send_puzzle(const HttpRequest&, const Parts&);
  HttpResponse check_puzzle(const HttpRequest&, const Parts&);
  HttpResponse one_puzzle(const HttpRequest&, const Parts&);
  HttpResponse puzzle_picture(const HttpRequest&, const Parts&);
  HttpResponse puzzle_file(const HttpRequest&, const Parts&);
  HttpResponse convert(const HttpRequest&, const Parts&);
  HttpResponse open_board(const HttpRequest&, const Parts&);
  HttpResponse verify_board(const HttpRequest&, const Parts&);
  HttpResponse board_picture(const HttpRequest&, const Parts&);
  HttpResponse board_link(const HttpRequest&, const Parts&);
  HttpResponse board_fits(const HttpRequest&, const Parts&);
  HttpResponse board_assembly(const HttpRequest&, const Parts&);
  HttpResponse hint(const HttpRequest&, const Parts&);
  HttpResponse completable(const HttpRequest&, const Parts&);
  HttpResponse estimate_search(const HttpRequest&, const Parts&);
  HttpResponse compare_variants(const HttpRequest&, const Parts&);
  HttpResponse start_run(const HttpRequest&, const Parts&);
  HttpResponse run_list(const HttpRequest&, const Parts&);
  HttpResponse one_run(const HttpRequest&, const Parts&);
  HttpResponse run_events(const HttpRequest&, const Parts&);
  HttpResponse run_solutions(const HttpRequest&, const Parts&);
  HttpResponse pause_run(const HttpRequest&, const Parts&);
  HttpResponse resume_run(const HttpRequest&, const Parts&);
  HttpResponse stop_run(const HttpRequest&, const Parts&);
  HttpResponse step_run(const HttpRequest&, const Parts&);
  HttpResponse speed_run(const HttpRequest&, const Parts&);
  HttpResponse delete_run(const HttpRequest&, const Parts&);

  using PuzzleFacts = std::map<std::string, Json>;  // of built-in puzzles, by id
  Json kept(PuzzleFacts& facts, const ShelvedPuzzle& shelved, Json (*work_out)(const Puzzle&));
  Json listing(const ShelvedPuzzle& shelved);
  Json data(const ShelvedPuzzle& shelved);

  PuzzleShelf& shelf_;
  RunDesk& desk_;
  const ServerLimits limits_;
  const std::filesystem::path data_folder_;
  std::stop_token stop_;
  std::atomic<int> questions_ = 0;  // that engines are answering now
  std::mutex facts_mutex_;          // guards the two below
  PuzzleFacts listings_, data_;
};

}  // namespace tesselle::web
