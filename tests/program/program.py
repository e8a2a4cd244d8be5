"""Runs the program as a user would. Tests in this folder need nothing to be compiled: files named test_*.py, written
with the standard library's unittest."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

BINARY = os.environ["TESSELLE"]
SOURCE = pathlib.Path(__file__).resolve().parents[2]


class Result:
    """What a command printed, and its exit code."""

    def __init__(self, done):
        self.exit = done.returncode
        self.out = done.stdout.decode("utf-8", "replace")
        self.err = done.stderr.decode("utf-8", "replace")

    def events(self):
        return [json.loads(line) for line in self.out.splitlines()]


class ProgramTest(unittest.TestCase):
    """Each test runs in an empty folder of its own, which is removed afterwards."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tesselle-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_program(self, *arguments, text=None, seconds=120, **environment):
        done = subprocess.run(
            [BINARY, *map(str, arguments)],
            input=None if text is None else text.encode(),
            stdin=subprocess.DEVNULL if text is None else None,
            capture_output=True,
            cwd=self.folder,
            timeout=seconds,
            env={**os.environ, **environment},
            check=False,
        )
        return Result(done)

    def answered(self, *arguments, **options):
        """Runs a command that must succeed."""
        result = self.run_program(*arguments, **options)
        self.assertEqual(result.exit, 0, result.err)
        return result

    def refused(self, *arguments, **options):
        """Runs a command that must be refused with one line and exit 2; returns the line."""
        result = self.run_program(*arguments, **options)
        self.assertEqual(result.exit, 2, result.out + result.err)
        self.assertEqual(len(result.err.strip().splitlines()), 1, result.err)
        return result.err.strip()

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path
