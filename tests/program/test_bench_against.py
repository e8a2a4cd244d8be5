"""tesselle bench --against: other programs beside ours. The other program here is a script that counts as it is told."""

import json
import time
import unittest

from program import SOURCE, ProgramTest

STAND_IN = """#!/bin/sh
case "$1" in
  right) grep -q xDim "$2" && echo "looking" && echo "found 240 solutions" ;;
  wrong) echo "found 239 solutions" ;;
  silent) echo "done" ;;
  fails) echo "cannot read $2" >&2; exit 7 ;;
  crashes) kill -SEGV $$ ;;
  hangs) sleep 60 & wait ;;
  many) echo "1 of 2"; echo "found 1,234 solutions"; echo "found 240 solutions, again" ;;
esac
"""


class Against(ProgramTest):
    def setUp(self):
        super().setUp()
        script = self.write("rival", STAND_IN)
        script.chmod(0o755)

    def rivals(self, *behaviours, answer="found {count} solutions", counts="distinct", puzzles="soma"):
        text = "# programs of others\n\n"
        for behaviour in behaviours:
            text += (
                f"[{behaviour}]\ncommand = ./rival {behaviour} {{file}}\nformat = def\nanswer = {answer}\n"
                f"counts = {counts}\npuzzles = {puzzles}\n"
            )
        return self.write("rivals.txt", text)

    def against(self, *behaviours, options=(), **keys):
        result = self.run_program("bench", "--against", self.rivals(*behaviours, **keys), "--json", *options, TMPDIR=str(self.folder))
        return result, [json.loads(line) for line in result.out.splitlines()]

    def test_a_program_that_counts_right(self):
        result, (row,) = self.against("right")
        self.assertEqual(result.exit, 0, result.err)
        self.assertEqual((row["verdict"], row["ours"], row["theirs"], row["engine"]), ("agrees", 240, 240, "cover"))
        self.assertAlmostEqual(row["ratio"], row["their_cpu_seconds"] / row["our_cpu_seconds"])
        text = self.answered("bench", "--against", "rivals.txt", "--runs", "2").out
        self.assertRegex(text.splitlines()[1], r"^soma +right +240 +240  cover +\d+\.\d+ +\d+\.\d+  \d+\.\d times as fast$")

    def test_the_line_has_the_keys_of_the_schema(self):
        schema = json.loads((SOURCE / "docs" / "events.schema.json").read_text(encoding="utf-8"))["$defs"]["rival"]
        _, rows = self.against("right", "silent")
        for row in rows:
            self.assertEqual(sorted(row), sorted(schema["required"]))
            self.assertIn(row["verdict"], schema["properties"]["verdict"]["enum"])

    def test_a_program_that_counts_wrong(self):
        result, (row,) = self.against("wrong")
        self.assertEqual((result.exit, row["verdict"], row["theirs"], row["ratio"]), (1, "differs", 239, None))
        text = self.run_program("bench", "--against", "rivals.txt").out
        self.assertIn("THE COUNTS DIFFER", text)

    def test_programs_that_do_not_answer(self):
        began = time.monotonic()
        result, rows = self.against("crashes", "fails", "silent", "hangs", "right", options=("--time", "1s"))
        self.assertLess(time.monotonic() - began, 30)
        self.assertEqual(result.exit, 3)
        self.assertEqual([row["verdict"] for row in rows], ["no answer"] * 4 + ["agrees"])
        reasons = [row["reason"] for row in rows]
        self.assertIn("ended by signal 11", reasons[0])
        self.assertIn("exit code 7", reasons[1])
        self.assertIn("printed nothing like 'found {count} solutions'", reasons[2])
        self.assertIn("did not finish in", reasons[3])
        self.assertEqual(list(self.folder.glob("tesselle-bench-*")), [])

    def test_the_last_number_counts_and_may_be_grouped(self):
        self.assertEqual(self.against("many")[1][0]["theirs"], 240)
        self.assertEqual(self.against("many", answer="found {count} solutions\nfound")[0].exit, 2)
        self.assertEqual(self.against("many", answer="of {count}")[1][0]["theirs"], 2)

    def test_all_symmetric_copies(self):
        _, (row,) = self.against("right", counts="all")
        self.assertEqual((row["ours"], row["verdict"]), (11520, "differs"))

    def test_only_one_puzzle(self):
        _, rows = self.against("right", puzzles="soma pentominoes-3x20", options=("--only", "soma"))
        self.assertEqual([row["puzzle"] for row in rows], ["soma"])
        self.assertIn("no program is asked", self.refused("bench", "--against", "rivals.txt", "--only", "bedlam"))

    def test_what_is_refused(self):
        def line(text):
            self.write("bad.txt", text)
            return self.refused("bench", "--against", "bad.txt")

        whole = "[a]\ncommand = ./rival {file}\nformat = def\nanswer = {count}\npuzzles = soma\n"
        self.assertIn("bad.txt:1: found a key", line("command = x"))
        self.assertIn("bad.txt:2: found no {file}", line("[a]\ncommand = x"))
        self.assertIn("expected command, format, answer, counts or puzzles", line("[a]\ncomand = x {file}"))
        self.assertIn("did you mean 'command'?", line("[a]\ncomand = x {file}"))
        self.assertIn("found format 'deff'", line(whole.replace("def", "deff")))
        self.assertIn("[a] has no 'puzzles'", line(whole.replace("puzzles = soma\n", "")))
        self.assertIn("found 'some', expected all or distinct", line(whole + "counts = some\n"))
        self.assertIn("found no program", line("# nothing\n"))
        self.assertIn("found neither", line("[a]\nhello\n"))
        self.assertIn("not a built-in puzzle", line(whole.replace("soma", "somma")))
        self.assertIn("no-such-file", self.refused("bench", "--against", "no-such-file"))
        self.refused("bench", "--against", "bad.txt", "--signature")


if __name__ == "__main__":
    unittest.main()
