#!/usr/bin/env python3
"""Runs the examples of the user manual and compares what they print with what the pages say.

    manual.py PROGRAM PAGE…            fails where a page and the program disagree
    manual.py --write PROGRAM PAGE…    stores what the program prints

An example is a fenced block of the kind `console`: lines that start with `$ ` are commands for bash, the lines below a
command are what it prints. All blocks of a page run in one folder, one after the other, on one processor.

  …                 inside a line stands for any text, alone on a line for any number of lines; how many blanks are
                    between two words does not matter
  # exit 3          at the end of a command: it must end with this exit code (otherwise 0)
  <!-- file: F -->  before a fenced block: the block is the contents of the file F
  <!-- not run -->  before a console block: it takes long, or needs a browser, a terminal or a network; reasons may
                    follow the two words
  <!-- from: F -->  before a fenced block: its lines are quoted from the file F (tests/program/test_docs.py)

`--write` keeps what a page says if it matches what was printed or if a command failed, and puts … where times, dates and
the machine are."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

SECONDS_PER_COMMAND = 60
EXIT = re.compile(r"#\s*exit (\d+)\s*$")
MARK = re.compile(r"<!--\s*(file|not run|from):?\s*(.*?)\s*-->")
# What changes from run to run or from machine to machine, where --write finds it.
VARIES = (
    (re.compile(r"\d[\d.]* s\b"), "… s"),
    (re.compile(r"[\d.e+]+ nodes per second"), "… nodes per second"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"), "…"),
    (re.compile(r"^tesselle \d+\.\d+\.\d+.*"), "tesselle …"),
)


@dataclass
class Block:
    """A fenced block: its kind, the lines between the fences, and the mark on the line before it."""

    kind: str
    first_line: int  # of the text, counted from 0
    lines: list[str] = field(default_factory=list)
    mark: str = ""
    mark_text: str = ""


@dataclass
class Step:
    command: str
    expected: list[str]


def blocks_of(text: str) -> list[Block]:
    found: list[Block] = []
    open_block = None
    mark = ("", "")
    for number, line in enumerate(text.splitlines()):
        if open_block is not None:
            if line.strip() == "```":
                open_block = None
            else:
                open_block.lines.append(line)
        elif line.startswith("```"):
            open_block = Block(line[3:].strip(), number + 1, mark=mark[0], mark_text=mark[1])
            found.append(open_block)
            mark = ("", "")
        elif line.strip():
            seen = MARK.fullmatch(line.strip())
            mark = (seen.group(1), seen.group(2)) if seen else ("", "")
    return found


def steps_of(block: Block) -> list[Step]:
    steps: list[Step] = []
    for line in block.lines:
        if line.startswith("$ "):
            steps.append(Step(line[2:], []))
        elif steps and not steps[-1].expected and steps[-1].command.endswith("\\"):
            steps[-1].command += "\n" + line
        elif steps:
            steps[-1].expected.append(line)
        else:
            raise ValueError("a console block must start with a command: '$ …'")
    return steps


def line_matches(expected: str, line: str) -> bool:
    """Columns of a table are as wide as their longest number, so the width of gaps does not matter."""
    pattern = ".*".join(re.escape(part) for part in one_blank(expected).split("…"))
    return re.fullmatch(pattern, one_blank(line)) is not None


def one_blank(text: str) -> str:
    return re.sub(" +", " ", text)


def output_matches(expected: list[str], lines: list[str]) -> bool:
    """`reached` holds how many lines of the output the expectation so far can have consumed."""
    reached = {0}
    for line in expected:
        if line.strip() == "…":
            reached = set(range(min(reached, default=len(lines) + 1), len(lines) + 1))
        else:
            reached = {at + 1 for at in reached if at < len(lines) and line_matches(line, lines[at])}
    return len(lines) in reached


def with_ellipses(line: str) -> str:
    for pattern, replacement in VARIES:
        line = pattern.sub(replacement, line)
    return line


class Page:
    """The examples of one page, run in a folder of their own."""

    def __init__(self, path: Path, program: Path):
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.program = program
        self.replaced: list[Block] = []  # blocks with what was printed in place of what was expected

    def run(self, write: bool = False) -> list[str]:
        """What is wrong, one text per example."""
        wrong: list[str] = []
        with tempfile.TemporaryDirectory(prefix="tesselle-manual-") as folder:
            (Path(folder) / ".bin").mkdir()
            (Path(folder) / ".bin" / "tesselle").symlink_to(self.program.resolve())
            for block in blocks_of(self.text):
                if block.mark == "file":
                    Path(folder, block.mark_text).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
                elif block.kind == "console" and block.mark != "not run":
                    wrong += self.run_block(block, folder, write)
        if write:
            self.store()
        return wrong

    def run_block(self, block: Block, folder: str, write: bool) -> list[str]:
        wrong = []
        shown: list[str] = []
        for step in steps_of(block):
            lines, code = self.execute(step.command, folder)
            expected_code = int(seen.group(1)) if (seen := EXIT.search(step.command)) else 0
            place = f"{self.path}:{block.first_line + 1}: $ {step.command}\n"
            if code != expected_code:
                wrong.append(f"{place}exit code {code}, expected {expected_code}\n" + "\n".join(lines))
            matches = output_matches(step.expected, lines)
            if not matches and not write:
                wrong.append(f"{place}the page says:\n" + "\n".join(step.expected) + "\nit prints:\n" + "\n".join(lines))
            shown += [f"$ {step.command}"]
            shown += step.expected if matches or code != expected_code else [with_ellipses(line) for line in lines]
        block.lines = shown
        self.replaced.append(block)
        return wrong

    def execute(self, command: str, folder: str) -> tuple[list[str], int]:
        environment = {**os.environ, "PATH": f"{folder}/.bin:{os.environ['PATH']}", "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS_PER_COMMAND,
            check=False,
        )
        return [line.rstrip() for line in done.stdout.decode("utf-8", "replace").splitlines()], done.returncode

    def store(self) -> None:
        lines = self.text.splitlines()
        for block in reversed(self.replaced):
            end = block.first_line
            while lines[end].strip() != "```":
                end += 1
            lines[block.first_line : end] = block.lines
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def use_one_processor() -> None:
    """With one thread the same boards are found in the same order every time."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main() -> int:
    parser = argparse.ArgumentParser(description="run the examples of the manual")
    parser.add_argument("--write", action="store_true", help="store what the program prints")
    parser.add_argument("program", type=Path)
    parser.add_argument("pages", type=Path, nargs="+")
    options = parser.parse_args()
    if options.program.is_dir() or not os.access(options.program, os.X_OK):
        parser.error(f"{options.program} is not a program")
    use_one_processor()
    wrong = [text for page in options.pages for text in Page(page, options.program).run(options.write)]
    print("\n\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
