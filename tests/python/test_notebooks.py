"""The notebooks of docs/notebooks run to their end and show what they say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

root = Path(__file__).resolve().parents[2]
notebooks = sorted((root / "docs" / "notebooks").glob("*.ipynb"))


def run(path):
    return subprocess.run([sys.executable, root / "tools" / "notebook.py", path], capture_output=True, text=True)


def test_there_are_three():
    assert [path.stem for path in notebooks] == ["course-baselines", "giraffe-lesson", "pentomino-catalogue"]


@pytest.mark.parametrize("path", notebooks, ids=lambda path: path.stem)
def test_notebook(path):
    done = run(path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("source, complaint", [("1 / 0", "ZeroDivisionError"), ("print(2)", "the file says ['1")])
def test_a_wrong_cell_is_noticed(tmp_path, source, complaint):
    stored = [{"name": "stdout", "output_type": "stream", "text": ["1\n"]}]
    cell = {"cell_type": "code", "metadata": {}, "source": [source], "outputs": stored, "execution_count": 1}
    path = tmp_path / "wrong.ipynb"
    path.write_text(json.dumps({"cells": [cell]}))
    done = run(path)
    assert done.returncode == 1 and complaint in done.stderr
