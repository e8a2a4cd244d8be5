"""The type hints: complete, right where a checker can tell, and of use to users. mypy and its stubtest, from Debian."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tesselle as ts

pytestmark = pytest.mark.skipif(shutil.which("mypy") is None, reason="mypy is not installed")

CONFIG = """\
[mypy]
strict = True
warn_return_any = False
ignore_missing_imports = True
enable_incomplete_feature = Unpack
"""

# pybind11's classes have a metaclass of their own, and those that Python cannot make take any arguments.
ALLOWED = r"""
tesselle\._core\.[A-Z]\w+
tesselle\._core\.(Puzzle|Solution)\.__init__
"""

USER = """\
import tesselle as ts

p = ts.load("girafe")
r = p.optimise(time=10, seed=3, on_event=lambda event: print(event.kind))
score: int = r.trace[0][2]
for board in p.solve_all(time="10m", threads=1):
    cells = board.cells[0][0]
number: int = p.count(engine="scan")
p.solve(tme=3)
p.solve(seed="three")
board.scoer
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("types")
    (folder / "mypy.ini").write_text(CONFIG)
    (folder / "user.py").write_text(USER)
    return folder


def run(folder, *command):
    package = Path(ts.__file__).parent.parent
    environment = {**os.environ, "MYPYPATH": str(package), "PYTHONPATH": str(package)}
    done = subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True)
    return done.returncode, done.stdout + done.stderr


def test_the_package_is_typed_throughout(folder):
    code, told = run(folder, "mypy", "--config-file", "mypy.ini", "-p", "tesselle")
    assert code == 0, told


def test_a_user_is_warned_of_slips(folder):
    code, told = run(folder, "mypy", "--config-file", "mypy.ini", "user.py")
    assert code == 1 and "Found 3 errors" in told, told
    for complaint in ('keyword argument "tme"', '"seed" to "solve" of "Puzzle" has incompatible type', '"scoer"'):
        assert complaint in told


def test_the_stub_is_that_of_the_compiled_module(folder):
    if Path(sys.executable).resolve() != Path("/usr/bin/python3").resolve():
        pytest.skip("Debian's stubtest imports the module into Debian's python3")
    (folder / "allowed").write_text(ALLOWED)
    options = ["--mypy-config-file", "mypy.ini", "--allowlist", "allowed", "--ignore-unused-allowlist"]
    code, told = run(folder, "stubtest", *options, "tesselle._core")
    assert code == 0, told
