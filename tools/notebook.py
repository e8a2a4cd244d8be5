#!/usr/bin/env python3
"""Executes a notebook's code cells, one after the other in one namespace, as Jupyter would, but with Python alone.

    notebook.py FILE…            runs them; fails where a cell raises, or shows other text than the file says
    notebook.py --write FILE…    runs them and stores what the cells show

Cells tagged "varies" (times, random results) may show other text each time. The module must be on PYTHONPATH."""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import sys
import traceback
from pathlib import Path


def run_cell(source: str, names: dict, label: str) -> list[dict]:
    """The cell's outputs in the notebook format: what it prints, and the value of its last expression."""
    tree = ast.parse(source, label)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, label, "exec"), names)
        value = eval(compile(ast.Expression(last.value), label, "eval"), names) if last else None
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        outputs.append({"output_type": "execute_result", "metadata": {}, "data": shown(value)})
    return outputs


def shown(value) -> dict:
    data = {"text/plain": lines(repr(value))}
    for kind, method in (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")):
        text = getattr(value, method, lambda: None)()
        if text:
            data[kind] = lines(text)
    return data


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def texts(outputs: list[dict]) -> list[str]:
    return ["".join(output.get("text") or output["data"]["text/plain"]) for output in outputs]


def run_notebook(path: Path, write: bool) -> list[str]:
    """What went wrong."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: dict = {"__name__": "__main__"}
    wrong = []
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        number += 1
        label = f"{path.name}[{number}]"
        try:
            outputs = run_cell("".join(cell["source"]), names, label)
        except Exception:
            return wrong + [f"{label}: {traceback.format_exc()}"]
        varies = "varies" in cell["metadata"].get("tags", [])
        if not write and not varies and texts(outputs) != texts(cell["outputs"]):
            wrong.append(f"{label}: shows {texts(outputs)}, the file says {texts(cell['outputs'])}")
        for output in outputs:
            if output["output_type"] == "execute_result":
                output["execution_count"] = number
        cell["execution_count"], cell["outputs"] = number, outputs
    if write:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="store what the cells show")
    parser.add_argument("notebooks", nargs="+", type=Path)
    options = parser.parse_args()
    wrong = [line for path in options.notebooks for line in run_notebook(path, options.write)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
