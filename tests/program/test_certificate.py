"""Certificates of counts: written from openings, re-checked whole or in parts, refused if anything in them is wrong."""

import json
import sqlite3
import unittest

from program import ProgramTest
from test_files_and_streams import sealed

ONE = ("--threads", "1", "--quiet")


class Certificates(ProgramTest):
    def certificate(self, *puzzle, depth=3):
        self.answered("openings", "build", *puzzle, "--depth", depth, "--out", "o", "--quiet")
        done = self.run_program("openings", "certify", "o", "--out", "c", *ONE)
        self.assertIn(done.exit, (0, 1), done.err)
        return (self.folder / "c").read_bytes()

    def lines(self):
        header, *lines = (self.folder / "c").read_bytes().splitlines()
        return header, [json.loads(line) for line in lines]

    def rewrite(self, header, lines):
        """With the right checksum: a certificate whose author wants it to be believed."""
        contents = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        (self.folder / "bad").write_bytes(sealed(header, contents))

    def recheck(self, *more, file="c"):
        return self.answered("openings", "recheck", file, *ONE, "--json", *more).events()[-1]

    def test_totals_are_those_of_a_count(self):
        for puzzle, engine in (("pentominoes-4x15", "dlx"), ("pentominoes-4x15", "cover"), ("owen-4x4", "scan"),
                               ("owen-4x4", "backtrack"), ("pentominoes-3x20", "fill")):
            with self.subTest(puzzle=puzzle, engine=engine):
                self.certificate(puzzle, "--engine", engine)
                (self.folder / "o.done").unlink()
                counted = self.run_program("count", puzzle, "--engine", engine, *ONE, "--json").events()[-1]
                _, (head, *openings) = self.lines()
                total = head["total"]
                self.assertEqual(total["solutions"], counted["solutions"])
                self.assertEqual(total["distinct"], counted["distinct"])
                self.assertEqual(total["nodes"], counted["nodes"])
                for key in ("nodes", "solutions", "distinct"):
                    self.assertEqual(total[key], head["above"][key] + sum(line[key] for line in openings))
                again = self.recheck()
                self.assertEqual(again["checked"], len(openings))
                self.assertEqual(again["nodes_walked"], total["nodes"] - head["above"]["nodes"])

    def test_parts_make_the_whole(self):
        self.certificate("pentominoes-4x15", "--engine", "dlx")
        _, (head, *_) = self.lines()
        parts = [self.recheck("--part", f"{k}/3") for k in (1, 2, 3)]
        self.assertEqual(sum(part["checked"] for part in parts), head["openings"])
        self.assertEqual(sum(part["nodes_walked"] for part in parts), head["total"]["nodes"] - head["above"]["nodes"])
        drawn = [self.recheck("--random", 5, "--seed", seed)["nodes_walked"] for seed in (1, 1, 2)]
        self.assertEqual(drawn[0], drawn[1])
        self.assertNotEqual(drawn[0], drawn[2])
        self.assertEqual(self.recheck("--random", 5)["checked"], 5)

    def test_no_solution_is_certified(self):
        # seven cells of one colour and two of the other cannot be covered by dominoes and a single cell of the rest
        self.write("p.toml", 'family = "packing"\nregion = """\n.#####\n######\n######\n######\n######\n#####.\n"""\n'
                   '[[piece]]\nname = "A"\nshape = "##"\ncopies = 17\n')
        self.certificate("p.toml", "--engine", "dlx")
        _, (head, *_) = self.lines()
        self.assertEqual(head["total"]["solutions"], 0)
        self.recheck()

    def test_changed_bytes_are_noticed(self):
        whole = self.certificate("pentominoes-3x20", "--engine", "dlx")
        for at in range(0, len(whole), max(1, len(whole) // 40)):
            (self.folder / "bad").write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
            self.refused("openings", "recheck", "bad", *ONE)
        for cut in (b"", whole[:-2], whole + b"\n"):
            (self.folder / "bad").write_bytes(cut)
            self.refused("openings", "recheck", "bad", *ONE)

    def test_wrong_claims_are_found_even_if_the_checksum_is_right(self):
        self.certificate("pentominoes-3x20", "--engine", "dlx")
        header, lines = self.lines()

        def changed(change):
            copy = json.loads(json.dumps(lines))
            change(copy)
            self.rewrite(header, copy)
            return self.refused("openings", "recheck", "bad", *ONE)

        def more_solutions(all_lines):
            all_lines[2]["solutions"] += 1
            all_lines[0]["total"]["solutions"] += 1

        def fewer_nodes(all_lines):
            all_lines[3]["nodes"] -= 1
            all_lines[0]["total"]["nodes"] -= 1

        def left_out(all_lines):
            gone = all_lines.pop(2)
            all_lines[0]["openings"] -= 1
            for key in ("nodes", "solutions", "distinct"):
                all_lines[0]["total"][key] -= gone[key]

        def twice(all_lines):
            all_lines[2]["choices"] = all_lines[3]["choices"]

        self.assertIn("opening 2", changed(more_solutions))
        self.assertIn("opening 3", changed(fewer_nodes))
        self.assertIn("another version", changed(left_out))
        self.assertIn("another version", changed(twice))
        self.assertIn("sum", changed(lambda all_lines: all_lines[0]["total"].update(nodes=1)))
        self.assertIn("too large", changed(lambda all_lines: all_lines[2].update(nodes=2**64 - 1)))
        for change in (
            lambda all_lines: all_lines[0].update(engine="nonesuch"),
            lambda all_lines: all_lines[0].update(options="a=b"),
            lambda all_lines: all_lines[0].update(puzzle="x"),
            lambda all_lines: all_lines[0].update(depth=10**9),
            lambda all_lines: all_lines[0].update(depth=2),
            lambda all_lines: all_lines[0].update(symmetry="none"),
            lambda all_lines: all_lines[1].update(choices=[2**40, 0, 0]),
            lambda all_lines: all_lines[1].update(choices=[4 * 10**9, 0, 0]),
            lambda all_lines: all_lines[1].update(nodes=-1),
            lambda all_lines: all_lines[1].pop("choices"),
            lambda all_lines: all_lines.append([]),
        ):
            changed(change)

    def test_what_is_not_done_is_not_certified(self):
        self.answered("openings", "build", "pentominoes-6x10", "--engine", "dlx", "--depth", 3, "--out", "o", "--quiet")
        stopped = self.run_program("openings", "certify", "o", "--out", "c", "--time", "0.05s", *ONE)
        self.assertEqual(stopped.exit, 3)
        self.assertFalse((self.folder / "c").exists())
        for part in ("0/3", "4/3", "1/0", "x", "1/", "/2", "1/2/3", "-1/2"):
            self.refused("openings", "recheck", "o", "--part", part, *ONE)

    def test_rows_of_the_ledger_that_were_edited_are_refused(self):
        self.answered("openings", "build", "pentominoes-3x20", "--engine", "dlx", "--depth", 3, "--out", "o", "--quiet")
        self.answered("openings", "solve", "o", "--out", "boards", *ONE)
        whole = (self.folder / "o.done").read_bytes()
        for edit in (
            "UPDATE done SET solutions = solutions + 1000 WHERE opening = 0",
            "UPDATE done SET nodes = nodes - 1 WHERE opening = 1",
            "UPDATE done SET seal = '' WHERE opening = 1",
            "UPDATE done SET opening = 100000 WHERE opening = 1",
            "UPDATE boards SET board = replace(board, '1', '2')",
            "DELETE FROM boards WHERE rowid = 1",
            "INSERT INTO boards VALUES (100000, 'x')",
        ):
            (self.folder / "o.done").write_bytes(whole)
            with sqlite3.connect(self.folder / "o.done") as ledger:
                ledger.execute(edit)
            ledger.close()
            with self.subTest(edit=edit):
                self.assertIn("o.done", self.refused("openings", "solve", "o", "--out", "boards2", *ONE))

    def test_ledgers_of_earlier_versions_are_read(self):
        self.answered("openings", "build", "pentominoes-3x20", "--engine", "dlx", "--depth", 3, "--out", "o", "--quiet")
        before = self.answered("openings", "solve", "o", *ONE).out
        with sqlite3.connect(self.folder / "o.done") as ledger:
            ledger.execute("ALTER TABLE done DROP COLUMN seal")
        ledger.close()
        self.assertEqual(self.answered("openings", "solve", "o", *ONE).out.splitlines()[0], before.splitlines()[0])
        with sqlite3.connect(self.folder / "o.done") as ledger:
            self.assertEqual(ledger.execute("SELECT count(*) FROM done WHERE length(seal) <> 33").fetchone()[0], 0)
        ledger.close()


if __name__ == "__main__":
    unittest.main()
