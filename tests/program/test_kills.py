"""Signals at random moments of every command that writes files: afterwards the old or the new file is there, never half
of one, and what can go on goes on to the exact end. KILL_ROUNDS sets how many rounds each command gets."""

import json
import os
import random
import signal
import subprocess
import time
import unittest

from program import BINARY, ProgramTest
from test_serve import Server

ROUNDS = int(os.environ.get("KILL_ROUNDS", "3"))
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
ONE = ("--threads", "1", "--quiet")


class Kills(ProgramTest):
    rounds = hit = 0

    @classmethod
    def tearDownClass(cls):
        if "KILL_ROUNDS" in os.environ:
            print(f"{cls.rounds} rounds, {cls.hit} processes ended by the signal before their end")

    def start(self, *command):
        return subprocess.Popen([BINARY, *map(str, command)], cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def usual_time(self, *command):
        begin = time.monotonic()
        process = self.start(*command)
        process.wait(timeout=120)
        self.assertIn(process.returncode, (0, 1, 3), command)
        return time.monotonic() - begin

    def interrupted(self, usual, dice, *command):
        """One round; a command that ends by itself is well, too."""
        process = self.start(*command)
        time.sleep(usual * dice.random() * 1.1)
        sent = dice.choice(SIGNALS)
        process.send_signal(sent)
        code = process.wait(timeout=60)
        Kills.rounds += 1
        Kills.hit += code not in (0, 1)
        self.assertIn(code, (0, 1, 3, -sent), f"{sent} {command}")
        return code

    def check_rounds(self, command, files, is_whole):
        """`files` are there from an earlier run: they stay as they were or are whole."""
        usual = self.usual_time(*command)
        dice = random.Random(str(command))
        for _ in range(ROUNDS):
            before = {name: (self.folder / name).read_bytes() for name in files}
            self.interrupted(usual, dice, *command)
            for name in files:
                self.assertTrue((self.folder / name).exists(), name)
                if (self.folder / name).read_bytes() != before[name]:
                    self.assertTrue(is_whole(self.folder / name), name)
        # a last run to the end clears up what the killed ones left
        self.usual_time(*command)
        self.assertFalse([path.name for path in self.folder.iterdir() if path.name.endswith(".partial")])

    def accepted(self, *command):
        result = self.run_program(*command)
        return result.exit == 0

    def test_optimise(self):
        command = ("optimise", "inf6102-a", "--engine", "ils", "--nodes", "30k", *ONE, "--out", "b", "--archive", "a",
                   "--overwrite")

        def is_whole(path):
            if path.name == "a":
                return self.accepted("archive", "list", "a")
            return bool(json.loads(path.read_text(encoding="utf-8"))["placements"])

        self.check_rounds(command, ["b", "a"], is_whole)

    def test_solve(self):
        command = ("solve", "pentominoes-4x15", "--all", *ONE, "--out", "b", "--overwrite")

        def is_whole(path):
            return all(json.loads(line)["placements"] for line in path.read_text(encoding="utf-8").splitlines())

        self.check_rounds(command, ["b"], is_whole)

    def test_openings_finals_and_corollas(self):
        for build, check in (
            (("openings", "build", "owen-6x6", "--depth", "5", "--out", "f", "--quiet"), "openings"),
            (("finals", "build", "owen-5x5", "--cells", "6", "--out", "f", "--quiet"), "finals"),
            (("corollas", "build", "owen-5x5", "--out", "f", "--quiet"), "corollas"),
        ):
            with self.subTest(build=build):
                (self.folder / "f").unlink(missing_ok=True)
                self.check_rounds(build, ["f"], lambda _, what=check: self.accepted(what, "info", "f"))

    def test_catalogue(self):
        def is_whole(path):
            data = path.read_bytes()
            return data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")

        self.check_rounds(("catalogue", "pentominoes-4x15", "--pdf", "f", *ONE), ["f"], is_whole)

    def test_openings_are_solved_to_the_exact_end(self):
        self.answered("openings", "build", "pentominoes-4x15", "--engine", "dlx", "--depth", 3, "--out", "o", "--quiet")
        command = ("openings", "certify", "o", "--out", "c", *ONE)
        usual = self.usual_time(*command)
        whole = (self.folder / "c").read_bytes()
        dice = random.Random(7)
        for _ in range(ROUNDS):
            for name in ("c", "o.done", "o.done-wal", "o.done-shm"):
                (self.folder / name).unlink(missing_ok=True)
            self.interrupted(usual, dice, *command)
            self.answered(*command)
            self.assertEqual((self.folder / "c").read_bytes(), whole)

    def test_cluster(self):
        ledger = ("--ledger", "l")
        publish = ("publish", "owen-5x5", "--engine", "scan", "--name", "s", "--units", "60")
        self.answered("cluster", "init", *ledger)
        self.answered("cluster", publish[0], *ledger, *publish[1:])
        work = ("cluster", "work", *ledger, "--threads", "1")
        counted = self.answered("count", "owen-5x5", "--engine", "scan", *ONE, "--json").events()[-1]
        dice = random.Random(8)
        for _ in range(ROUNDS):
            self.interrupted(0.3, dice, *work)
        self.run_program(*work)
        found = json.loads(self.answered("cluster", "collect", *ledger, "--search", "s", "--json").out)
        for key in ("solutions", "distinct", "nodes"):
            self.assertEqual(found[key], counted[key], key)

    def test_serve(self):
        """A killed server starts again on the same data, and its runs are there."""
        dice = random.Random(9)
        known = set()
        for _ in range(ROUNDS):
            server = Server(self.folder / "data")
            try:
                for run in known:
                    self.assertEqual(server.call("GET", f"/api/runs/{run}").status, 200)
                started = server.call("POST", "/api/runs", {"puzzle": "pentominoes-4x15", "goal": "count"})
                self.assertEqual(started.status, 201, started.body)
                known.add(started.json()["id"])
                time.sleep(0.4 * dice.random())
                server.process.send_signal(dice.choice(SIGNALS))
                server.process.wait(timeout=60)
                Kills.rounds += 1
                Kills.hit += 1
            finally:
                server.process.kill()
                server.end()


if __name__ == "__main__":
    unittest.main()
