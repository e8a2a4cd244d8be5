"""The examples of the user manual, run again: tools/manual.py says how they are written."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from program import BINARY, SOURCE

sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tools"))
import manual  # noqa: E402

PAGES = sorted((SOURCE / "docs" / "manual").rglob("*.md"))


class Examples(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        processors = os.sched_getaffinity(0)
        manual.use_one_processor()
        self.addCleanup(os.sched_setaffinity, 0, processors)

    def test_every_page_shows_what_the_program_prints(self):
        for path in PAGES:
            with self.subTest(path.name):
                self.assertEqual(manual.Page(path, pathlib.Path(BINARY)).run(), [])

    def test_every_command_has_an_example(self):
        page = (SOURCE / "docs" / "manual" / "commands.md").read_text(encoding="utf-8")
        shown = {step.command.split()[1] for block in manual.blocks_of(page) if block.kind == "console"
                 for step in manual.steps_of(block) if step.command.startswith("tesselle ")}  # fmt: skip
        listing = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True).stdout
        commands = {line.split()[0] for line in listing.splitlines() if line.startswith("  ") and line[2] != " "}
        self.assertEqual(commands - shown, set())


class Comparison(unittest.TestCase):
    """How pages and output are compared."""

    def matches(self, expected, printed):
        return manual.output_matches(expected.splitlines(), printed.splitlines())

    def test_dots_inside_a_line(self):
        self.assertTrue(self.matches("12 nodes in … s", "12 nodes in 0.01 s"))
        self.assertFalse(self.matches("12 nodes in … s", "13 nodes in 0.01 s"))
        self.assertFalse(self.matches("12 nodes", "12 nodes in 0.01 s"))
        self.assertTrue(self.matches("score  …  12", "score     0.5 12"))

    def test_dots_on_a_line_of_their_own(self):
        self.assertTrue(self.matches("a\n…\nd", "a\nb\nc\nd"))
        self.assertTrue(self.matches("a\n…\nd", "a\nd"))
        self.assertTrue(self.matches("…\nd\n…", "a\nd\nd\ne"))
        self.assertFalse(self.matches("a\n…\nd", "a\nb\nd\ne"))
        self.assertFalse(self.matches("a\n…\nd", "a\nb"))

    def test_nothing_stands_for_nothing(self):
        self.assertTrue(self.matches("", ""))
        self.assertFalse(self.matches("", "a"))
        self.assertFalse(self.matches("a", ""))

    def test_files_exit_codes_and_differences(self):
        page = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="tesselle-test-"))) / "page.md"
        page.write_text(
            "<!-- file: names.txt -->\n```text\nsoma\n```\n\n```console\n$ cat names.txt\nsoma\n$ false # exit 1\n```\n"
            "<!-- not run: for ever -->\n```console\n$ sleep 1000\n```\n"
        )
        self.assertEqual(manual.Page(page, pathlib.Path(BINARY)).run(), [])
        page.write_text("```console\n$ echo soma\nbedlam\n$ false\n```\n")
        wrong = manual.Page(page, pathlib.Path(BINARY)).run()
        self.assertEqual(len(wrong), 2)
        self.assertIn("page.md:2: $ echo soma", wrong[0])
        self.assertIn("exit code 1, expected 0", wrong[1])

    def test_writing_stores_what_is_printed_and_keeps_what_matches(self):
        page = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="tesselle-test-"))) / "page.md"
        page.write_text("text\n\n```console\n$ echo so… ma\n…\n$ echo 12 nodes in 0.5 s\nold\nlines\n```\nmore\n")
        manual.Page(page, pathlib.Path(BINARY)).run(write=True)
        stored = page.read_text()
        self.assertEqual(
            stored, "text\n\n```console\n$ echo so… ma\n…\n$ echo 12 nodes in 0.5 s\n12 nodes in … s\n```\nmore\n"
        )


if __name__ == "__main__":
    unittest.main()
