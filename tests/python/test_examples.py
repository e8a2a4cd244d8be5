"""The Python examples of README.md, docs/python.md and the manual run. Those of one page run after one another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

root = Path(__file__).resolve().parents[2]
pages = [root / "README.md", root / "docs" / "python.md", *sorted((root / "docs" / "manual").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def examples(page):
    return BLOCK.findall(page.read_text(encoding="utf-8"))


with_examples = [page for page in pages if examples(page)]


def test_there_are_some():
    assert {page.name for page in with_examples} >= {"README.md", "python.md", "student.md", "etudiant.md"}


@pytest.mark.parametrize("page", with_examples, ids=lambda page: page.stem)
def test_examples_of_a_page(page):
    names = {}
    for block in examples(page):
        exec(compile(block.replace("time=10", "time=0.5"), str(page), "exec"), names)
    board = names["r"].board if "r" in names else names["state"].board
    assert board.verify().legal
