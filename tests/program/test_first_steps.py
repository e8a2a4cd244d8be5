import unittest

from program import ProgramTest


class FirstSteps(ProgramTest):
    def test_counts_the_giraffe(self):
        last = self.answered("count", "girafe", "--json").events()[-1]
        self.assertEqual((last["solutions"], last["distinct"]), (12, 3))

    def test_refuses_an_unknown_puzzle_in_one_line(self):
        self.assertIn("girafe", self.refused("solve", "girafes"))


if __name__ == "__main__":
    unittest.main()
