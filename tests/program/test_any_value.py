"""Every option of every command, as the program itself lists them (man, engines --json), with values that nobody should
give: each is taken or refused in one line, soon, without a crash. `./test` tries some; ANY_VALUE=all tries every one."""

import itertools
import json
import os
import random
import re
import resource
import signal
import subprocess
import unittest

from program import BINARY, ProgramTest

VALUES = (
    "", " ", "-1", "0", "-0", "1", "00", "1e308", "-1e308", "nan", "inf", "5e-324", "0x10", "1.5", "1,2", "3..1", "1..", "..",
    "2147483648", "4294967296", "9223372036854775807", "18446744073709551616", "99999999999999999999999", "1T", "-5s", "1s",
    "auto", "none", "x", "--json", "é", "a\nb", "\x1b[31m", "\u202e", "'\"$(`", "A" * 5000, "/dev/full", "/", ".", "missing/x",
    "/dev/null", "girafe", "board.json", b"\xff\xfe",
)
OPTION = re.compile(r"^\*\\?-\\?-([a-z][a-z0-9-]*)\*(?: _(.*?)_)?$", re.M)
FORM = re.compile(r"^\*tesselle ([a-z ]+)\*(.*)$", re.M)
# What makes a command end soon, unless it is the option that is tried.
LIMITS = {"time": "300ms", "nodes": "3000", "threads": "1", "runs": "1", "puzzles": "3", "samples": "20", "port": "0"}
# What a command asks for.
NEEDS = {
    "openings build": {"depth": "1", "out": "new.open"},
    "openings certify": {"out": "girafe.certificate"},
    "corollas build": {"out": "new.corollas"},
    "tileability learn": {"out": "new.model"},
    "finals learn": {"out": "new.regions"},
    "finals build": {"cells": "4", "out": "new.finals"},
    "film": {"out": "film.svg"},
    "pieces enumerate": {"size": "4"},
    "cluster publish": {"units": "2"},
    "cluster collect": {"out": "collected.json"},
}
# Commands that wait for somebody, or for long: they are told to end.
ENDLESS = {"serve", "cluster work", "study", "bench"}
SAMPLE = 450  # of some ten thousand, in ./test


class Any(ProgramTest):
    def setUp(self):
        super().setUp()
        self.answered("solve", "girafe", "--out", "board.json")
        self.answered("optimise", "girafe", "--archive", "boards.db", "--time", "1s")
        self.answered("openings", "build", "girafe", "--depth", 1, "--out", "girafe.open")
        self.answered("corollas", "build", "girafe", "--out", "girafe.corollas")
        self.answered("finals", "build", "girafe", "--cells", 4, "--out", "girafe.finals")
        self.answered("cluster", "init", "--ledger", "girafe.ledger")
        self.answered("cluster", "publish", "girafe", "--units", 2, "--ledger", "girafe.ledger")

    def forms(self):
        """Each command, or part of one, with the options that it has: name and kind of value ("" for none)."""
        names = re.findall(r"^  ([a-z]+) ", self.answered("--help").out, re.M)
        for name in names:
            page = self.answered("man", name).out
            shared, *parts = re.split(rf"^# (tesselle {name} .*)$", page, flags=re.M)
            options = {"tesselle " + name: shared, **dict(zip(parts[::2], parts[1::2]))}
            for words, rest in FORM.findall(page):
                if "COMMAND" not in rest:
                    text = options.get("tesselle " + words, shared).split("\n# ENGINE ")[0]
                    yield words, rest, OPTION.findall(text)

    def arguments(self, words, rest):
        file = {"archive": "boards.db", "corollas": "girafe.corollas", "finals": "girafe.finals"}
        positional = {"P": "girafe", "S": "board.json", "FILE": file.get(words.split()[0], "girafe.open"), "GROUP": "edge",
                      "NAME": "records" if words == "study" else None}
        wanted = [positional[word] for word in re.findall(r"\b[A-Z]+\b", rest) if positional.get(word)]
        return words.split() + wanted

    def commands(self):
        for words, rest, options in self.forms():
            known = {name for name, _ in options}
            given = {name: value for name, value in {**LIMITS, **NEEDS.get(words, {})}.items() if name in known}
            for name, kind in options:
                others = [word for other, value in given.items() if other != name for word in ("--" + other, value)]
                for value in VALUES if kind else (None,):
                    yield self.arguments(words, rest) + others + ["--" + name] + ([] if value is None else [value])
        for line in self.answered("engines", "--json").out.splitlines():
            engine = json.loads(line)
            puzzle = "girafe" if engine["family"] == "edge" else "soma"
            for option in engine.get("options", ()):
                for value in VALUES:
                    yield ["optimise" if not engine["complete"] else "count", puzzle, "--engine", engine["name"], "--threads",
                           "1", "--time", "300ms", "--" + option["name"], value]

    def environment(self):
        return {**os.environ, "TESSELLE_LEDGER": "girafe.ledger", "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}

    def run_bounded(self, words):
        def bound():
            resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))

        with subprocess.Popen([BINARY, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              cwd=self.folder, preexec_fn=bound, env=self.environment()) as process:
            endless = " ".join(words[:2]) in ENDLESS or words[0] in ENDLESS or "--every" in words
            try:
                return process.communicate(timeout=1 if endless else 60), process.returncode
            except subprocess.TimeoutExpired:
                process.terminate()
                out = process.communicate(timeout=60)
                if not endless:
                    self.fail("did not end")
                return out, 0 if process.returncode == -signal.SIGTERM else process.returncode

    def check(self, words):
        (out, err), code = self.run_bounded(words)
        self.assertIn(code, (0, 1, 2, 3), err[-2000:])
        text = err.decode("utf-8")
        self.assertRegex(text, r"\A[^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]*\Z")
        # Questions come before their answers are refused; that a device is full is found out when it is written to.
        if code == 2 and words[0] != "new" and "/dev/full" not in words:
            self.assertEqual(text.count("\n"), 1, text)

    def test_two_files_under_one_name(self):
        """An output would destroy another output, or what is read."""
        for words, rest, options in self.forms():
            if words == "convert":  # whose result may take the place of what it reads
                continue
            files = [name for name, kind in options if kind in ("FILE", "ADDRESS")]
            for one, other in itertools.combinations(files, 2):
                if {one, other} in ({"checkpoint", "resume"}, {"start", "out"}):
                    continue
                with self.subTest(words=words, one=one, other=other):
                    needed = [w for name, value in NEEDS.get(words, {}).items() if name not in (one, other)
                              for w in ("--" + name, value)]
                    line = self.refused(*self.arguments(words, rest), *needed, "--" + one, "f", "--" + other, "./f")
                    self.assertIn("name the same file", line)
        self.assertIn("name the same file", self.refused("openings", "certify", "girafe.open", "--out", "girafe.open"))
        self.write("puzzle.toml", self.answered("convert", "girafe").out)
        self.assertIn("name the same file", self.refused("openings", "build", "puzzle.toml", "--out", "./puzzle.toml"))
        self.assertIn("--proof and --cnf", self.refused("solve", "girafe", "--engine", "sat", "--cnf", "f", "--proof", "./f"))

    def test_bytes_that_are_not_utf8(self):
        """0x9b alone begins an order for some terminals."""
        self.assertIn(r"found '\x9b2J'", self.refused("count", "girafe", "--engine", "scan", "--order", "\udc9b2J"))

    def test_an_option_given_twice(self):
        self.assertIn("--time was given more than once", self.refused("count", "girafe", "--time", "1s", "--time", "2s"))

    def test_files_are_refused_before_the_work(self):
        """Which would take hours."""
        long = ("eternity2", "--all", "--nodes", "1000M")
        for words in (("tree", *long, "--svg"), ("tree", *long, "--html"), ("tree", *long, "--png"), ("tree", *long, "--dot"),
                      ("tree", *long, "--json"), ("film", *long, "--out"), ("catalogue", "eternity2", "--svg"),
                      ("catalogue", "eternity2", "--html"), ("catalogue", "eternity2", "--pdf"),
                      ("print", "eternity2", "--svg"), ("print", "eternity2", "--pdf"),
                      ("corollas", "build", "eternity2", "--radius", 2, "--out"), ("study", "records", "--json"),
                      ("study", "records", "--markdown"), ("study", "records", "--svg"), ("selftest", "--out"),
                      ("new", "--out"), ("openings", "certify", "girafe.open", "--out")):
            for name in ("board.json/x", ""):
                with self.subTest(words=words, name=name):
                    self.refused(*words, name, seconds=20)

    def test_values(self):
        commands = list(self.commands())
        if os.environ.get("ANY_VALUE") != "all":
            commands = random.Random(20).sample(commands, SAMPLE)
        for words in commands:
            with self.subTest(words=words):
                self.check(words)


if __name__ == "__main__":
    unittest.main()
