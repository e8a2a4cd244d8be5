"""Puzzles, and what can be asked of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Sequence, Union

from . import _core
from .board import Board, Verdict
from .estimate import Estimate, estimate_of
from .tree import SearchTree, tree_of
from .run import Count, Event, Result, Run, SearchOptions, request_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Puzzle", "load", "read", "edge_puzzle", "puzzles"]

OnEvent = Callable[[Event], Any]


class Puzzle:
    """A puzzle. Get one with :func:`load`, :func:`read` or :func:`edge_puzzle`.

    Every search takes the same keyword arguments:

    time
        Upper limit: seconds, or text such as "10m".
    nodes
        Upper limit for placements made; exact with one thread.
    engine, options
        A name from :func:`tesselle.engines`, and its options as a dict; by default Tesselle chooses.
    seed, threads
        With the same seed and one thread, runs are the same node for node. By default all cores are used.
    symmetry
        "all" boards or one "distinct" one per symmetry class.
    checkpoint, resume, out, archive
        Files, as on the command line.
    live_board, progress_seconds
        Whether progress events show what is placed, and how often they come.
    on_event
        A function that is called with every :class:`Event`, in the thread that called the search.

    While a search runs, other Python threads run too, and Ctrl-C ends it: :class:`Interrupted` is raised, and its
    `result` holds what was found.
    """

    def __init__(self, puzzle: _core.Puzzle):
        self._puzzle = puzzle
        self._facts = _core.facts(puzzle)

    # --- what it is

    @property
    def name(self) -> str:
        return self._facts["name"]

    @property
    def title(self) -> str:
        return self._facts["title"]

    @property
    def source(self) -> str:
        """Where the facts come from."""
        return self._facts["source"]

    @property
    def family(self) -> str:
        """ "edge" or "packing"."""
        return self._facts["family"]

    @property
    def hash(self) -> int:
        """Identifies what is to be solved; equal puzzles have equal hashes, whatever their names."""
        return self._facts["hash"]

    @property
    def pieces(self) -> list[Any]:
        """Edge-matching: (North, East, South, West) as colour numbers. Packing: (name, cells)."""
        return self._facts["pieces"]

    @property
    def width(self) -> int:
        """Edge-matching: columns of the board."""
        return self._edge("width")

    @property
    def height(self) -> int:
        """Edge-matching: rows of the board."""
        return self._edge("height")

    @property
    def colours(self) -> list[str]:
        """Edge-matching: the names of the colours by number."""
        return self._edge("colours")

    @property
    def frame(self) -> Optional[int]:
        """Edge-matching: the colour of the rim, None if the rim is free."""
        return self._edge("frame")

    @property
    def hints(self) -> list[tuple[int, int, int]]:
        """Edge-matching: (cell, piece, rotation), cells numbered row by row."""
        return self._edge("hints")

    @property
    def max_score(self) -> int:
        """Edge-matching: the score of a perfect board."""
        return self._edge("max_score")

    @property
    def lattice(self) -> str:
        """Packing: "square", "cube", "triangle", "hexagon" or "drafter"."""
        return self._packing("lattice")

    @property
    def region(self) -> list[tuple[int, int, int]]:
        """Packing: the cells to cover."""
        return self._packing("region")

    def _edge(self, key: str) -> Any:
        return self._of("edge", key)

    def _packing(self, key: str) -> Any:
        return self._of("packing", key)

    def _of(self, family: str, key: str) -> Any:
        if self.family != family:
            raise AttributeError(f"only {family} puzzles have '{key}'")
        return self._facts[key]

    def write(self, format: str = "toml") -> str:
        """The puzzle as text: "toml", "nswe" (the course's lists), "nesw", "xmpuzzle", "polycube", "knuth", "ascii".
        Raises UsageError naming what the format cannot express."""
        return _core.written(self._puzzle, format)

    def save(self, path: Union[str, Path], format: str = "toml") -> None:
        Path(path).write_text(self.write(format), encoding="utf-8")

    # --- searches

    def start(
        self,
        goal: str = "first",
        *,
        solutions: Optional[int] = None,
        target: Optional[int] = None,
        start_from: Optional[Board] = None,
        on_event: Optional[OnEvent] = None,
        **request: Unpack[SearchOptions],
    ) -> Run:
        """Starts a search in the background. The :class:`Run` can be iterated for its events, paused and stopped;
        several run at once. `goal` is "first", "all", "count" or "best"; `solutions` is an upper limit for "all" and
        "count", `target` and `start_from` are those of :meth:`optimise`."""
        more = {"solutions": solutions, "target": target, "start_from": start_from}
        return Run(self, goal, on_event, {**request, **more})

    def solve(self, *, on_event: Optional[OnEvent] = None, **request: Unpack[SearchOptions]) -> Result:
        """The first solution, or the proof that there is none (`result.status == "exhausted"`)."""
        return self.start("first", on_event=on_event, **request).wait()

    def solve_all(
        self,
        *,
        solutions: Optional[int] = None,
        on_event: Optional[OnEvent] = None,
        **request: Unpack[SearchOptions],
    ) -> Iterator[Board]:
        """Every solution, one after the other as they are found; the search waits for you. Leaving the loop ends
        the search. `solutions` is an upper limit."""
        with self.start("all", solutions=solutions, on_event=on_event, **request) as run:
            for event in run:
                if event.kind == "solution" and event.board is not None:
                    yield event.board

    def count(
        self,
        *,
        solutions: Optional[int] = None,
        on_event: Optional[OnEvent] = None,
        **request: Unpack[SearchOptions],
    ) -> Count:
        """How many solutions there are: an int with `distinct`, `complete` and `result`. If a limit came first,
        `complete` is False and the number is what was found."""
        return Count.of(self.start("count", solutions=solutions, on_event=on_event, **request).wait())

    def optimise(
        self,
        *,
        target: Optional[int] = None,
        start_from: Optional[Board] = None,
        on_event: Optional[OnEvent] = None,
        **request: Unpack[SearchOptions],
    ) -> Result:
        """The best board in the time given (`time=10`): `result.board`, `.score`, `.conflicts`, `.trace`. Stops early
        at a perfect board or at `target`; `start_from` is a board to improve."""
        run = self.start("best", target=target, start_from=start_from, on_event=on_event, **request)
        return run.wait()

    def plan(self, goal: str = "first", **request: Unpack[SearchOptions]) -> tuple[str, str]:
        """Which engine would run, and why."""
        engine, reason, _threads = _core.plan(self._puzzle, request_of(goal, request))
        return engine, reason

    def estimate(
        self,
        *,
        probes: Optional[int] = None,
        seed: int = 1,
        order: str = "",
        engine: str = "auto",
        nodes_per_second: Optional[float] = None,
    ) -> Estimate:
        """What a search has to expect: nodes, solutions and time, from random probes of the tree (docs/estimate.md).
        `order` is a path over an edge-matching board, `engine` whose tree of a packing puzzle is probed."""
        return estimate_of(_core.estimate(self._puzzle, probes, seed, order, engine, nodes_per_second))

    def tree(
        self,
        *,
        all: bool = False,
        view: str = "auto",
        max_nodes: int = 3000,
        depth: Optional[int] = None,
        **request: Unpack[SearchOptions],
    ) -> SearchTree:
        """The search as a tree, up to the first solution or, with `all`, to its end. `view` is "auto", "upright",
        "radial", "flame" or "depths"; `max_nodes` are drawn at most; nodes deeper than `depth` are only counted. Without
        `engine` the plain one of the family walks it."""
        fields = request_of("all" if all else "first", request)
        return tree_of(_core.tree(self._puzzle, fields, view, max_nodes, depth))

    # --- boards

    def board(self, text: str) -> Board:
        """A board from text: JSON or an address."""
        return Board.read(self, text)

    def verify(self, board: Board) -> Verdict:
        """What the verifier says of a board, with respect to this puzzle."""
        return Verdict(*_core.verdict(self._puzzle, board._solution))

    def score(self, board: Board) -> int:
        """Edge-matching: matching inner edges. Packing: pieces placed. To score millions of exchanges per second, see
        :meth:`Board.exchanges`."""
        return self.verify(board).score

    # --- how it looks

    def svg(self) -> str:
        """Its pieces and the empty board, as one self-contained SVG document."""
        return _core.svg(self._puzzle, None)

    def text(self, colour: bool = False) -> str:
        """The same for a terminal."""
        return _core.terminal(self._puzzle, None, colour)

    _repr_svg_ = svg

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Puzzle {self.name}: {self.title or self.family}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.hash == other.hash

    def __hash__(self) -> int:
        return self.hash


def load(name_or_path: Union[str, Path]) -> Puzzle:
    """A built-in puzzle by its name, or a file by its path; the format is recognised by the contents. "file#2" is the
    second puzzle of a file. Raises InputError with file and line."""
    return Puzzle(_core.load(str(name_or_path)))


def read(text: str, name: str = "puzzle", number: Optional[int] = None) -> Puzzle:
    """A puzzle from text in any known format. `name` stands for the file in messages, and is the puzzle's name if the
    text gives none."""
    return Puzzle(_core.read(text, name, number))


def edge_puzzle(
    pieces: Sequence[Sequence[int]], width: int, height: int, frame: Optional[int] = 0, name: str = "mine"
) -> Puzzle:
    """An edge-matching puzzle from (North, East, South, West) colour numbers. `frame` is the colour of the rim, or
    None."""
    lines = [f'family = "edge"', f'name = "{name}"', f'board = "{width}x{height}"']
    if frame is not None:
        lines.append(f"frame = {frame}")
    lines.append("pieces = [")
    lines += ["  [" + ", ".join(str(int(side)) for side in piece) + "]," for piece in pieces]
    lines.append("]")
    return read("\n".join(lines) + "\n", name)


def puzzles() -> list[str]:
    """The names of the built-in puzzles."""
    return _core.puzzle_names()
