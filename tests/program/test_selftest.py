import unittest

from program import SOURCE, ProgramTest

BROKEN = """# trial: dlx course={}
family = "packing"
region = "2x1"
[[piece]]
name = "A"
shape = "#"
copies = 2
"""


class Selftest(ProgramTest):
    def test_engines_agree_and_the_report_tells_where_to_go_on(self):
        result = self.answered("selftest", "--puzzles", 60, "--seed", 3)
        self.assertIn("all engines agree", result.out)
        self.assertIn("tesselle selftest --seed 3 --first 61", result.out)
        self.assertEqual(list(self.folder.iterdir()), [])  # no folder unless something is wrong

    def test_equal_seeds_try_equal_puzzles(self):
        def facts(threads):
            last = self.answered("selftest", "--puzzles", 60, "--threads", threads, "--engine", "dlx", "--engine", "scan",
                                 "--json").events()[-1]
            return [last[key] for key in ("puzzles", "solvable", "brute_force", "next", "failures")]

        self.assertEqual(facts(1), facts(2))

    def test_kept_cases_are_replayed(self):
        case = SOURCE / "tests" / "agree" / "cases" / "tile-disconnected.toml"
        self.assertIn("all agree", self.answered("selftest", "--replay", case).out)

    def test_what_is_refused(self):
        (self.folder / "file").write_text("")
        (self.folder / "broken.toml").write_text(BROKEN.format("sideways"))
        self.assertIn("nonesuch", self.refused("selftest", "--engine", "dlx", "--engine", "nonesuch"))
        self.assertIn("file", self.refused("selftest", "--puzzles", 1, "--out", "file"))
        self.assertIn("sideways", self.refused("selftest", "--replay", "broken.toml"))
        self.assertIn("missing.toml", self.refused("selftest", "--replay", "missing.toml"))

    def test_a_count_is_confirmed_by_another_engine(self):
        for puzzle, engine, other in (("girafe", "scan", "backtrack"), ("soma", "fill", "cover")):
            result = self.answered("count", puzzle, "--engine", engine, "--confirm", "--quiet")
            self.assertIn(f"confirmed by engine {other}", result.out)


if __name__ == "__main__":
    unittest.main()
