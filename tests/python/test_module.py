"""The Python module, as its users see it. Run by CTest (`python`) with PYTHONPATH set to the built package."""

from __future__ import annotations

import csv
import gc
import io
import os
import pydoc
import signal
import subprocess
import sys
import threading
import time
from array import array
from pathlib import Path

import pytest

import tesselle as ts


@pytest.fixture(scope="module")
def girafe():
    return ts.load("girafe")


@pytest.fixture(scope="module")
def course():
    return ts.load("inf6102-b")


@pytest.fixture(scope="module")
def solved(course):
    return course.solve().board


def full_board(puzzle, nodes=200):
    """A full board with conflicts."""
    return puzzle.optimise(engine="greedy", nodes=nodes, threads=1, seed=2).board


# --- puzzles


def test_built_in_puzzles_are_listed_and_loaded(girafe):
    assert "girafe" in ts.puzzles() and len(ts.puzzles()) > 30
    assert (girafe.name, girafe.family, girafe.width, girafe.height) == ("girafe", "edge", 3, 3)
    assert len(girafe.pieces) == 9 and all(len(piece) == 4 for piece in girafe.pieces)
    soma = ts.load("soma")
    assert (soma.family, soma.lattice, len(soma.region), len(soma.pieces)) == ("packing", "cube", 27, 7)


def test_a_puzzle_is_written_and_read_again(girafe, course, tmp_path):
    assert ts.read(girafe.write("toml")) == girafe
    course.save(tmp_path / "course.txt", "nswe")
    again = ts.load(tmp_path / "course.txt")
    assert again == course and again.name == "course"
    with pytest.raises(ts.UsageError, match="no format"):
        girafe.write("doc")


def test_a_puzzle_from_arrays():
    pieces = [(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)]
    puzzle = ts.edge_puzzle(pieces, 2, 2)
    assert puzzle.pieces == pieces and puzzle.frame == 0
    assert puzzle.count() == 4 and puzzle.count().distinct == 1


def test_what_the_other_family_has_is_an_attribute_error(girafe):
    with pytest.raises(AttributeError, match="packing"):
        girafe.region
    assert not hasattr(ts.load("soma"), "width")


# --- errors


def test_a_wrong_file_is_an_exception_with_the_place(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text('family = "edge"\nboard = "2x2"\npieces = [[0, 1, 2], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]]\n')
    with pytest.raises(ts.InputError) as caught:
        ts.load(path)
    assert (caught.value.file, caught.value.line) == (str(path), 3)
    assert caught.value.column > 0 and str(caught.value).startswith(f"{path}:3:")
    assert isinstance(caught.value, ts.Error) and isinstance(caught.value, ValueError)


def test_unknown_names_suggest_near_ones():
    with pytest.raises(ts.InputError, match="girafe"):
        ts.load("girafee")


@pytest.mark.parametrize(
    "request_", [{"engine": "nobody"}, {"symmetry": "some"}, {"options": {"nothing": 1}, "engine": "scan"}, {"time": -1}]
)
def test_requests_that_cannot_run_are_refused(girafe, request_):
    with pytest.raises(ts.UsageError):
        girafe.solve(**request_)


def test_unknown_keywords_are_type_errors(girafe):
    with pytest.raises(TypeError, match="no keyword 'tme'"):
        girafe.solve(tme=1)


# --- searches


def test_solve(course):
    result = course.solve(seed=1)
    assert result and result.status == "solved" and result.board.verify()
    assert (result.score, result.conflicts, result.max_score) == (course.max_score, 0, course.max_score)
    assert result.nodes > 0 and result.engine


def test_no_solution_is_a_false_result():
    result = ts.load("pentominoes-8x8-square").solve(nodes=1)
    assert result.status in ("limit", "solved")
    pair = ts.edge_puzzle([(1, 1, 1, 1), (2, 2, 2, 2)], 2, 1, frame=None)
    nothing = pair.solve()
    assert not nothing and nothing.status == "exhausted" and nothing.board is None and nothing.score is None


def test_solve_all_streams_and_can_be_left(girafe):
    boards = list(girafe.solve_all())
    assert len(boards) == girafe.count() and len(set(boards)) == len(boards)
    assert all(board.verify() for board in boards)
    first = next(iter(ts.load("pentominoes-6x10").solve_all()))
    assert first.verify().solves
    gc.collect()
    assert threading.active_count() < 5


def test_more_solutions_than_the_queue_holds():
    found = sum(1 for _ in ts.load("pentominoes-6x10").solve_all())
    assert found == 9356


def test_count():
    number = ts.load("pentominoes-6x10").count()
    assert number == 9356 and number.distinct == 2339 and number.complete
    assert repr(number) == "9356" and number + 1 == 9357
    part = ts.load("pentominoes-6x10").count(solutions=10, threads=1)
    assert not part.complete or part >= 10


def test_counts_beyond_64_bits():
    assert ts.load("dominoes-8x8").count() == 12988816


def test_optimise(course):
    result = course.optimise(nodes=3000, engine="ils", threads=1, seed=3)
    assert result.board.verify().legal and result.score == course.score(result.board)
    scores = [score for _, _, score in result.trace]
    assert scores and scores[-1] == result.score
    assert course.optimise(nodes=3000, engine="ils", threads=1, seed=3).board == result.board
    better = course.optimise(nodes=3000, engine="ils", threads=1, seed=4, start_from=result.board)
    assert better.conflicts <= result.conflicts
    assert "<svg" in result.trace._repr_svg_()


def test_target_ends_the_search(course):
    result = course.optimise(target=60, time=20, engine="ils")
    assert result.score >= 60 and result.seconds < 19


def test_options_take_python_values(girafe):
    assert girafe.count(engine="scan", options={"order": "spiral-in"}) == girafe.count()


def test_engines_and_plan(girafe):
    names = {engine["name"] for engine in ts.engines("edge")}
    assert {"scan", "schedule", "ils"} <= names
    engine, reason = girafe.plan("count")
    assert engine in names and isinstance(reason, str)


def test_files(course, tmp_path):
    board = course.solve(out=tmp_path / "board.json").board
    assert ts.Board.load(course, tmp_path / "board.json") == board


# --- events


def test_events_come_in_order(course):
    kinds = [event.kind for event in course.start("first")]
    assert kinds[0] == "started" and kinds[-1] == "finished" and "solution" in kinds


def test_a_callback_hears_every_event_in_the_callers_thread(girafe):
    heard = []
    result = girafe.solve(on_event=lambda event: heard.append((event.kind, threading.get_ident())))
    assert [kind for kind, _ in heard][-1] == "finished"
    assert {thread for _, thread in heard} == {threading.get_ident()}
    assert result.status == "solved"


def test_what_a_callback_raises_ends_the_search():
    def complain(event):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ts.load("eternity2").optimise(time=60, on_event=complain)


def test_pause_resume_stop():
    with ts.load("eternity2").start("best", time=60, threads=1) as run:
        assert next(run).kind == "started" and run.running
        run.pause()
        run.resume()
        run.stop()
        assert run.wait().status == "stopped"
        assert not run.running


def test_live_boards():
    run = ts.load("owen-8x8").start("count", time=2, threads=1, engine="backtrack", live_board=True, progress_seconds=0.05)
    with run:
        board = next(event.board for event in run if event.kind == "progress" and event.board)
    assert board.verify().legal and not board.verify().complete


def test_several_runs_at_once_while_python_goes_on():
    runs = [ts.load("eternity2").start("best", engine="ils", time=1, threads=1, seed=seed) for seed in (1, 2)]
    ticks = 0
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        ticks += 1
    assert ticks > 100  # the interpreter's lock is free
    results = [run.wait() for run in runs]
    assert {result.seed for result in results} == {1, 2}
    assert all(result.board.verify().legal for result in results)


def test_ctrl_c_ends_a_search_with_its_result():
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(ts.Interrupted) as caught:
        ts.load("eternity2").optimise(time=60)
    assert time.monotonic() - began < 15
    assert isinstance(caught.value, KeyboardInterrupt)
    assert caught.value.result.status == "stopped" and caught.value.result.board.verify().legal


def test_ctrl_c_ends_an_estimate():
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ts.load("eternity2").estimate(probes=100_000_000)


def test_a_script_that_ends_early_leaves_no_search_behind():
    code = "import tesselle as ts; run = ts.load('eternity2').start('best', time=600); print(next(run).kind)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (0, "started\n", "")


# --- boards


def test_boards_from_and_to_addresses_json_and_arrays(course, solved):
    assert ts.Board.from_address(course, solved.address).score == solved.score
    assert ts.Board.read(course, solved.to_json()) == solved == course.board(solved.to_json())
    assert ts.Board.from_array(course, solved.to_array()) == solved == ts.Board.from_array(course, solved.cells)
    with pytest.raises(ts.UsageError, match="7 rows of 7"):
        ts.Board.from_array(course, [[(0, 0)]])
    with pytest.raises(ts.InputError):
        ts.Board.from_address(course, "https://e2.bucas.name/#board_edges=zz")


def test_arrays_show_what_lies_on_the_board(course, solved):
    colours = solved.colours()
    rows = range(course.height)
    assert all(colours[0][c][0] == course.frame for c in rows)
    assert all(colours[r][c][1] == colours[r][c + 1][3] for r in rows for c in range(course.width - 1))
    assert all(colours[r][c][2] == colours[r + 1][c][0] for r in range(course.height - 1) for c in rows)


def test_an_empty_cell_is_a_conflict_and_not_a_fault(course, solved):
    cells = solved.cells
    cells[3][3] = None
    board = ts.Board.from_array(course, cells)
    verdict = course.verify(board)
    assert verdict.legal and not verdict.complete and not verdict and board.conflicts == 4
    assert board.score == course.max_score - 4 and "D4" in verdict.summary


def test_a_piece_used_twice_is_a_fault(course, solved):
    cells = solved.cells
    cells[3][3] = cells[3][4]
    assert course.verify(ts.Board.from_array(course, cells)).faults


def test_packing_boards():
    soma = ts.load("soma")
    board = soma.solve().board
    assert ts.Board.from_placements(soma, board.placements) == board
    assert sorted(cell for cells in board.covered for cell in cells) == sorted(soma.region)
    with pytest.raises(ts.UsageError):
        board.address


def test_boards_of_other_puzzles_are_refused(course, solved):
    with pytest.raises(ts.UsageError, match="family"):
        ts.load("soma").verify(solved)
    assert not ts.load("owen-7x7").verify(solved)


# --- exchanges


def test_exchanges_agree_with_the_verifier(course):
    board = full_board(course)
    state = board.exchanges()
    assert state.conflicts == board.conflicts
    pairs = [(a, b) for group in state.groups for a in group for b in group if a <= b]
    for (a, b), change in zip(pairs, state.evaluate(pairs)):
        after = state.copy()
        assert after.exchange(a, b) == change
        assert after.board.conflicts == board.conflicts + change == after.conflicts
        assert after.board.verify().legal
    assert state.board == board


def test_exchanges_that_are_not_allowed_are_refused(course):
    state = full_board(course).exchanges()
    with pytest.raises(ts.UsageError, match="kept apart"):
        state.evaluate([(0, 8)])
    with pytest.raises(ts.UsageError, match="cells 0 to 48"):
        state.exchange(0, 49)
    with pytest.raises(ts.UsageError, match="pairs"):
        state.evaluate(array("i", [1, 2, 3]))
    centre = ts.load("eternity2-centre")
    state = full_board(centre, nodes=5).exchanges()
    hinted = centre.hints[0][0]
    with pytest.raises(ts.UsageError, match="hint"):
        state.exchange(hinted, hinted + 1)


def test_a_million_exchanges_per_second():
    state = full_board(ts.load("eternity2"), nodes=5).exchanges()
    inner = max(state.groups, key=len)
    pairs = array("i", [cell for a in inner for b in inner if a < b for cell in (a, b)] * 10)
    fastest = 0.0
    for _ in range(5):  # the best of a few: other programs run meanwhile
        began = time.perf_counter()
        changes = state.evaluate(pairs)
        fastest = max(fastest, len(changes) / (time.perf_counter() - began))
    print(f"{fastest:.3g} exchanges per second")
    assert fastest > 1e6


# --- estimates, tables, pictures


def test_estimates():
    estimate = ts.load("owen-6x6").estimate(probes=2000, nodes_per_second=1e8)
    assert 3e7 < estimate.nodes < 3e8 and estimate.model.nodes > 0
    assert estimate.seconds == pytest.approx(estimate.nodes / 1e8)
    assert "<svg" in estimate.svg() and len(estimate.probed.nodes_per_depth) == 36
    packing = ts.load("pentominoes-6x10").estimate(probes=500, nodes_per_second=1e6)
    assert packing.nodes > 1e5 and packing.model is None


def test_trees(girafe):
    tree = girafe.tree()
    assert (tree.engine, tree.nodes, tree.solutions, tree.complete) == ("backtrack", 77, 1, False)
    assert sum(tree.nodes_per_depth) == 77 and len(tree.nodes_per_depth) == 9
    assert "<svg" in tree._repr_svg_() and "77 nodes, 1 solution," in repr(tree)
    whole = girafe.tree(all=True, engine="smart", view="flame")
    assert (whole.nodes, whole.solutions, whole.complete) == (149, 12, True)
    with pytest.raises(ts.UsageError, match="no view 'round'"):
        girafe.tree(view="round")
    with pytest.raises(ts.UsageError):
        girafe.tree(engine="ils")


def test_files_of_the_course(course, solved, tmp_path):
    text = solved.to_course()
    assert ts.Board.read(course, text) == solved
    (tmp_path / "solution.txt").write_text(text)
    assert ts.Board.load(course, tmp_path / "solution.txt") == solved
    with pytest.raises(ts.UsageError):
        ts.load("soma").solve().board.to_course()


def test_dataframes(course):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    trace = course.optimise(engine="ils", nodes=2000, threads=1).trace.dataframe()
    assert isinstance(trace, pandas.DataFrame) and list(trace.columns) == ["seconds", "nodes", "score"]
    table = ts.sweep([course], ["greedy"], [1, 2], nodes=500).dataframe()
    assert isinstance(table, pandas.DataFrame) and len(table) == 2


def test_sweep(course, tmp_path):
    told = []
    table = ts.sweep(["inf6102-a", course], ["ils", "swap"], range(1, 3), nodes=300, jobs=2, on_result=told.append)
    assert len(table) == len(told) == 8
    assert table["puzzle"] == ["inf6102-a"] * 4 + ["inf6102-b"] * 4
    assert table["seed"] == [1, 2] * 4 and all(row["score"] <= row["max_score"] for row in table)
    again = ts.sweep(["inf6102-a", course], ["ils", "swap"], range(1, 3), nodes=300)
    assert again["score"] == table["score"]
    rows = list(csv.DictReader(io.StringIO(table.to_csv(tmp_path / "table.csv"))))
    assert len(rows) == 8 and (tmp_path / "table.csv").read_text().count("\n") == 9
    assert table.summary()["runs"] == [2] * 4 and "<table>" in table._repr_html_()


def test_what_a_sweep_cannot_do_is_raised(course):
    with pytest.raises(ts.UsageError, match="nobody"):
        ts.sweep(course, ["nobody"], 1, nodes=10)


def test_ctrl_c_in_a_sweep_keeps_the_rows():
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(ts.Interrupted) as caught:
        ts.sweep("eternity2", "schedule", range(1, 100), time=30)
    assert isinstance(caught.value.result, ts.Table) and len(caught.value.result) == 0


def test_notebooks_get_pictures(girafe, course, solved):
    for thing in (girafe, solved, course.solve(), ts.load("soma"), girafe.count(engine="backtrack").result.statistics):
        assert "<svg" in thing._repr_svg_()
    assert "girafe" in repr(girafe) and str(solved).count("\n") > 7


# --- the package itself


def test_everything_public_is_documented():
    for name in ts.__all__:
        assert pydoc.getdoc(getattr(ts, name)), name


def test_stubs_name_what_the_compiled_module_has():
    stub = Path(ts.__file__).with_name("_core.pyi").read_text()
    for name in vars(ts._core):
        if not name.startswith("__"):
            assert f"def {name}(" in stub or f"class {name}:" in stub or f"{name}: " in stub, name


def test_the_module_exports_one_symbol():
    told = subprocess.run(["nm", "-D", "--defined-only", ts._core.__file__], capture_output=True, text=True, check=True)
    symbols = [line.split()[-1] for line in told.stdout.splitlines()]
    assert symbols == ["PyInit__core"]


def test_version_is_the_projects():
    root = Path(__file__).resolve().parents[2]
    assert f"VERSION {ts.__version__}" in (root / "CMakeLists.txt").read_text()
