"""Every way of writing a file fails once: afterwards the old or the new file is there, never half of one."""

import csv
import gzip
import itertools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import unittest

from program import BINARY, ProgramTest

ONE = ("--threads", "1", "--quiet")


# Commands with many allocations of different kinds. "f" is what they write.
HUNGRY = (
    ("solve", "girafe", *ONE, "--out", "f"),
    ("count", "pentominoes-3x20", "--engine", "dlx", *ONE, "--checkpoint", "f"),
    ("optimise", "inf6102-a", "--engine", "greedy", "--nodes", "1", *ONE, "--out", "f"),
    ("openings", "build", "owen-6x6", "--depth", "4", "--out", "f", "--quiet"),
    ("solve", "owen-4x4", "--engine", "sat", *ONE),
    ("count", "owen-4x4", "--engine", "meet", *ONE),
    ("catalogue", "pentominoes-3x20", "--pdf", "f", *ONE),
    ("convert", "girafe"),
)


# Commands that write pictures, pages, puzzles and data. What they write into "f" (a file or a folder) is always the same.
WRITERS = (
    ("convert", "girafe", "--out", "f"),
    ("generate", "--size", "4x4", "--seed", "2", "--out", "f", "--solution", "g"),
    ("show", "girafe", "--svg", "f"),
    ("show", "soma", "--stl", "f"),
    ("show", "girafe", "--html", "f"),
    ("tree", "girafe", "--html", "f"),
    ("tree", "girafe", "--json", "f"),
    ("film", "girafe", "--out", "f.html"),
    ("film", "girafe", "--out", "f.svg"),
    ("print", "girafe", "--pdf", "f"),
    ("print", "girafe", "--svg", "f"),
    ("catalogue", "pentominoes-3x20", "--html", "f", *ONE),
    ("estimate", "girafe", "--speed", "1e6", "--plot", "f"),
    ("finals", "build", "owen-4x4", "--cells", "4", "--out", "f", "--quiet"),
    ("corollas", "build", "owen-4x4", "--out", "f", *ONE),
    ("pieces", "enumerate", "--size", "4", "--out", "f", "--svg", "g.svg", "--quiet"),
    ("solve", "girafe", "--engine", "sat", "--cnf", "f", *ONE),
)
REPLACES = ("convert", "show", "tree", "film", "estimate")

LEDGER = ("--ledger", "l")
PUBLISHED = ("owen-5x5", "--engine", "scan", "--name", "s", "--units", "20")
NO_TILING = 'family = "packing"\nregion = "4x5"\n[[piece]]\nname = "T"\ncells = "0,0 1,0 2,0 1,1"\ncopies = 5\n'
# What is done before, a command whose files are not always the same or that goes on with others, and the name of the
# test's function that looks at them afterwards.
CHANGERS = (
    ((), ("count", "owen-4x4", "--engine", "scan", "--profile", "f.json", *ONE), "json"),
    ((), ("compare", "girafe", "--engines", "scan,backtrack", "--goal", "count", "--seeds", "1", "--csv", "f.csv", "--plot",
          "g.svg", "--quiet"), "texts"),
    ((), ("optimise", "inf6102-a", "--engine", "greedy", "--nodes", "1", "--runs", "2", *ONE, "--csv", "f.csv", "--trace",
          "g.csv", "--plot", "h.svg"), "texts"),
    ((), ("study", "laws", "--table", "4x4", "--quick", "--quiet", "--json", "f.json", "--markdown", "g.md"), "texts"),
    ((), ("tileability", "learn", "boat", "--rounds", "1", "--width", "20", "--out", "m", "--samples", "s"), "model"),
    ((), ("count", "none.toml", "--engine", "sat", "--cnf", "c", "--proof", "p", *ONE), "proof"),
    ((("count", "pentominoes-3x20", "--engine", "dlx", *ONE, "--nodes", "1k", "--checkpoint", "c"),),
     ("count", "pentominoes-3x20", "--engine", "dlx", *ONE, "--nodes", "500", "--resume", "c"), "checkpoint"),
    ((("openings", "build", "pentominoes-3x20", "--engine", "dlx", "--depth", "2", "--out", "o", "--quiet"),),
     ("openings", "solve", "o", "--out", "b", *ONE), "solved"),
    ((("openings", "build", "pentominoes-3x20", "--engine", "dlx", "--depth", "2", "--out", "o", "--quiet"),),
     ("openings", "certify", "o", "--out", "certificate", *ONE), "certified"),
    ((("optimise", "inf6102-a", "--engine", "ils", "--nodes", "1k", *ONE, "--out", "b.json", "--archive", "a"),),
     ("archive", "export", "a", "--out", "boards.json"), "texts"),
    ((), ("cluster", "init", *LEDGER), "ledger"),
    ((("cluster", "init", *LEDGER),), ("cluster", "publish", *LEDGER, *PUBLISHED), "ledger"),
    ((("cluster", "init", *LEDGER), ("cluster", "publish", *LEDGER, *PUBLISHED)),
     ("cluster", "work", *LEDGER, "--threads", "1"), "ledger"),
    ((("cluster", "init", *LEDGER), ("cluster", "publish", *LEDGER, *PUBLISHED, "--goal", "all"),
      ("cluster", "work", *LEDGER, "--threads", "1")),
     ("cluster", "collect", *LEDGER, "--search", "s", "--out", "boards.json", "--archive", "a"), "texts"),
)


class Faults(ProgramTest):
    @classmethod
    def setUpClass(cls):
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            raise unittest.SkipTest("needs a C compiler")
        cls.library = pathlib.Path(os.environ.get("TMPDIR", "/tmp")) / f"tesselle-faults-{os.getpid()}.so"
        source = pathlib.Path(__file__).with_name("faults.c")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", cls.library, source, "-ldl"], check=True)
        cls.addClassCleanup(cls.library.unlink)

    def with_fault(self, command, kind="", at=0):
        log = self.folder.parent / (self.folder.name + ".calls")
        self.addCleanup(log.unlink, missing_ok=True)
        result = self.run_program(*command, LD_PRELOAD=str(self.library), FAULT_KIND=kind, FAULT_AT=str(at),
                                  FAULT_LOG=str(log))
        return result, int(log.read_text(encoding="utf-8"))

    def fail_everywhere(self, command, files, is_whole, prepare=lambda: None):
        """Runs the command with one failing call after the other."""
        prepare()
        result, calls = self.with_fault(command)
        good = result.exit
        self.assertIn(good, (0, 1, 3), result.err)
        self.assertGreater(calls, 0)
        for kind in ("full", "broken", "short", "interrupted"):
            for at in self.which_calls(calls):
                for file in files:
                    (self.folder / file).unlink(missing_ok=True)
                prepare()
                with self.subTest(command=command[0], kind=kind, at=at):
                    result, _ = self.with_fault(command, kind, at)
                    self.assertIn(result.exit, (good, 2), result.err)
                    if kind in ("short", "interrupted"):
                        self.assertEqual(result.exit, good, result.err)
                    for file in files:
                        if (self.folder / file).exists():
                            self.assertTrue(is_whole(self.folder / file), file)
                    self.assertFalse([p.name for p in self.folder.iterdir() if p.name.endswith(".partial")])

    @staticmethod
    def which_calls(calls):
        """Of a command's calls: some, or with FAULT_CALLS=all every one, with FAULT_CALLS=8 every eighth."""
        if wish := os.environ.get("FAULT_CALLS"):
            return range(1, calls + 1, 1 if wish == "all" else int(wish))
        return sorted({1, 2, 3, *range(1, calls + 1, max(1, calls // 6)), calls})

    def contents(self):
        """Of all files in the folder, by name."""
        return {str(path.relative_to(self.folder)): path.read_bytes()
                for path in self.folder.rglob("*") if path.is_file()}

    def clear(self):
        shutil.rmtree(self.folder)
        self.folder.mkdir()

    def fail_writer(self, command, new, kind, at):
        """Every file is afterwards the old one, where the command replaces files, or the new one."""
        old = {name: b"old\n" for name in new} if command[0] in REPLACES else {}
        self.clear()
        for name, content in old.items():
            (self.folder / name).write_bytes(content)
        result, _ = self.with_fault(command, kind, at)
        self.assertIn(result.exit, (0, 2), result.err)
        if kind in ("short", "interrupted"):
            self.assertEqual(result.exit, 0, result.err)
        if result.exit == 2:
            self.assertEqual(len([line for line in result.err.splitlines() if line.startswith("tesselle:")]), 1, result.err)
        for name, content in self.contents().items():
            self.assertIn(content, (new.get(name), old.get(name)), name)
        if result.exit == 0:
            self.assertEqual(self.contents(), new)

    def test_every_writer(self):
        failures = 0
        for command in WRITERS:
            self.clear()
            result, calls = self.with_fault(command)
            self.assertIn(result.exit, (0, 1), result.err)
            self.assertGreater(calls, 0, command)
            new = self.contents()
            for kind in ("full", "broken", "short", "interrupted"):
                for at in self.which_calls(calls):
                    with self.subTest(command=" ".join(command), kind=kind, at=at):
                        self.fail_writer(command, new, kind, at)
                        failures += 1
            if os.environ.get("FAULT_CALLS"):
                print(f"{calls} calls: {' '.join(command)}", file=sys.stderr, flush=True)
        if os.environ.get("FAULT_CALLS"):
            print(f"{failures} failures", file=sys.stderr)

    def one_fault(self, command, good, kind, at, check):
        result, _ = self.with_fault(command, kind, at)
        self.assertIn(result.exit, (good, 2), result.err)
        if kind in ("short", "interrupted"):
            self.assertEqual(result.exit, good, result.err)
        if result.exit == 2:
            self.assertEqual(len([line for line in result.err.splitlines() if line.startswith("tesselle:")]), 1, result.err)
        self.assertFalse([p.name for p in self.folder.iterdir() if p.name.endswith(".partial")])
        check(result.exit == good)

    def test_every_changer(self):
        """Of these, few calls fail without FAULT_CALLS=all. FAULT_ONLY="cluster work" leaves the other commands out."""
        everything = "FAULT_CALLS" in os.environ
        failures = 0
        for before, command, check in CHANGERS:
            if not " ".join(command).startswith(os.environ.get("FAULT_ONLY", "")):
                continue
            self.clear()
            self.write("none.toml", NO_TILING)
            for step in before:
                self.assertIn(self.run_program(*step).exit, (0, 3), step)
            prepared = self.contents()
            result, calls = self.with_fault(command)
            good = result.exit
            self.assertIn(good, (0, 1, 3), f"{command}: {result.err}")
            self.assertGreater(calls, 0, command)
            kinds = ("full", "broken", "short", "interrupted") if everything else ("full",)
            for kind, at in itertools.product(kinds, self.which_calls(calls) if everything else {calls // 2 + 1, calls}):
                self.clear()
                for name, content in prepared.items():
                    (self.folder / name).write_bytes(content)
                with self.subTest(command=" ".join(command), kind=kind, at=at):
                    self.one_fault(command, good, kind, at, getattr(self, "check_" + check))
                    failures += 1
            if everything:
                print(f"{calls} calls: {' '.join(command)}", file=sys.stderr, flush=True)
        if everything:
            print(f"{failures} failures", file=sys.stderr)

    def check_json(self, all_was_well):
        files = list(self.folder.glob("*.json"))
        self.assertTrue(files or not all_was_well)
        for path in files:
            text = path.read_text(encoding="utf-8")
            for document in text.splitlines() if path.name == "boards.json" else [text]:
                json.loads(document)

    def check_texts(self, all_was_well):
        self.check_json(False)
        self.assertTrue(len(list(self.folder.iterdir())) > 1 or not all_was_well)
        for path in self.folder.glob("*.csv"):
            text = path.read_text(encoding="utf-8")
            rows = list(csv.reader(text.splitlines()))
            self.assertEqual({len(row) for row in rows}, {len(rows[0])})
            self.assertTrue(text.endswith("\n"))
        for path in self.folder.glob("*.svg"):
            self.assertTrue(path.read_text(encoding="utf-8").rstrip().endswith("</svg>"))
        for path in self.folder.glob("*.md"):
            self.assertTrue(path.read_text(encoding="utf-8").endswith("\n"))

    def check_model(self, all_was_well):
        self.assertTrue((self.folder / "m").exists() or not all_was_well)
        if (self.folder / "m").exists():
            self.answered("tileability", "list", "m")
        if (self.folder / "s").exists():
            self.answered("tileability", "learn", "boat", "--rounds", "1", "--width", "5", "--out", "n", "--samples", "s")

    def check_proof(self, all_was_well):
        if all_was_well:
            self.answered("verify", "--proof", "p", "--cnf", "c")

    def check_checkpoint(self, _):
        last = self.answered("count", "pentominoes-3x20", "--engine", "dlx", *ONE, "--json", "--resume", "c").events()[-1]
        self.assertEqual((last["solutions"], last["distinct"]), (8, 2))

    def check_solved(self, _):
        """Whatever failed, the next run goes on to the exact end."""
        self.answered("openings", "solve", "o", "--out", "b", *ONE)
        self.assertTrue(self.boards_are_whole(self.folder / "b"))
        self.check_certified(True)

    def check_certified(self, _):
        self.answered("openings", "certify", "o", "--out", "certificate", *ONE)
        last = self.answered("openings", "recheck", "certificate", *ONE, "--json").events()[-1]
        self.assertEqual((last["solutions"], last["distinct"]), (8, 2))

    def check_ledger(self, _):
        """What was begun can be finished or begun again."""
        for step in (("init",), ("publish", *PUBLISHED), ("work", "--threads", "1")):
            self.assertIn(self.run_program("cluster", step[0], *LEDGER, *step[1:]).exit, (0, 2), step)
        found = json.loads(self.answered("cluster", "collect", *LEDGER, "--search", "s", "--json").out)
        counted = self.answered("count", "owen-5x5", "--engine", "scan", *ONE, "--json").events()[-1]
        for key in ("solutions", "distinct", "nodes"):
            self.assertEqual(found[key], counted[key], key)

    @staticmethod
    def boards_are_whole(path):
        return all(json.loads(line)["placements"] for line in path.read_text(encoding="utf-8").splitlines())

    def checkpoint_is_whole(self, _):
        return self.run_program("count", "pentominoes-3x20", "--engine", "dlx", *ONE, "--resume", "c").exit == 0

    def test_solutions(self):
        self.fail_everywhere(("solve", "pentominoes-3x20", "--all", *ONE, "--out", "f"), ["f"], self.boards_are_whole)

    def test_checkpoints(self):
        count = ("count", "pentominoes-3x20", "--engine", "dlx", *ONE, "--nodes", "1k", "--checkpoint", "c")
        self.fail_everywhere(count, ["c"], self.checkpoint_is_whole)

    def test_best_boards(self):
        optimise = ("optimise", "inf6102-a", "--engine", "greedy", "--nodes", "1", *ONE, "--out", "b")
        self.fail_everywhere(optimise, ["b"], self.boards_are_whole)

    def test_openings(self):
        def is_whole(_):
            return self.run_program("openings", "info", "o").exit == 0

        self.fail_everywhere(("openings", "build", "owen-6x6", "--depth", "4", "--out", "o"), ["o"], is_whole)

    def test_archives(self):
        def is_whole(path):
            return path.stat().st_size == 0 or self.run_program("archive", "list", "a").exit in (0, 2)

        optimise = ("optimise", "inf6102-a", "--engine", "greedy", "--nodes", "1", *ONE, "--out", "b", "--overwrite",
                    "--archive", "a")
        self.fail_everywhere(optimise, ["a", "a-journal", "b"], lambda path: path.name != "a" or is_whole(path))


    def test_memory(self):
        """An allocation fails: one line says so, exit code 2; or it was not needed. Files are whole or not there."""
        rounds = int(os.environ.get("MEMORY_ROUNDS", "4"))
        dice = random.Random(1)
        for command in HUNGRY:
            result, calls = self.with_fault(command, "memory")
            good = result.exit
            self.assertIn(good, (0, 1, 3), result.err)
            for _ in range(rounds):
                self.fail_allocation(command, good, dice.randrange(1, calls + 1))

    def fail_allocation(self, command, good, at):
        (self.folder / "f").unlink(missing_ok=True)
        with self.subTest(command=command, at=at):
            result = self.run_program(*command, LD_PRELOAD=str(self.library), FAULT_KIND="memory", FAULT_AT=str(at))
            self.assertIn(result.exit, (good, 2), result.err)
            if result.exit == 2:
                self.assertRegex(result.err.splitlines()[-1], "memory|cannot")
            if command[0] in ("solve", "optimise") and (self.folder / "f").exists():
                self.assertTrue(self.boards_are_whole(self.folder / "f"))

    def paths(self, command):
        """The first allocation on each path of calls, and a name of the path. Addresses are the same every time."""
        log = self.folder / "paths"
        subprocess.run(["setarch", "-R", BINARY, *command], cwd=self.folder, capture_output=True, check=False,
                       env={**os.environ, "LD_PRELOAD": str(self.library), "FAULT_KIND": "paths", "FAULT_LOG": str(log)})
        return [line.split() for line in log.read_text(encoding="utf-8").splitlines()]

    def new_paths(self, command, known):
        """The numbers of those that are not known yet; then they are."""
        paths = self.paths(command)
        new = [int(number) for number, path in paths if path not in known]
        known.update(path for _, path in paths)
        return new

    @unittest.skipUnless(os.environ.get("MEMORY_PATHS"), "takes minutes: MEMORY_PATHS=1, or 4 for every fourth path")
    def test_every_path_to_an_allocation(self):
        """The first allocation on each path of calls fails. Paths that an earlier command has shown are left out."""
        known, failures = set(), 0
        step = int(os.environ["MEMORY_PATHS"])
        for command in sorted(HUNGRY, key=len):
            (self.folder / "f").unlink(missing_ok=True)
            good = self.run_program(*command).exit
            self.assertIn(good, (0, 1, 3), command)
            (self.folder / "f").unlink(missing_ok=True)
            new = self.new_paths(command, known)
            if not " ".join(command).startswith(os.environ.get("FAULT_ONLY", "")):
                continue
            for at in new[::step]:
                self.fail_allocation(command, good, at)
            failures += len(new[::step])
            print(f"{len(new)} paths, {len(new[::step])} tried: {' '.join(command)}", file=sys.stderr, flush=True)
        print(f"{failures} allocations failed", file=sys.stderr)

    def test_libraries_without_memory(self):
        """zlib and zstd say it with codes of their own; that was taken for an error of ours, or a damaged file."""
        self.answered("openings", "build", "owen-4x4", "--depth", "3", "--out", "o", "--quiet")
        (self.folder / "p.gz").write_bytes(gzip.compress(self.answered("convert", "girafe", "--to", "toml").out.encode()))
        for library, *command in (
            ("libz.so", "catalogue", "pentominoes-3x20", "--pdf", "f", *ONE),
            ("libz.so", "convert", "p.gz"),
            ("libzstd.so", "openings", "build", "owen-4x4", "--depth", "3", "--out", "f", "--quiet"),
            ("libzstd.so", "openings", "list", "o"),
        ):
            with self.subTest(command=command):
                result = self.run_program(*command, LD_PRELOAD=str(self.library), FAULT_KIND="memory", FAULT_AT="1",
                                          FAULT_LIBRARY=library)
                self.assertEqual(result.exit, 2, result.err)
                self.assertIn("memory", result.err)

    def test_a_solver_without_memory(self):
        """CaDiCaL's destructor ended with an abort after an allocation of the solver had failed."""
        command = ("solve", "owen-4x4", "--engine", "sat", *ONE)
        for at in self.new_paths(command, {path for _, path in self.paths(("solve", "girafe", *ONE))})[::4]:
            self.fail_allocation(command, 0, at)

    def test_libraries_that_promise_not_to_throw(self):
        """A directory iterator asks for memory in a function that is noexcept: that ended with an abort."""
        command = ("solve", "girafe", *ONE, "--out", "f")
        _, calls = self.with_fault(command, "memory")
        for at in range(calls - 900, calls - 600, 6):
            result = self.run_program(*command, LD_PRELOAD=str(self.library), FAULT_KIND="memory", FAULT_AT=str(at))
            self.assertIn(result.exit, (0, 2), f"{at}: {result.err}")

    def test_memory_before_the_program_begins(self):
        """Tables that are made before main() begins."""
        for at in range(120, 260, 20):
            result = self.run_program("convert", "girafe", LD_PRELOAD=str(self.library), FAULT_KIND="memory",
                                      FAULT_AT=str(at))
            self.assertIn(result.exit, (0, 2), f"{at}: {result.err}")

    def test_a_clock_that_jumps(self):
        """The wall clock goes forth and back by an hour: totals stay exact although leases seem to have run out, and
        limits are kept."""
        count = ("count", "pentominoes-4x15", "--engine", "dlx", *ONE, "--json")
        expected = self.answered(*count).events()[-1]
        jumping = {"LD_PRELOAD": str(self.library), "CLOCK_JUMP": "3600"}
        last = self.answered(*count, "--checkpoint", "c", **jumping).events()[-1]
        self.assertEqual([last[key] for key in ("solutions", "nodes")], [expected[key] for key in ("solutions", "nodes")])
        self.answered("openings", "build", "pentominoes-4x15", "--engine", "dlx", "--depth", "3", "--out", "o", "--quiet")
        self.answered("openings", "certify", "o", "--out", "certificate", "--threads", "2", "--quiet", **jumping)
        recheck = self.answered("openings", "recheck", "certificate", "--random", 20, *ONE, "--json").events()[-1]
        self.assertEqual([recheck[key] for key in ("solutions", "nodes")],
                         [expected[key] for key in ("solutions", "nodes")])
        limited = self.run_program("count", "eternity2", "--engine", "scan", *ONE, "--time", "1s", **jumping)
        self.assertEqual(limited.exit, 3, limited.err)


if __name__ == "__main__":
    unittest.main()
