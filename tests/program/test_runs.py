import csv
import json
import os
import signal
import statistics
import subprocess
import time
import unittest
import xml.etree.ElementTree

from program import BINARY, ProgramTest


class Runs(ProgramTest):
    def table(self, name):
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def optimise(self, *arguments, **options):
        return self.answered("optimise", "inf6102-b", "--engine", "swap", "--threads", 1, "--nodes", 3000, *arguments,
                             **options)

    def test_a_series_is_a_table_with_statistics(self):
        result = self.optimise("--seeds", "3..6", "--csv", "runs.csv", "--trace", "trace.csv", "--plot", "runs.svg")
        rows = self.table("runs.csv")
        self.assertEqual([row["seed"] for row in rows], ["3", "4", "5", "6"])
        scores = [float(row["score"]) for row in rows]
        for row in rows:
            self.assertEqual((row["puzzle"], row["engine"], row["nodes"]), ("inf6102-b", "swap", "3000"))
            self.assertTrue(row["version"] and row["machine"])
            self.assertLessEqual(float(row["seconds_to_best"]), float(row["seconds"]))
        line = next(line for line in result.out.splitlines() if line.startswith("score"))
        deviation = statistics.stdev(scores)
        self.assertIn(f"{deviation:.4f}" if deviation < 1 else f"{deviation:.2f}", line)
        self.assertIn(f"{max(scores):.0f}", line)
        trace = self.table("trace.csv")
        self.assertEqual({row["seed"] for row in trace}, {"3", "4", "5", "6"})
        for seed, score in zip("3456", scores):
            course = [int(row["score"]) for row in trace if row["seed"] == seed]
            self.assertEqual(course, sorted(set(course)))
            self.assertEqual(course[-1], score)
        xml.etree.ElementTree.parse(self.folder / "runs.svg")
        self.assertIn("median", (self.folder / "runs.svg").read_text())

    def test_a_seed_gives_the_same_run_alone_and_in_a_series(self):
        self.optimise("--runs", 2, "--seed", 7, "--csv", "both.csv")
        self.optimise("--seed", 8, "--csv", "alone.csv")
        self.assertEqual(self.table("both.csv")[1]["score"], self.table("alone.csv")[0]["score"])

    def test_the_best_board_of_all_runs_is_kept(self):
        self.optimise("--runs", 3, "--csv", "runs.csv", "--out", "best.json")
        best = json.loads((self.folder / "best.json").read_text())
        self.assertEqual(best["score"], max(int(row["score"]) for row in self.table("runs.csv")))

    def test_time_to_target(self):
        result = self.optimise("--runs", 3, "--target", 60, "--csv", "runs.csv", "--plot", "target.svg")
        for row in self.table("runs.csv"):
            reached = int(row["score"]) >= 60
            self.assertEqual(row["seconds_to_target"] != "", reached)
        self.assertIn("reached 60", result.out)
        self.assertIn("reached 60", (self.folder / "target.svg").read_text())

    def test_solve_and_count_run_several_times(self):
        self.answered("solve", "girafe", "--runs", 2, "--csv", "solve.csv", "--plot", "solve.svg")
        self.assertEqual([row["solutions"] for row in self.table("solve.csv")], ["1", "1"])
        self.answered("count", "girafe", "--seeds", "1,9", "--csv", "count.csv")
        self.assertEqual([(row["seed"], row["solutions"], row["distinct"]) for row in self.table("count.csv")],
                         [("1", "12", "3"), ("9", "12", "3")])

    def test_json(self):
        events = self.optimise("--runs", 2, "--json").events()
        self.assertEqual([event["event"] for event in events], ["run", "run", "series"])
        score = events[-1]["statistics"]["score"]
        self.assertEqual(score["mean"], (events[0]["score"] + events[1]["score"]) / 2)
        self.assertLessEqual(score["interval"][0], score["mean"])

    def test_no_solution_is_proved_by_every_run(self):
        puzzle = self.write("none.toml", 'family = "packing"\nregion = "3x3"\n[[piece]]\nname = "T"\n'
                                         'shape = """\n###\n.#.\n"""\ncopies = "unlimited"\n')
        self.assertEqual(self.run_program("solve", puzzle, "--runs", 2).exit, 1)

    def test_ctrl_c_keeps_the_runs_that_ended(self):
        with subprocess.Popen([BINARY, "optimise", "inf6102-e", "--engine", "swap", "--threads", "1", "--time", "1s",
                               "--runs", "500", "--csv", "runs.csv"], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, env=os.environ) as process:
            deadline = time.monotonic() + 60
            while not (self.folder / "runs.csv").exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out = process.communicate(timeout=30)[0].decode()
        self.assertEqual(process.returncode, 3)
        self.assertIn("of 500 runs", out)
        self.assertIn("mean", out)
        self.assertGreaterEqual(len(self.table("runs.csv")), 1)

    def test_what_is_refused(self):
        optimise = ("optimise", "inf6102-a", "--nodes", 10)
        for seeds in ("5..3", "a..b", "1..", "", "-1", "1,1", "1..999999999"):
            self.assertIn("--seeds", self.refused(*optimise, f"--seeds={seeds}"))
        self.assertIn("--runs", self.refused(*optimise, "--runs", 0))
        self.refused(*optimise, "--runs", 2, "--seeds", "1..2")
        self.assertIn("checkpoint", self.refused(*optimise, "--runs", 2, "--checkpoint", "c"))
        self.assertIn("nowhere", self.refused(*optimise, "--csv", "nowhere/x.csv"))
        self.refused("solve", "girafe", "--runs", 2, "--out", "x.json")
        self.refused("count", "girafe", "--runs", 2, "--profile", "x")


class LocalSearches(ProgramTest):
    """Simulated annealing and tabu search, by the program's own means."""

    def test_both_solve_the_small_instance(self):
        for engine in ("anneal", "tabu"):
            last = self.answered("optimise", "inf6102-a", "--engine", engine, "--threads", 1, "--nodes", 20_000_000,
                                 "--time", "60s", "--json").events()[-1]
            self.assertEqual((last["status"], last["best"]["conflicts"]), ("solved", 0), engine)

    def test_both_go_on_from_a_checkpoint(self):
        for engine in ("anneal", "tabu"):
            run = ("optimise", "inf6102-c", "--engine", engine, "--threads", 1, "--json", "--out", "b.json")
            whole = self.answered(*run, "--nodes", 40_000).events()[-1]
            self.answered(*run, "--nodes", 25_000, "--checkpoint", engine)
            rest = self.answered(*run, "--nodes", 15_000, "--resume", engine).events()[-1]
            self.assertEqual(rest["best"], whole["best"], engine)


if __name__ == "__main__":
    unittest.main()
