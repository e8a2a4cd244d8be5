// tesselle._core: the library for Python, as thinly as possible. What crosses the border is text (events and estimates
// as JSON), numbers and two opaque values, puzzles and boards; everything that users see is written in Python
// (tesselle/*.py) on top of this file. It knows the public headers alone.
//
// No thread of a search ever calls Python: events wait in a queue until somebody asks for them. So the interpreter's
// lock is free while a search runs, several searches run side by side, and Ctrl-C is noticed where Python waits.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

#include <tesselle/estimate.hpp>
#include <tesselle/exchange_board.hpp>
#include <tesselle/foreign_formats.hpp>
#include <tesselle/record.hpp>
#include <tesselle/render.hpp>
#include <tesselle/search.hpp>
#include <tesselle/tree.hpp>

namespace py = pybind11;
using namespace tesselle;
using namespace std::chrono_literals;

namespace {

using SharedPuzzle = std::shared_ptr<const Puzzle>;
/// A puzzle in Python's hands (pybind11 cannot hold a pointer to const).
struct PuzzleValue {
  SharedPuzzle puzzle;
  const Puzzle& operator*() const { return *puzzle; }
  const Puzzle* operator->() const { return puzzle.get(); }
};
constexpr auto signal_interval = 50ms;  // how long Ctrl-C may wait

void check_signals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

// --- Errors ---------------------------------------------------------------------------------------------------------

template <class... Details>
void raise(const char* type, Details... details) {
  const py::object made = py::module_::import("tesselle.errors").attr(type)(details...);
  PyErr_SetObject(py::type::of(made).ptr(), made.ptr());
}

void translate(std::exception_ptr failure) {
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const InputError& error) {
    raise("InputError", error.what(), error.place().file, error.place().line, error.place().column);
  } catch (const UsageError& error) {
    raise("UsageError", error.what());
  } catch (const InternalError& error) {
    raise("InternalError", error.what());
  }
}

// --- Puzzles and boards ---------------------------------------------------------------------------------------------

using Cell3 = std::tuple<int, int, int>;
Cell3 as_tuple(Cell cell) { return {cell.x, cell.y, cell.z}; }
Cell as_cell(Cell3 cell) { return {std::get<0>(cell), std::get<1>(cell), std::get<2>(cell)}; }

py::list cells_of(const std::vector<Cell>& cells) {
  py::list list;
  for (const Cell cell : cells) list.append(as_tuple(cell));
  return list;
}

void add_edge_facts(py::dict& facts, const EdgePuzzle& puzzle) {
  py::list pieces, hints;
  for (const Sides& sides : puzzle.pieces)
    pieces.append(py::make_tuple(sides[0].index(), sides[1].index(), sides[2].index(), sides[3].index()));
  for (const EdgeHint& hint : puzzle.hints)
    hints.append(py::make_tuple(hint.square.index(), hint.placed.piece.index(), int{hint.placed.rotation}));
  facts["width"] = puzzle.width;
  facts["height"] = puzzle.height;
  facts["colours"] = puzzle.colours;
  facts["frame"] = puzzle.frame ? py::object(py::int_(puzzle.frame->index())) : py::none();
  facts["pieces"] = pieces;
  facts["hints"] = hints;
  facts["max_score"] = puzzle.inner_edges();
}

void add_packing_facts(py::dict& facts, const PackingPuzzle& puzzle) {
  py::list pieces;
  for (const PackingPiece& piece : puzzle.pieces) pieces.append(py::make_tuple(piece.name, cells_of(piece.cells)));
  facts["lattice"] = puzzle.grid().name();
  facts["region"] = cells_of(puzzle.region);
  facts["optional_cells"] = cells_of(puzzle.optional_cells);
  facts["pieces"] = pieces;
}

py::dict facts_of(const Puzzle& puzzle) {
  py::dict facts;
  facts["name"] = puzzle.name;
  facts["title"] = puzzle.title;
  facts["source"] = puzzle.source;
  facts["family"] = family_name(puzzle.family());
  facts["hash"] = puzzle_hash(puzzle);
  if (puzzle.family() == Family::edge)
    add_edge_facts(facts, puzzle.edge());
  else
    add_packing_facts(facts, puzzle.packing());
  return facts;
}

std::string written(const Puzzle& puzzle, const std::string& format) {
  if (format == "toml") return write_toml(puzzle);
  if (format == "nswe") return write_plain_nswe(puzzle);
  if (format == "nesw") return write_plain_nesw(puzzle);
  if (format == "xmpuzzle") return write_xmpuzzle(puzzle);
  if (format == "polycube") return write_polycube(puzzle);
  if (format == "knuth") return write_knuth(puzzle);
  if (format == "ascii") return write_ascii(puzzle);
  throw UsageError("no format '" + format + "', expected toml, nswe, nesw, xmpuzzle, polycube, knuth or ascii");
}

using CellContents = std::optional<std::pair<int, int>>;  // piece, rotation

Solution edge_board(const std::vector<CellContents>& cells) {
  EdgeBoard board;
  for (const CellContents& cell : cells) {
    auto& filled = board.cells.emplace_back();
    if (!cell) continue;
    if (cell->first < 0 || cell->first > 65535 || cell->second < 0 || cell->second > 3)
      throw UsageError("a cell holds a piece number from 0 and a rotation from 0 to 3");
    filled = Placed{PieceId(static_cast<std::size_t>(cell->first)), static_cast<std::uint8_t>(cell->second)};
  }
  return {board};
}

std::vector<CellContents> cells_of_board(const Solution& solution) {
  std::vector<CellContents> cells;
  for (const auto& placed : solution.edge().cells)
    cells.push_back(placed ? CellContents({static_cast<int>(placed->piece.index()), placed->rotation}) : std::nullopt);
  return cells;
}

using Placement = std::tuple<int, int, Cell3>;  // piece, orientation, offset

Solution layout_of(const std::vector<Placement>& placements) {
  PackingLayout layout;
  for (const auto& [piece, orientation, offset] : placements) {
    if (piece < 0 || piece > 65535) throw UsageError("a placement has a piece number from 0");
    layout.placements.push_back({PieceId(static_cast<std::size_t>(piece)), orientation, as_cell(offset)});
  }
  return {layout};
}

std::vector<Placement> placements_of(const Solution& solution) {
  std::vector<Placement> placements;
  for (const PackingPlacement& p : solution.packing().placements)
    placements.emplace_back(static_cast<int>(p.piece.index()), p.orientation, as_tuple(p.offset));
  return placements;
}

/// The cells that each placement covers.
py::list covered_cells(const Puzzle& puzzle, const Solution& solution) {
  const PackingPuzzle& packing = puzzle.packing();
  py::list all;
  for (const PackingPlacement& p : solution.packing().placements) {
    if (p.piece.index() >= packing.pieces.size() || p.orientation < 0 ||
        p.orientation >= packing.grid().symmetry_count())
      throw UsageError("the board holds a piece or an orientation that the puzzle does not have");
    const auto& shape = packing.pieces[p.piece.index()].cells;
    all.append(cells_of(placed(packing.grid(), shape, p.orientation, p.offset)));
  }
  return all;
}

/// A board of the other family would be taken for one of this puzzle.
void require_same_family(const Puzzle& puzzle, const Solution& solution) {
  if (puzzle.body.index() != solution.body.index())
    throw UsageError("the board belongs to another family of puzzles than " + puzzle.name);
}

SolutionRecord record_of(const Puzzle& puzzle, const Solution& solution) {
  require_same_family(puzzle, solution);
  return verified_record(puzzle, solution);
}

std::vector<std::string> texts_of(const std::vector<Fault>& faults) {
  std::vector<std::string> texts;
  for (const Fault& fault : faults) texts.push_back(fault.what);
  return texts;
}

py::tuple verdict_of(const Puzzle& puzzle, const Solution& solution) {
  require_same_family(puzzle, solution);
  const Verdict v = verify(puzzle, solution);
  return py::make_tuple(v.solves(), v.legal(), v.complete, v.score, v.max_score, v.conflicts, texts_of(v.faults),
                        texts_of(v.shortfalls), summary(v));
}

std::string svg_of(const Puzzle& puzzle, const Solution* solution) {
  if (solution) require_same_family(puzzle, *solution);
  return render_svg(puzzle, solution);
}

std::string terminal_of(const Puzzle& puzzle, const Solution* solution, bool colour) {
  if (solution) require_same_family(puzzle, *solution);
  return render_terminal(puzzle, solution, colour ? TerminalColour::truecolour : TerminalColour::none);
}

std::string curves_svg(const std::string& title, const std::string& x, const std::string& y,
                       const std::vector<std::pair<std::string, std::vector<std::pair<double, double>>>>& curves) {
  std::vector<Curve> drawn;
  for (const auto& [name, points] : curves) {
    drawn.push_back({name, {}});
    for (const auto& [px, py] : points) drawn.back().points.push_back({px, py});
  }
  return render_curves_svg(title, x, y, drawn);
}

// --- Searches -------------------------------------------------------------------------------------------------------

/// An event as Python receives it: a line of JSON, and the board where there is one.
struct Told {
  std::string json;
  std::optional<Solution> board;
};

/// Between the search, which waits when the queue is full, and Python, which comes when it likes.
class EventQueue {
 public:
  void push(Told told, bool droppable) {
    std::unique_lock lock(mutex_);
    if (droppable && waiting_.size() > capacity / 2) return;
    room_.wait(lock, [&] { return closed_ || waiting_.size() < capacity; });
    if (closed_) return;
    waiting_.push_back(std::move(told));
    news_.notify_one();
  }
  void finish(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    failure_ = failure;
    finished_ = true;
    news_.notify_all();
  }
  /// From now on nobody listens.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    room_.notify_all();
  }

  enum class Next { event, none_yet, end };
  Next pop(Told& told) {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, signal_interval, [&] { return !waiting_.empty() || finished_; });
    if (!waiting_.empty()) {
      told = std::move(waiting_.front());
      waiting_.pop_front();
      room_.notify_one();
      return Next::event;
    }
    if (!finished_) return Next::none_yet;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return Next::end;
  }

 private:
  static constexpr std::size_t capacity = 4096;
  std::mutex mutex_;  // guards everything below
  std::condition_variable room_, news_;
  std::deque<Told> waiting_;
  std::exception_ptr failure_;
  bool finished_ = false, closed_ = false;
};

struct BoardOf {
  std::optional<Solution> operator()(const Improved& e) const { return e.record.solution; }
  std::optional<Solution> operator()(const SolutionFound& e) const { return e.record.solution; }
  std::optional<Solution> operator()(const ProgressMade& e) const {
    return e.board ? std::optional(e.board->solution) : std::nullopt;
  }
  template <class Other>
  std::optional<Solution> operator()(const Other&) const {
    return std::nullopt;
  }
};

class RunningSearch {
 public:
  explicit RunningSearch(SearchRequest request)
      : search_(start(request, {[queue = &queue_, puzzle = request.puzzle](const Event& event) {
                        queue->push({event_json(*puzzle, event), std::visit(BoardOf(), event)},
                                    std::holds_alternative<ProgressMade>(event));
                      }})) {
    waiter_ = std::thread([this] {
      std::exception_ptr failure;
      try {
        search_.wait();
      } catch (...) {
        failure = std::current_exception();
      }
      queue_.finish(failure);
    });
  }
  ~RunningSearch() { close(); }

  void pause() { search_.pause(); }
  void resume() { search_.resume(); }
  void stop() {
    search_.resume();
    search_.stop();
  }
  bool running() const { return search_.running(); }

  void close() {
    stop();
    queue_.close();
    if (waiter_.joinable()) waiter_.join();
  }

  /// The next event and its board, or None at the end.
  py::object next() {
    for (;;) {
      Told told;
      auto outcome = EventQueue::Next::none_yet;
      {
        const py::gil_scoped_release others_may_run;
        outcome = queue_.pop(told);
      }
      if (outcome == EventQueue::Next::event) return py::make_tuple(std::move(told.json), std::move(told.board));
      if (outcome == EventQueue::Next::end) return py::none();
      check_signals();
    }
  }

 private:
  EventQueue queue_;
  Search search_;
  std::thread waiter_;
};

Goal goal_named(const std::string& name) {
  for (const Goal goal : {Goal::first, Goal::all, Goal::count, Goal::best})
    if (goal_name(goal) == name) return goal;
  throw UsageError("goal: found '" + name + "', expected first, all, count or best");
}

std::optional<Symmetry> symmetry_named(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  if (*name == "all") return Symmetry::all;
  if (*name == "distinct") return Symmetry::distinct;
  throw UsageError("symmetry: found '" + *name + "', expected all or distinct");
}

struct RequestFields {
  std::string goal = "first";
  std::optional<std::string> symmetry;
  std::string engine = "auto";
  std::map<std::string, std::string> options;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  std::optional<double> seconds;
  std::optional<std::uint64_t> nodes, solutions;
  std::optional<int> target;
  std::optional<Solution> start;
  std::optional<std::string> checkpoint, resume, out, archive;
  bool live_board = false;
  double progress_seconds = 0.25;

  SearchRequest request(const SharedPuzzle& puzzle) const {
    SearchRequest made;
    made.puzzle = puzzle;
    made.goal = goal_named(goal);
    made.symmetry = symmetry_named(symmetry);
    made.engine = engine;
    made.options = options;
    made.seed = seed;
    made.threads = threads;
    made.limits = {seconds, nodes, solutions};
    made.target = target;
    if (start) require_same_family(*puzzle, *start);
    made.start = start;
    made.checkpoint = checkpoint;
    made.resume = resume;
    made.out = out;
    made.archive = archive;
    made.live_board = live_board;
    made.progress_seconds = progress_seconds;
    return made;
  }
};

py::tuple planned(const RequestFields& fields, const SharedPuzzle& puzzle) {
  const Plan made = plan(fields.request(puzzle));
  return py::make_tuple(made.engine, made.reason, made.threads);
}

/// Does the work on another thread, so that Ctrl-C is heard and other Python threads go on.
template <class Work>
auto interruptible(Work work) {
  std::stop_source stop;
  auto working = std::async(std::launch::async, [&] { return work(stop.get_token()); });
  for (auto state = std::future_status::timeout; state != std::future_status::ready;) {
    {
      const py::gil_scoped_release others_may_run;
      state = working.wait_for(signal_interval);
    }
    if (PyErr_CheckSignals() != 0) {
      stop.request_stop();
      working.wait();
      throw py::error_already_set();
    }
  }
  return working.get();
}

/// The tree of a search as JSON and as a picture.
py::tuple tree_of(const SharedPuzzle& puzzle, const RequestFields& fields, const std::string& view,
                  std::size_t max_nodes, std::optional<std::uint32_t> depth) {
  const SearchRequest request = fields.request(puzzle);
  const SearchTreeStyle style{view, max_nodes, depth};
  const SearchTree tree = interruptible([&](std::stop_token stop) { return search_tree(request, style, stop); });
  return py::make_tuple(tree.json, tree.svg);
}

/// The estimate as JSON and as a picture.
py::tuple estimated(const SharedPuzzle& puzzle, std::optional<std::uint32_t> probes, std::uint64_t seed,
                    const std::string& order, const std::string& engine, std::optional<double> nodes_per_second) {
  EstimateRequest request;
  request.puzzle = puzzle;
  request.probes = probes;
  request.seed = seed;
  if (!order.empty()) request.order = order;
  request.engine = engine;
  request.nodes_per_second = nodes_per_second;
  const Estimate made = interruptible([&](std::stop_token stop) { return estimate(request, stop); });
  return py::make_tuple(estimate_json(*puzzle, made), estimate_svg(*puzzle, made));
}

// --- Exchanges ------------------------------------------------------------------------------------------------------

ExchangeBoard exchanges_on(const Puzzle& puzzle, const Solution& board) {
  require_same_family(puzzle, board);
  if (puzzle.family() != Family::edge) throw UsageError("exchanges are tried on boards of edge-matching puzzles");
  return ExchangeBoard(puzzle.edge(), board.edge());
}

/// `pairs`: a buffer of 32-bit integers. The changes are returned as bytes, which Python casts without a copy.
py::bytes evaluated(const ExchangeBoard& board, const py::buffer& pairs) {
  Py_buffer view;
  if (PyObject_GetBuffer(pairs.ptr(), &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) throw py::error_already_set();
  const std::unique_ptr<Py_buffer, void (*)(Py_buffer*)> release(&view, PyBuffer_Release);
  if (view.itemsize != sizeof(std::int32_t)) throw UsageError("pairs of cells are given as 32-bit integers");
  const auto count = static_cast<std::size_t>(view.len) / sizeof(std::int32_t);
  if (count % 2 != 0) throw UsageError("cells are given in pairs");
  PyObject* bytes = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(count / 2 * sizeof(std::int32_t)));
  if (bytes == nullptr) throw py::error_already_set();
  const auto result = py::reinterpret_steal<py::bytes>(bytes);
  board.evaluate({static_cast<const std::int32_t*>(view.buf), count},
                 {reinterpret_cast<std::int32_t*>(PyBytes_AsString(bytes)), count / 2});
  return result;
}

std::vector<std::string> engine_lines() {
  std::vector<std::string> lines;
  for (const EngineDescription& engine : engines()) lines.push_back(engine_json(engine));
  return lines;
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  py::register_exception_translator(translate);
  m.attr("version") = version();

  py::class_<PuzzleValue>(m, "Puzzle");
  m.def("load", [](const std::string& name) { return PuzzleValue{share(load_puzzle(name))}; });
  m.def("read", [](const std::string& text, const std::string& file, PuzzleNumber number) {
    return PuzzleValue{share(read_puzzle(text, file, number))};
  });
  m.def("puzzle_names", &library_names);
  m.def("facts", [](const PuzzleValue& p) { return facts_of(*p); });
  m.def("written", [](const PuzzleValue& p, const std::string& format) { return written(*p, format); });

  py::class_<Solution>(m, "Solution")
      .def(
          "__eq__", [](const Solution& a, const Solution& b) { return a == b; }, py::is_operator());
  m.def("edge_board", &edge_board);
  m.def("cells", &cells_of_board);
  m.def("layout", &layout_of);
  m.def("placements", &placements_of);
  m.def("covered_cells", [](const PuzzleValue& p, const Solution& s) { return covered_cells(*p, s); });
  m.def("read_solution", [](const PuzzleValue& p, const std::string& text, const std::string& file) {
    return read_solution(*p, text, file).solution;
  });
  m.def("solution_json",
        [](const PuzzleValue& p, const Solution& s) { return write_solution_json(*p, record_of(*p, s)); });
  m.def("address", [](const PuzzleValue& p, const Solution& s) {
    require_same_family(*p, s);
    if (p->family() != Family::edge) throw UsageError("board addresses are for edge-matching puzzles");
    return write_board_address(*p, s.edge());
  });
  m.def("course_text", [](const PuzzleValue& p, const Solution& s) {
    require_same_family(*p, s);
    if (p->family() != Family::edge) throw UsageError("the course's files are for edge-matching puzzles");
    return write_course_solution(*p, s.edge(), record_of(*p, s).conflicts);
  });
  m.def("verdict", [](const PuzzleValue& p, const Solution& s) { return verdict_of(*p, s); });

  m.def("svg", [](const PuzzleValue& p, const Solution* s) { return svg_of(*p, s); });
  m.def("terminal", [](const PuzzleValue& p, const Solution* s, bool colour) { return terminal_of(*p, s, colour); });
  m.def("curves_svg", &curves_svg);

  py::class_<RequestFields>(m, "Request")
      .def(py::init<>())
      .def_readwrite("goal", &RequestFields::goal)
      .def_readwrite("symmetry", &RequestFields::symmetry)
      .def_readwrite("engine", &RequestFields::engine)
      .def_readwrite("options", &RequestFields::options)
      .def_readwrite("seed", &RequestFields::seed)
      .def_readwrite("threads", &RequestFields::threads)
      .def_readwrite("seconds", &RequestFields::seconds)
      .def_readwrite("nodes", &RequestFields::nodes)
      .def_readwrite("solutions", &RequestFields::solutions)
      .def_readwrite("target", &RequestFields::target)
      .def_readwrite("start", &RequestFields::start)
      .def_readwrite("checkpoint", &RequestFields::checkpoint)
      .def_readwrite("resume", &RequestFields::resume)
      .def_readwrite("out", &RequestFields::out)
      .def_readwrite("archive", &RequestFields::archive)
      .def_readwrite("live_board", &RequestFields::live_board)
      .def_readwrite("progress_seconds", &RequestFields::progress_seconds);
  m.def("plan", [](const PuzzleValue& p, const RequestFields& fields) { return planned(fields, p.puzzle); });
  m.def("tree", [](const PuzzleValue& p, const RequestFields& fields, const std::string& view, std::size_t max_nodes,
                   std::optional<std::uint32_t> depth) { return tree_of(p.puzzle, fields, view, max_nodes, depth); });
  m.def("parse_duration", [](const std::string& text) { return parse_duration(text, "time"); });

  const py::call_guard<py::gil_scoped_release> others_may_run;
  py::class_<RunningSearch>(m, "Search")
      .def(py::init([](const PuzzleValue& p, const RequestFields& fields) {
             return std::make_unique<RunningSearch>(fields.request(p.puzzle));
           }),
           others_may_run)
      .def("next", &RunningSearch::next)
      .def("pause", &RunningSearch::pause)
      .def("resume", &RunningSearch::resume)
      .def("stop", &RunningSearch::stop)
      .def("close", &RunningSearch::close, others_may_run)
      .def_property_readonly("running", &RunningSearch::running);

  m.def("estimate", [](const PuzzleValue& p, std::optional<std::uint32_t> probes, std::uint64_t seed,
                       const std::string& order, const std::string& engine, std::optional<double> nodes_per_second) {
    return estimated(p.puzzle, probes, seed, order, engine, nodes_per_second);
  });
  m.def("estimate_orders", &estimate_orders);
  m.def("engines", &engine_lines);

  py::class_<ExchangeBoard>(m, "Exchanges")
      .def(py::init([](const PuzzleValue& p, const Solution& board) { return exchanges_on(*p, board); }))
      .def(py::init<const ExchangeBoard&>())
      .def("evaluate", &evaluated)
      .def("exchange", &ExchangeBoard::exchange)
      .def("groups", &ExchangeBoard::groups)
      .def("board", [](const ExchangeBoard& board) { return Solution{board.board()}; })
      .def_property_readonly("conflicts", &ExchangeBoard::conflicts);
}
