import json
import unittest

from program import ProgramTest

GIRAFFE_LOOKALIKE = "1\n0 0 0 0\n"


class Puzzles(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.classes = ("seconds", "minutes", "weeks", "unsolved")

    def test_the_list_is_grouped_and_in_natural_order(self):
        lines = self.answered("puzzles").out.splitlines()
        for group in ("Edge-matching", "Eternity II", "Pentominoes", "Polycubes", "Other shapes", "Eternity"):
            self.assertTrue(any(line.split("  ")[0] == group for line in lines), group)
        names = [line.split()[0] for line in lines if line.startswith("  ")]
        self.assertEqual(names.index("owen-9x9") + 1, names.index("owen-10x10"))
        self.assertLess(names.index("pentominoes-2x3x10"), names.index("pentominoes-3x4x5"))
        self.assertLessEqual(max(map(len, lines)), 80)

    def test_a_line_tells_size_pieces_solutions_and_how_hard(self):
        lines = {line.split()[0]: " ".join(line.split()) for line in self.answered("puzzles").out.splitlines() if line}
        self.assertEqual(lines["girafe"], "girafe 3x3 9 3 seconds")
        self.assertEqual(lines["soma"], "soma 3x3x3 7 240 seconds")
        self.assertEqual(lines["eternity2"], "eternity2 16x16 256 ? unsolved")
        self.assertEqual(lines["pentominoes-2x30"], "pentominoes-2x30 30x2 12 none seconds")
        self.assertEqual(lines["dominoes-8x8"], "dominoes-8x8 8x8 any 12 988 816 * seconds")

    def test_every_built_in_puzzle_has_its_facts(self):
        puzzles = self.answered("puzzles", "--json").events()
        self.assertGreaterEqual(len(puzzles), 54)
        for puzzle in puzzles:
            with self.subTest(puzzle["name"]):
                self.assertTrue(puzzle["group"])
                self.assertIn(puzzle["hardness"], self.classes)
                if puzzle["known_solutions"] is not None and puzzle["known_distinct"] is not None:
                    self.assertLessEqual(puzzle["known_distinct"], puzzle["known_solutions"])
                    self.assertLessEqual(puzzle["known_solutions"], puzzle["known_distinct"] * puzzle["symmetries"])

    def test_counts_are_what_the_program_counts(self):
        for puzzle in self.answered("puzzles", "--json").events():
            if puzzle["known_distinct"] is None or puzzle["known_distinct"] > 400 or puzzle["hardness"] != "seconds":
                continue
            with self.subTest(puzzle["name"]):
                last = self.run_program("count", puzzle["name"], "--json").events()[-1]
                self.assertEqual(last["status"], "exhausted")
                self.assertEqual(last["solutions"], puzzle["known_solutions"])
                self.assertEqual(last["distinct"], puzzle["known_distinct"])

    def test_facts_of_one_as_json_have_numbers(self):
        facts = json.loads(self.answered("puzzles", "pentominoes-6x10", "--json").out)
        expected = {"known_solutions": 9356, "known_distinct": 2339, "box": [10, 6], "region_cells": 60, "pieces": 12,
                    "hardness": "seconds", "group": "Pentominoes", "symmetries": 4}
        self.assertEqual({key: facts[key] for key in expected}, expected)
        self.assertIsNone(json.loads(self.answered("puzzles", "eternity2", "--json").out)["known_solutions"])

    def test_facts_of_one_for_people(self):
        text = self.answered("puzzles", "girafe").out
        self.assertIn("12, 3 up to rotations", text)
        self.assertIn("seconds: tesselle solve answers within a minute", text)
        self.assertRegex(self.answered("puzzles", "clue2").out, "solutions +not known")

    def test_a_file_that_only_has_the_name_of_a_built_in_puzzle_has_no_known_facts(self):
        self.write("girafe", GIRAFFE_LOOKALIKE)
        facts = json.loads(self.answered("puzzles", "./girafe", "--json").out)
        self.assertEqual((facts["pieces"], facts["known_solutions"], facts["hardness"]), (1, None, None))

    def test_a_built_in_name_wins_over_a_file_of_that_name(self):
        self.write("girafe", GIRAFFE_LOOKALIKE)
        self.write("mine", GIRAFFE_LOOKALIKE)
        self.assertEqual(json.loads(self.answered("puzzles", "girafe", "--json").out)["pieces"], 9)
        self.assertEqual(json.loads(self.answered("puzzles", "mine", "--json").out)["pieces"], 1)


if __name__ == "__main__":
    unittest.main()
