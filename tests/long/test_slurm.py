"""The Slurm array of docs/cluster.md on one node: a task is cancelled, one is requeued, and the totals are exact."""

import json
import pathlib
import re
import sys
import time
import unittest

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent / "program"))

import postgres  # noqa: E402
import slurm  # noqa: E402
from program import BINARY, ProgramTest  # noqa: E402

PUZZLE = "inf6102-c"
ENDED = {"COMPLETED", "CANCELLED", "FAILED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY"}


def documented_script():
    """The script in docs/cluster.md."""
    text = (here.parents[1] / "docs" / "cluster.md").read_text()
    section = text.split("## Slurm")[1].split("\n## ")[0]
    lines = [line[4:] for line in section.splitlines() if line.startswith("    ")]
    return "\n".join(lines) + "\n"


class SlurmArray(ProgramTest):
    @classmethod
    def setUpClass(cls):
        if missing := slurm.missing_programs():
            raise unittest.SkipTest(f"Slurm is not installed: {', '.join(missing)}")
        cls.slurm = slurm.Slurm()
        cls.addClassCleanup(cls.slurm.remove)
        try:
            cls.slurm.start()
        except RuntimeError as reason:
            raise unittest.SkipTest(f"Slurm cannot start here: {reason}") from None

    def ledger(self, kind):
        if kind == "sqlite":
            return str(self.folder / "ledger.db")
        server = postgres.Postgres()
        self.addCleanup(server.remove)
        server.start()
        return server.address()

    def script(self, address):
        text = documented_script()
        text = re.sub(r"--array=\S+", "--array=1-4", text)
        text = re.sub(r"--cpus-per-task=\S+", "--cpus-per-task=1", text)
        text = re.sub(r"TESSELLE_LEDGER=.*", f"TESSELLE_LEDGER='{address}'", text)
        self.assertIn("--requeue", text)
        self.assertIn("--signal=B:TERM@120", text)
        self.assertIn("tesselle cluster work", text)
        file = self.folder / "array.sh"
        file.write_text(text.replace("tesselle cluster work", f"{BINARY} cluster work --lease 5s"))
        return file

    def wait_for(self, what, condition, seconds=240):
        deadline = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), deadline, f"{what}: {self.slurm.logs()}")
            time.sleep(0.1)

    def array_ends_exact(self, kind):
        address = self.ledger(kind)
        self.answered("cluster", "init", "--ledger", address)
        self.answered("cluster", "publish", PUZZLE, "--ledger", address, "--units", "3000", "--unit-time", "50ms")
        job = self.slurm.run("sbatch", "--parsable", "--output", str(self.folder / "%a.out"), str(self.script(address)))

        def running():
            return [task for task, state in self.slurm.states(job).items() if state == "RUNNING"]

        def done():
            status = json.loads(self.answered("cluster", "status", "--ledger", address, "--json").out)
            return status["searches"][0]["units"]["done"]

        self.wait_for("two tasks run", lambda: len(running()) == 2 and done() > 20)
        cancelled, requeued = running()[:2]
        self.slurm.run("scancel", f"{job}_{cancelled}")
        before = done()
        self.wait_for("the others go on", lambda: done() > before)
        self.slurm.run("scontrol", "requeue", f"{job}_{requeued}")
        self.wait_for("all tasks end", lambda: set(self.slurm.states(job).values()) <= ENDED)
        states = self.slurm.states(job)
        self.assertEqual(states.pop(cancelled), "CANCELLED")
        self.assertEqual(set(states.values()), {"COMPLETED"}, (self.folder / "2.out").read_text())
        whole = json.loads(self.answered("cluster", "collect", "--ledger", address, "--json").out)
        alone = self.answered("count", PUZZLE, "--engine", "scan", "--json").events()[-1]
        for key in ("status", "solutions", "distinct", "nodes"):
            self.assertEqual(whole[key], alone[key], key)

    def test_an_array_with_a_cancelled_and_a_requeued_task_ends_exact(self):
        for kind in ["sqlite"] + (["postgresql"] if postgres.programs() else []):
            with self.subTest(ledger=kind):
                self.array_ends_exact(kind)


if __name__ == "__main__":
    unittest.main()
