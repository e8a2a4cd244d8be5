#include "web/api.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "formats/solution_json.hpp"
#include "search/assembly.hpp"
#include "search/board_report.hpp"
#include "search/completion.hpp"
#include "search/data_convert.hpp"
#include "search/file_options.hpp"
#include "search/fits.hpp"
#include "search/look_ahead.hpp"
#include "search/puzzle_check.hpp"
#include "search/puzzle_data.hpp"
#include "search/verdict_json.hpp"
#include "tesselle/estimate.hpp"
#include "tesselle/record.hpp"
#include "tesselle/render.hpp"
#include "web/comparison_stream.hpp"
#include "web/failure.hpp"

namespace tesselle::web {
namespace {

constexpr int max_questions = 4;
constexpr double max_question_seconds = 60;
constexpr std::size_t max_listed_fits = 1000, max_solutions_at_once = 500;
constexpr std::uint64_t max_step = 1'000'000, max_probes = 100'000;
constexpr std::size_t max_pieces_at = 100;
constexpr std::array<std::string_view, 4> side_names = {"north", "east", "south", "west"};

HttpResponse json_response(const Json& json, int status = 200) { return {.status = status, .body = json.dump()}; }
HttpResponse svg_response(std::string svg) { return {.type = "image/svg+xml", .body = std::move(svg)}; }

/// A body that must be an object with no other keys than these; "" is {}.
Json body_of(const HttpRequest& request, std::initializer_list<std::string_view> keys) {
  const Json json = request.body.empty() ? Json::object() : Json::parse(request.body);
  if (!json.is_object()) throw Refusal(400, "the body: expected a JSON object");
  for (const auto& [key, value] : json.members())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw Refusal(400, fmt::format("no key '{}' is known here", key));
  return json;
}

const Json* given(const Json& body, std::string_view key) {
  const Json* value = body.find(key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::uint64_t number_in(const std::string& text, const char* what, std::uint64_t standard) {
  if (text.empty()) return standard;
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size())
    throw Refusal(400, fmt::format("'{}': expected a number", what));
  return number;
}

double seconds_in(const Json& body, double standard) {
  const Json* value = given(body, "seconds");
  const double seconds = value == nullptr ? standard : value->number();
  if (!(seconds > 0 && seconds <= max_question_seconds))
    throw Refusal(400, fmt::format("'seconds': expected more than 0 and at most {}", max_question_seconds));
  return seconds;
}

/// Engines that answer questions compete with runs; only a few may at once.
class Question {
 public:
  explicit Question(std::atomic<int>& questions) : questions_(questions) {
    if (++questions_ > max_questions) {
      --questions_;
      throw Refusal(429, "too many questions at once");
    }
  }
  ~Question() { --questions_; }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

 private:
  std::atomic<int>& questions_;
};

/// A puzzle and a board of it, as most requests about boards name them.
struct NamedBoard {
  SharedPuzzle puzzle;
  Solution board;
};
NamedBoard named_board(PuzzleShelf& shelf, const Json& body) {
  const SharedPuzzle puzzle = shelf.named_by(body.at("puzzle")).puzzle;
  return {puzzle, board_from(*puzzle, body.at("board"))};
}

Json verdict_and_report(const Puzzle& puzzle, const Solution& board) {
  const Judgement judgement = judge_board(puzzle, board);
  Json json = Json::parse(verdict_json(judgement));
  json.take("event");
  json.update(
      report_json(puzzle, judgement.card ? report_on(puzzle.edge(), *judgement.card) : report_on(puzzle, board)));
  return json;
}

Json option_json(const OptionSpec& spec) {
  constexpr std::array<const char*, 4> types = {"flag", "whole", "real", "text"};
  const bool number = spec.default_value.index() == 1 || spec.default_value.index() == 2;
  const auto bound = [&](double value) { return number && std::abs(value) < 1e300 ? Json(value) : Json(); };
  std::vector<std::string> choices = spec.choices;
  std::erase(choices, "file");  // which file, no request can say
  return {{"name", spec.name},
          {"help", spec.help},
          {"type", types[spec.default_value.index()]},
          {"default", to_string(spec.default_value)},
          {"min", bound(spec.min)},
          {"max", bound(spec.max)},
          {"choices", std::move(choices)}};
}

/// Which boards of a run, from the address.
BoardQuery board_query(const HttpRequest& request) {
  BoardQuery query;
  query.from = std::max<std::uint64_t>(number_in(request.parameter("from"), "from", 1), 1);
  query.count = std::min<std::uint64_t>(number_in(request.parameter("count"), "count", 50), max_solutions_at_once);
  query.filters.every = number_in(request.parameter("every"), "every", 1);
  query.filters.composed = number_in(request.parameter("composed"), "composed", 0) != 0;
  const auto [first, last] = request.query.equal_range("piece_at");
  for (auto wanted = first; wanted != last; ++wanted) query.filters.pieces_at.push_back(wanted->second);
  if (query.filters.pieces_at.size() > max_pieces_at) throw Refusal(400, "'piece_at' is given too often");
  return query;
}

EstimateRequest estimate_request(const Json& body, PuzzleShelf& shelf) {
  EstimateRequest request;
  request.puzzle = shelf.named_by(body.at("puzzle")).puzzle;
  if (const Json* order = given(body, "order")) request.order = order->text();
  if (const Json* cells = given(body, "path_cells")) request.path_cells = cells->text();
  if (const Json* engine = given(body, "engine")) request.engine = engine->text();
  if (const Json* probes = given(body, "probes")) {
    request.probes = static_cast<std::uint32_t>(probes->count(max_probes));
    if (*request.probes == 0) throw Refusal(400, "'probes': expected at least 1");
  }
  return request;
}

/// The board in a text, if it can be one of this puzzle.
std::optional<Solution> board_if_of(const Puzzle& puzzle, const std::string& text) {
  try {
    return read_solution(puzzle, text, "text").solution;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// A name that every system can save under.
std::string file_name(const std::string& name, const std::string& format) {
  std::string plain;
  for (const char c : name) plain += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' ? c : '-';
  return (plain.empty() ? "puzzle" : plain) + "." + (format == "toml" ? "toml" : format == "json" ? "json" : format);
}

std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t begin = 1; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// What the path has where the route has a '*'; nullopt if they differ elsewhere.
std::optional<std::vector<std::string>> matched(const std::string& route, const std::string& path) {
  const auto wanted = split(route), found = split(path);
  if (wanted.size() != found.size()) return std::nullopt;
  std::vector<std::string> open;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == "*")
      open.push_back(found[i]);
    else if (wanted[i] != found[i])
      return std::nullopt;
  }
  return open;
}

/// What fits at the cell, and the colours that its sides can show.
void list_fits(const Puzzle& puzzle, const Solution& board, const Json& wanted, const FitFilter& filter, Json& json) {
  const auto cell = cell_from_json(puzzle, wanted);
  if (!cell) throw Refusal(400, "'list': the puzzle has no such cell");
  const std::vector<Placement> fits = fits_at(puzzle, board, *cell, filter);
  Json list = Json::list();
  for (std::size_t k = 0; k < std::min(fits.size(), max_listed_fits); ++k)
    list.push_back(placement_json(puzzle, fits[k]));
  json["list"] = std::move(list);
  if (puzzle.family() != Family::edge) return;
  Json borders = Json::object();
  for (const Side side : all_sides) {
    Json colours = Json::list();
    for (const ShownColour& shown : shown_colours(puzzle.edge(), fits, side))
      colours.push_back({{"colour", shown.colour.index()}, {"placements", shown.placements}});
    borders[std::string(side_names[static_cast<std::size_t>(side)])] = std::move(colours);
  }
  json["borders"] = std::move(borders);
}

}  // namespace

const std::vector<Api::Route> Api::routes = {
    {"GET", "/api/version", &Api::version},
    {"GET", "/api/engines", &Api::engine_list},
    {"GET", "/api/puzzles", &Api::puzzle_list},
    {"POST", "/api/puzzles", &Api::send_puzzle},
    {"POST", "/api/puzzles/check", &Api::check_puzzle},
    {"GET", "/api/puzzles/*", &Api::one_puzzle},
    {"GET", "/api/puzzles/*/picture.svg", &Api::puzzle_picture},
    {"GET", "/api/puzzles/*/file", &Api::puzzle_file},
    {"POST", "/api/convert", &Api::convert},
    {"POST", "/api/boards/open", &Api::open_board},
    {"POST", "/api/boards/verify", &Api::verify_board},
    {"POST", "/api/boards/picture", &Api::board_picture},
    {"POST", "/api/boards/link", &Api::board_link},
    {"POST", "/api/boards/fits", &Api::board_fits},
    {"POST", "/api/boards/assembly", &Api::board_assembly},
    {"POST", "/api/hint", &Api::hint},
    {"POST", "/api/completable", &Api::completable},
    {"POST", "/api/estimate", &Api::estimate_search},
    {"POST", "/api/compare", &Api::compare_variants},
    {"POST", "/api/runs", &Api::start_run},
    {"GET", "/api/runs", &Api::run_list},
    {"GET", "/api/runs/*", &Api::one_run},
    {"DELETE", "/api/runs/*", &Api::delete_run},
    {"GET", "/api/runs/*/events", &Api::run_events},
    {"GET", "/api/runs/*/solutions", &Api::run_solutions},
    {"POST", "/api/runs/*/pause", &Api::pause_run},
    {"POST", "/api/runs/*/resume", &Api::resume_run},
    {"POST", "/api/runs/*/stop", &Api::stop_run},
    {"POST", "/api/runs/*/step", &Api::step_run},
    {"POST", "/api/runs/*/speed", &Api::speed_run},
};

Api::Api(PuzzleShelf& shelf, RunDesk& desk, const ServerLimits& limits, std::filesystem::path data,
         std::stop_token stop)
    : shelf_(shelf), desk_(desk), limits_(limits), data_folder_(std::move(data)), stop_(std::move(stop)) {}

HttpResponse Api::answer(const HttpRequest& request) {
  const std::string method = request.method == "HEAD" ? "GET" : request.method;
  std::string allowed;
  for (const Route& route : routes) {
    const auto parts = matched(route.path, request.path);
    if (!parts) continue;
    if (method == route.method) return (this->*route.action)(request, *parts);
    allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
  }
  if (allowed.empty()) throw Refusal(404, "there is no such address");
  HttpResponse response = error_response(405, "this address has other methods: " + allowed);
  response.headers.emplace_back("Allow", allowed);
  return response;
}

// --- General ---------------------------------------------------------------------------------------------------------

HttpResponse Api::version(const HttpRequest&, const Parts&) {
  const Json limits = {{"body", limits_.body},
                       {"puzzles", limits_.puzzles},
                       {"runs", limits_.runs},
                       {"kept_runs", limits_.kept_runs},
                       {"viewers", limits_.viewers},
                       {"run_seconds", limits_.run_seconds},
                       {"stored_solutions", limits_.stored_solutions}};
  return json_response({{"version", tesselle::version()},
                        {"threads", default_threads()},
                        {"data", data_folder_.string()},
                        {"limits", limits}});
}

HttpResponse Api::engine_list(const HttpRequest&, const Parts&) {
  Json list = Json::list();
  for (const EngineDescription& engine : engines()) {
    Json goals = Json::list(), options = Json::list();
    for (const Goal goal : engine.goals) goals.push_back(goal_name(goal));
    for (const OptionSpec& spec : engine.options)
      if (!may_name_file(spec)) options.push_back(option_json(spec));
    list.push_back({{"name", engine.name},
                    {"family", family_name(engine.family)},
                    {"complete", engine.complete},
                    {"goals", std::move(goals)},
                    {"abilities", engine.abilities},
                    {"summary", engine.summary},
                    {"options", std::move(options)}});
  }
  return json_response({{"engines", std::move(list)}});
}

// --- Puzzles ---------------------------------------------------------------------------------------------------------

/// What is worked out of a built-in puzzle is kept: the gallery asks for all of them, and the symmetries and
/// orientations of large ones take a while.
Json Api::kept(PuzzleFacts& facts, const ShelvedPuzzle& shelved, Json (*work_out)(const Puzzle&)) {
  if (shelved.built_in) {
    const std::lock_guard lock(facts_mutex_);
    if (const auto found = facts.find(shelved.id); found != facts.end()) return found->second;
  }
  Json json = work_out(*shelved.puzzle);
  json["id"] = shelved.id;
  json["built_in"] = shelved.built_in;
  if (!shelved.built_in) return json;
  const std::lock_guard lock(facts_mutex_);
  return facts[shelved.id] = json;
}

Json Api::listing(const ShelvedPuzzle& shelved) { return kept(listings_, shelved, puzzle_listing); }
Json Api::data(const ShelvedPuzzle& shelved) { return kept(data_, shelved, puzzle_data); }

HttpResponse Api::puzzle_list(const HttpRequest&, const Parts&) {
  Json list = Json::list();
  for (const ShelvedPuzzle& shelved : shelf_.all()) list.push_back(listing(shelved));
  return json_response({{"puzzles", std::move(list)}});
}

HttpResponse Api::send_puzzle(const HttpRequest& request, const Parts&) {
  if (request.header("content-type").starts_with("application/json")) {
    const Json body = body_of(request, {"puzzle"});
    return json_response(data(shelf_.named_by(body.at("puzzle"))), 201);
  }
  const std::string name = request.parameter("name"), number = request.parameter("number");
  PuzzleNumber which;
  if (!number.empty()) which = static_cast<int>(std::min<std::uint64_t>(number_in(number, "number", 1), 1'000'000));
  return json_response(data(shelf_.add(read_puzzle(request.body, name.empty() ? "puzzle" : name, which))), 201);
}

HttpResponse Api::check_puzzle(const HttpRequest& request, const Parts&) {
  const Json body = body_of(request, {"puzzle"});
  const Json& named = body.at("puzzle");
  try {
    const Puzzle puzzle = named.is_text() ? *shelf_.find(named.text()).puzzle : written_out(named);
    Json json = {{"error", nullptr}, {"puzzle", puzzle_data(puzzle)}};
    json.update(check_json(puzzle));
    return json_response(json);
  } catch (const InputError&) {
    Json json = {{"puzzle", nullptr}, {"problems", Json::list()}};
    json["error"] = Json::parse(response_to_exception().body).at("error");
    return json_response(json);
  }
}

HttpResponse Api::one_puzzle(const HttpRequest&, const Parts& parts) {
  return json_response(data(shelf_.find(parts[0])));
}

HttpResponse Api::puzzle_picture(const HttpRequest&, const Parts& parts) {
  return svg_response(render_svg(*shelf_.find(parts[0]).puzzle, nullptr));
}

HttpResponse Api::puzzle_file(const HttpRequest& request, const Parts& parts) {
  const SharedPuzzle puzzle = shelf_.find(parts[0]).puzzle;
  const std::string format = request.parameter("to").empty() ? "toml" : request.parameter("to");
  HttpResponse response{.type = "text/plain; charset=utf-8",
                        .body = converted(*puzzle, {.format = format}, std::nullopt).text};
  response.headers.emplace_back("Content-Disposition",
                                fmt::format("attachment; filename=\"{}\"", file_name(puzzle->name, format)));
  return response;
}

HttpResponse Api::convert(const HttpRequest& request, const Parts&) {
  const Json body = body_of(request, {"puzzle", "to", "board"});
  const SharedPuzzle puzzle = shelf_.named_by(body.at("puzzle")).puzzle;
  const Json* to = given(body, "to");
  const std::string format = to == nullptr ? "toml" : to->text();
  std::optional<SolutionRecord> record;
  if (const Json* board = given(body, "board")) record = verified_record(*puzzle, board_from(*puzzle, *board));
  return json_response(
      {{"text", converted(*puzzle, {.format = format}, record).text}, {"file", file_name(puzzle->name, format)}});
}

// --- Boards ----------------------------------------------------------------------------------------------------------

HttpResponse Api::open_board(const HttpRequest& request, const Parts&) {
  const Json body = body_of(request, {"text", "puzzle"});
  const std::string text = body.at("text").text();
  const auto opened = [&](const ShelvedPuzzle& shelved, const Solution& board) {
    return json_response({{"puzzle", shelved.id},
                          {"board", solution_as_json(*shelved.puzzle, verified_record(*shelved.puzzle, board))},
                          {"verdict", verdict_and_report(*shelved.puzzle, board)}});
  };
  if (const Json* named = given(body, "puzzle")) {
    const ShelvedPuzzle shelved = shelf_.named_by(*named);
    return opened(shelved, read_solution(*shelved.puzzle, text, "text").solution);
  }
  // The puzzle that the text names comes first; others may have the same pieces.
  std::vector<ShelvedPuzzle> puzzles = shelf_.all();
  std::stable_partition(puzzles.begin(), puzzles.end(), [&](const ShelvedPuzzle& shelved) {
    return text.find("puzzle=" + shelved.puzzle->name + "&") != text.npos ||
           text.find("\"" + shelved.puzzle->name + "\"") != text.npos;
  });
  for (const ShelvedPuzzle& shelved : puzzles)
    if (const auto board = board_if_of(*shelved.puzzle, text)) return opened(shelved, *board);
  throw Refusal(422, "this is not a board of any puzzle that is known here; open its puzzle first");
}

HttpResponse Api::verify_board(const HttpRequest& request, const Parts&) {
  const auto [puzzle, board] = named_board(shelf_, body_of(request, {"puzzle", "board"}));
  return json_response(verdict_and_report(*puzzle, board));
}

HttpResponse Api::board_picture(const HttpRequest& request, const Parts&) {
  const Json body = body_of(request, {"puzzle", "board", "numbers"});
  const SharedPuzzle puzzle = shelf_.named_by(body.at("puzzle")).puzzle;
  const Json *board = given(body, "board"), *numbers = given(body, "numbers");
  PictureStyle style;
  style.numbers = numbers != nullptr && numbers->flag();
  if (board == nullptr) return svg_response(render_svg(*puzzle, nullptr, style));
  const Solution solution = board_from(*puzzle, *board);
  return svg_response(render_svg(*puzzle, &solution, style));
}

HttpResponse Api::board_link(const HttpRequest& request, const Parts&) {
  const auto [puzzle, board] = named_board(shelf_, body_of(request, {"puzzle", "board"}));
  if (puzzle->family() != Family::edge) throw UsageError("only edge-matching boards have an address");
  return json_response({{"link", write_board_address(*puzzle, board.edge())}});
}

HttpResponse Api::board_fits(const HttpRequest& request, const Parts&) {
  const Json body = body_of(request, {"puzzle", "board", "list", "propagate"});
  const auto [puzzle, board] = named_board(shelf_, body);
  std::optional<LookAhead> ahead;
  if (const Json* rules = given(body, "propagate")) {
    if (puzzle->family() != Family::edge) throw UsageError("'propagate' is for edge-matching puzzles");
    ahead.emplace(puzzle->edge(), board.edge(), rules->text());
  }
  const FitFilter filter = ahead ? FitFilter([&](const Fit& fit) { return ahead->allows(fit); }) : FitFilter{};
  Json cells = Json::list(), dead = Json::list();
  for (const CellFits& fits : count_fits(*puzzle, board, filter)) {
    const Json cell = cell_json(*puzzle, fits.cell);
    cells.push_back({{"cell", cell}, {"pieces", fits.pieces}, {"placements", fits.placements}});
    if (fits.placements == 0 && fits.must_be_covered) dead.push_back(cell);
  }
  Json json = {{"cells", std::move(cells)}, {"dead", std::move(dead)}};
  if (ahead) json["consistent"] = ahead->consistent();
  if (const Json* wanted = given(body, "list")) list_fits(*puzzle, board, *wanted, filter, json);
  return json_response(json);
}

HttpResponse Api::board_assembly(const HttpRequest& request, const Parts&) {
  const auto [puzzle, board] = named_board(shelf_, body_of(request, {"puzzle", "board"}));
  if (puzzle->family() != Family::packing) throw UsageError("only puzzles on the cube lattice are put together");
  Json steps = Json::list();
  bool complete = true;
  for (const AssemblyStep& step : assembly_of(puzzle->packing(), board.packing())) {
    complete &= step.direction.has_value();
    steps.push_back({{"placement", step.placement},
                     {"direction", step.direction ? cell_json(LatticeKind::cube, *step.direction) : Json()}});
  }
  return json_response({{"steps", std::move(steps)}, {"complete", complete}});
}

HttpResponse Api::hint(const HttpRequest& request, const Parts&) {
  const Json body = body_of(request, {"puzzle", "board", "seconds"});
  const auto [puzzle, board] = named_board(shelf_, body);
  const Question question(questions_);
  return json_response(hint_json(*puzzle, hint_for(*puzzle, board, seconds_in(body, 2), stop_)));
}

HttpResponse Api::completable(const HttpRequest& request, const Parts&) {
  const Json body = body_of(request, {"puzzle", "board", "seconds"});
  const auto [puzzle, board] = named_board(shelf_, body);
  const Question question(questions_);
  return json_response(completion_json(*puzzle, complete(*puzzle, board, seconds_in(body, 10), stop_)));
}

HttpResponse Api::estimate_search(const HttpRequest& request, const Parts&) {
  const EstimateRequest wanted =
      estimate_request(body_of(request, {"puzzle", "order", "path_cells", "engine", "probes"}), shelf_);
  const Question question(questions_);
  Json json = Json::parse(estimate_json(*wanted.puzzle, estimate(wanted, stop_)));
  json.take("event");
  return json_response(json);
}

HttpResponse Api::compare_variants(const HttpRequest& request, const Parts&) {
  const Json body = body_of(request, {"puzzle", "goal", "symmetry", "limits", "target", "seeds", "variants"});
  const ComparisonRequest wanted = comparison_from(body, shelf_, max_question_seconds);
  const auto question = std::make_shared<Question>(questions_);
  const auto stream = std::make_shared<ComparisonStream>(wanted, stop_);
  HttpResponse response{.type = "application/x-ndjson"};
  response.stream = [question, stream](const Writer& write) { return stream->go_on(write); };
  return response;
}

// --- Runs ------------------------------------------------------------------------------------------------------------

HttpResponse Api::start_run(const HttpRequest& request, const Parts&) {
  const Json body = Json::parse(request.body);
  if (!body.is_object()) throw Refusal(400, "the body: expected a JSON object");
  return json_response(desk_.start(body)->describe(true), 201);
}

HttpResponse Api::run_list(const HttpRequest&, const Parts&) {
  Json list = Json::list();
  for (const auto& run : desk_.newest_first()) list.push_back(run->describe(false));
  return json_response({{"runs", std::move(list)}});
}

HttpResponse Api::one_run(const HttpRequest&, const Parts& parts) {
  return json_response(desk_.find(parts[0])->describe(true));
}

HttpResponse Api::run_events(const HttpRequest& request, const Parts& parts) {
  const auto run = desk_.find(parts[0]);
  const std::string last = request.header("last-event-id");
  const std::uint64_t from =
      last.empty() ? number_in(request.parameter("from"), "from", 0) : number_in(last, "Last-Event-ID", 0);
  if (run->ended_before(from)) return {.status = 204};
  int viewers = 0;
  for (const auto& other : desk_.newest_first()) viewers += other->viewers();
  if (viewers >= static_cast<int>(limits_.viewers)) throw Refusal(429, "too many viewers");
  HttpResponse response{.type = "text/event-stream"};
  if (request.method != "HEAD") response.stream = run->stream(from);
  return response;
}

HttpResponse Api::run_solutions(const HttpRequest& request, const Parts& parts) {
  const BoardQuery query = board_query(request);
  std::optional<Question> question;  // filters look at every board
  if (query.filtered()) question.emplace(questions_);
  return json_response(desk_.find(parts[0])->solutions(query, stop_));
}

HttpResponse Api::pause_run(const HttpRequest&, const Parts& parts) {
  const auto run = desk_.find(parts[0]);
  run->pause();
  return json_response(run->describe(true));
}

HttpResponse Api::resume_run(const HttpRequest& request, const Parts& parts) {
  const auto run = desk_.find(parts[0]);
  desk_.resume(*run, body_of(request, {"limits"}));
  return json_response(run->describe(true));
}

HttpResponse Api::stop_run(const HttpRequest&, const Parts& parts) {
  const auto run = desk_.find(parts[0]);
  run->stop();
  return json_response(run->describe(true));
}

HttpResponse Api::step_run(const HttpRequest& request, const Parts& parts) {
  const auto run = desk_.find(parts[0]);
  const Json body = body_of(request, {"nodes"});
  const Json* nodes = given(body, "nodes");
  run->step(std::max<std::uint64_t>(nodes == nullptr ? 1 : nodes->count(max_step), 1));
  return json_response(run->describe(true));
}

HttpResponse Api::speed_run(const HttpRequest& request, const Parts& parts) {
  const auto run = desk_.find(parts[0]);
  const Json body = body_of(request, {"nodes_per_second"});
  const Json& speed = body.at("nodes_per_second");
  run->set_speed(speed_from(speed, "nodes_per_second"));
  return json_response(run->describe(true));
}

HttpResponse Api::delete_run(const HttpRequest&, const Parts& parts) {
  desk_.remove(parts[0]);
  return {.status = 204};
}

}  // namespace tesselle::web
