"""tesselle new: questions on stderr, answers from a pipe."""

import unittest

from program import ProgramTest

# The giraffe's cards, clockwise from the top.
CARDS = [
    "BB HO HM BV", "BB HO HM BV", "BM HB HO BV", "BB HM HB BV", "BO BM HV HB",
    "BM HV HM BO", "BV BM HO HB", "HM HV BO BB", "HO BM BB HV",
]  # fmt: skip


class New(ProgramTest):
    def answers(self, *lines):
        return "\n".join(lines) + "\n"

    def scramble(self, cards, *options):
        return self.answered("new", *options, text=self.answers("1", "cards", "My cards", "H* B*", *cards))

    def test_scramble_squares(self):
        result = self.scramble(CARDS)
        self.assertIn("wrote cards.toml", result.out)
        self.assertIn("pieces 1 and 2 are the same", result.out)
        self.assertIn("It has a solution: tesselle solve ./cards.toml", result.out)
        self.assertIn("Piece 9 of 9, clockwise from the top", result.err)
        text = (self.folder / "cards.toml").read_text()
        self.assertIn('title = "My cards"', text)
        self.assertIn("# ", text)
        self.assertEqual(self.answered("count", "./cards.toml", "--json").events()[-1]["solutions"], 12)

    def test_a_slip_is_found(self):
        wrong = CARDS[:]
        wrong[4] = "HO BM HV HB"  # the top was BO
        result = self.scramble(wrong, "--time", "60s")
        self.assertIn("check: 'HO' is on 6 sides, its mate 'BO' on 2 sides", result.out)
        self.assertIn("It has no solution", result.out)
        self.assertIn("The closest board, 11 of 12 edges match", result.out)
        self.assertIn("piece 5, north side: BO instead of HO", result.out)
        self.assertNotIn("Not every change was tried", result.out)

    def test_a_half_mistaken_for_the_other(self):
        wrong = [card.replace("B", "H", 1) if i in (0, 1, 2) else card for i, card in enumerate(CARDS)]
        wrong = [card.replace("BV", "HV") for card in wrong]
        result = self.scramble(wrong)
        self.assertIn("check: ", result.out)
        self.assertIn("It has no solution", result.out)

    def test_an_edge_list_with_a_frame(self):
        pieces = ["0 1 2 0", "0 0 3 1", "2 4 0 0", "3 0 0 4"]
        result = self.answered("new", "--out", "four.toml", text=self.answers("2", "four", "", "2x2", "0", *pieces))
        self.assertIn("It has a solution", result.out)
        pieces[3] = "3 0 0 5"
        result = self.answered("new", text=self.answers("2", "five", "", "2x2", "0", *pieces))
        self.assertIn("check: '5' is on 1 side: with a frame the number must be even", result.out)
        self.assertIn("It becomes solvable if one side is changed:", result.out)
        self.assertIn("piece 4, west side: 4 instead of 5", result.out)
        self.assertEqual(self.run_program("new", "--check", "./five.toml").exit, 1)
        self.assertEqual(self.run_program("new", "--check", "./four.toml").exit, 0)

    def test_a_name_that_is_nearly_another(self):
        pieces = ["rim green blue rim", "rim rim blue gren", "blue green rim rim", "blue rim rim green"]
        result = self.answered("new", text=self.answers("2", "names", "", "2x2", "rim", *pieces))
        self.assertIn("'gren' is on 1 side only; did you mean 'green'?", result.out)

    def test_a_box_and_pieces(self):
        drawings = ["L 2", "#.", "#.", "##", "", ""]
        result = self.answered("new", text=self.answers("3", "box", "", "2x4", "", "yes", *drawings))
        self.assertIn("It has a solution", result.out)
        self.assertEqual(self.answered("count", "./box.toml", "--json").events()[-1]["solutions"], 2)
        result = self.answered("new", text=self.answers("3", "small", "", "3x3", "", "yes", *drawings))
        self.assertIn("check: the pieces have 8 cells, the region 9: 1 will stay empty", result.out)
        self.assertIn("It has no solution", result.out)
        result = self.answered("new", "--time", "0", text=self.answers("3", "pent", "", "6x10", "pentominoes", "yes", ""))
        self.assertNotIn("check:", result.out)
        result = self.answered("new", text=self.answers("3", "cube", "", "2x2x2", "", "I 4", "##", "", ""))
        self.assertIn("It has a solution", result.out)

    def test_bad_answers_are_refused(self):
        self.assertIn("answer 1", self.refused_after_questions("4"))
        self.assertIn("answers end before", self.refused_after_questions("1"))
        self.assertIn("answer 2", self.refused_after_questions("1", "My Cards"))
        self.assertIn("answer 5 ('Piece 1 of 9", self.refused_after_questions("1", "cards", "", "", "red+ red- red+ red"))
        self.assertIn("answer 4", self.refused_after_questions("1", "cards", "", "+ -"))
        self.assertIn("answer 4", self.refused_after_questions("2", "list", "", "4 by 4"))
        self.assertIn("set", self.refused_after_questions("3", "box", "", "6x10", "pentominos", "yes", ""))
        self.assertEqual(list(self.folder.glob("*.toml")), [])

    def refused_after_questions(self, *lines):
        result = self.run_program("new", text=self.answers(*lines))
        self.assertEqual(result.exit, 2, result.out + result.err)
        return result.err.strip().splitlines()[-1]

    def test_nothing_is_overwritten(self):
        self.write("cards.toml", "precious")
        self.assertIn("cards.toml exists already", self.refused_after_questions("1", "cards"))
        self.assertEqual((self.folder / "cards.toml").read_text(), "precious")
        self.scramble(CARDS, "--overwrite", "--time", "0")


if __name__ == "__main__":
    unittest.main()
