"""Searches lose nothing and promise nothing: files, targets, threads."""

import json
import os
import unittest

from program import ProgramTest

QUICK = ("--threads", "1", "--quiet")


class NeverLose(ProgramTest):
    def score(self, name):
        return json.loads((self.folder / name).read_text(encoding="utf-8").splitlines()[0])["score"]

    def test_a_better_board_on_disk_stays(self):
        good = self.answered("optimise", "inf6102-d", "--engine", "schedule", "--time", "3s", *QUICK)
        self.assertIn("written to inf6102-d-best.json", good.out)
        before = (self.folder / "inf6102-d-best.json").read_bytes()
        worse = self.answered("optimise", "inf6102-d", "--engine", "greedy", "--nodes", "1", "--threads", "1")
        self.assertEqual((self.folder / "inf6102-d-best.json").read_bytes(), before)
        self.assertRegex(worse.out, r"not written: inf6102-d-best.json holds \d+ of 144, which is better")
        self.assertIn("only a better one replaces it", worse.err)
        self.answered("optimise", "inf6102-d", "--engine", "greedy", "--nodes", "1", "--overwrite", *QUICK)
        self.assertNotEqual((self.folder / "inf6102-d-best.json").read_bytes(), before)

    def test_a_worse_board_on_disk_is_replaced(self):
        self.answered("optimise", "inf6102-d", "--engine", "greedy", "--nodes", "1", "--out", "b.json", *QUICK)
        before = self.score("b.json")
        better = self.answered("optimise", "inf6102-d", "--time", "3s", "--out", "b.json", *QUICK)
        self.assertIn("written to b.json", better.out)
        self.assertGreater(self.score("b.json"), before)

    def test_a_file_that_is_something_else_is_not_replaced(self):
        self.answered("solve", "girafe", "--out", "girafe.json", *QUICK)
        self.write("notes.txt", "my notes\n")
        for file in ("girafe.json", "notes.txt"):
            before = (self.folder / file).read_bytes()
            for command in (("optimise", "inf6102-a"), ("solve", "owen-4x4"), ("solve", "owen-4x4", "--all")):
                line = self.refused(*command, "--out", file, *QUICK)
                self.assertIn(file, line)
                self.assertIn("--overwrite", line)
            self.assertEqual((self.folder / file).read_bytes(), before)
        self.answered("solve", "owen-4x4", "--out", "girafe.json", "--overwrite", *QUICK)
        self.answered("verify", "owen-4x4", "girafe.json")
        self.answered("solve", "owen-4x4", "--out", "girafe.json", *QUICK)  # of the same puzzle
        self.refused("solve", "owen-4x4", "--out", self.folder)

    def test_a_file_with_more_boards_stays(self):
        limited = self.run_program("solve", "girafe", "--nodes", "3", "--out", "none.json", "--threads", "1")
        self.assertEqual(limited.exit, 3)
        self.assertFalse((self.folder / "none.json").exists())
        self.assertNotIn("wrote", limited.err)
        self.answered("solve", "girafe", "--all", "--out", "boards.json", *QUICK)
        before = (self.folder / "boards.json").read_bytes()
        self.assertEqual(before.count(b"\n"), 12)
        for how, found in ((("--nodes", "3"), "none"), (("--all", "--nodes", "3"), "none"), ((), "1")):
            kept = self.run_program("solve", "girafe", *how, "--out", "boards.json", "--threads", "1")
            self.assertIn(f"not written: boards.json holds 12 boards, and this search found {found}; --overwrite", kept.err)
            self.assertEqual((self.folder / "boards.json").read_bytes(), before)
        self.answered("solve", "girafe", "--out", "boards.json", "--overwrite", *QUICK)
        self.assertEqual((self.folder / "boards.json").read_bytes().count(b"\n"), 1)
        # A complete answer takes the place of a longer list: of the same boards, one for each class.
        self.answered("solve", "girafe", "--all", "--out", "boards.json", *QUICK)
        self.answered("solve", "girafe", "--all", "--symmetry", "distinct", "--out", "boards.json", *QUICK)
        self.assertEqual((self.folder / "boards.json").read_bytes().count(b"\n"), 3)

    def test_a_checkpoint_that_exists_is_not_overwritten(self):
        count = ("count", "pentominoes-4x15", "--engine", "dlx", "--threads", "1")
        first = self.run_program(*count, "--nodes", "5k", "--checkpoint", "run.ck")
        self.assertEqual(first.exit, 3)
        before = (self.folder / "run.ck").read_bytes()
        line = self.refused(*count, "--nodes", "10", "--checkpoint", "run.ck")
        for word in ("run.ck", "--resume", "--overwrite"):
            self.assertIn(word, line)
        self.assertEqual((self.folder / "run.ck").read_bytes(), before)
        self.refused(*count, "--resume", "missing.ck", "--checkpoint", "run.ck")
        resumed = self.answered(*count, "--resume", "run.ck", "--checkpoint", "./run.ck", "--json")
        self.assertEqual(resumed.events()[-1]["distinct"], 368)
        again = self.run_program(*count, "--nodes", "1000", "--checkpoint", "run.ck", "--overwrite", "--json")
        self.assertEqual(again.events()[-1]["nodes"], 1000)

    def test_a_target_that_is_not_reached_is_no_answer(self):
        optimise = ("optimise", "inf6102-d", "--engine", "greedy", "--nodes", "1", "--threads", "1", "--overwrite")
        missed = self.run_program(*optimise, "--target", "144")
        self.assertEqual(missed.exit, 3)
        self.assertIn("the target 144 was not reached", missed.out)
        self.assertEqual(self.run_program(*optimise, "--target", "10").exit, 0)
        self.assertEqual(self.run_program(*optimise, "--target", "144", "--json").events()[-1]["exit"], 3)
        self.assertIn("144", self.refused(*optimise, "--target", "145"))
        self.assertIn("7", self.refused("optimise", "soma", "--target", "8"))
        self.refused(*optimise, "--target", "-1")

    def test_solve_with_an_optimiser_shows_and_saves_its_best_board(self):
        result = self.run_program("solve", "inf6102-e", "--engine", "schedule", "--time", "1s", "--threads", "1")
        self.assertEqual(result.exit, 3)
        self.assertRegex(result.out, r"best \d+ of 180, \d+ conflicts?, after .*; written to inf6102-e-best.json")
        self.assertIn("No solution within the limit", result.out)
        self.assertIn("+---", result.out)  # the board
        self.assertIn("this is not a solution", self.run_program("verify", "inf6102-e", "inf6102-e-best.json").out)
        self.run_program("solve", "inf6102-e", "--engine", "schedule", "--time", "1s", "--out", "b.json", *QUICK)
        self.assertEqual(len((self.folder / "b.json").read_text(encoding="utf-8").splitlines()), 1)


class Threads(ProgramTest):
    def threads(self, **environment):
        return self.answered("solve", "girafe", "--json", **environment).events()[0]["threads"]

    def test_no_more_than_this_process_may_use(self):
        allowed = os.sched_getaffinity(0)
        self.assertLessEqual(self.threads(), len(allowed))
        self.assertEqual(self.threads(SLURM_CPUS_PER_TASK="1"), 1)
        for nonsense in ("", "0", "many", "-3"):
            self.assertLessEqual(self.threads(SLURM_CPUS_PER_TASK=nonsense), len(allowed))
        self.assertLessEqual(self.threads(SLURM_CPUS_PER_TASK="4096"), len(allowed))
        self.addCleanup(os.sched_setaffinity, 0, allowed)
        os.sched_setaffinity(0, {min(allowed)})
        self.assertEqual(self.threads(), 1)


if __name__ == "__main__":
    unittest.main()
