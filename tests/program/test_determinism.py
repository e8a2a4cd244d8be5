"""Same seed and one thread: the same nodes and boards, whatever the kernel, however the search is cut into parts."""

import json
import unittest

from program import ProgramTest

ONE = ("--threads", "1", "--quiet")
KEYS = ("status", "solutions", "distinct", "nodes")


class Determinism(ProgramTest):
    def finished(self, *command):
        last = self.run_program(*command, *ONE, "--json").events()[-1]
        return [last[key] for key in KEYS] + [last["best"]]

    def test_kernels(self):
        tried = 0
        for engine, puzzle in (("cover", "pentominoes-4x15"), ("fill", "pentominoes-4x15")):
            count = ("count", puzzle, "--engine", engine)
            expected = self.finished(*count)
            for kernel in ("scalar", "avx2", "avx512"):
                result = self.run_program(*count, "--kernel", kernel, *ONE, "--json")
                if result.exit == 2:  # this machine lacks it, or the engine has one kernel only
                    continue
                tried += 1
                last = result.events()[-1]
                self.assertEqual([last[key] for key in KEYS] + [last["best"]], expected, kernel)
        self.assertGreater(tried, 0)

    def test_lesser_machines(self):
        """Engines that choose their loops by what the machine can run, without an option."""
        for command in (
            ("count", "owen-5x5", "--engine", "scan"),
            ("count", "owen-5x5", "--engine", "meet"),
            ("count", "pentominoes-4x15", "--engine", "cover"),
            ("count", "pentominoes-4x15", "--engine", "fill"),
            ("optimise", "owen-6x6", "--engine", "schedule", "--nodes", "20k", "--overwrite", "--out", "b"),
        ):
            told = [self.run_program(*command, *ONE, "--json", TESSELLE_INSTRUCTIONS=name).events()[-1]
                    for name in ("scalar", "avx2", "avx512")]
            with self.subTest(command=command):
                for last in told[1:]:
                    for key in (*KEYS, "best"):
                        self.assertEqual(last[key], told[0][key], key)

    def test_a_lesser_machine_is_one(self):
        refused = self.refused("count", "pentominoes-4x15", "--engine", "cover", "--kernel", "avx2",
                               TESSELLE_INSTRUCTIONS="scalar")
        self.assertIn("cannot run avx2", refused)

    def test_parts(self):
        """A limit of nodes ends a slice where it would not have ended otherwise."""
        for command in (
            ("count", "pentominoes-4x15", "--engine", "dlx"),
            ("count", "owen-5x5", "--engine", "scan"),
            ("count", "owen-4x4", "--engine", "backtrack"),
            ("optimise", "owen-6x6", "--engine", "ils", "--nodes", "9k"),
            ("optimise", "owen-6x6", "--engine", "schedule", "--nodes", "9k"),
        ):
            with self.subTest(command=command):
                more = () if command[0] == "count" else ("--overwrite", "--out", "b")
                whole = self.finished(*command, *more)
                step = max(1, whole[3] // 3)
                parts = command[:4]
                self.finished(*parts, *more, "--nodes", step, "--checkpoint", "c", "--overwrite")
                self.finished(*parts, *more, "--nodes", step - 1, "--resume", "c")
                rest = () if command[0] == "count" else ("--nodes", whole[3] - 2 * step + 1)
                last = self.finished(*parts, *more, *rest, "--resume", "c")
                self.assertEqual(last, whole)
                (self.folder / "c").unlink()

    def test_a_perfect_board_ends_a_search_at_its_node(self):
        """Not at the end of a slice, whose length depends on the clock: one node less must not be enough."""
        for puzzle, engine in (("hexiamonds-6x6", "beam"), ("girafe", "beam"), ("girafe", "repair"), ("girafe", "ils"),
                               ("girafe", "anneal"), ("girafe", "tabu"), ("girafe", "swap"), ("pentominoes-3x20", "pack")):
            optimise = ("optimise", puzzle, "--engine", engine, "--out", "b", "--overwrite", *ONE, "--json", "--nodes")
            with self.subTest(puzzle=puzzle, engine=engine):
                solved = self.run_program(*optimise, "100k").events()[-1]
                self.assertEqual(solved["status"], "solved")
                before = self.run_program(*optimise, solved["nodes"] - 1).events()[-1]
                self.assertEqual(before["status"], "limit")

    def test_seeds(self):
        boards = []
        for _ in range(2):
            self.run_program("optimise", "inf6102-a", "--engine", "ils", "--seed", 5, "--nodes", "5k", *ONE, "--out", "b",
                             "--overwrite")
            boards.append(json.loads((self.folder / "b").read_text(encoding="utf-8"))["placements"])
        self.assertEqual(boards[0], boards[1])


if __name__ == "__main__":
    unittest.main()
