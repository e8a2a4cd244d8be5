"""Piece lists and boards of other people's programs, read and written."""

import json
import unittest

from program import ProgramTest

GIRAFFE = "HOBBBVHM\nHOBBBVHM\nHBBMBVHO\nHMBBBVHB\nBMBOHBHV\nHVBMBOHM\nBMBVHBHO\nHVHMBBBO\nBMHOHVBB\n"


class ForeignFiles(ProgramTest):
    def hash_of(self, puzzle):
        return json.loads(self.answered("puzzles", puzzle, "--json").out)["hash"]

    def toml_of(self, name, *options):
        """A file as native TOML."""
        self.answered("convert", name, *options, "--to", "toml", "--out", "read.toml")
        return "./read.toml"

    def written(self, puzzle, *options, name="written.txt"):
        return self.write(name, self.answered("convert", puzzle, *options).out)

    def test_a_title_has_one_line(self):
        """Any other could be written as TOML, and not be read again."""
        site = {"name": "a\nb", "width": 2, "height": 1, "pieces": [[0, 1, 0, 0], [0, 0, 0, 1]]}
        self.write("site.json", json.dumps(site))
        self.assertIn("expected a name of one line", self.refused("convert", "site.json", "--to", "toml"))
        burr = self.answered("convert", "soma", "--to", "xmpuzzle").out
        self.assertEqual(burr.count('<problem name="'), 1)
        for title in (b"a&#10;b", b"&#27;[2J", b"a\xff"):
            with self.subTest(title):
                text = burr.encode().replace(b'<problem name="', b'<problem name="' + title)
                (self.folder / "burr.xmpuzzle").write_bytes(text)
                self.assertIn("expected a name of one line", self.refused("convert", "burr.xmpuzzle", "--to", "toml"))

    # The giraffe's letters

    def test_the_giraffe_as_nine_lines(self):
        self.write("cards.txt", GIRAFFE)
        self.assertEqual(self.hash_of("./cards.txt"), self.hash_of("girafe"))
        self.assertEqual(self.answered("convert", "girafe", "--to", "letters").out, GIRAFFE)
        last = self.answered("count", "./cards.txt", "--json").events()[-1]
        self.assertEqual(last["solutions"], 12)

    def test_other_pairs_must_be_said(self):
        self.write("cards.txt", GIRAFFE.replace("H", "T"))
        self.assertIn("cards.txt:1:1: found side 'TO', expected H or B", self.refused("solve", "./cards.txt"))
        self.assertEqual(
            self.answered("count", self.toml_of("cards.txt", "--pairs", "TB"), "--json").events()[-1]["solutions"], 12
        )
        self.write("said.txt", "# pairs: TB\n" + GIRAFFE.replace("H", "T"))
        self.assertEqual(self.answered("count", "./said.txt", "--json").events()[-1]["solutions"], 12)
        pairs = "HO-BO,HM-BM,HB-BB,HV-BV"
        self.write("girafe.txt", GIRAFFE)
        self.assertEqual(self.hash_of(self.toml_of("girafe.txt", "--pairs", pairs)), self.hash_of("girafe"))
        self.assertIn("--pairs", self.refused("convert", "girafe.txt", "--pairs", "HOBO"))
        self.assertIn("does not name", self.refused("convert", "girafe.txt", "--pairs", "HO-BO"))

    def test_letters_need_a_size_if_they_are_not_nine(self):
        self.write("four.txt", "\n".join(GIRAFFE.split()[:4]))
        self.assertIn("--board", self.refused("solve", "./four.txt"))
        self.toml_of("four.txt", "--board", "2x2")
        self.assertIn("expected 6", self.refused("convert", "four.txt", "--board", "3x2"))
        self.write("bad.txt", GIRAFFE.replace("HBBMBVHO", "HBBMBVH"))
        self.assertIn("bad.txt:3:1", self.refused("solve", "./bad.txt"))

    # Lists of pieces

    def test_lists_without_a_size_need_the_order_of_the_sides(self):
        plain = self.written("eternity2", "--to", "list")
        self.assertEqual(plain.read_text().splitlines()[0], "0 0 1 3")
        message = self.refused("solve", plain)
        self.assertIn("written.txt:1:1", message)
        self.assertIn("--sides", message)
        self.assertEqual(self.hash_of(self.toml_of(plain, "--sides", "nesw")), self.hash_of("eternity2"))
        said = self.write("said.txt", "# sides: NESW\n" + plain.read_text())
        self.assertEqual(self.hash_of(said), self.hash_of("eternity2"))
        self.assertIn("--sides: found 'nessw'", self.refused("convert", plain, "--sides", "nessw"))

    def test_every_order_comes_back(self):
        for order in ("bltr", "nswe", "urdl", "enws"):
            plain = self.written("owen-4x4", "--to", "list", "--to-sides", order, "--numbered")
            self.assertEqual(self.hash_of(self.toml_of(plain, "--sides", order)), self.hash_of("owen-4x4"), order)

    def test_csv_names_its_columns(self):
        table = self.written("eternity2", "--to", "csv", "--to-sides", "bltr", name="pieces.csv")
        self.assertEqual(table.read_text().splitlines()[:2], ["piece,south,west,north,east", "1,1,3,0,0"])
        self.assertEqual(self.hash_of(table), self.hash_of("eternity2"))
        self.write("top.csv", "Top;Right;Bottom;Left\n0;1;0;0\n0;0;0;1\n")
        self.assertIn("--board", self.refused("solve", "./top.csv"))
        self.toml_of("top.csv", "--board", "2x1")
        self.assertIn("--sides", self.refused("convert", "top.csv", "--board", "2x1", "--sides", "nesw"))
        self.write("letters.csv", "n e s w\n0 1 0 0\n0 0 0 1\n")
        self.toml_of("letters.csv", "--board", "2x1")
        self.write("odd.csv", "north,east,south,west,x\n0,1,0,0,3\n")
        self.assertIn("odd.csv:1:23: found column 'x'", self.refused("solve", "./odd.csv"))
        self.write("three.csv", "north,east,south\n0,1,0\n")
        self.assertIn("west", self.refused("solve", "./three.csv"))

    def test_numbered_pieces_go_where_their_number_says(self):
        rows = self.answered("convert", "owen-4x4", "--to", "list", "--numbered").out.splitlines()
        shuffled = self.write("shuffled.txt", "\n".join(reversed(rows)))
        self.assertEqual(self.hash_of(self.toml_of(shuffled, "--sides", "nesw")), self.hash_of("owen-4x4"))
        twice = self.write("twice.txt", "\n".join(rows[:-1] + [rows[0]]))
        self.assertIn("twice.txt:16:1: found piece number 1", self.refused("convert", twice, "--sides", "nesw"))

    def test_bad_lists_are_refused_with_the_place(self):
        for text, place in (
            ("1 2 3 4\n1 2 3\n", "bad.txt:2:"),
            ("1 2 3 4\n1 2 x 4\n", "bad.txt:2:5"),
            ("1,2,,4\n", "bad.txt:1:5"),
            ("1 2 3 4 5 6\n", "bad.txt:1:1"),
            ("# sides: up\n1 2 3 4\n", "bad.txt:1:10"),
            ("# board: 0x4\n1 2 3 4\n", "bad.txt:1:10"),
        ):
            self.write("bad.txt", text)
            options = [] if text.startswith("# sides") else ["--sides", "nesw"]
            self.assertIn(place, self.refused("convert", "bad.txt", *options), text)

    def test_options_that_a_file_leaves_no_room_for_are_refused(self):
        self.assertIn("plain lists", self.refused("convert", self.toml_of("girafe"), "--sides", "nesw"))
        self.write("sized.txt", "2 1\n0 1 0 0\n0 0 0 1\n")
        self.assertIn("--board", self.refused("convert", "sized.txt", "--board", "2x1"))
        self.toml_of("sized.txt", "--sides", "nesw")

    # The INF6102 course

    def test_the_course_files_come_back(self):
        self.answered("solve", "inf6102-a", "--quiet", "--out", "a.json")
        course = self.written("inf6102-a", "a.json", "--to", "course")
        lines = course.read_text().splitlines()
        self.assertEqual((lines[0], lines[1], len(lines)), ("0", "4", 18))
        bottom_left = lines[2].split()
        self.assertEqual((bottom_left[1], bottom_left[2]), ("0", "0"), "South and West of the first cell are the rim")
        self.assertIn("this is a solution", self.answered("verify", "inf6102-a", course).out)
        self.assertIn("inf6102-a: this is a solution", self.answered("verify", course).out)
        self.assertIn("INF6102", self.refused("solve", course))
        lines[2] = "1 1 1 1"
        bad = self.write("bad.txt", "\n".join(lines))
        self.assertIn("bad.txt:3:1", self.refused("convert", "inf6102-a", bad, "--to", "json"))
        self.assertIn("sides that no piece has: D1", self.run_program("verify", "inf6102-a", bad).out)
        short = self.write("short.txt", "\n".join(lines[:9]))
        self.assertIn("short.txt:9:", self.refused("verify", "inf6102-a", short))
        self.assertIn("expected 16x16", self.refused("verify", "eternity2", bad))

    # eternity2.dev

    def test_the_documents_of_eternity2_dev(self):
        puzzle = self.written("eternity2-clues", "--to", "eternity2dev", name="official.json")
        document = json.loads(puzzle.read_text())
        self.assertEqual((document["width"], document["numColors"], len(document["pieces"])), (16, 22, 256))
        self.assertIn({"pos": 135, "piece": 138, "rot": 0}, document["hints"])
        self.assertEqual(self.hash_of(puzzle), self.hash_of("eternity2-clues"))
        self.answered("solve", "owen-4x4", "--quiet", "--out", "board.json", "--overwrite")
        board = self.written("owen-4x4", "board.json", "--to", "eternity2dev", name="site.json")
        document = json.loads(board.read_text())
        self.assertEqual((document["size"], document["score"], document["breaks"]), (4, 24, 0))
        self.assertIn("https://eternity2.dev/viewer?puzzle=owen_4x4&puzzle_size=4&", document["url"])
        self.assertIn("this is a solution", self.answered("verify", "owen-4x4", board).out)
        self.assertIn("owen-4x4: this is a solution", self.answered("verify", board).out)
        document["board"][0] += 1
        wrong = self.write("wrong.json", json.dumps(document))
        self.assertIn("wrong.json:1:", self.refused("verify", "owen-4x4", wrong))
        document["board"][0] = 64
        del document["board_edges"]
        self.assertIn("wrong.json:1:", self.refused("verify", "owen-4x4", self.write("wrong.json", json.dumps(document))))
        self.write("puzzle.json", '{"width": 1, "height": 1,\n "pieces": [[1, 2, 3]]}')
        self.assertIn("puzzle.json:2:", self.refused("solve", "./puzzle.json"))
        self.assertIn("square", self.refused("convert", "clue2", "--to", "eternity2dev", self.empty("clue2", 72)))

    def empty(self, _puzzle, cells):
        return "board_edges=" + "aaaa" * cells

    # Boards

    def test_csv_and_letters_of_boards_come_back(self):
        for puzzle, formats in (("owen-4x4", ("csv", "edges")), ("girafe", ("csv", "edges")), ("soma", ("csv",))):
            self.answered("solve", puzzle, "--quiet", "--out", "board.json", "--overwrite")
            for to in formats:
                board = self.written(puzzle, "board.json", "--to", to)
                self.assertIn("this is a solution", self.answered("verify", puzzle, board).out, (puzzle, to))
        self.write("bad.csv", "cell,piece,rotation\nA1,1,0\nA1,2,0\n")
        self.assertIn("bad.csv:3:1", self.refused("verify", "owen-4x4", "bad.csv"))
        self.write("bad.csv", "cell,piece,rotation\nA1,1,4\n")
        self.assertIn("bad.csv:2:6", self.refused("verify", "owen-4x4", "bad.csv"))
        self.write("bad.csv", "cell,piece\nA1,1\n")
        self.refused("verify", "owen-4x4", "bad.csv")
        self.assertIn("edge-matching", self.refused("convert", "soma", "board.json", "--to", "edges"))

    def test_a_puzzle_from_standard_input(self):
        self.assertEqual(self.answered("count", "-", "--json", text=GIRAFFE).events()[-1]["solutions"], 12)


if __name__ == "__main__":
    unittest.main()
