"""Many runs, one table."""

from __future__ import annotations

import csv
import html
import io
import statistics
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Optional, Union

from .errors import Interrupted
from .puzzle import Puzzle, load
from .run import Result

__all__ = ["sweep", "Table"]

Row = dict[str, Any]


class Table:
    """Rows of equal keys. A notebook shows it as a table."""

    def __init__(self, rows: Iterable[Row], columns: Optional[list[str]] = None):
        self.rows = list(rows)
        self.columns = columns or (list(self.rows[0]) if self.rows else [])

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __getitem__(self, key: Union[int, str]) -> Any:
        """A row by its number, or a column by its name."""
        return self.rows[key] if isinstance(key, int) else [row[key] for row in self.rows]

    def dataframe(self) -> Any:
        """The same as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows, columns=self.columns)

    def to_csv(self, path: Union[str, Path, None] = None) -> str:
        """As CSV text; also written to a file if a path is given."""
        out = io.StringIO()
        writer = csv.DictWriter(out, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        if path is not None:
            Path(path).write_text(out.getvalue(), encoding="utf-8")
        return out.getvalue()

    def summary(self) -> Table:
        """One row per puzzle and engine: runs, the best, mean and standard deviation of the score, mean seconds."""
        groups: dict[tuple[str, str], list[Row]] = {}
        for row in self.rows:
            groups.setdefault((row["puzzle"], row["engine"]), []).append(row)
        return Table(_summary_row(key, rows) for key, rows in groups.items())

    def _cells(self) -> list[list[str]]:
        return [[_shown(row[column]) for column in self.columns] for row in self.rows]

    def __str__(self) -> str:
        lines = [self.columns, *self._cells()]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.columns))]
        return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(line, widths)) for line in lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        def row(tag: str, cells: list[str]) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        return "<table>" + row("th", self.columns) + "".join(row("td", cells) for cells in self._cells()) + "</table>"


def sweep(
    puzzles: Union[str, Puzzle, Iterable[Union[str, Puzzle]]],
    engines: Union[str, Iterable[str]] = "auto",
    seeds: Union[int, Iterable[int]] = 1,
    *,
    goal: str = "best",
    jobs: int = 1,
    threads: int = 1,
    on_result: Optional[Callable[[Row], Any]] = None,
    **request: Any,
) -> Table:
    """Runs every engine on every puzzle with every seed, and returns a table with one row per run.

    `jobs` runs are made at a time, each with `threads` threads; with one thread per run they are reproducible if
    they end by `nodes` and not by `time`. Further keywords as in :class:`Puzzle`. Ctrl-C raises Interrupted, whose
    `result` is the table so far.

    >>> ts.sweep(["inf6102-a", "inf6102-b"], ["swap", "ils"], range(1, 6), time=2).summary()
    """
    cases = [
        (puzzle, engine, seed)
        for puzzle in map(_puzzle, _several(puzzles))
        for engine in _several(engines)
        for seed in _several(seeds)
    ]
    rows: dict[int, Row] = {}

    def run(number: int) -> None:
        puzzle, engine, seed = cases[number]
        with puzzle.start(goal, engine=engine, seed=seed, threads=threads, **request) as search:
            running.append(search)
            if stopped:
                return
            row = _row(search.wait(), seed)
            if not stopped:
                rows[number] = row
                if on_result:
                    on_result(row)

    running: list[Any] = []
    stopped: list[bool] = []
    pool = ThreadPoolExecutor(max_workers=max(1, jobs))
    try:
        for done in [pool.submit(run, number) for number in range(len(cases))]:
            done.result()
    except BaseException as failure:
        stopped.append(True)
        pool.shutdown(wait=False, cancel_futures=True)
        for search in running:
            search.stop()
        pool.shutdown()
        if isinstance(failure, KeyboardInterrupt):
            raise Interrupted(Table(rows[number] for number in sorted(rows))) from None
        raise
    pool.shutdown()
    return Table(rows[number] for number in sorted(rows))


def _several(what: Any) -> list[Any]:
    return [what] if isinstance(what, (str, int, Puzzle)) else list(what)


def _puzzle(what: Union[str, Puzzle]) -> Puzzle:
    return what if isinstance(what, Puzzle) else load(what)


def _row(result: Result, seed: int) -> Row:
    return {
        "puzzle": result.puzzle.name,
        "engine": result.engine,
        "seed": seed,
        "status": result.status,
        "score": result.score,
        "max_score": result.max_score,
        "conflicts": result.conflicts,
        "solutions": result.solutions,
        "nodes": result.nodes,
        "seconds": result.seconds,
    }


def _summary_row(key: tuple[str, str], rows: list[Row]) -> Row:
    scores = [row["score"] for row in rows if row["score"] is not None]
    return {
        "puzzle": key[0],
        "engine": key[1],
        "runs": len(rows),
        "best": max(scores, default=None),
        "mean": statistics.mean(scores) if scores else None,
        "deviation": statistics.stdev(scores) if len(scores) > 1 else None,
        "max_score": next((row["max_score"] for row in rows if row["max_score"] is not None), None),
        "seconds": statistics.mean(row["seconds"] for row in rows),
    }


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else str(value)
