import json
import re
import shutil
import struct
import subprocess
import unittest
import xml.etree.ElementTree
import zipfile

from program import ProgramTest


class Print(ProgramTest):
    def test_sheets_are_drawn(self):
        for puzzle, least in (("girafe", 3), ("pentominoes-6x10", 3), ("soma", 1), ("hexiamonds-6x6", 3)):
            folder = self.folder / puzzle
            self.answered("print", puzzle, "--svg", folder, "--pdf", "p.pdf")
            sheets = sorted(folder.glob("sheet-*.svg"))
            self.assertGreaterEqual(len(sheets), least, puzzle)
            for sheet in sheets:
                xml.etree.ElementTree.parse(sheet)
                subprocess.run(["rsvg-convert", "-w", "300", "-o", "sheet.png", sheet], cwd=self.folder, check=True)
                self.assertGreater((self.folder / "sheet.png").stat().st_size, 1500)
            self.assertTrue((self.folder / "p.pdf").read_bytes().startswith(b"%PDF"))
            if shutil.which("pdftoppm"):
                subprocess.run(["pdftoppm", "-r", "40", "-png", "p.pdf", "page"], cwd=self.folder, check=True)
                self.assertEqual(len(list(self.folder.glob("page-*.png"))), len(sheets))
                for page in self.folder.glob("page-*.png"):
                    self.assertGreater(page.stat().st_size, 1500)
                    page.unlink()

    def test_cards_have_their_real_size(self):
        self.answered("print", "girafe", "--size", 30, "--no-booklet", "--svg", "s")
        points = re.findall(r'class="piece" d="M0 0L([\d.]+) 0', (self.folder / "s" / "sheet-01.svg").read_text())
        self.assertEqual(len(points), 9)
        for width in points:
            self.assertAlmostEqual(float(width) * 25.4 / 72, 30, places=1)

    def test_refusals(self):
        self.assertIn("does not fit", self.refused("print", "pentominoes-6x10", "--size", 60, "--pdf", "p.pdf"))
        self.assertIn("--pdf", self.refused("print", "girafe"))
        self.assertIn("show --stl", self.refused("print", "soma", "--no-booklet", "--pdf", "p.pdf"))


class Solid(ProgramTest):
    def mesh(self, name):
        data = (self.folder / name).read_bytes()
        (count,) = struct.unpack("<I", data[80:84])
        self.assertEqual(len(data), 84 + 50 * count)
        corners = [struct.unpack("<12f", data[84 + 50 * t:132 + 50 * t])[3:] for t in range(count)]
        return [(c[0:3], c[3:6], c[6:9]) for c in corners]

    def volume(self, triangles):
        return sum(a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
                   a[2] * (b[0] * c[1] - b[1] * c[0]) for a, b, c in triangles) / 6

    def check_closed(self, triangles):
        sides = {}
        for a, b, c in triangles:
            for side in ((a, b), (b, c), (c, a)):
                sides[side] = sides.get(side, 0) + 1
        for (a, b), times in sides.items():
            self.assertEqual(sides.get((b, a)), times)

    def test_surfaces_are_closed_and_look_outwards(self):
        self.answered("show", "soma", "--stl", "gap.stl", "--cube", 10, "--clearance", 1)
        self.answered("show", "soma", "--stl", "tight.stl", "--cube", 10, "--clearance", 0)
        for name in ("gap.stl", "tight.stl"):
            self.check_closed(self.mesh(name))
        self.assertAlmostEqual(self.volume(self.mesh("tight.stl")), 27 * 1000, delta=1)
        self.assertLess(self.volume(self.mesh("gap.stl")), 27 * 1000 * 0.9)
        self.assertGreater(self.volume(self.mesh("gap.stl")), 27 * 729)

    def test_bevels_are_closed(self):
        self.answered("show", "soma", "--stl", "soma.stl", "--cube", 10, "--clearance", 1, "--bevel", 1)
        self.answered("show", "soma", "--stl", "sharp.stl", "--cube", 10, "--clearance", 1)
        self.check_closed(self.mesh("soma.stl"))
        self.assertLess(self.volume(self.mesh("soma.stl")), self.volume(self.mesh("sharp.stl")) - 100)

    def test_the_volume_of_a_bevelled_bar(self):
        # Three cubes in a row, each edge cut off by 1: prisms along the edges, and at a corner three quarters of a cube.
        self.write("bar.toml", 'family = "packing"\nlattice = "cube"\nregion = "3x1x1"\n[[piece]]\n'
                               'name = "bar"\ncells = "0,0,0 1,0,0 2,0,0"\n')
        self.answered("show", "bar.toml", "--stl", "bar.stl", "--cube", 10, "--clearance", 2, "--bevel", 1)
        self.check_closed(self.mesh("bar.stl"))
        long, short, bevel = 28, 8, 1
        edges = 4 * (long - 2 * bevel) + 8 * (short - 2 * bevel)
        self.assertAlmostEqual(self.volume(self.mesh("bar.stl")),
                               long * short**2 - edges * bevel**2 / 2 - 8 * 0.75 * bevel**3, delta=0.01)

    def test_3mf_is_an_archive_of_the_pieces(self):
        self.answered("show", "soma", "--3mf", "soma.3mf")
        archive = zipfile.ZipFile(self.folder / "soma.3mf")
        self.assertIsNone(archive.testzip())
        model = xml.etree.ElementTree.fromstring(archive.read("3D/3dmodel.model"))
        space = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
        self.assertEqual(len(model.findall(f"{space}resources/{space}object")), 7)

    def test_assembly(self):
        self.answered("solve", "soma", "--out", "s.json", "--quiet")
        lines = self.answered("show", "soma", "s.json", "--assembly").out.splitlines()
        self.assertEqual(len(lines), 7)
        solution = json.loads((self.folder / "s.json").read_text().splitlines()[0])
        cells = {placed["piece"]: [tuple(cell) for cell in placed["cells"]] for placed in solution["placements"]}
        there = set()
        for line in lines:  # along its way in, a piece touches none of those that are there
            piece, sign, axis = re.search(r"(\w+) moves in along ([+-])([xyz])$", line).groups()
            step = [(1 if sign == "+" else -1) if name == axis else 0 for name in "xyz"]
            for far in range(7):
                moved = {tuple(c - far * s for c, s in zip(cell, step)) for cell in cells[piece]}
                self.assertFalse(moved & there, line)
            there |= set(cells[piece])
        self.assertEqual(len(there), 27)

    def test_pieces_that_hold_one_another(self):
        """A ring, and a piece through it that is wider on both sides."""
        ring = " ".join(f"{x},{y},1" for x in range(3) for y in range(3) if (x, y) != (1, 1))
        bolt = " ".join(["1,1,1"] + [f"{x},1,{z}" for x in range(3) for z in (0, 2)])
        self.write("lock.toml", f'family = "packing"\nlattice = "cube"\nregion_cells = "{ring} {bolt}"\n[[piece]]\n'
                   f'name = "ring"\ncells = "{ring}"\n[[piece]]\nname = "bolt"\ncells = "{bolt}"\n')
        self.answered("solve", "lock.toml", "--out", "l.json", "--quiet")
        self.assertRegex(self.answered("show", "lock.toml", "l.json", "--assembly").out,
                         "cannot be moved in one by one along straight lines: (ring, bolt|bolt, ring)")

    def test_refusals(self):
        self.assertIn("--assembly", self.refused("show", "soma", "--assembly"))
        self.assertIn("packing", self.refused("show", "girafe", "--stl", "g.stl"))
        self.assertIn("cubes", self.refused("show", "hexiamonds-6x6", "--stl", "h.stl"))
        self.assertIn("--bevel", self.refused("show", "soma", "--stl", "s.stl", "--cube", 5, "--bevel", 2.4))
        self.assertIn("--clearance", self.refused("show", "soma", "--stl", "s.stl", "--cube", 5, "--clearance", 9))


class Gallery(ProgramTest):
    def gallery(self, puzzle):
        self.answered("catalogue", puzzle, "--html", "g", "--quiet")
        text = (self.folder / "g" / "index.html").read_text()
        return json.loads(re.search('type="application/json">(.*?)</script>', text, re.S)[1])

    def test_every_solution_is_there_and_whole(self):
        data = self.gallery("pentominoes-3x20")
        self.assertEqual(len(data["solutions"]), 2)
        for solution in data["solutions"]:
            cells = sorted(cell for placement in solution for cell in data["cells"][placement])
            self.assertEqual(cells, list(range(60)))

    def test_families(self):
        data = self.gallery("pentominoes-4x15")
        self.assertEqual(len(data["solutions"]), 368)
        self.assertGreater(max(data["families"]), 1)
        for family in range(1, max(data["families"]) + 1):
            self.assertGreaterEqual(data["families"].count(family), 2)

    def test_the_two_solutions_differ_by_turning_a_block_of_seven(self):
        self.assertEqual(self.gallery("pentominoes-3x20")["families"], [1, 1])

    def test_pages_are_drawn(self):
        """With a browser, if there is one: boards, heat map and families are made by the page itself."""
        browser = shutil.which("chromium")
        if not browser:
            self.skipTest("chromium is not installed")
        self.gallery("pentominoes-3x20")
        page = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                               "--user-data-dir=" + str(self.folder / "profile"),
                               "file://" + str(self.folder / "g" / "index.html")],
                              capture_output=True, text=True, timeout=120).stdout
        self.assertEqual(page.count("<figure>"), 2)
        self.assertIn("1: 2 solutions", page)
        self.assertRegex(page, r"0,0: F is here in \d of 2")

    def test_edge_matching(self):
        data = self.gallery("girafe")
        self.assertEqual(len(data["solutions"]), 3)
        self.assertEqual({len(solution) for solution in data["solutions"]}, {9})


if __name__ == "__main__":
    unittest.main()
