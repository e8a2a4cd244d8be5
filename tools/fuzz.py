#!/usr/bin/env python3
"""Fuzzes the readers with libFuzzer, which chooses inputs by the code that they reach (clang 19, address sanitizer):

    tools/fuzz.py --time 1h checkpoint archive    these readers, an hour each
    tools/fuzz.py --time 5m --rounds 3            all of them in turn, five minutes each, three times
    tools/fuzz.py --totals                        what has been run so far
    tools/fuzz.py --keep                          the inputs that are worth keeping, into fuzz/corpus

Inputs that reach something new are kept in FOLDER/READER (build/fuzz) and are the seeds of the next run. Inputs that
violate something are written to FOLDER/READER-violations; then the exit code is 1. One line is printed per run and one
is added to FOLDER/runs.jsonl. Debian's packages: clang-19 libclang-rt-19-dev.
"""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
KEPT = ROOT / "fuzz" / "corpus"
# The ones that people are most likely to be given by strangers, or that stand between a run and its result, come first.
READERS = (
    "checkpoint archive ledger http data_file foreign small_file certificate toml solution proof plain_list board_address"
).split()
LARGEST_INPUT = 1 << 14  # as in fuzz/driver.cpp
LARGEST_KEPT = 4000  # bytes of an input in fuzz/corpus
DIGITS = 12  # of its hash, which is the name of a kept input; those with a name in words once violated something


def seconds_of(text):
    found = re.fullmatch(r"(\d+)([smh]?)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"found '{text}', expected a time such as 90s, 5m or 1h")
    return int(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[found[2]]


def build(folder):
    if not shutil.which("clang++-19"):
        sys.exit("fuzz: clang 19 is missing: apt-get install clang-19 libclang-rt-19-dev")
    subprocess.run(["cmake", "--preset", "libfuzzer", "-B", folder], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--target", "fuzzers"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


class Reader:
    """One fuzzer, its inputs and what it violated."""

    def __init__(self, name, programs, folder):
        self.name = name
        self.program = programs / "fuzz" / f"{name}_fuzz"
        self.inputs = folder / name
        self.violations = folder / f"{name}-violations"
        self.report = folder / f"{name}.log"
        for path in (self.inputs, self.violations):
            path.mkdir(parents=True, exist_ok=True)

    def libfuzzer(self, seeds, *arguments):
        """The fuzzer writes its own seeds to the folder `seeds` first, if there is one. CaDiCaL runs on a stack of its
        own, which the sanitizer does not know."""
        environment = {**os.environ, "ASAN_OPTIONS": "detect_stack_use_after_return=0"}
        if seeds is not None:
            environment["FUZZ_SEEDS"] = str(seeds)
        merging = any("merge=1" in argument for argument in map(str, arguments))
        with open(self.report.with_suffix(".merge.log") if merging else self.report, "wb") as report:
            command = [self.program, f"-artifact_prefix={self.violations}/", "-timeout=25", "-rss_limit_mb=4096", *arguments]
            return subprocess.run(command, env=environment, stdout=report, stderr=report, check=False).returncode

    def fuzz(self, seconds):
        before = cpu_seconds()
        with tempfile.TemporaryDirectory() as seeds:
            folders = [self.inputs, seeds] + [KEPT / self.name] * (KEPT / self.name).is_dir()
            code = self.libfuzzer(
                seeds, f"-max_total_time={seconds}", f"-max_len={LARGEST_INPUT}", "-print_final_stats=1", *folders
            )
        return {
            "date": f"{datetime.datetime.now(datetime.timezone.utc):%F %T}",
            "reader": self.name,
            "executions": self.last_number(r"stat::number_of_executed_units: (\d+)"),
            "cpu_seconds": round(cpu_seconds() - before, 1),
            "branches": self.last_number(r" cov: (\d+)"),
            "inputs": sum(1 for _ in self.inputs.iterdir()),
            "violated": code != 0,
        }

    def last_number(self, pattern):
        found = re.findall(pattern, self.report.read_text(errors="replace"))
        return int(found[-1]) if found else 0

    def reduce(self):
        """Leaves the inputs that are needed to reach what all of them reach."""
        smaller = tempfile.mkdtemp(dir=self.inputs.parent)
        with tempfile.TemporaryDirectory() as seeds:
            reduced = self.libfuzzer(seeds, "-merge=1", smaller, self.inputs) == 0
        shutil.rmtree(self.inputs if reduced else smaller)
        if reduced:
            os.rename(smaller, self.inputs)

    def keep(self):
        """The smallest inputs that reach branches which neither the seeds nor the inputs named in words reach."""
        kept = KEPT / self.name
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as known, tempfile.TemporaryDirectory() as small:
            self.libfuzzer(known, "-runs=0", known)
            for path in kept.iterdir():
                shutil.copy(path, small if is_hash(path.name) else known)
            before = set(os.listdir(known))
            for path in self.inputs.iterdir():
                if path.stat().st_size <= LARGEST_KEPT:
                    shutil.copy(path, small)
            if self.libfuzzer(None, "-set_cover_merge=1", "-use_counters=0", known, small) != 0:
                sys.exit(f"fuzz: merging {self.name} failed, see {self.report.with_suffix('.merge.log')}")
            for path in kept.iterdir():
                if is_hash(path.name):
                    path.unlink()
            for name in set(os.listdir(known)) - before:
                contents = (pathlib.Path(known) / name).read_bytes()
                (kept / hashlib.sha1(contents).hexdigest()[:DIGITS]).write_bytes(contents)
        if not any(kept.iterdir()):
            kept.rmdir()
            return 0, 0
        return len(os.listdir(kept)), sum(path.stat().st_size for path in kept.iterdir())


def is_hash(name):
    return re.fullmatch(f"[0-9a-f]{{{DIGITS}}}", name) is not None


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def line_of(run):
    violation = ", A VIOLATION" * run["violated"]
    return (
        f"{run['date']}  {run['reader']:13} {run['executions']:>9} executions {run['cpu_seconds']:>7} CPU seconds"
        f" {run['branches']:>6} branches {run['inputs']:>6} inputs{violation}"
    )


def print_totals(runs):
    print(f"{'reader':13} {'executions':>11} {'CPU seconds':>11} {'branches':>8}")
    for reader in READERS:
        of_reader = [run for run in map(json.loads, runs.read_text().splitlines()) if run["reader"] == reader]
        executions, seconds = (sum(run[what] for run in of_reader) for what in ("executions", "cpu_seconds"))
        print(f"{reader:13} {executions:>11} {seconds:>11.0f} {max((run['branches'] for run in of_reader), default=0):>8}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("readers", nargs="*", metavar="READER", help=", ".join(READERS))
    parser.add_argument("--time", type=seconds_of, default=60, help="of each reader in each round; default 60s")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--totals", action="store_true", help="only print what has been run")
    parser.add_argument("--keep", action="store_true", help="only choose inputs for fuzz/corpus")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "fuzz")
    parser.add_argument("--build", type=pathlib.Path, help="a build tree with the fuzzers; default: build/libfuzzer")
    given = parser.parse_args()
    for name in set(given.readers) - set(READERS):
        parser.error(f"no reader called '{name}' (there are {', '.join(READERS)})")
    runs = given.folder / "runs.jsonl"
    if given.totals:
        return print_totals(runs)
    if given.build is None:
        build(ROOT / "build" / "libfuzzer")
    programs = given.build or ROOT / "build" / "libfuzzer"
    readers = [Reader(name, programs, given.folder) for name in READERS if name in (given.readers or READERS)]
    violated = False
    for reader in readers * (1 if given.keep else given.rounds):
        if given.keep:
            files, size = reader.keep()
            print(f"{reader.name:13} {files:>4} inputs {size:>7} bytes", flush=True)
            continue
        run = reader.fuzz(given.time)
        with open(runs, "a", encoding="utf-8") as file:
            file.write(json.dumps(run) + "\n")
        print(line_of(run), flush=True)
        violated |= run["violated"]
        reader.reduce()
    return int(violated)


if __name__ == "__main__":
    sys.exit(main())
