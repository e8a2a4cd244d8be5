"""Boards on terminals of any width, and pictures in files."""

import html.parser
import unittest
import xml.dom.minidom

from program import ProgramTest
from terminal import run_in_terminal


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.words = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.words.append(data)


class Show(ProgramTest):
    def setUp(self):
        super().setUp()
        self.answered("solve", "girafe", "--all", "--out", "all.json", "--quiet")

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def test_no_line_is_wider_than_the_terminal(self):
        self.run_program("optimise", "eternity2", "--engine", "greedy", "--nodes", "1", "--out", "e2.json", "--quiet")
        self.answered("solve", "pentominoes-3x20", "--out", "p.json", "--quiet")
        for columns in (40, 70, 80, 118, 200):
            for command in (
                ("show", "eternity2", "e2.json", "--color", "never"),
                ("show", "eternity2", "e2.json", "--color", "always"),
                ("show", "eternity2", "e2.json", "--numbers"),
                ("show", "girafe", "all.json"),
                ("show", "pentominoes-3x20", "p.json"),
                ("show", "soma"),
                ("show", "boat"),
            ):
                screen = run_in_terminal(command, self.folder, columns)
                self.assertEqual(screen.exit, 0)
                widest = max(len(line) for line in screen.lines())
                self.assertLessEqual(widest, columns, (command, columns))

    def test_what_is_piped_does_not_depend_on_columns(self):
        first = self.answered("show", "girafe", "all.json", COLUMNS="20").out
        self.assertEqual(first, self.answered("show", "girafe", "all.json", COLUMNS="200").out)

    def test_solids_of_an_edge_puzzle_are_refused(self):
        self.answered("solve", "girafe", "--out", "board.json")
        for option in ("--stl", "--3mf"):
            self.assertIn("packing puzzles", self.refused("show", "girafe", option, "f"))
            self.assertIn("packing puzzles", self.refused("show", "girafe", "board.json", option, "f"))

    def test_a_solution_by_number(self):
        boards = {self.answered("show", "girafe", f"all.json#{n}").out for n in range(1, 13)}
        self.assertEqual(len(boards), 12)
        self.assertEqual(self.answered("show", "girafe", "all.json").out,
                         self.answered("show", "girafe", "all.json#1").out)
        self.answered("verify", "girafe", "all.json#12")
        self.assertIn("12 solutions", self.refused("show", "girafe", "all.json#13"))
        for wrong in ("all.json#0", "all.json#x", "none.json#2"):
            self.assertIn(wrong.split("#")[0], self.refused("show", "girafe", wrong))

    def test_numbers(self):
        rows = self.answered("show", "girafe", "all.json", "--numbers").out.splitlines()
        self.assertEqual(sorted(int(n) for row in rows[1:] for n in row.split()[1:]), list(range(1, 10)))
        self.assertIn("= 12", self.run_program("show", "pentominoes-3x20", self.solved("pentominoes-3x20"),
                                               "--numbers").out)
        self.answered("show", "eternity2-clues", "--numbers", "--svg", "numbered.svg")
        self.answered("show", "eternity2-clues", "--svg", "plain.svg")
        self.assertIn(">139<", self.read("numbered.svg"))
        self.assertNotIn(">139<", self.read("plain.svg"))

    def solved(self, puzzle):
        self.answered("solve", puzzle, "--out", puzzle + ".json", "--quiet")
        return puzzle + ".json"

    def test_the_page(self):
        for puzzle in ("girafe", "owen-4x4", "pentominoes-6x10", "soma", "whale"):
            self.answered("show", puzzle, self.solved(puzzle), "--html", "page.html")
            text = self.read("page.html")
            page = Page(text)
            for tag in ("title", "h1", "svg", "dl", "figure"):
                self.assertIn(tag, page.tags)
            self.assertNotIn("script", page.tags)
            self.assertNotIn("<?xml", text)
            self.assertIn("prefers-color-scheme:dark", text)
            words = " ".join(page.words)
            self.assertIn("this is a solution", words)
            self.assertIn("Colours", words)
        self.answered("show", "eternity2-clues", "--html", "page.html")
        self.assertNotIn("Score", " ".join(Page(self.read("page.html")).words))

    def test_a_name_that_looks_like_markup_stays_text(self):
        self.write("p.toml", 'title = "<script>alert(1)</script>"\nfamily = "edge"\nboard = "1x2"\nframe = 0\n'
                             "pieces = [[0,0,1,0],[1,0,0,0]]\n")
        result = self.run_program("show", "p.toml", "--html", "page.html")
        self.assertEqual(result.exit, 0, result.err)
        self.assertNotIn("<script", self.read("page.html"))

    def test_animations(self):
        for puzzle in ("girafe", "pentominoes-6x10", "whale"):
            self.answered("show", puzzle, self.solved(puzzle), "--animation", "a.svg")
            xml.dom.minidom.parse(str(self.folder / "a.svg"))
            self.assertGreaterEqual(self.read("a.svg").count("<animate "), 8)
        self.assertIn("solid", self.refused("show", "soma", self.solved("soma"), "--animation", "s.svg"))
        self.assertIn("solution", self.refused("show", "girafe", "--animation", "g.svg"))


if __name__ == "__main__":
    unittest.main()
