#!/usr/bin/env python3
"""Do two builds of the program search alike? Same seed, one thread: the same nodes, answers and boards.

    tools/compare_builds.py build/release/apps/tesselle/tesselle build/clang/apps/tesselle/tesselle
    tools/compare_builds.py "env TESSELLE_INSTRUCTIONS=scalar PROGRAM" PROGRAM

Runs every engine on every puzzle below that it accepts, from three seeds where it uses one, and the signature of
`tesselle bench`. Prints what differs; the exit code is 1 if something does."""

import json
import shlex
import subprocess
import sys

PUZZLES = {
    "edge": ("owen-4x4", "owen-6x6", "inf6102-a", "clue3"),
    "packing": ("soma", "pentominoes-3x20", "pentominoes-6x10", "hexiamonds-6x6", "tetrahexes-4x7", "boat"),
}
NODES = {"complete": "30k", "incomplete": "4k"}
PATIENCE = "60s"
TOLD = ("status", "solutions", "distinct", "nodes", "best", "verified", "exact_solutions")


def run(program, *arguments):
    done = subprocess.run([*shlex.split(program), *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def observed(program, arguments):
    """All that must not depend on the build: exit code, boards in their order, totals."""
    code, out = run(program, *arguments)
    events = [json.loads(line) for line in out.splitlines()]
    boards = [(event["event"], event["placements"]) for event in events if "placements" in event]
    last = events[-1] if events else {}
    return code, {key: last.get(key) for key in TOLD}, boards


def commands(program):
    engines = [json.loads(line) for line in run(program, "engines", "--json")[1].splitlines()]
    for engine in engines:
        if engine["name"] == "portfolio":
            continue
        kind = "complete" if engine["complete"] else "incomplete"
        # An exact engine that is asked for the best board looks for the first solution.
        for seed in ("1",) if engine["complete"] else ("1", "2", "3"):
            for puzzle in PUZZLES[engine["family"]]:
                common = ("--engine", engine["name"], "--seed", seed, "--threads", "1", "--nodes", NODES[kind],
                          "--time", PATIENCE, "--json", "--quiet")
                if engine["complete"]:
                    yield ("solve", puzzle, "--all", *common)
                    yield ("count", puzzle, *common)
                yield ("optimise", puzzle, *common)


def main(first, second):
    compared = boards = refused = differences = 0
    if run(first, "bench", "--signature") != run(second, "bench", "--signature"):
        print("differs: bench --signature")
        differences += 1
    for command in commands(first):
        ours, theirs = observed(first, command), observed(second, command)
        if ours != theirs:
            print("differs:", " ".join(command), ours[:2], theirs[:2], sep="\n  ")
            differences += 1
        elif ours[0] == 2:
            refused += 1
            continue
        compared += 1
        boards += len(ours[2])
    print(f"{compared} searches compared, {boards} boards; {refused} refused by both; {differences} differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
