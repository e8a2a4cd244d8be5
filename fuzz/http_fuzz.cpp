#include <algorithm>

#include "base/hash.hpp"
#include "fixtures.hpp"
#include "property.hpp"
#include "scratch.hpp"
#include "seeds.hpp"
#include "web/api.hpp"
#include "web/failure.hpp"

using namespace tesselle;
using namespace tesselle::web;

namespace {

constexpr auto patience = std::chrono::milliseconds(200);

/// An input is a few requests: "POST /api/runs?from=1" on the first line of each, then the body.
constexpr std::string_view between = "\n---\n";
constexpr int max_requests = 6;
/// In a path: the run that was started last.
constexpr std::string_view newest_run = "r0";

HttpRequest request_in(std::string_view text) {
  HttpRequest request;
  const std::size_t line = std::min(text.find('\n'), text.size());
  std::string_view first = text.substr(0, line);
  request.body = text.substr(std::min(line + 1, text.size()));
  const std::size_t blank = std::min(first.find(' '), first.size());
  request.method = first.substr(0, blank);
  first.remove_prefix(std::min(blank + 1, first.size()));
  std::size_t at = std::min(first.find('?'), first.size());
  request.path = first.substr(0, at);
  for (first.remove_prefix(at); !first.empty(); first.remove_prefix(at)) {
    first.remove_prefix(1);
    at = std::min(first.find('&'), first.size());
    const std::string_view parameter = first.substr(0, at);
    const std::size_t equals = std::min(parameter.find('='), parameter.size());
    request.query.emplace(parameter.substr(0, equals), parameter.substr(std::min(equals + 1, parameter.size())));
  }
  if (request.body.starts_with('{')) request.headers["content-type"] = "application/json";
  return request;
}

ServerLimits small_limits() {
  ServerLimits limits;
  limits.puzzles = 4;
  limits.runs = 2;
  limits.kept_runs = 4;
  limits.run_seconds = 0.05;
  return limits;
}

/// A server without a network: what every request reaches behind the check of who may ask.
class Server {
 public:
  Server() : shelf_(limits_.puzzles), desk_(fuzz::scratch_path(), limits_, shelf_) {}

  HttpResponse answer(HttpRequest request) {
    name_newest_run(request.path);
    std::stop_source ending;
    Api api(shelf_, desk_, limits_, fuzz::scratch_path(), ending.get_token());
    const std::jthread alarm([&](const std::stop_token& answered) { ring(ending, answered); });
    try {
      HttpResponse response = api.answer(request);
      drain(response);
      response.stream = nullptr;  // it must not outlive the API
      return response;
    } catch (...) {
      return response_to_exception();
    }
  }

  /// Each input finds the same server: no run, one puzzle.
  void tidy() {
    for (const auto& run : desk_.newest_first()) desk_.remove(run->name());
  }

 private:
  void name_newest_run(std::string& path) const {
    const std::size_t at = path.find(newest_run);
    const auto runs = desk_.newest_first();
    if (at != path.npos && !runs.empty()) path.replace(at, newest_run.size(), runs.front()->name());
  }

  /// Questions to engines end early.
  static void ring(std::stop_source& ending, const std::stop_token& answered) {
    std::mutex unused;
    std::unique_lock lock(unused);
    std::condition_variable_any().wait_for(lock, answered, patience, [] { return false; });
    if (!answered.stop_requested()) ending.request_stop();
  }

  /// A client that goes away after a few parts.
  static void drain(const HttpResponse& response) {
    int parts = 0;
    const Writer write = [&](std::string_view) { return ++parts < 3; };
    if (response.stream)
      for (int calls = 0; calls < 2 && response.stream(write);) ++calls;
  }

  const ServerLimits limits_ = small_limits();
  PuzzleShelf shelf_;
  RunDesk desk_;
};

Server& server() {
  struct Kept {
    Kept() { fuzz::remove_scratch(); }
    ~Kept() { fuzz::remove_scratch(); }
  };
  static const Kept kept;
  static Server server;
  return server;
}

bool is_understood(const HttpResponse& response) {
  if (response.status >= 500) std::fprintf(stderr, "%s\n", response.body.c_str());
  fuzz::require(response.status < 500, "no request makes the server fail");
  if (response.type == "application/json" && !response.body.empty()) Json::parse(response.body);
  return response.status < 400;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  bool understood = true;
  for (int requests = 0; requests == 0 || (!text.empty() && requests < max_requests); ++requests) {
    const std::size_t end = std::min(text.find(between), text.size());
    understood &= is_understood(server().answer(request_in(text.substr(0, end))));
    text.remove_prefix(std::min(end + between.size(), text.size()));
  }
  server().tidy();
  return understood ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  const std::string board = R"("puzzle":"owen-3x3","board":{"placements":[{"piece":1,"rotation":0,"cell":"A1"}]})";
  const std::string written = R"({"puzzle":{"family":"edge","board":"1x1","pieces":["1 2 3 4"]}})";
  const std::string count = R"({"puzzle":"owen-3x3","goal":"count","engine":"scan","threads":1,"seed":2})";
  const std::string all = R"({"puzzle":"owen-3x3","goal":"all","limits":{"nodes":1000},"title":"t"})";
  const std::string best =
      R"({"puzzle":"owen-3x3","goal":"best","engine":"ils","threads":1,"options":{"patience":"3"}})";
  const std::string newest = "/api/runs/" + std::string(newest_run), next(between);
  return {"GET /api/version\n",
          "GET /api/puzzles/owen-3x3\n",
          "GET /api/puzzles/owen-3x3/picture.svg\n",
          "GET /api/puzzles/owen-3x3/file?to=toml\n",
          "GET /api/runs\n",
          "POST /api/runs\n" + all + next + "GET " + newest + "/events?from=1\n",
          "POST /api/runs\n" + all + next + "GET " + newest + "/solutions?from=1&count=5&every=2\n",
          "POST /api/runs\n" + all + next + "GET " + newest + "/solutions?piece_at=1=A1\n",
          "POST /api/runs\n" + best + next + "DELETE " + newest + "\n",
          "POST /api/runs\n" + count + next + "POST " + newest + "/pause\n" + next + "POST " + newest +
              "/step\n{\"nodes\":10}" + next + "POST " + newest + "/resume\n",
          "POST /api/runs\n" + best + next + "POST " + newest + "/speed\n{\"nodes_per_second\":100}" + next + "POST " +
              newest + "/stop\n" + next + "POST " + newest + "/resume\n{\"limits\":{\"seconds\":1}}",
          "POST /api/puzzles?name=a\n" + write_toml(fuzz::packing_fixture()),
          "POST /api/puzzles?name=b\n2 2\n0 1 2 0\n0 0 2 1\n2 1 0 0\n0 1 2 0\n",
          "POST /api/puzzles\n" + written,
          "POST /api/puzzles/check\n" + written,
          "POST /api/puzzles/check\n{\"puzzle\":{\"toml\":\"family = 'edge'\",\"name\":\"c\"}}",
          "POST /api/convert\n{\"puzzle\":\"owen-3x3\",\"to\":\"toml\"}",
          "POST /api/boards/open\n{\"puzzle\":\"owen-3x3\",\"text\":\"{\\\"placements\\\":[]}\"}",
          "POST /api/boards/verify\n{" + board + "}",
          "POST /api/boards/picture\n{" + board + ",\"numbers\":true}",
          "POST /api/boards/link\n{" + board + "}",
          "POST /api/boards/fits\n{" + board + ",\"list\":\"A2\",\"propagate\":\"capi\"}",
          "POST /api/boards/assembly\n{\"puzzle\":\"soma\",\"board\":{\"placements\":[]}}",
          "POST /api/hint\n{" + board + ",\"seconds\":1}",
          "POST /api/completable\n{" + board + ",\"seconds\":1}",
          "POST /api/estimate\n{\"puzzle\":\"owen-3x3\",\"order\":\"rowscan\",\"probes\":10}",
          "POST /api/compare\n{\"puzzle\":\"owen-3x3\",\"goal\":\"count\",\"seeds\":[1,2],\"limits\":{\"nodes\":10},"
          "\"variants\":[{\"engine\":\"scan\"},{\"engine\":\"backtrack\"}]}"};
}

std::vector<std::string> fuzz_words() {
  return {"\"puzzle\":",
          "\"board\":",
          "\"limits\":{",
          "\"options\":{",
          "\"engine\":\"dlx\"",
          "\"threads\":2",
          "\"fixed\":[",
          "\"start\":",
          "\"symmetry\":\"distinct\"",
          "null",
          "1e300",
          "-1",
          "18446744073709551615",
          "\"placements\":[",
          "\"cell\":\"A1\"",
          "\"rotation\":3",
          "{",
          "}",
          "[",
          "]",
          "\n",
          "GET ",
          "POST ",
          "/api/runs",
          "/api/boards/fits",
          "pentominoes-6x10"};
}
