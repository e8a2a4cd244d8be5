import itertools
import json
import random
import unittest

from program import ProgramTest

SHAPES = {
    "I": ["###"],
    "V": ["##", "#."],
    "L": ["###", "#.."],
    "T": ["###", ".#."],
    "S": [".##", "##."],
    "X": [".#.", "###", ".#."],
}


def cells_of(rows):
    return [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c in "#+"]


def poses(cells):
    """All rotations and reflections, moved to the corner."""
    found = set()
    for turn, flip in itertools.product(range(4), (False, True)):
        turned = [(-x, y) if flip else (x, y) for x, y in cells]
        for _ in range(turn):
            turned = [(y, -x) for x, y in turned]
        left, top = min(x for x, _ in turned), min(y for _, y in turned)
        found.add(frozenset((x - left, y - top) for x, y in turned))
    return found


def most_pieces(region, copies):
    """The most pieces that fit and then the most cells, by trying everything."""
    placements = [(name, frozenset((x + dx, y + dy) for x, y in pose))
                  for name in copies for pose in poses(cells_of(SHAPES[name]))
                  for dx, dy in itertools.product(range(4), repeat=2)]
    placements = [(name, cells) for name, cells in placements if cells <= region]

    def best(free, left):
        if not free:
            return (0, 0)
        first = min(free)
        result = best(free - {first}, left)
        for name, cells in placements:
            if first in cells and cells <= free and left[name] > 0:
                pieces, covered = best(free - cells, {**left, name: left[name] - 1})
                result = max(result, (pieces + 1, covered + len(cells)))
        return result

    return best(frozenset(region), copies)


class AnyFit(ProgramTest):
    def puzzle(self, rows, copies, more=""):
        text = 'name = "any"\nfamily = "packing"\nregion = """\n' + "\n".join(rows) + '\n"""\n' + more
        for name, count in copies.items():
            shape = "\n".join(SHAPES[name])
            text += f'[[piece]]\nname = "{name}"\nshape = """\n{shape}\n"""\ncopies = {count}\n'
        return self.write("any.toml", text)

    def best(self, puzzle, *arguments):
        result = self.answered("optimise", puzzle, "--json", "--out", "best.json", "--overwrite", *arguments)
        last = result.events()[-1]
        self.assertEqual(last["status"], "exhausted")
        board = json.loads((self.folder / "best.json").read_text())
        covered = sum(len(cells_of(SHAPES[p["piece"]])) for p in board["placements"])
        self.assertEqual(board["score"], len(board["placements"]))
        return board["score"], covered

    def test_the_optimum_is_that_of_brute_force(self):
        rng = random.Random(4)
        for _ in range(12):
            rows = ["".join(rng.choice("+++.") for _ in range(4)) for _ in range(4)]
            rows[0] = "+" + rows[0][1:]
            copies = {name: rng.randint(1, 2) for name in rng.sample(sorted(SHAPES), 3)}
            expected = most_pieces(frozenset(cells_of(rows)), copies)
            self.assertEqual(self.best(self.puzzle(rows, copies)), expected, (rows, copies))

    def test_crosses_in_a_square(self):
        self.assertEqual(self.best(self.puzzle(["++++++"] * 6, {"X": 9, "I": 2}))[0], 6)

    def test_a_puzzle_without_a_solution_gets_the_most_pieces(self):
        puzzle = self.puzzle(["###", "###", "###"], {"T": 4})
        self.assertEqual(self.best(puzzle), (1, 4))
        self.assertIn("No board is better", self.answered("optimise", puzzle).out)

    def test_a_puzzle_with_a_solution_is_solved(self):
        last = self.answered("optimise", "soma", "--json").events()[-1]
        self.assertEqual((last["status"], last["best"]["score"]), ("solved", 7))

    def test_the_search_goes_on_from_a_checkpoint(self):
        puzzle = self.puzzle(["+++++"] * 5, {"X": 2, "T": 9, "L": 2})
        whole = self.best(puzzle)
        self.run_program("optimise", puzzle, "--nodes", 50, "--checkpoint", "c", "--out", "part.json")
        self.assertEqual(self.best(puzzle, "--resume", "c"), whole)

    def test_it_can_be_written_and_read_again(self):
        puzzle = self.puzzle(["++.", "+++"], {"V": 2})
        self.write("again.toml", self.answered("convert", puzzle, "--to", "toml").out)
        self.assertEqual(self.best(self.folder / "again.toml"), self.best(puzzle))

    def test_what_is_refused(self):
        puzzle = self.puzzle(["+++", "+++"], {"I": 2})
        for command in (("solve",), ("count",), ("optimise", "--engine", "cover"), ("solve", "--engine", "portfolio")):
            self.assertIn("no cell must be covered", self.refused(command[0], puzzle, *command[1:]))
        self.assertIn("empty region", self.refused("optimise", self.puzzle(["...", "..."], {"I": 1})))


if __name__ == "__main__":
    unittest.main()
