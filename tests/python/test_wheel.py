"""`pip install .` in a fresh virtual environment, without the network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parents[2]


def test_pip_installs_the_module(tmp_path):
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["PIP_NO_INDEX"] = "1"
    environment["TESSELLE_BUILD"] = os.environ["TESSELLE_BUILD"]

    def run(*command):
        done = subprocess.run(command, env=environment, cwd=tmp_path, text=True, capture_output=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(sys.executable, "-m", "venv", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", root)
    code = "import tesselle as ts; print(ts.load('soma').count(), ts.__file__)"
    number, place = run(python, "-c", code).split()
    assert number == "11520" and place.startswith(str(tmp_path))
    assert "tesselle" in run(python, "-m", "pip", "list")
