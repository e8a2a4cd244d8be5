"""Files that are damaged, hostile or somebody else's; disks that are full; streams that are closed."""

import contextlib
import json
import os
import pathlib
import random
import resource
import signal
import sqlite3
import subprocess
import threading
import time
import unittest

from program import BINARY, ProgramTest

ONE = ("--threads", "1")


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def sealed(header, contents):
    """What the program would have written for these contents: a hostile file with the right checksum."""
    words = header.split(b" ")
    words = b" ".join(words[:7] + [str(len(contents)).encode()])
    return words + b" checksum " + fnv(words + contents).encode() + b"\n" + contents


class FilesTest(ProgramTest):
    def start(self, *arguments, **options):
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
        process = subprocess.Popen([BINARY, *map(str, arguments)], cwd=self.folder, **options)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not happen")
            time.sleep(0.01)

    def boards(self, name):
        """The boards of a file of solutions, in an order of their own."""
        lines = (self.folder / name).read_text(encoding="utf-8").splitlines()
        return sorted(json.dumps(json.loads(line)["placements"]) for line in lines)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())


class Checkpoints(FilesTest):
    COUNT = ("count", "pentominoes-4x15", "--engine", "dlx")

    def checkpoint(self, *more):
        stopped = self.run_program(*self.COUNT, *ONE, "--nodes", "5k", "--checkpoint", "run.ck", *more)
        self.assertEqual(stopped.exit, 3, stopped.err)
        return (self.folder / "run.ck").read_bytes()

    def refused_resume(self, data, *threads):
        (self.folder / "bad.ck").write_bytes(data)
        line = self.refused(*self.COUNT, *threads, "--quiet", "--resume", "bad.ck", "--nodes", "10")
        self.assertIn("bad.ck", line)
        return line

    def test_a_changed_byte_is_noticed_wherever_it_is(self):
        good = self.checkpoint()
        for position in range(0, len(good), max(1, len(good) // 40)):
            bad = bytearray(good)
            bad[position] ^= 1
            self.refused_resume(bytes(bad))
        for bad in (b"", good[:-1], good + b"x", good[: len(good) // 2], good[good.index(b"\n") + 1 :]):
            self.refused_resume(bad)
        self.assertIn("earlier version", self.refused_resume(b'{"tesselle_checkpoint":2,"jobs":[]}\n'))
        self.assertIn("version 9", self.refused_resume(good.replace(b"version 3", b"version 9")))

    def test_contents_are_checked_even_if_the_checksum_is_right(self):
        good = self.checkpoint()
        header, contents = good.split(b"\n", 1)
        fields = json.loads(contents)

        def hostile(**changes):
            return sealed(header, json.dumps({**fields, **changes}).encode() + b"\n")

        (self.folder / "same.ck").write_bytes(hostile())
        self.assertEqual(self.run_program(*self.COUNT, "--resume", "same.ck", "--nodes", "10").exit, 3)
        job = fields["jobs"][0]
        huge = 4_000_000_000
        for changes in (
            {"jobs": [[huge, 0, []]]},
            {"jobs": [[5, 0, [0, 0]]]},
            {"jobs": [[0, huge, []]]},
            {"jobs": [[0, 0, [2**32 - 1]]]},
            {"jobs": [[0, 0, [0] * 10_000]]},
            {"jobs": [[0, -1, []]]},
            {"jobs": [job, job]},
            {"jobs": [[]]},
            {"jobs": 7},
            {"nodes": -1},
            {"nodes": 1e300},
            {"nodes": 2**64 - 1},
            {"seconds": -1},
            {"seconds": 1e300},
            {"jobs_in_all": 2**63},
            {"best": {"score": 92, "max_score": 24, "conflicts": 0}},
            {"announced_hash": "x"},
            {"state_sizes": [1]},
            {"state_sizes": [2**63]},
            {"files": {"path": "0"}},
            {"engine": "nonsense"},
        ):
            for threads in ("1", "2"):
                with self.subTest(changes=str(changes)[:80], threads=threads):
                    self.refused_resume(hostile(**changes), "--threads", threads)

    def test_saved_states_of_engines_are_checked_even_if_the_checksum_is_right(self):
        for command in (
            ("optimise", "owen-6x6", "--engine", "ils"),
            ("optimise", "owen-6x6", "--engine", "schedule"),
            ("optimise", "owen-6x6", "--engine", "beam", "--width", "20"),
            ("optimise", "boat", "--engine", "beam", "--width", "20"),
            ("count", "owen-4x4", "--engine", "sat"),
            ("optimise", "hexiamonds-6x6", "--engine", "finals", "--regions", "1", "--region-pieces", "4", "--width", "4"),
        ):
            with self.subTest(command=command):
                run = (*command, *ONE, "--quiet", "--nodes", "300")
                self.run_program(*run, "--checkpoint", "s.ck", "--overwrite", "--out", "b.json")
                header, contents = (self.folder / "s.ck").read_bytes().split(b"\n", 1)
                line, state = contents.split(b"\n", 1)
                self.assertGreater(len(state), 0)
                for i in range(24):
                    bad = bytearray(state)
                    at = i * 8 if i < 12 else (i * 7919) % len(state)
                    bad[at % len(state)] = (0xFF, 0x7F, 0x80)[i % 3]
                    (self.folder / "bad.ck").write_bytes(sealed(header, line + b"\n" + bytes(bad)))
                    result = self.run_program(*run, "--resume", "bad.ck", "--out", "b.json", "--overwrite", seconds=30)
                    self.assertIn(result.exit, (0, 2, 3), result.err)

    def test_what_an_option_names_is_part_of_the_configuration(self):
        text, name = "1 2 3 4 5 6 7 8 9\n", "my 100% path=x.txt"
        self.write(name, text)
        count = ("count", "owen-3x3", "--engine", "scan", "--order", "file", "--path", name, *ONE, "--quiet")
        first = self.run_program(*count, "--nodes", "20", "--checkpoint", "p.ck")
        self.assertEqual(first.exit, 3, first.err)
        resume = (*count, "--resume", "p.ck")
        self.write(name, text.replace("7", "x").replace("8", "7").replace("x", "8"))
        line = self.refused(*resume)
        self.assertIn("p.ck", line)
        self.assertIn(name, line)
        self.write(name, text)
        self.answered(*resume)

    def test_a_checkpoint_that_cannot_be_written_at_the_end_is_told_with_the_exit_code(self):
        os.mkdir(self.folder / "kept")
        process = self.start("count", "pentominoes-6x10", "--engine", "dlx", *ONE, "--checkpoint", "kept/c",
                             stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        self.wait_for(lambda: (self.folder / "kept" / "c").exists())
        (self.folder / "kept" / "c").unlink()
        os.rmdir(self.folder / "kept")
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 2, err)
        self.assertIn(b"no checkpoint was written", err)


class FoundBoards(FilesTest):
    ALL = ("solve", "pentominoes-3x20", "--all", "--engine", "dlx", *ONE, "--quiet")

    def everything(self):
        self.answered(*self.ALL, "--out", "all.json")
        return self.boards("all.json")

    def test_a_resumed_search_keeps_the_boards_found_before(self):
        expected = self.everything()
        self.run_program(*self.ALL, "--nodes", "20k", "--out", "part.json", "--checkpoint", "c")
        found = self.boards("part.json")
        self.assertLess(0, len(found))
        self.assertLess(len(found), len(expected))
        self.run_program(*self.ALL, "--nodes", "1k", "--out", "part.json", "--resume", "c")
        self.answered(*self.ALL, "--out", "part.json", "--resume", "c")
        self.assertEqual(self.boards("part.json"), expected)

    def test_boards_that_are_not_there_are_asked_for(self):
        self.run_program(*self.ALL, "--nodes", "20k", "--out", "part.json", "--checkpoint", "c")
        line = self.refused(*self.ALL, "--out", "other.json", "--resume", "c")
        for word in ("other.json", "--overwrite", "board"):
            self.assertIn(word, line)
        lines = (self.folder / "part.json").read_text(encoding="utf-8").splitlines(keepends=True)
        self.write("part.json", "".join(reversed(lines)) if len(lines) > 1 else "")
        self.refused(*self.ALL, "--out", "part.json", "--resume", "c")
        self.answered(*self.ALL, "--out", "other.json", "--resume", "c", "--overwrite")
        self.assertGreater(len(self.boards("other.json")), 0)

    def test_a_killed_search_leaves_its_boards_for_the_next(self):
        search = ("solve", "pentominoes-6x10", "--all", "--engine", "dlx", *ONE, "--quiet", "--out", "f.json")
        process = self.start(*search, "--checkpoint", "c")
        self.wait_for(lambda: (self.folder / "c").exists() and b'"announced":0' not in (self.folder / "c").read_bytes())
        process.kill()
        process.wait()
        self.assertEqual(len([name for name in self.names() if name.endswith(".partial")]), 1, self.names())
        stopped = self.run_program(*search, "--resume", "c", "--nodes", "1M")
        self.assertEqual(stopped.exit, 3, stopped.err)
        header, contents = (self.folder / "c").read_bytes().split(b"\n", 1)
        boards = self.boards("f.json")
        self.assertEqual(len(boards), json.loads(contents)["announced"])
        self.assertEqual(len(set(boards)), len(boards))
        self.assertFalse([name for name in self.names() if name.endswith(".partial")])

    def test_two_searches_for_one_file_do_not_mix(self):
        expected = self.everything()
        both = [self.start(*self.ALL, "--out", "both.json") for _ in range(2)]
        self.assertEqual([process.wait(60) for process in both], [0, 0])
        self.assertEqual(self.boards("both.json"), expected)


class TemporaryFiles(FilesTest):
    SOLVE = ("solve", "girafe", *ONE, "--quiet", "--out")

    def test_a_planted_link_is_not_followed(self):
        self.write("precious", "precious")
        for name in ("f.json.partial", f"f.json.{os.getpid()}.tmp"):
            os.symlink("precious", self.folder / name)
        self.answered(*self.SOLVE, "f.json")
        self.assertEqual((self.folder / "precious").read_text(encoding="utf-8"), "precious")

    def test_what_ended_processes_left_is_removed_and_nothing_else(self):
        ended = subprocess.Popen(["true"])
        ended.wait()
        mine = f"f.json.{ended.pid}-0123456789abcdef.partial"
        others = [
            f"f.json.{os.getpid()}-0123456789abcdef.partial",  # its process lives
            f"g.json.{ended.pid}-0123456789abcdef.partial",  # of another file
            f"f.json.{ended.pid}-0123456789abcdeg.partial",  # not a name of ours
            "f.json.partial",
        ]
        for name in [mine, *others]:
            self.write(name, "x")
        self.answered(*self.SOLVE, "f.json")
        self.assertEqual(self.names(), sorted(["f.json", *others]))

    def test_links_devices_and_pipes_stay_what_they_are(self):
        self.answered(*self.SOLVE, "/dev/null")
        self.assertFalse(pathlib.Path("/dev/null").is_file())
        os.mkfifo(self.folder / "pipe")
        received = []
        reader = threading.Thread(target=lambda: received.append((self.folder / "pipe").read_bytes()))
        reader.start()
        self.answered(*self.SOLVE, "pipe")
        reader.join(10)
        self.assertEqual(json.loads(received[0])["puzzle"], "girafe")
        self.assertTrue((self.folder / "pipe").is_fifo())
        self.write("real.json", "")
        os.symlink("real.json", self.folder / "link.json")
        self.answered(*self.SOLVE, "link.json")
        self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertIn("girafe", (self.folder / "real.json").read_text(encoding="utf-8"))
        self.assertIn("No space left", self.refused(*self.SOLVE, "/dev/full"))


class Databases(FilesTest):
    def foreign(self):
        with sqlite3.connect(self.folder / "notes.db") as database:
            database.execute("CREATE TABLE notes(text TEXT)")
            database.execute("INSERT INTO notes VALUES ('mine')")
        database.close()
        return (self.folder / "notes.db").read_bytes()

    def test_a_database_of_something_else_is_not_touched(self):
        before = self.foreign()
        self.answered("openings", "build", "owen-6x6", "--depth", "4", "--out", "o")
        for command in (
            ("openings", "solve", "o", "--done", "notes.db"),
            ("optimise", "inf6102-a", "--time", "1s", "--archive", "notes.db"),
            ("archive", "list", "notes.db"),
        ):
            self.assertIn("notes.db", self.refused(*command))
            self.assertEqual((self.folder / "notes.db").read_bytes(), before)
        self.assertFalse([name for name in self.names() if name.startswith("notes.db-")])

    def archive(self):
        self.answered("optimise", "inf6102-a", "--engine", "ils", "--nodes", "2k", *ONE, "--quiet", "--archive", "a.db")
        listed = self.answered("archive", "list", "a.db", "--json").out.splitlines()
        self.assertGreater(len(listed), 0)
        return json.loads(listed[0])

    def edit(self, statement):
        with sqlite3.connect(self.folder / "a.db") as database:
            database.execute(statement)
        database.close()

    def test_rows_that_were_edited_are_refused(self):
        self.archive()
        good = (self.folder / "a.db").read_bytes()
        for statement in (
            "UPDATE boards SET score = 92 WHERE id = (SELECT min(id) FROM boards)",
            "UPDATE boards SET score = 92, checksum = NULL",
            "UPDATE boards SET engine = 'magic'",
            "UPDATE boards SET json = json || ' '",
            "UPDATE boards SET json = '{}', checksum = NULL",
            "UPDATE puzzles SET definition = 'name = 1'",
        ):
            with self.subTest(statement=statement):
                (self.folder / "a.db").write_bytes(good)
                self.edit(statement)
                for action in ("list", "export", "info"):
                    self.assertIn("a.db", self.refused("archive", action, "a.db"))

    def test_archives_of_the_first_version_are_read_and_completed(self):
        before = self.archive()
        self.edit("ALTER TABLE boards DROP COLUMN checksum")
        self.edit("PRAGMA user_version = 1")
        self.assertEqual(json.loads(self.answered("archive", "list", "a.db", "--json").out.splitlines()[0]), before)
        self.answered("optimise", "inf6102-a", "--engine", "ils", "--seed", "9", "--nodes", "2k", *ONE, "--quiet",
                      "--archive", "a.db", "--overwrite")
        self.answered("archive", "info", "a.db")
        with sqlite3.connect(self.folder / "a.db") as database:
            self.assertEqual(database.execute("PRAGMA user_version").fetchone()[0], 2)
        database.close()


class OtherFiles(FilesTest):
    def test_profiles_and_models_that_were_edited_are_refused(self):
        self.answered("count", "owen-4x4", "--engine", "scan", "--symmetry", "all", "--profile", "p.json", "--quiet")
        self.answered("estimate", "owen-4x4", "--probes", "10", "--run", "p.json")
        text = (self.folder / "p.json").read_text(encoding="utf-8")
        self.write("p.json", text.replace('"complete":true', '"complete":false'))
        self.assertIn("p.json", self.refused("estimate", "owen-4x4", "--probes", "10", "--run", "p.json"))
        self.answered("tileability", "learn", "boat", "--rounds", "1", "--width", "50", "--out", "m", seconds=60)
        self.answered("tileability", "list", "m")
        text = (self.folder / "m").read_text(encoding="utf-8")
        self.write("m", text.replace("per_piece -", "per_piece +"))
        self.assertIn("checksum", self.refused("tileability", "list", "m"))
        self.write("m", text.split("\n", 1)[1])  # edited by a person, who has removed the seal
        self.answered("tileability", "list", "m")

    def test_names_that_cannot_be_written_are_refused_before_the_work(self):
        os.mkdir(self.folder / "folder")
        long = "x" * 5000
        slow = "eternity2"
        for name in ("", "folder", long, "x" * 300, "no/such/file"):
            for command in (
                ("solve", slow, "--out", name),
                ("count", slow, "--engine", "scan", "--checkpoint", name),
                ("count", slow, "--engine", "scan", "--profile", name),
                ("estimate", slow, "--plot", name),
                ("optimise", slow, "--out", name),
                ("optimise", slow, "--archive", name),
                ("catalogue", "pentominoes-6x10", "--pdf", name),
            ):
                with self.subTest(command=command[0], option=command[-2], name=name[:20]):
                    self.refused(*command, seconds=20)
        for option in ("--svg", "--html"):
            self.refused("catalogue", "pentominoes-6x10", option, "", seconds=20)
        self.refused("show", "girafe", "--png", "no/such/file.png")
        self.refused("openings", "solve", "--time", "")

    def test_bad_input_is_never_an_internal_error(self):
        far = "family = \"packing\"\nlattice = \"drafter\"\nregion_cells = \"0,0,0,63 1000000,0,0,63\"\n" \
              "[[piece]]\nname = \"A\"\ncells = \"0,0,0,63\"\n"
        self.write("far.toml", far)
        for command in (("solve", "far.toml"), ("show", "far.toml"), ("puzzles", "far.toml"), ("count", "far.toml")):
            result = self.run_program(*command, "--quiet" if command[0] in ("solve", "count") else "--color=never")
            self.assertNotEqual(result.exit, 4, result.err)
            self.assertGreaterEqual(result.exit, 0, result.err)
        strange = b"\xff\xfe\x1b[31m.toml"
        done = subprocess.run([BINARY, "solve", strange, "--json"], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertNotIn(b"\x1b", done.stderr)

    def limited(self, megabytes, *arguments):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

        return subprocess.run([BINARY, *arguments], cwd=self.folder, capture_output=True, preexec_fn=limit, timeout=180,
                              check=False)

    def test_little_memory_is_told(self):
        done = self.limited(100, "count", "eternity1", "--engine", "dlx", "--threads", "1", "--quiet")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(b"memory", done.stderr)
        done = self.limited(300, "count", "inf6102-b", "--engine", "scan", "--threads", "1024", "--time", "2", "--quiet")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


class Streams(FilesTest):
    def test_an_answer_that_cannot_be_printed_is_an_error(self):
        for command in (
            ("count", "pentominoes-3x20"),
            ("count", "pentominoes-3x20", "--json"),
            ("solve", "girafe"),
            ("show", "girafe"),
            ("convert", "girafe", "--to", "toml"),
            ("puzzles",),
            ("engines",),
            ("help", "solve"),
            ("solve", "--help"),
            ("--version",),
            ("estimate", "girafe", "--probes", "10"),
        ):
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                done = subprocess.run([BINARY, *command], stdout=full, stderr=subprocess.PIPE, cwd=self.folder, check=False)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(b"standard output", done.stderr.splitlines()[-1])

    def test_a_log_that_cannot_be_written_ends_nothing(self):
        for command in (("count", "pentominoes-3x20"), ("solve", "girafe", "--out", "f"), ("estimate", "girafe")):
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                done = subprocess.run([BINARY, *command], stdout=subprocess.PIPE, stderr=full, cwd=self.folder, check=False)
                self.assertEqual(done.returncode, 0)
                self.assertTrue(done.stdout)
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BINARY, "solve", "nonsense"], stdout=full, stderr=full, cwd=self.folder, check=False)
        self.assertEqual(done.returncode, 2)

    def test_streams_that_are_closed_do_not_get_into_files(self):
        for closing in (">&-", "2>&-", "<&- >&- 2>&-"):
            with self.subTest(closing=closing):
                command = f"exec '{BINARY}' solve girafe --json --out f.json --overwrite {closing}"
                done = subprocess.run(["sh", "-c", command], cwd=self.folder, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL, check=False)
                self.assertEqual(done.returncode, 0)
                self.assertEqual(len((self.folder / "f.json").read_text(encoding="utf-8").splitlines()), 1)

    def test_a_proof_that_cannot_be_written_is_not_called_written(self):
        self.write("none.toml", 'family = "packing"\nlattice = "square"\nregion = "4x5"\n[[piece]]\nname = "T"\n'
                   'cells = "0,0 1,0 2,0 1,1"\ncopies = 5\n')
        done = self.run_program("count", "none.toml", "--engine", "sat", "--cnf", "c", "--proof", "/dev/full")
        self.assertEqual(done.exit, 2, done.err)
        self.assertNotIn("proof written", done.err)
        done = self.run_program("count", "none.toml", "--engine", "sat", "--cnf", "c", "--proof", "p")
        self.assertIn("proof written", done.err)
        self.answered("verify", "--proof", "p", "--cnf", "c")


class Signals(FilesTest):
    COUNT = ("count", "pentominoes-6x10", "--engine", "dlx", *ONE, "--quiet")

    def test_a_hangup_is_a_stop_with_a_last_checkpoint(self):
        process = self.start(*self.COUNT, "--checkpoint", "c", "--json", stdout=subprocess.PIPE)
        self.wait_for(lambda: (self.folder / "c").exists())
        written = (self.folder / "c").stat().st_mtime_ns
        for _ in range(2):  # a closed terminal sends it more than once
            process.send_signal(signal.SIGHUP)
        out, _ = process.communicate(timeout=30)
        self.assertEqual(json.loads(out.splitlines()[-1])["status"], "stopped")
        self.assertGreater((self.folder / "c").stat().st_mtime_ns, written)

    @staticmethod
    def hears_ctrl_c(process):
        """Has the process a handler for SIGINT, as the kernel says?"""
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
        caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
        return bool(int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1)

    def test_a_second_ctrl_c_ends_at_once(self):
        """Nobody reads what is printed, so the program cannot end by itself after the first one."""
        for command in (
            ("count", "eternity2", "--engine", "scan", *ONE),
            ("solve", "pentominoes-6x10", "--all", "--json", *ONE),
            ("optimise", "eternity2", *ONE, "--out", "b"),
            ("estimate", "eternity2", "--probes", "1e7"),
            ("study", "laws"),
            ("compare", "eternity2", "--engines", "ils,tabu", "--time", "1h"),
            ("tileability", "learn", "eternity1", "--out", "m"),
            ("bench",),
        ):
            with self.subTest(command=command):
                mouth, pipe = os.pipe()
                self.addCleanup(os.close, mouth)
                self.addCleanup(os.close, pipe)
                os.set_blocking(pipe, False)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        os.write(pipe, bytes(4096))
                os.set_blocking(pipe, True)
                process = self.start(*command, stdout=pipe)
                self.wait_for(lambda: self.hears_ctrl_c(process))
                process.send_signal(signal.SIGINT)
                self.wait_for(lambda: not self.hears_ctrl_c(process))
                time.sleep(0.3)  # for what would install the handler anew
                process.send_signal(signal.SIGINT)
                # A study that has no table yet has nothing to print, and may have ended by itself meanwhile.
                ended = (-signal.SIGINT, 3) if command[0] == "study" else (-signal.SIGINT,)
                self.assertIn(process.wait(timeout=30), ended)

    def test_ctrl_c_while_regions_are_proposed(self):
        """Which takes eight seconds."""
        for words in ("learn", "build"):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            process = self.start("finals", words, "eternity1", "--out", "f", stdout=subprocess.PIPE)
            self.wait_for(lambda: self.hears_ctrl_c(process))
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 3)
            self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 4)

    def test_nohup_is_respected(self):
        process = self.start(*self.COUNT, "--time", "2s", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        time.sleep(0.5)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        self.assertIsNone(process.poll())


class LargePuzzles(FilesTest):
    """Limits and signals are kept while tables are made; measured in CPU time, as machines are busy."""

    @staticmethod
    def ten_seconds():
        resource.setrlimit(resource.RLIMIT_CPU, (10, 10))

    def large_board(self, size=200):
        dice = random.Random(1)
        across = [[dice.randrange(1, 40) if 0 < y < size else 0 for _ in range(size)] for y in range(size + 1)]
        down = [[dice.randrange(1, 40) if 0 < x < size else 0 for x in range(size + 1)] for _ in range(size)]
        pieces = [[across[y][x], down[y][x + 1], across[y + 1][x], down[y][x]] for y in range(size)
                  for x in range(size)]
        dice.shuffle(pieces)
        self.write("board.toml", f'family = "edge"\nboard = "{size}x{size}"\nframe = 0\npieces = {pieces}\n')

    def test_time_limits_on_a_large_board(self):
        self.large_board()
        for command in (("solve", "board.toml", "--engine", "scan"), ("solve", "board.toml", "--engine", "sat"),
                        ("count", "board.toml", "--engine", "smart"),
                        ("solve", "eternity2", "--engine", "smart", "--corollas-radius", "3"),
                        ("solve", "eternity2", "--engine", "smart", "--corollas-radius", "3", "--cells",
                         "fewest-corollas"),
                        ("optimise", "board.toml", "--engine", "greedy", "--out", "b")):
            with self.subTest(command=command):
                process = self.start(*command, "--time", "1s", *ONE, "--quiet", preexec_fn=self.ten_seconds)
                self.assertIn(process.wait(timeout=200), (0, 3))  # 0: the best board so far is an answer
        for command in (("count", "board.toml", "--engine", "meet"),
                        ("finals", "build", "board.toml", "--cells", "4", "--out", "f")):
            process = self.start(*command, "--quiet", preexec_fn=self.ten_seconds)
            self.assertEqual(process.wait(timeout=200), 2, command)  # too many pieces; it never ended

    def test_a_time_limit_on_a_large_board_without_a_frame(self):
        """It may be turned, so it must be found out which piece is to be held."""
        dice = random.Random(1)
        pieces = [[dice.randrange(1, 99) for _ in range(4)] for _ in range(200 * 200)]
        self.write("free.toml", f'family = "edge"\nboard = "200x200"\npieces = {pieces}\n')
        process = self.start("count", "free.toml", "--engine", "scan", "--time", "1s", *ONE, "--quiet",
                             preexec_fn=self.ten_seconds)
        self.assertEqual(process.wait(timeout=200), 3)

    def test_an_estimate_is_stopped_while_it_makes_its_tables(self):
        self.write("cube.toml", 'family = "packing"\nlattice = "cube"\nregion = "60x60x60"\n[[piece]]\nname = "A"\n'
                   'shape = "##"\ncopies = 108000\n')
        process = self.start("estimate", "cube.toml", preexec_fn=self.ten_seconds)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        self.assertIn(process.wait(timeout=200), (3, -signal.SIGINT))


class Kills(FilesTest):
    def test_kill_rounds(self):
        """Killed at any moment, again and again, a search goes on from its last checkpoint to the exact total."""
        command = ("count", "pentominoes-4x15", "--engine", "dlx", *ONE, "--quiet")
        whole = self.answered(*command, "--json").events()[-1]
        begin = time.monotonic()
        self.run_program(*command, "--nodes", "2k")
        usual = time.monotonic() - begin
        resumed = 0
        for round_ in range(30):
            there = (self.folder / "c").exists()
            process = self.start(*command, "--resume" if there else "--checkpoint", "c", "--nodes", "2k")
            time.sleep(usual * (round_ % 10) / 6)
            process.kill()
            process.wait()
            resumed += there
        self.assertGreater(resumed, 5)
        last = self.answered(*command, "--resume", "c", "--json").events()[-1]
        self.assertEqual([last[key] for key in ("solutions", "distinct", "nodes")],
                         [whole[key] for key in ("solutions", "distinct", "nodes")])
        self.assertEqual(self.names(), ["c"])


if __name__ == "__main__":
    unittest.main()
