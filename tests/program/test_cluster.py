"""One search on many workers, on both ledgers: exact totals whatever happens to workers and server."""

import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import time
import unittest

import postgres
from program import BINARY, ProgramTest

PUZZLE, SOLUTIONS, DISTINCT = "owen-6x6", 260, 65
SMALL_UNITS = ("--units", "300", "--unit-nodes", "20000", "--attempts", "1000")
HUNT = ("--goal", "optimise", "--engine", "ils")
ROUNDS = int(os.environ.get("TESSELLE_KILL_ROUNDS", "20"))


class LedgerCase:
    """What must hold for every ledger; the classes below say which one it is."""

    nodes = None

    def cluster(self, command, *arguments, **options):
        return self.run_program("cluster", command, "--ledger", self.address, *arguments, **options)

    def succeeds(self, command, *arguments, **options):
        result = self.cluster(command, *arguments, **options)
        self.assertEqual(result.exit, 0, f"{command} {arguments}: {result.out}{result.err}")
        return result

    def publish(self, name, *arguments):
        self.succeeds("publish", PUZZLE, "--name", name, *(arguments or SMALL_UNITS))

    def start_worker(self, *arguments):
        worker = subprocess.Popen(
            [BINARY, "cluster", "work", "--ledger", self.address, "--threads", "1", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
        )
        self.addCleanup(worker.stdout.close)
        self.addCleanup(worker.stderr.close)
        self.addCleanup(worker.wait)
        self.addCleanup(worker.kill)
        return worker

    def wait_until_it_listens(self, worker):
        """On a busy machine a program takes a while to start; until then SIGTERM just ends it."""
        while worker.poll() is None:
            status = pathlib.Path(f"/proc/{worker.pid}/status").read_text()
            caught = int(status.split("SigCgt:")[1].split()[0], 16)
            if caught >> (signal.SIGTERM - 1) & 1:
                return
            time.sleep(0.005)

    def finish(self, worker):
        out, err = worker.communicate(timeout=120)
        return worker.returncode, out.decode(), err.decode()

    def checksum_of_search(self, name):
        """As the program makes it: what somebody forges who knows the source."""
        columns = ("name", "aim", "puzzle_name", "puzzle", "puzzle_hash", "engine", "options", "reduced", "seed",
                   "version", "engine_set", "units", "budget", "attempts", "threshold", "depth", "top_nodes",
                   "top_solutions", "top_distinct", "top_verified")
        value = 0xCBF29CE484222325
        for column in columns:
            part = "\n".join(self.rows(f"SELECT {column} FROM searches WHERE name = '{name}'"))
            part += "\n" * (column == "puzzle" and not part.endswith("\n"))
            part = ("false", "true")[int(part)] if column == "reduced" else part
            for byte in f"{len(part.encode())}:{part};".encode():
                value = (value ^ byte) * 0x100000001B3 % 2**64
        return f"{value:016x}"

    def search(self, name):
        status = json.loads(self.succeeds("status", name, "--json").out)
        return status["searches"][0]

    def collected(self, name, exit=0):
        result = self.cluster("collect", "--search", name, "--json")
        self.assertEqual(result.exit, exit, result.out + result.err)
        return json.loads(result.out)

    def check_exact(self, name):
        whole = self.collected(name)
        self.assertEqual((whole["status"], whole["solutions"], whole["distinct"]), ("exhausted", SOLUTIONS, DISTINCT))
        self.assertEqual(whole["nodes"], self.single_run_nodes())

    def single_run_nodes(self):
        if LedgerCase.nodes is None:
            count = self.answered("count", PUZZLE, "--engine", "scan", "--json")
            LedgerCase.nodes = count.events()[-1]["nodes"]
        return LedgerCase.nodes

    def test_four_workers_count_what_one_run_counts(self):
        self.publish("whole")
        for worker in [self.start_worker("--json") for _ in range(4)]:
            code, out, err = self.finish(worker)
            self.assertEqual(code, 0, err)
            self.assertEqual(json.loads(out)["refused"], 0)
        self.check_exact("whole")
        search = self.search("whole")
        self.assertEqual(search["units"]["done"], search["units"]["all"])
        self.assertGreater(search["units"]["all"], 300)  # some were split
        self.assertEqual(search["nodes"], self.single_run_nodes())

    def test_every_board_is_collected_and_verified(self):
        self.succeeds("publish", PUZZLE, "--goal", "all", "--units", "100")
        self.assertFalse(self.search("owen-6x6-all")["all_done"])
        self.succeeds("work", "--threads", "2")
        self.assertTrue(self.search("owen-6x6-all")["all_done"])
        self.succeeds("collect", "--out", "boards.json", "--archive", "boards.db")
        lines = (self.folder / "boards.json").read_text().splitlines()
        self.assertEqual(len(set(lines)), SOLUTIONS)
        self.assertEqual(self.collected("owen-6x6-all")["boards"], SOLUTIONS)
        info = self.answered("archive", "info", "boards.db", "--json").events()[0]
        self.assertEqual(info["boards"], DISTINCT)

    def test_one_solution_is_enough(self):
        self.succeeds("publish", PUZZLE, "--goal", "solve", "--units", "300")
        self.succeeds("work", "--threads", "1")
        self.assertEqual(self.search("owen-6x6-solve")["state"], "answered")
        found = self.collected("owen-6x6-solve")
        self.assertEqual(found["status"], "solved")
        self.assertGreaterEqual(found["boards"], 1)
        self.assertLess(found["nodes"], self.single_run_nodes())

    def test_a_worker_that_is_told_to_stop_gives_back_what_is_left(self):
        self.publish("big", "--units", "2", "--unit-nodes", "1000000000")
        for _ in range(3):
            worker = self.start_worker()
            self.wait_until_it_listens(worker)
            time.sleep(0.1)
            worker.send_signal(signal.SIGTERM)
            code, _, err = self.finish(worker)
            self.assertEqual(code, 0, err)
            self.assertEqual(self.search("big")["units"]["in_flight"], 0)
        self.succeeds("work")
        self.check_exact("big")

    def test_pause_resume_cancel_and_urgency(self):
        self.publish("first")
        self.publish("urgent", *SMALL_UNITS, "--urgency", "5")
        self.succeeds("pause", "first")
        self.succeeds("work")
        self.assertEqual(self.search("first")["units"]["done"], 0)
        self.check_exact("urgent")
        self.succeeds("cancel", "first")
        self.succeeds("work")
        self.assertEqual(self.collected("first", exit=3)["status"], "limit")
        self.succeeds("resume", "first")
        self.succeeds("work")
        self.check_exact("first")
        self.assertIn("several searches", self.cluster("pause").err)
        self.assertIn("'third'", self.cluster("pause", "third").err)
        self.assertIn("another --name", self.cluster("publish", PUZZLE, "--name", "first").err)

    def test_rows_that_make_no_sense_are_set_aside_and_the_rest_goes_on(self):
        self.publish("hostile")
        self.sql("UPDATE units SET place = '9999999:0:' WHERE number = (SELECT MIN(number) FROM units)")
        self.sql("UPDATE units SET place = 'x' WHERE number = (SELECT MIN(number) + 1 FROM units)")
        deep = ",".join(["0"] * 100000)
        self.sql(f"UPDATE units SET place = '0:0:{deep}' WHERE number = (SELECT MIN(number) + 2 FROM units)")
        result = self.cluster("work", "--json")
        self.assertEqual(result.exit, 0, result.err)
        self.assertEqual(json.loads(result.out)["unreadable"], 3)
        search = self.search("hostile")
        self.assertEqual(search["units"]["set_aside"], 3)
        self.assertEqual(search["units"]["waiting"], 0)
        self.assertIn("does not fit", search["set_aside"][0]["why"])
        self.collected("hostile", exit=3)
        self.assertIn("3 units", self.succeeds("retry", "hostile").out)

    def test_edited_results_are_noticed(self):
        self.publish("edited", "--units", "50")
        self.succeeds("work")
        self.sql("UPDATE units SET solutions = solutions + 1 WHERE number = (SELECT MIN(number) FROM units)")
        result = self.cluster("collect", "--out", "never.json")
        self.assertEqual(result.exit, 2)
        self.assertIn("was changed", result.err)
        self.assertFalse((self.folder / "never.json").exists())
        self.sql("UPDATE units SET solutions = solutions - 1 WHERE number = (SELECT MIN(number) FROM units)")
        self.check_exact("edited")
        self.sql("DELETE FROM units WHERE number = (SELECT MIN(number) FROM units)")
        self.assertIn("are there", self.cluster("collect").err)

    def test_a_ledger_cannot_make_a_worker_read_or_write_files(self):
        secret = self.folder / "secret.txt"
        secret.write_text("my-secret\n", encoding="utf-8")
        for name, engine, options in (("reads", "scan", f"order=file path={secret}"),
                                      ("again", "corolla", f"corollas={secret}")):
            self.publish(name, "--engine", engine, "--units", "20")
            published = self.rows(f"SELECT checksum FROM searches WHERE name = '{name}'")
            self.assertEqual([self.checksum_of_search(name)], published)
            self.sql(f"UPDATE searches SET options = '{options}' WHERE name = '{name}'")
            self.sql(f"UPDATE searches SET checksum = '{self.checksum_of_search(name)}' WHERE name = '{name}'")
            result = self.cluster("work", name)
            self.assertEqual(result.exit, 2, result.out + result.err)
            self.assertIn("names a file", result.err)
            self.assertNotIn("my-secret", result.err)
        result = self.cluster("publish", PUZZLE, "--engine", "scan", "--order", "file", "--path", secret)
        self.assertEqual(result.exit, 2)
        result = self.cluster("publish", "eternity1", "--goal", "optimise", "--engine", "beam", "--model", secret)
        self.assertEqual(result.exit, 2)

    def test_searches_of_another_version_engine_or_puzzle_are_refused_by_name(self):
        for change, reason in (
            ("version = '9.9.9'", "version 9.9.9"),
            ("engine_set = '0'", "other engines"),
            ("engine = 'warp'", "was changed"),
            ("puzzle = '= no puzzle'", "was changed"),
        ):
            name = change.split(" ")[0]
            self.publish(name, "--units", "20")
            self.sql(f"UPDATE searches SET {change} WHERE name = '{name}'")
            result = self.cluster("work", name)
            self.assertEqual(result.exit, 2, result.out + result.err)
            self.assertIn(f"search {name} is refused", result.err)
            self.assertIn(reason, result.err)
        self.sql("UPDATE searches SET aim = 'conquer'")
        self.assertIn("4 unreadable rows", self.succeeds("status").out)

    def test_hunting_keeps_the_best_boards(self):
        self.succeeds("publish", "inf6102-a", *HUNT, "--units", "4", "--unit-nodes", "20000")
        self.succeeds("work", "--threads", "2")
        search = self.search("inf6102-a-optimise")
        self.assertEqual(search["units"]["done"], 4)
        self.assertEqual(search["best_score"], search["scores"][0]["score"])
        found = self.collected("inf6102-a-optimise")
        self.assertEqual(found["best"]["score"], search["best_score"])
        self.assertEqual(found["boards"], sum(s["boards"] for s in search["scores"]))
        self.succeeds("publish", "inf6102-a", *HUNT, "--unit-nodes", "5000", "--name", "on")
        self.succeeds("work", "on", "--time", "1s")
        self.assertGreater(self.search("on")["units"]["done"], 0)

    def test_hunting_keeps_every_board_above_a_threshold(self):
        hunt = ("--goal", "optimise", "--engine", "schedule", "--unit-nodes", "30000000", "--keep", "168")
        self.succeeds("publish", "meta-10x10", *hunt, "--units", "2")
        self.succeeds("work", "--threads", "2")
        search = self.search("meta-10x10-optimise")
        self.assertEqual(search["options"], "collect=12")  # of 180 edges
        self.assertGreater(max(score["boards"] for score in search["scores"]), 5)
        self.assertGreaterEqual(min(score["score"] for score in search["scores"]), 168)
        self.assertGreater(search["seconds_to_next_point"], 0)
        self.assertEqual(self.collected("meta-10x10-optimise")["boards"], sum(s["boards"] for s in search["scores"]))

    def test_units_learn_from_those_before_them(self):
        hunt = ("--goal", "optimise", "--engine", "schedule", "--unit-nodes", "8000000", "--name", "school")
        self.succeeds("publish", "meta-10x10", *hunt, "--units", "3")
        self.succeeds("work", "--threads", "1")
        rows = [line.split("|") for line in self.rows("SELECT unit, worth, length(lesson) FROM lessons ORDER BY unit")]
        self.assertEqual(len(rows), 3)
        worths = [float(worth) for _, worth, _ in rows]
        self.assertEqual(worths, sorted(worths))  # nobody is worse than who taught him
        self.sql("UPDATE lessons SET lesson = 'nonsense', worth = worth + 1000")
        self.succeeds("publish", "meta-10x10", *hunt[:-1], "school2", "--units", "1")
        self.sql("INSERT INTO lessons SELECT 2, unit, worth, lesson FROM lessons")
        self.succeeds("work", "--threads", "1")
        self.assertEqual(self.search("school2")["units"]["done"], 1)

    def survive(self, kill):
        """Rounds of `kill` while workers work; every search that was begun must end exact."""
        chance = random.Random(18)
        names = ["search0"]
        self.publish(names[0])
        for turn in range(ROUNDS):
            workers = [self.start_worker("--lease", "5s") for _ in range(2)]
            busy = min(5, max(1, os.getloadavg()[0] / os.cpu_count()))  # then workers take longer to start
            time.sleep(busy * chance.uniform(0.05, 0.3))
            kill(turn, workers)
            for worker in workers:
                worker.kill()
                worker.wait()
            if turn % 10 == 9:  # so that there is always something to kill
                names.append(f"search{turn}")
                self.publish(names[-1])
        self.succeeds("work", "--threads", "2", "--lease", "5s", seconds=100 + 5 * ROUNDS)
        if "TESSELLE_KILL_ROUNDS" in os.environ:
            registered = int(self.rows("SELECT COUNT(*) FROM workers")[0]) - 1
            print(f"{self.id()}: {registered} of {2 * ROUNDS} workers had registered before they were killed")
        for name in names:
            self.check_exact(name)

    def test_killed_workers_lose_nothing_and_count_nothing_twice(self):
        self.survive(lambda turn, workers: None)


class SqliteCluster(LedgerCase, ProgramTest):
    def setUp(self):
        super().setUp()
        self.address = "ledger.db"
        self.succeeds("init")

    def sql(self, text):
        with sqlite3.connect(self.folder / "ledger.db") as connection:
            connection.execute(text)
        connection.close()

    def rows(self, text):
        with sqlite3.connect(self.folder / "ledger.db") as connection:
            found = ["|".join(map(str, row)) for row in connection.execute(text)]
        connection.close()
        return found

    def test_numbers_that_do_not_grow(self):
        """A damaged table may have such numbers: collecting read the same rows again, without end."""
        self.publish("damaged", "--units", "5")
        self.succeeds("work")
        self.sql("CREATE TABLE copy AS SELECT * FROM units")
        self.sql("DROP TABLE units")
        self.sql("ALTER TABLE copy RENAME TO units")
        self.sql("UPDATE units SET number = 'x' || number")
        self.assertIn("do not grow", self.refused("cluster", "collect", "--ledger", "ledger.db", seconds=30))

    def test_ledgers_that_are_none(self):
        self.assertIn("there is no such ledger", self.refused("cluster", "status", "--ledger", "none.db"))
        self.write("notes.txt", "my notes, which are longer than the header of a database\n" * 10)
        self.assertIn("notes.txt", self.refused("cluster", "init", "--ledger", "notes.txt"))
        connection = sqlite3.connect(self.folder / "other.db")
        connection.execute("CREATE TABLE units(x)")
        connection.close()
        self.assertIn("something else", self.refused("cluster", "init", "--ledger", "other.db"))
        self.assertIn("is not a ledger", self.refused("cluster", "status", "--ledger", "other.db"))
        for other in (1, 7):
            self.sql(f"UPDATE ledger SET format = {other}")
            self.assertIn(f"format {other}", self.refused("cluster", "status", "--ledger", self.address))
        self.assertIn("--ledger is missing", self.refused("cluster", "status"))

    def test_shards_add_up_even_if_one_ran_twice(self):
        self.publish("sharded")
        for shard, file in (("1/3", "a.db"), ("2/3", "b.db"), ("3/3", "c.db"), ("2/3", "again.db")):
            self.succeeds("work", "--shard", shard, "--out", file)
        for files in (("a.db", "b.db", "c.db"), ("again.db", "a.db", "b.db", "c.db"), ("c.db", "again.db", "a.db")):
            result = self.answered("cluster", "collect", *files, "--json")
            whole = json.loads(result.out)
            self.assertEqual((whole["status"], whole["solutions"]), ("exhausted", SOLUTIONS))
            self.assertEqual(whole["nodes"], self.single_run_nodes())
        self.assertEqual(self.run_program("cluster", "collect", "a.db", "c.db").exit, 3)
        for wrong in ("0/3", "4/3", "1", "1/3x"):
            self.assertIn("--shard", self.refused("cluster", "work", "--ledger", "ledger.db", "--shard", wrong, "--out", "x.db"))

    def test_a_shard_that_was_killed_goes_on(self):
        self.publish("sharded")
        worker = self.start_worker("--shard", "1/1", "--out", "s.db")
        time.sleep(0.2)
        worker.kill()
        worker.wait()
        self.succeeds("work", "--shard", "1/1", "--out", "s.db")
        whole = json.loads(self.answered("cluster", "collect", "s.db", "--json").out)
        self.assertEqual((whole["solutions"], whole["nodes"]), (SOLUTIONS, self.single_run_nodes()))


@unittest.skipUnless(postgres.programs(), "PostgreSQL is not installed")
class PostgresCluster(LedgerCase, ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.server = postgres.Postgres()
        cls.addClassCleanup(cls.server.remove)
        rules = cls.server.data / "pg_hba.conf"
        rules.write_text("local all locked scram-sha-256\n" + rules.read_text())
        cls.server.start()

    def setUp(self):
        super().setUp()
        self.server.sql("DROP SCHEMA IF EXISTS tesselle CASCADE")
        self.address = self.server.address()
        self.succeeds("init")
        self.succeeds("init")  # changes nothing

    def sql(self, text):
        self.server.sql(f"SET search_path TO tesselle; {text}")

    def rows(self, text):
        return self.server.sql(f"SET search_path TO tesselle; {text}").splitlines()

    def test_a_killed_server_loses_nothing_and_counts_nothing_twice(self):
        def kill(turn, workers):
            if turn % 2:
                return
            self.server.kill()
            self.server.start()
            time.sleep(0.2)

        self.survive(kill)

    def test_a_network_that_drops_and_delays(self):
        network = postgres.BadNetwork(self.server)
        self.addCleanup(network.close)
        for turn in range(20):
            self.address = self.server.address()
            self.publish(f"far{turn}", "--units", "100", "--unit-nodes", "100000")
            self.address = network.address()
            for worker in [self.start_worker("--lease", "5s") for _ in range(3)]:
                code, _, err = self.finish(worker)
                self.assertEqual(code, 0, err)
            self.address = self.server.address()
            self.check_exact(f"far{turn}")
            if network.cuts >= 3:
                return
        self.fail("the network was never cut")

    def test_roles_and_passwords(self):
        self.server.sql("DROP ROLE IF EXISTS locked; CREATE ROLE locked LOGIN PASSWORD 'right'")
        self.server.sql("DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA tesselle TO reader;"
                        "GRANT SELECT ON ALL TABLES IN SCHEMA tesselle TO reader")
        self.addCleanup(self.server.sql, "DROP OWNED BY reader; DROP ROLE reader; DROP ROLE locked")
        secret = "s3cr3t-words"
        line = self.refused("cluster", "status", "--ledger", self.server.address("locked", password=secret))
        self.assertIn("password authentication failed", line)
        self.assertNotIn(secret, line)
        line = self.refused("cluster", "work", "--ledger", f"postgresql://u:{secret}@host:port/x")
        self.assertNotIn(secret, line)
        self.address = self.server.address("reader")
        self.succeeds("status")
        result = self.cluster("publish", PUZZLE, "--units", "20")
        self.assertEqual(result.exit, 2)
        self.assertIn("may not write", result.err)

    def test_a_server_that_is_away(self):
        away = "postgresql:///x?host=/nowhere"
        self.assertIn("cannot be reached", self.refused("cluster", "status", "--ledger", away))
        self.assertIn("cannot be reached", self.refused("cluster", "init", "--ledger", away))
        result = self.run_program("cluster", "work", "--ledger", away, "--patience", "0.3s")
        self.assertEqual(result.exit, 3)
        self.assertIn("trying again", result.err)
        self.publish("later")
        self.server.kill()
        worker = self.start_worker()
        time.sleep(0.3)
        self.server.start()
        code, _, err = self.finish(worker)
        self.assertEqual(code, 0, err)
        self.assertIn("trying again", err)
        self.check_exact("later")


if __name__ == "__main__":
    unittest.main()
