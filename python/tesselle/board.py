"""Boards: what a search finds and what a verifier judges."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence, Union

from . import _core
from .errors import UsageError

if TYPE_CHECKING:
    from .puzzle import Puzzle

__all__ = ["Board", "Verdict", "Exchanges"]

Placement = tuple[int, int, tuple[int, int, int]]


@dataclass(frozen=True)
class Verdict:
    """What the independent verifier says of a board. It is true if the board is a solution."""

    solves: bool  #: legal, complete and without a conflict
    legal: bool  #: no rule is broken; the board may be unfinished
    complete: bool  #: every cell is filled, every required piece used, every hint kept
    score: int  #: edge-matching: matching inner edges; packing: pieces placed
    max_score: int
    conflicts: int  #: edge-matching: edges that do not match; packing: cells not covered
    faults: list[str]  #: the rules that are broken
    shortfalls: list[str]  #: the first few conflicts, empty cells and missing pieces
    summary: str  #: all of it in one line

    def __bool__(self) -> bool:
        return self.solves


class Board:
    """A board of a puzzle, whole or partial. Boards do not change; equal ones compare equal.

    >>> board = ts.Board.from_address(puzzle, "https://e2.bucas.name/#board_edges=…")
    >>> board.score, board.conflicts
    """

    def __init__(self, puzzle: Puzzle, solution: _core.Solution):
        self.puzzle = puzzle
        self._solution = solution
        self._verdict: Optional[Verdict] = None

    # --- from and to other forms

    @classmethod
    def read(cls, puzzle: Puzzle, text: str, file: str = "board") -> Board:
        """Reads any known form, recognised by its contents: a solution as JSON, a board address, or a file of the
        course INF6102. `file` is the name that errors show."""
        return cls(puzzle, _core.read_solution(puzzle._puzzle, text, file))

    @classmethod
    def load(cls, puzzle: Puzzle, path: Union[str, Path]) -> Board:
        """The same from a file."""
        return cls.read(puzzle, Path(path).read_text(encoding="utf-8"), str(path))

    @classmethod
    def from_address(cls, puzzle: Puzzle, address: str) -> Board:
        """From the address of a board at e2.bucas.name. Pieces are found by their sides."""
        return cls.read(puzzle, address, "address")

    @classmethod
    def from_array(cls, puzzle: Puzzle, cells: Any) -> Board:
        """From rows of (piece, rotation): nested lists or a numpy array of shape height × width × 2. Pieces count
        from 0, as in `puzzle.pieces`; a negative piece, or None instead of the pair, is an empty cell."""
        rows = cells.tolist() if hasattr(cells, "tolist") else cells
        if puzzle.family != "edge":
            raise UsageError("arrays are for boards of edge-matching puzzles; see from_placements")
        if len(rows) != puzzle.height or any(len(row) != puzzle.width for row in rows):
            raise UsageError(f"expected {puzzle.height} rows of {puzzle.width} cells")
        return cls(puzzle, _core.edge_board([cls._cell(cell) for row in rows for cell in row]))

    @staticmethod
    def _cell(cell: Optional[Sequence[int]]) -> Optional[tuple[int, int]]:
        if cell is None or cell[0] < 0:
            return None
        return int(cell[0]), int(cell[1])

    @classmethod
    def from_placements(cls, puzzle: Puzzle, placements: Iterable[Placement]) -> Board:
        """From (piece, orientation, (x, y, z)) of a packing puzzle; docs/formats.md numbers the orientations."""
        if puzzle.family != "packing":
            raise UsageError("placements are for boards of packing puzzles; see from_array")
        return cls(puzzle, _core.layout(list(placements)))

    @property
    def address(self) -> str:
        """The address that shows this board at e2.bucas.name."""
        return _core.address(self.puzzle._puzzle, self._solution)

    def to_json(self) -> str:
        """The solution format of docs/formats.md, one line."""
        return _core.solution_json(self.puzzle._puzzle, self._solution)

    def to_course(self) -> str:
        """Edge-matching: the solution file of the course INF6102, the bottom row first."""
        return _core.course_text(self.puzzle._puzzle, self._solution)

    def save(self, path: Union[str, Path]) -> None:
        """Writes the JSON to a file that `tesselle show` and `tesselle verify` read."""
        Path(path).write_text(self.to_json() + "\n", encoding="utf-8")

    @property
    def cells(self) -> list[list[Optional[tuple[int, int]]]]:
        """Edge-matching: rows of (piece, rotation), None where a cell is empty."""
        self._require("edge")
        flat = _core.cells(self._solution)
        width = self.puzzle.width
        return [flat[row * width : (row + 1) * width] for row in range(self.puzzle.height)]

    def to_array(self) -> Any:
        """Edge-matching: height × width × 2 numbers (piece, rotation), -1 where a cell is empty; a numpy array if
        numpy is installed, otherwise nested lists."""
        return _as_array([[list(cell) if cell else [-1, -1] for cell in row] for row in self.cells])

    def colours(self) -> Any:
        """Edge-matching: height × width × 4 colours as they lie (North, East, South, West), -1 where a cell is
        empty; a numpy array if numpy is installed."""
        pieces = self.puzzle.pieces

        def turned(cell: Optional[tuple[int, int]]) -> list[int]:
            if cell is None:
                return [-1] * 4
            sides, rotation = pieces[cell[0]], cell[1]
            return [sides[(side - rotation) % 4] for side in range(4)]

        return _as_array([[turned(cell) for cell in row] for row in self.cells])

    @property
    def placements(self) -> list[Placement]:
        """Packing: (piece, orientation, (x, y, z)) in the order of the layout."""
        self._require("packing")
        return _core.placements(self._solution)

    @property
    def covered(self) -> list[list[tuple[int, int, int]]]:
        """Packing: the cells that each placement covers."""
        self._require("packing")
        return _core.covered_cells(self.puzzle._puzzle, self._solution)

    # --- what it is worth

    def verify(self) -> Verdict:
        """Asks the independent verifier, which knows the puzzle and the board and nothing else."""
        if self._verdict is None:
            self._verdict = Verdict(*_core.verdict(self.puzzle._puzzle, self._solution))
        return self._verdict

    @property
    def score(self) -> int:
        """Edge-matching: inner edges that match. Packing: pieces placed."""
        return self.verify().score

    @property
    def conflicts(self) -> int:
        """Edge-matching: sides that do not match, the rim's included. Packing: cells not covered."""
        return self.verify().conflicts

    def exchanges(self) -> Exchanges:
        """The board as the state of a local search of your own."""
        return Exchanges(self)

    # --- how it looks

    def svg(self) -> str:
        """One self-contained SVG document."""
        return _core.svg(self.puzzle._puzzle, self._solution)

    def text(self, colour: bool = False) -> str:
        """The board for a terminal."""
        return _core.terminal(self.puzzle._puzzle, self._solution, colour)

    _repr_svg_ = svg

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Board of {self.puzzle.name}: {self.score} of {self.verify().max_score}, {self.conflicts} conflicts>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.puzzle == other.puzzle and self._solution == other._solution

    def __hash__(self) -> int:
        return hash(self.to_json())

    def _require(self, family: str) -> None:
        if self.puzzle.family != family:
            raise UsageError(f"only boards of {family} puzzles have this")


class Exchanges:
    """A full edge-matching board on which exchanges of pieces are tried, many per call: the inner loop of a local
    search in Python. Cells are numbered row by row from 0. Only cells of one group can be exchanged (corner pieces stay
    in corners, border pieces on the border, hinted pieces where they are).

    >>> state = board.exchanges()
    >>> pairs = [(a, b) for group in state.groups for a in group for b in group if a < b]
    >>> changes = state.evaluate(pairs)          # in conflicts, negative is better
    >>> best = min(range(len(pairs)), key=changes.__getitem__)
    >>> state.exchange(*pairs[best])
    """

    def __init__(self, board: Board):
        self.puzzle = board.puzzle
        self._state = _core.Exchanges(board.puzzle._puzzle, board._solution)
        self.groups: list[list[int]] = self._state.groups()

    def evaluate(self, pairs: Any) -> Any:
        """What each exchange would change in conflicts, both pieces turned as well as possible; a cell paired with
        itself is only turned. `pairs` is a list of pairs, an array("i") of cells two by two, or a numpy array of shape
        n × 2. Returns a numpy array for a numpy array, otherwise a memoryview of ints. The board stays as it is."""
        if hasattr(pairs, "dtype"):
            import numpy

            cells = numpy.ascontiguousarray(pairs, dtype=numpy.int32)
            return numpy.frombuffer(self._state.evaluate(cells), dtype=numpy.int32)
        if not isinstance(pairs, (array, memoryview)):
            pairs = array("i", chain.from_iterable(pairs))
        return memoryview(self._state.evaluate(pairs)).cast("i")

    def exchange(self, a: int, b: int) -> int:
        """Exchanges two pieces, each turned as well as possible, and returns the change in conflicts."""
        return self._state.exchange(a, b)

    @property
    def conflicts(self) -> int:
        return self._state.conflicts

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return Board(self.puzzle, self._state.board())

    def copy(self) -> Exchanges:
        """An independent copy, to go back to later."""
        other = object.__new__(Exchanges)
        other.puzzle, other.groups = self.puzzle, self.groups
        other._state = _core.Exchanges(self._state)
        return other


def _as_array(rows: list[Any]) -> Any:
    try:
        import numpy
    except ImportError:
        return rows
    return numpy.array(rows)
