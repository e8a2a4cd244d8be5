"""Tesselle, a workbench for puzzles made of pieces: edge-matching and packing.

>>> import tesselle as ts
>>> p = ts.load("inf6102-b")             # a built-in puzzle, or a file
>>> r = p.optimise(time=10, seed=3)      # the best board in ten seconds
>>> r.score, r.conflicts, r.board        # a notebook draws the board
>>> for board in ts.load("pentominoes-6x10").solve_all(symmetry="distinct"): …
>>> ts.load("soma").count()              # 11520, .distinct is 240

Every board has passed an independent verifier before you see it. docs/python.md is the manual.
"""

from __future__ import annotations

import json
from typing import Any

from . import _core
from .board import Board, Exchanges, Verdict
from .errors import Error, InputError, InternalError, Interrupted, UsageError
from .estimate import Estimate, Tree
from .puzzle import Puzzle, edge_puzzle, load, puzzles, read
from .run import Count, Event, Result, Run, SearchOptions, Statistics, Trace
from .sweep import Table, sweep
from .tree import SearchTree

__version__: str = _core.version
__all__ = [
    "load", "read", "edge_puzzle", "puzzles", "engines", "sweep",
    "Puzzle", "Board", "Exchanges", "Verdict", "Estimate", "Tree", "SearchTree",
    "Run", "Event", "Result", "Count", "Trace", "Statistics", "SearchOptions", "Table",
    "Error", "InputError", "UsageError", "InternalError", "Interrupted",
]  # fmt: skip


def engines(family: str | None = None) -> list[dict[str, Any]]:
    """The search engines with their goals, abilities and options, all or those of one family."""
    all_of_them = [json.loads(line) for line in _core.engines()]
    return [engine for engine in all_of_them if family in (None, engine["family"])]
