"""What a search says while it runs: how long, how to stop it, and not more than one can read."""

import re
import unittest

from program import ProgramTest
from terminal import run_in_terminal


class Progress(ProgramTest):
    def test_a_hopeless_search_says_so_before_it_starts(self):
        for command in ("solve", "count"):
            result = self.run_program(command, "eternity2-clues", "--engine", "scan", "--time", "1s")
            self.assertEqual(result.exit, 3)
            lines = [line for line in result.err.splitlines() if "years" in line]
            self.assertEqual(len(lines), 1, result.err)
            self.assertIn("tesselle optimise eternity2-clues", lines[0])
        for command in (("solve", "owen-6x6"), ("optimise", "eternity2", "--time", "1s", "--nodes", "1")):
            self.assertNotIn("years", self.run_program(*command).err)

    def test_no_time_left_from_a_fraction_that_does_not_move(self):
        screen = run_in_terminal(("solve", "eternity2-clues", "--engine", "scan"), self.folder, stop_after=4)
        self.assertGreater(len(screen.live_lines()), 5)
        self.assertNotIn(" left", screen.text)
        self.assertEqual(screen.text.count("Ctrl-C stops the search"), 1)
        self.assertIn("Stopped: ", screen.lines()[-1])

    def test_a_steady_search_tells_the_time_that_is_left(self):
        count = ("count", "pentominoes-6x10", "--engine", "dlx", "--threads", "1", "--symmetry", "all")
        events = self.run_program(*count, "--time", "4s", "--json").events()
        left = [e["seconds_left"] for e in events if e["event"] == "progress"]
        self.assertTrue(any(value is not None for value in left[4:]) or len(left) < 8, left)

    def test_with_a_limit_it_shows_the_limit_and_without_a_depth_no_depth(self):
        screen = run_in_terminal(
            ("solve", "owen-10x10", "--engine", "meet", "--time", "2s", "--threads", "1"), self.folder, columns=100)
        self.assertEqual(screen.exit, 3)
        self.assertTrue(any(re.search(r"\d\.\d+ s of 2 s", line) for line in screen.live_lines()), screen.text)
        self.assertNotIn("depth 0", screen.text)
        self.assertNotIn("Ctrl-C", screen.text)
        self.assertTrue(all(len(line) < 100 for line in screen.live_lines()))

    def test_improvements_at_most_every_half_second_and_in_one_wording(self):
        result = self.run_program("optimise", "eternity1", "--time", "4s")
        lines = [line for line in result.err.splitlines() if ": best " in line]
        self.assertGreaterEqual(len(lines), 1)
        self.assertLessEqual(len(lines), 12, lines)
        for line in [*lines, result.out.splitlines()[-1]]:
            self.assertRegex(line, r"best \d+ of 209, [\d ]+ cells? not covered")
        self.assertIn(re.search(r"best \d+ of 209", lines[-1]).group(), result.out)

    def test_solve_all_draws_a_few_boards_and_says_how_to_see_the_rest(self):
        drawn = self.answered("solve", "girafe", "--all")
        self.assertEqual(drawn.out.count("       1       2       3\n"), 5)
        self.assertIn("7 more boards not drawn", drawn.err)
        self.assertIn("12 solutions, 3 up to rotation", drawn.out)
        kept = self.answered("solve", "girafe", "--all", "--out", "all.json")
        self.assertNotIn("+---", kept.out)
        self.assertIn("wrote all.json", kept.err)
        self.assertEqual(len((self.folder / "all.json").read_text(encoding="utf-8").splitlines()), 12)
        self.assertNotIn("not drawn", self.answered("solve", "pentominoes-3x20", "--all", "--symmetry", "distinct").err)


class Numbers(ProgramTest):
    def test_durations(self):
        for text in ("1h30m", "90", "1.5h", "500ms", "1m30s", "2d"):
            self.answered("solve", "girafe", "--time", text, "--quiet")
        for text in ("", "soon", "-3s", "0", "1h30", "30m1h", "1x", "5m5m", "h", "nan", "inf"):
            self.assertIn("--time", self.refused("solve", "girafe", "--time=" + text))

    def test_counts(self):
        count = ("count", "pentominoes-6x10", "--engine", "dlx", "--threads", "1", "--json")
        for text in ("20000", "20k", "2e4", "0.02M"):
            self.assertEqual(self.run_program(*count, "--nodes", text).events()[-1]["nodes"], 20000)
        for text in ("-1", "1.5", "many", "1e99", "0", "10kk"):
            self.assertIn("--nodes", self.refused(*count, "--nodes=" + text))
        self.run_program("optimise", "inf6102-d", "--engine", "beam", "--width", "1k", "--time", "1s")
        self.assertIn("--width", self.refused("optimise", "inf6102-d", "--engine", "beam", "--width", "1.5"))

    def test_negative_seeds_are_refused(self):
        for command in (("solve", "girafe"), ("estimate", "girafe"), ("generate",)):
            self.assertIn("--seed", self.refused(*command, "--seed", "-5"))

    def test_large_numbers_are_grouped_and_one_is_singular(self):
        text = self.answered("count", "pentominoes-6x10", "--engine", "dlx").err
        self.assertRegex(text, r"the first solution came after \d{1,3}( \d{3})* nodes? and")
        one = self.answered("count", "trinity").out
        self.assertTrue(one.startswith("1 solution\n"), one)
        self.assertIn("1 board verified", one)

    def test_every_written_file_is_named(self):
        self.answered("solve", "girafe", "--out", "s.json", "--quiet")
        for command, file in (
            (("show", "girafe", "s.json", "--svg", "a.svg"), "a.svg"),
            (("show", "girafe", "s.json", "--html", "a.html"), "a.html"),
            (("convert", "girafe", "--to", "toml", "--out", "g.toml"), "g.toml"),
            (("generate", "--size", "4x4", "--out", "n.toml", "--solution", "n.json"), "n.json"),
            (("count", "girafe", "--profile", "p.json"), "p.json"),
            (("pieces", "enumerate", "--size", "4", "--out", "t.toml"), "t.toml"),
            (("catalogue", "girafe", "--pdf", "c.pdf"), "c.pdf"),
        ):
            self.assertIn(f"wrote {file}\n", self.answered(*command).err)
            self.assertTrue((self.folder / file).exists())


if __name__ == "__main__":
    unittest.main()
