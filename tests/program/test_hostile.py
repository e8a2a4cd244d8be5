"""Files whose author wants to do harm: names that terminals, browsers, spreadsheets and shells would take for orders, and
small files that ask for much time or memory."""

import csv
import gzip
import json
import os
import pathlib
import resource
import subprocess
import unittest

from program import BINARY, ProgramTest
from terminal import run_in_terminal

ONE = ("--threads", "1", "--quiet")

# What a terminal obeys, a browser runs, a spreadsheet computes, and what turns lines around.
ORDERS = ("=cmd|'/c calc'!A0 \x1b]0;x\x07\x1b[2J \u009b31m </title></script><script>alert(1)</script> "
          "<img src=x onerror=alert(1)> \" ' & \u202egnp.exe \x7f \x08 $(touch owned) `touch owned`; touch owned")


TURNING = "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

# Titles and sources with control characters below 32 are refused.
TITLE = "".join(c for c in ORDERS if c >= " " and c != "\x7f")


def toml_text(text):
    return '"' + "".join(c if " " < c < "\x7f" and c not in '"\\' else f"\\u{ord(c):04x}" for c in text) + '"'


class Names(ProgramTest):
    def packing(self):
        names = [ORDERS, "=1+1", "../../owned", "-rf"]
        pieces = "".join(f'[[piece]]\nname = {toml_text(name)}\nshape = "{"#" * (i + 1)}"\n' for i, name in enumerate(names))
        self.write("p.toml", f'title = {toml_text(TITLE)}\nsource = {toml_text(TITLE)}\nfamily = "packing"\n'
                   f'region = "5x2"\n{pieces}')

    def edge(self):
        """Colours cannot have blanks."""
        colour = ORDERS.replace(" ", "_")
        self.write("e.toml", f'title = {toml_text(TITLE)}\nfamily = "edge"\nboard = "2x1"\nframe = "rim"\n'
                   f'pieces = [["rim", {toml_text(colour)}, "rim", "rim"], ["rim", "rim", "rim", {toml_text(colour)}]]\n')

    def check_text(self, text, where, turning=""):
        """Nothing that a terminal obeys."""
        for c in text:
            self.assertFalse((c < " " and c not in "\n\t") or "\x7f" <= c < "\xa0" or c in turning, f"{where}: {c!r}")

    def check_file(self, path, where):
        self.assertNotIn("owned", path.name)
        if path.suffix not in (".svg", ".html", ".dot", ".json", ".csv"):
            return
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".csv":  # read back, so names must stay as they are
            self.check_text(text, where)
        if path.suffix in (".svg", ".html"):
            for order in ("<script>alert", "<img src=x", "</title></script>"):
                self.assertNotIn(order, text, where)
        if path.suffix == ".json":
            json.loads(text)
        if path.suffix == ".csv":
            for field in (field for row in csv.reader(text.splitlines()) for field in row):
                self.assertNotRegex(field, r"^([=+@]|-\D)", where)

    def check_files(self, command):
        for path in filter(pathlib.Path.is_file, self.folder.rglob("*")):
            try:
                self.check_file(path, (command, path.name))
            finally:
                if path.name not in ("p.toml", "e.toml", "board.json"):
                    path.unlink()

    def test_names_are_never_orders(self):
        self.packing()
        self.edge()
        run = (*ONE, "--overwrite", "--out")
        for puzzle in ("e.toml", "p.toml"):
            for command in (
                ("solve", puzzle, *run, "board.json"),
                ("solve", puzzle, "--json", *run, "board.json"),
                ("solve", puzzle, *ONE, "--csv", "runs.csv", "--plot", "runs.svg", "--seeds", "1,2"),
                ("count", puzzle),
                ("count", puzzle, "--json"),
                ("puzzles", puzzle),
                ("puzzles", puzzle, "--json"),
                ("show", puzzle),
                ("show", puzzle, "board.json"),
                ("show", puzzle, "board.json", "--svg", "show.svg"),
                ("show", puzzle, "board.json", "--html", "show.html"),
                ("verify", puzzle, "board.json"),
                ("verify", puzzle, "board.json", "--json"),
                ("convert", puzzle, "board.json", "--to", "csv", "--out", "board.csv"),
                ("convert", puzzle, "board.json", "--to", "json", "--out", "again.json"),
                ("catalogue", puzzle, "--svg", "catalogue", *ONE),
                ("catalogue", puzzle, "--html", "catalogue.html", *ONE),
                ("catalogue", puzzle, "--pdf", "catalogue.pdf", *ONE),
                ("tree", puzzle),
                ("step", puzzle),
                ("tree", puzzle, "--svg", "tree.svg", "--html", "tree.html", "--dot", "tree.dot", "--json", "tree.json"),
                ("film", puzzle, "--out", "film.html"),
                ("film", puzzle, "--out", "film.svg"),
                ("print", puzzle, "--svg", "sheets"),
                ("print", puzzle, "--pdf", "sheets.pdf"),
                ("estimate", puzzle, "--plot", "estimate.svg", "--probes", "10"),
                ("compare", puzzle, "--engines", "backtrack,scan" if puzzle == "e.toml" else "dlx,cover", "--goal", "count",
                 "--seeds", "1..2", "--csv", "all.csv", "--plot", "all.svg"),
            ):
                with self.subTest(command=" ".join(command)):
                    result = self.run_program(*command)
                    self.assertIn(result.exit, (0, 1, 3), result.err)
                    self.check_text(result.out, command, "" if "--json" in command else TURNING)
                    self.check_text(result.err, command, TURNING)
                    self.check_files(command)
        shown = run_in_terminal(("convert", "p.toml", "board.json", "--to", "csv"), self.folder).text
        self.check_text(shown.replace("\r\n", "\n"), "a terminal", TURNING)
        self.assertIn("\\x1b[2J", shown)
        for to in ("toml", "xmpuzzle", "def"):
            result = self.run_program("convert", "p.toml", "--to", to, "--out", f"p.{to}2")
            self.assertIn(result.exit, (0, 2), result.err)
            self.check_text(result.err, to, TURNING)

    def test_names_in_reasons(self):
        """A piece that fits nowhere is named: by a dead end, and by the proof that there is no solution."""
        self.write("p.toml", f'family = "packing"\nregion = "5x2"\n[[piece]]\nname = {toml_text(ORDERS)}\nshape = "######"\n'
                   '[[piece]]\nname = "b"\nshape = "####"\n')
        for command in ("solve", "count", "optimise", "estimate", "step", "tree"):
            result = self.run_program(command, "p.toml", *(("--time", "1s") if command == "optimise" else ()))
            self.assertIn(result.exit, (0, 1, 2), result.err)
            self.check_text(result.out + result.err, command, TURNING)

    def test_names_in_messages(self):
        for text in ("\x1b[31m", "\u009b31m", "\x07\x08\x7f", "\u202egnp", "\n\n", "\r"):
            for command in (("solve", text), ("solve", "girafe", "--engine", text), ("solve", "girafe", "--" + text),
                            (text,), ("solve", "girafe", "--out", f"{text}/x"), ("solve", "girafe", "--time", text),
                            ("optimise", "owen-3x3", "--engine", "ils", "--patience", text), ("help", text),
                            ("convert", "girafe", "--to", text), ("count", "girafe", "--order", text),
                            ("estimate", "girafe", "--run", text), ("cluster", "status", "--ledger", text),
                            ("archive", "list", text), ("openings", "info", text), ("bench", text),
                            ("study", text), ("show", "girafe", text), ("verify", "girafe", text)):
                with self.subTest(command=command):
                    result = self.run_program(*command)
                    self.assertEqual(result.exit, 2, result.err)
                    self.assertEqual(len(result.err.splitlines()), 1, result.err)
                    self.check_text(result.err, command, TURNING)
                    self.assertEqual(result.out, "")


def packed(data):
    return gzip.compress(data, 1)


class Sizes(ProgramTest):
    """Files of less than a megabyte: no more than ten seconds of CPU time and a gigabyte of memory, refused or not."""

    def run_limited(self, *command):
        with open(self.folder / "err", "wb") as err:
            process = subprocess.Popen([BINARY, *command], cwd=self.folder, stdin=subprocess.DEVNULL, stderr=err,
                                       stdout=subprocess.DEVNULL,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (10, 10)))
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertLess(usage.ru_maxrss, 1 << 20, "kilobytes")
        self.assertIn(process.returncode, (0, 1, 2, 3))
        if process.returncode == 2:
            self.assertEqual(len((self.folder / "err").read_text().splitlines()), 1)
        return process.returncode

    def check_all(self, files, *commands):
        for name, data in files.items():
            (self.folder / name).write_bytes(data)
            self.assertLess(len(data), 1_000_000, name)
            for command in commands:
                with self.subTest(file=name, command=command[0]):
                    self.run_limited(*(f"./{name}" if word == "FILE" else word for word in command))

    def test_puzzles(self):
        packing = b'family = "packing"\n'
        far = b'region_cells = "0,0,0 1000000,1000000,1000000"\n[[piece]]\nname = "a"\nshape = "#"\ncopies = 2\n'
        files = {
            "cube.toml": packing + b'lattice = "cube"\nregion = "100x100x100"\n[[piece]]\nname = "a"\nshape = "##"\n'
                                   b'copies = 500000\n',
            "far.toml": packing + b'lattice = "cube"\n' + far,
            "pieces.toml": packing + b'region = "100x330"\n' + b"".join(
                b'[[piece]]\nname = "%d"\nshape = "#"\n' % i for i in range(20_000)),
            "huge.toml": b'family = "edge"\nboard = "65535x65535"\nframe = 0\npieces = [[1, 2, 3, 4]]\n',
            "entities.xmpuzzle": b"<!DOCTYPE a [" + b"".join(
                b'<!ENTITY e%d "&e%d;&e%d;">' % (i, i - 1, i - 1) for i in range(1, 40)) + b"]><puzzle>&e39;</puzzle>",
            "brick.xmpuzzle": b'<puzzle version="2"><gridType type="0"/><colors/><shapes><voxel x="1000" y="1000" z="1000" '
                              b'type="0">#</voxel></shapes><problems><problem state="0"><shapes><shape id="0" count="1"/>'
                              b'</shapes><result id="0"/></problem></problems></puzzle>',
            "items.dlx": b" ".join(b"i%d" % i for i in range(60_000)) + b"\n" + b"i1 i2\n" * 60_000,
            "zeros.gz": packed(bytes(100 << 20)),
            "elements.gz": packed(b'<puzzle version="2">' + b"<a/>" * (12 << 20)),
            "values.gz": packed(b"x=[" + b"1," * 1_990_000 + b"]"),
        }
        self.check_all(files, ("puzzles", "FILE"), ("solve", "FILE", "--time", "1s", *ONE))

    def test_solutions_and_other_files(self):
        files = {
            "deep.json": b'{"a":' + b"[" * 900_000,
            "many.json": b'{"placements":[' + b'{"piece":1,"rotation":0,"cell":"A1"},' * 20_000 + b"{}]}",
            "events.json": b'{"event":1}\n' * 80_000,
            "board.txt": b"board_edges=" + b"aaaa" * 240_000,
            "zeros.bin": bytes(990_000),
            "numbers.txt": b"1 2 3 4 5 6 7 8 9\n" * 50_000,
            "hexagons.txt": b"hexagon -1000 1000 -1000 1000 -1000 1000\n" * 20_000,
        }
        self.check_all(files, ("verify", "eternity2", "FILE"), ("openings", "info", "FILE"), ("archive", "list", "FILE"),
                       ("count", "owen-4x4", "--engine", "scan", "--resume", "FILE"), ("tileability", "list", "FILE"),
                       ("finals", "build", "eternity1", "--shapes", "FILE", "--out", "f"),
                       ("count", "owen-4x4", "--order", "file", "--path", "FILE", "--engine", "scan"),
                       ("estimate", "owen-4x4", "--run", "FILE"), ("cluster", "status", "--ledger", "FILE"))


if __name__ == "__main__":
    unittest.main()
