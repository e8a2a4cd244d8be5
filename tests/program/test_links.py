"""A link is a board: verify reads it, finds the puzzle by the pieces and writes a judge's card."""

import json
import re
import unittest

from program import ProgramTest

# Louis Verhaard's board of 2008, 467 of 480, as the community passes it on.
BOARD_467 = (
    "abeaacsbabpcafubacrfadpcaftdabtfafjbaemfaboeacvbaencafoeadofaabdendasvpnphtvuqlhlvmqpsuvhwustqqwjhhwmrmh"
    "opprvwppnspwoqwsoqnqbaeqdufaplouthjllsnhuvusuwovuwswqlhwhjummlljwvvlrnkvpgnnwvjgmtrveadtfqfaovjqjnnvnsnn"
    "uhlsmorhsujohhruunhhlqttvvitkvwvntovjtrurwhtdafwfhbajqphnouqnpmollkprqwljklqrvwkhnlvtmqniommwmsookqmrwpk"
    "okuwfackbjfapjijuoujmnlokounwuiolkvuwhqklghhqmqgmupmsrtuqpqrpjppuhsjcabhfhcaiqphunrqlktnuvtkijvvvomjqtjo"
    "hustqrlupnqrtkknqtjkpjttshvjbachcrbaphkrrphhtwhptwvwvwlwmulwjsiusphslmtpqhwmkprhjnmptqvnvprqcacpbteakvrt"
    "hunvhwkuvlrwlwollmnwijjmhukjtmsuwuhmrhoumkqhvkokrvmkcafvepcarsjpntkskmttrwmmoklwnhskjnthkpgnskpphvrkoknv"
    "qjskovmjmujvfafucnfajronkmnrtrsmmorrlugosgrutrkgglorplulrlslnkolsmwkmsomjgisfafgfqeaosnqnplsstoprqrtgtnq"
    "rgrtkoggoiqouksissskoiiswquioriqilirfaelepdanigpllkiogllringnjmirijjggjiqiigsouislgoijjlurijilpriwileadw"
    "dhdagimhkkgilqikngwqmtlgjistjnviiomnuvgogsgvjwgsinqwpgtniiwgdadidgdampqggmspiwpmwvgwlgvvsqugvgtqmkiggrjk"
    "gtmrgigtqwoitgiwwstgdadsdcaaqeacseaepbaegbabveabueaeteaeibaejbabmdabgcadocacidactcaddaac"
)
LINK = "https://e2.bucas.name/#puzzle=Verhaard_467&board_w=16&board_h=16&board_edges=" + BOARD_467


def with_cell(letters, index, sides):
    return letters[: index * 4] + sides + letters[index * 4 + 4 :]


class Links(ProgramTest):
    def card(self, *arguments, **options):
        result = self.run_program("verify", *arguments, "--json", **options)
        self.assertIn(result.exit, (0, 1), result.err)
        return json.loads(result.out)

    def solved(self, puzzle):
        return self.answered("solve", puzzle, "--json").events()[-2]

    def test_a_link_tells_its_puzzle_and_gets_a_card(self):
        result = self.run_program("verify", LINK)
        self.assertEqual(result.exit, 1)
        self.assertIn("eternity2: this is not a solution", result.out)
        self.assertIn("score 467 of 480, 13 conflicts", result.out)
        self.assertIn("pieces: all 256, each once (the set of eternity2)", result.out)
        self.assertIn("rim: right all around", result.out)
        self.assertRegex(result.out, r"clues kept: \d of 5")
        self.assertRegex(result.out, r"edges that do not match: [A-P]\d+ \d+ \| \d+ [A-P]\d+")

    def test_the_card_as_json(self):
        verdict = self.card("eternity2", LINK)
        card = verdict["card"]
        self.assertEqual((verdict["puzzle"], verdict["score"], verdict["conflicts"]), ("eternity2", 467, 13))
        self.assertEqual((card["set"], card["whole_set"], card["score"]), ("eternity2", True, 467))
        self.assertEqual(len(card["conflicts"]), 13)
        self.assertEqual(card["missing"] + card["repeated"] + card["strangers"] + card["empty"], [])
        self.assertEqual((card["rim_sides"], card["rim_faults"]), (64, []))
        self.assertEqual(len(card["clues"]), 5)
        self.assertEqual(card["clues_kept"], sum(clue["kept"] for clue in card["clues"]))
        for conflict in card["conflicts"]:
            self.assertRegex(conflict["cell"], r"^[A-P]\d+$")
            self.assertNotEqual(conflict["colour"], conflict["other_colour"])

    def test_standard_input_letters_and_other_viewers(self):
        expected = self.card("eternity2", LINK)
        self.assertEqual(self.card("eternity2", "-", text="my board: " + LINK + "\n"), expected)
        self.assertEqual(self.card("-", text=BOARD_467 + "\n"), expected)
        self.assertEqual(self.card(BOARD_467), expected)
        self.assertEqual(self.card("https://eternity2.dev/viewer?puzzle_size=16&board_edges=" + BOARD_467), expected)
        self.assertEqual(self.card(self.write("board.txt", LINK)), expected)

    def test_duplicates_strangers_and_holes_are_named(self):
        edges = BOARD_467
        twice = edges[17 * 4 : 18 * 4]
        edges = with_cell(edges, 18, twice)  # B3 shows what B2 shows
        edges = with_cell(edges, 19, "zzzz")  # B4 shows a colour that no piece has
        edges = with_cell(edges, 20, "aaaa")  # B5 is empty
        card = self.card("board_edges=" + edges)["card"]
        self.assertFalse(card["whole_set"])
        self.assertEqual([piece["cells"] for piece in card["repeated"]], [["B2", "B3"]])
        self.assertEqual((card["strangers"], card["empty"], len(card["missing"])), (["B4"], ["B5"], 3))
        text = self.run_program("verify", "board_edges=" + edges)
        self.assertEqual(text.exit, 1)
        self.assertIn("pieces: not the whole set, each once", text.out)
        self.assertRegex(text.out, r"piece \d+ is there 2 times: B2, B3")
        self.assertIn("sides that no piece has: B4", text.out)
        self.assertIn("fault: B4 shows sides that no piece has", text.out)

    def test_a_wrong_rim_is_named(self):
        corner = BOARD_467[:4]
        card = self.card("board_edges=" + with_cell(BOARD_467, 0, corner[1:] + corner[0]))["card"]
        self.assertEqual({fault["cell"] for fault in card["rim_faults"]}, {"A1"})

    def test_a_piece_number_that_contradicts_the_sides_is_named(self):
        board = self.solved("owen-4x4")["board"]
        at = board.index("board_pieces=") + len("board_pieces=")
        swapped = board[:at] + board[at + 3 : at + 6] + board[at : at + 3] + board[at + 6 :]
        card = self.card("owen-4x4", swapped)["card"]
        self.assertEqual(card["misnamed"], ["A1", "A2"])

    def test_solutions_of_ours_tell_their_puzzle(self):
        self.answered("solve", "soma", "--quiet", "--out", "soma.json")
        self.assertIn("soma: this is a solution", self.answered("verify", "soma.json").out)
        verdict = self.card("soma.json")
        self.assertIsNone(verdict["card"])
        self.answered("solve", "inf6102-a", "--quiet", "--out", "a.json")
        self.assertEqual(self.card("a.json")["puzzle"], "inf6102-a")

    def test_clues_are_counted_from_the_known_ones(self):
        self.answered("solve", "owen-4x4", "--quiet", "--out", "board.json")
        self.assertEqual(self.card("owen-4x4", "board.json")["card"]["clues"], [])
        empty = "board_edges=" + "aaaa" * 135 + "ijjm" + "aaaa" * 120
        card = self.card("eternity2", empty)["card"]
        self.assertEqual((card["clues_kept"], len(card["clues"]), card["set"]), (1, 5, "eternity2"))

    def test_refusals_say_what_is_missing(self):
        self.assertIn("link:1:", self.refused("verify", "eternity2", "https://e2.bucas.name/#board_edges=ab1d"))
        self.assertIn("no built-in puzzle has the pieces", self.refused("verify", "board_edges=" + "bcde" * 256))
        self.assertIn("no built-in puzzle has the pieces", self.refused("verify", "board_edges=bcde"))
        self.assertIn("standard input", self.refused("verify", "-", text="hello\n"))
        self.assertIn("found nothing", self.refused("verify", "-", text=""))
        self.assertIn("board_edges", self.refused("verify", "https://e2.bucas.name/#board_w=16"))
        self.assertIn("expected a solution of girafe", self.refused("verify", "girafe"))
        self.refused("verify")
        self.refused("verify", "no-such-file.json")

    def test_links_are_boards_for_show_and_convert_too(self):
        board = self.solved("owen-4x4")["board"]
        self.answered("show", "owen-4x4", board)
        converted = self.answered("convert", "owen-4x4", board, "--to", "address").out.strip()
        self.assertEqual(converted, board)

    def test_a_giraffe_link_has_equal_letters_where_sides_fit(self):
        self.answered("solve", "girafe", "--quiet", "--out", "girafe.json")
        result = self.answered("convert", "girafe", "girafe.json", "--to", "address")
        self.assertIn("equal letters", result.err)
        link = result.out.strip()
        edges = re.search(r"board_edges=([a-z]+)", link).group(1)
        cells = [edges[i : i + 4] for i in range(0, 36, 4)]
        for row in range(3):
            for column in range(3):
                if column < 2:
                    self.assertEqual(cells[row * 3 + column][1], cells[row * 3 + column + 1][3])
                if row < 2:
                    self.assertEqual(cells[row * 3 + column][2], cells[row * 3 + 3 + column][0])
        self.assertIn("this is a solution", self.answered("verify", "girafe", link).out)
        self.assertIn("this is a solution", self.answered("verify", link).out)
        self.assertEqual(self.answered("convert", "owen-4x4", self.solved("owen-4x4")["board"], "--to", "address").err, "")

    def test_heads_that_meet_are_counted_in_the_note(self):
        board = json.loads(self.answered("solve", "girafe", "--json").out.splitlines()[-2])
        for placement in board["placements"]:
            if placement["cell"] == "B2":
                placement["rotation"] = (placement["rotation"] + 1) % 4
        self.write("bad.json", json.dumps(board))
        self.assertIn("equal letters", self.answered("convert", "girafe", "bad.json", "--to", "address").err)


if __name__ == "__main__":
    unittest.main()
