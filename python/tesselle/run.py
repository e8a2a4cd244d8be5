"""Searches while they run, and what comes out of them."""

from __future__ import annotations

import atexit
import json
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, TypedDict, Union

from . import _core
from .board import Board
from .errors import Interrupted, UsageError

if TYPE_CHECKING:
    from .puzzle import Puzzle

__all__ = ["Run", "Event", "Result", "Count", "Trace", "Statistics", "SearchOptions"]


class SearchOptions(TypedDict, total=False):
    """The keyword arguments that every search takes; :class:`Puzzle` describes them. Editors and type checkers know
    them from here."""

    time: Union[float, str, None]
    nodes: Optional[int]
    engine: str
    options: Optional[Mapping[str, Any]]
    seed: int
    threads: int
    symmetry: Optional[str]
    checkpoint: Union[str, Path, None]
    resume: Union[str, Path, None]
    out: Union[str, Path, None]
    archive: Union[str, Path, None]
    live_board: bool
    progress_seconds: float


@dataclass(frozen=True)
class Event:
    """One thing that happened in a search; docs/events.md describes the kinds and their keys.

    >>> event.kind, event["nodes"]
    """

    kind: str  #: "started", "progress", "improved", "solution", "note" or "finished"
    data: Mapping[str, Any]
    board: Optional[Board] = None  #: of "improved" and "solution", and of "progress" with live boards

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self.data.get(key, default)


class Trace(List[Tuple[float, int, int]]):
    """How the best score grew: a list of (seconds, nodes, score). A notebook shows it as a curve."""

    def __init__(self, points: Any = (), title: str = "best score"):
        super().__init__(points)
        self.title = title

    def dataframe(self) -> Any:
        """The same as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(list(self), columns=["seconds", "nodes", "score"])

    def _repr_svg_(self) -> str:
        return _core.curves_svg(self.title, "seconds", "score", [("score", [(t, s) for t, _, s in self])])


class Statistics(Dict[str, Any]):
    """The numbers that an engine reports about its work, by name; `nodes_per_depth` is the profile of its tree, if it
    keeps one, which a notebook shows as a curve."""

    def __init__(self, event: Mapping[str, Any]):
        super().__init__(event.get("values", {}))
        self.remarks: list[str] = event.get("remarks", [])
        self.nodes_per_depth: list[int] = event.get("nodes_per_depth", [])

    def _repr_svg_(self) -> Optional[str]:
        if not self.nodes_per_depth:
            return None
        points = [(depth + 1.0, float(nodes)) for depth, nodes in enumerate(self.nodes_per_depth)]
        return _core.curves_svg("nodes per depth", "pieces placed", "nodes", [("nodes", points)])


@dataclass
class Result:
    """What a search came to. It is true if the question was answered with a board or a number."""

    puzzle: Puzzle
    finished: Mapping[str, Any]  #: the last event, in full
    board: Optional[Board] = None  #: the first solution, or the best board
    trace: Trace = field(default_factory=Trace)
    notes: list[str] = field(default_factory=list)

    @property
    def status(self) -> str:
        """ "solved", "exhausted" (everything was searched), "limit" or "stopped"."""
        return self.finished["status"]

    @property
    def engine(self) -> str:
        return self.finished["engine"]

    @property
    def seed(self) -> int:
        return self.finished["seed"]

    @property
    def nodes(self) -> int:
        return self.finished["nodes"]

    @property
    def seconds(self) -> float:
        return self.finished["seconds"]

    @property
    def solutions(self) -> int:
        """How many were found, all symmetric copies included."""
        return self.finished["solutions"]

    @property
    def distinct(self) -> Optional[int]:
        """The same up to symmetry, if it is known."""
        return self.finished["distinct"]

    @property
    def score(self) -> Optional[int]:
        """Of `board`."""
        return self.board.score if self.board else None

    @property
    def max_score(self) -> Optional[int]:
        return self.board.verify().max_score if self.board else None

    @property
    def conflicts(self) -> Optional[int]:
        return self.board.conflicts if self.board else None

    @property
    def statistics(self) -> Statistics:
        return Statistics(self.finished["statistics"])

    @property
    def why_none(self) -> Optional[str]:
        """A reason why there is no solution, if one simpler than the search is known."""
        return self.finished["why_none"]

    def __bool__(self) -> bool:
        return self.finished["exit"] == 0

    def __repr__(self) -> str:
        found = repr(self.board) if self.board else f"{self.solutions} solutions"
        return f"<Result {self.status}: {found}, {self.engine}, {self.nodes} nodes, {self.seconds:.2f} s>"

    def _repr_svg_(self) -> Optional[str]:
        return self.board.svg() if self.board else None


class Count(int):
    """A number of solutions."""

    distinct: Optional[int]  #: up to symmetry, if it is known
    distinct_up_to: str  #: which symmetry: "rotations", …
    complete: bool  #: False if a limit came first
    result: Result

    @classmethod
    def of(cls, result: Result) -> Count:
        number = cls(result.solutions)
        number.distinct = result.distinct
        number.distinct_up_to = result.finished["distinct_up_to"]
        number.complete = result.status in ("solved", "exhausted")
        number.result = result
        return number


_live: weakref.WeakSet[Run] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    for run in list(_live):
        run.close()


class Run:
    """A search in the background. Iterate it for its events; `wait()` takes those that are left and returns the
    :class:`Result`. As a context manager it is stopped at the end of the block."""

    def __init__(
        self, puzzle: Puzzle, goal: str, on_event: Optional[Callable[[Event], Any]], request: Mapping[str, Any]
    ):
        self.puzzle = puzzle
        self.result: Optional[Result] = None  #: when it has ended
        self._on_event = on_event
        self._board: Optional[Board] = None
        self._trace = Trace(title=f"{puzzle.name}: best score")
        self._notes: list[str] = []
        self._search = _core.Search(puzzle._puzzle, request_of(goal, request))
        _live.add(self)

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        told = self._search.next()
        if told is None:
            raise StopIteration
        text, solution = told
        data = json.loads(text)
        event = Event(data["event"], data, Board(self.puzzle, solution) if solution is not None else None)
        self._note(event)
        if self._on_event:
            self._on_event(event)
        return event

    def _note(self, event: Event) -> None:
        if event.kind == "improved":
            self._board = event.board
            self._trace.append((event["seconds"], event["nodes"], event["score"]))
        elif event.kind == "solution" and self._board is None:
            self._board = event.board
        elif event.kind == "note":
            self._notes.append(event["text"])
        elif event.kind == "finished":
            self.result = Result(self.puzzle, event.data, self._board, self._trace, self._notes)

    def wait(self) -> Result:
        """Until the search has ended. Ctrl-C stops it and raises Interrupted with the result; what `on_event` raises
        stops it too."""
        try:
            self._drain()
        except KeyboardInterrupt:
            self.stop()
            self._on_event = None
            self._drain()
            raise Interrupted(self.result) from None
        except BaseException:
            self.close()
            raise
        assert self.result is not None
        return self.result

    def _drain(self) -> None:
        for _ in self:
            pass

    def pause(self) -> None:
        self._search.pause()

    def resume(self) -> None:
        self._search.resume()

    def stop(self) -> None:
        """Asks the search to end; its last events still come."""
        self._search.stop()

    @property
    def running(self) -> bool:
        return self._search.running

    def close(self) -> None:
        """Stops the search and waits for its threads; events not taken yet are lost."""
        self._search.close()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Run of {self.puzzle.name}: {'running' if self.running else self.result or 'ended'}>"


def request_of(goal: str, given: Mapping[str, Any]) -> _core.Request:
    """A request from the keyword arguments that every search takes."""
    request = _core.Request()
    request.goal = goal
    for name, value in given.items():
        if value is None:
            continue
        if name == "time":
            request.seconds = _core.parse_duration(value) if isinstance(value, str) else float(value)
        elif name == "start_from":
            request.start = value._solution
        elif name == "options":
            request.options = {_dashed(key): _option_text(option) for key, option in value.items()}
        elif name in ("checkpoint", "resume", "out", "archive"):
            setattr(request, name, str(value))
        elif name in _plain_keys:
            setattr(request, name, value)
        else:
            raise TypeError(f"no keyword '{name}', expected one of {', '.join(_all_keys)}")
    if request.seconds is not None and not request.seconds > 0:
        raise UsageError(f"time: found {given['time']}, expected a positive number of seconds")
    return request


_plain_keys = (
    "symmetry engine seed threads nodes solutions target live_board progress_seconds".split()
)
_all_keys = ["time", "options", "checkpoint", "resume", "out", "archive", "on_event", *_plain_keys]


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _option_text(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
