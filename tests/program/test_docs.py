"""All pages: relative links lead somewhere, and every command line names commands and options that exist."""

import functools
import re
import shlex
import subprocess
import sys
import unittest

from program import BINARY, SOURCE

sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tools"))
import manual  # noqa: E402

PAGES = sorted([*SOURCE.glob("*.md"), *(SOURCE / "docs").rglob("*.md")])
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+(?:\([^()]*\))?)\)")
HEADING = re.compile(r"^(#+) +(.*?)\s*$")
# Only `./tesselle`, the launcher of the source tree, knows this one.
LAUNCHER_COMMANDS = {"python"}


def lines_of(text):
    """Each line with what it is: "text", "fence", "indented" for code, or the kind of the fenced block it is in."""
    kind, indented, after_blank = None, False, True
    for line in text.splitlines():
        indented = kind is None and line.startswith("    ") and (after_blank or indented)
        after_blank = not line.strip()
        if not indented and line.lstrip().startswith("```"):
            kind = line.strip()[3:] or "code" if kind is None else None
            yield "fence", line
        else:
            yield kind or ("indented" if indented else "text"), line


def prose(text):
    return [line for kind, line in lines_of(text) if kind == "text"]


def without_code(text):
    return re.sub(r"`[^`]*`", "", "\n".join(prose(text)))


def code_of(text):
    """Lines of code blocks, and inline code; of consoles what is typed, unless it is meant to be refused."""
    for kind, line in lines_of(text):
        if kind == "console" and line.startswith("$ ") and not line.endswith("# exit 2"):
            yield line[2:]
        elif kind not in ("text", "fence", "console"):
            yield line.strip()
    yield from (" ".join(code.split()) for code in re.findall(r"`([^`]+)`", "\n".join(prose(text))))


def anchors_of(path):
    """As GitHub makes them from headings."""
    found = set()
    for line in prose(path.read_text(encoding="utf-8")):
        seen = HEADING.match(line)
        if not seen:
            continue
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", seen.group(2)).lower()
        base = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        name, number = base, 0
        while name in found:
            number += 1
            name = f"{base}-{number}"
        found.add(name)
    return found


@functools.cache
def help_of(words):
    done = subprocess.run([BINARY, *words, "--help-all"], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


@functools.cache
def options_of(words):
    return set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*|--\d\w+", help_of(words))) | {"--help", "--help-all", "-h"}


@functools.cache
def subcommands_of(words):
    listing = subprocess.run([BINARY, *words, "--help"], capture_output=True, text=True, check=False).stdout
    names = set()
    for part in re.split(r"\n(?=\S)", listing):
        if words and not part.startswith("Commands:"):
            continue
        names |= {line.split()[0] for line in part.splitlines() if re.match(r"  \w", line)}
    return names


def commands_in(line):
    """The words of every call of tesselle in a line of code, without pipes and comments."""
    for seen in re.finditer(r"(?:^|[|;(]|do |nice )\s*(?:\./)?tesselle ([^|;)&>]*)", line.split("  #")[0]):
        text = seen.group(1).strip()
        try:
            words = shlex.split(text.replace("\\", ""), comments=True)
        except ValueError:
            words = text.split()
        if words and re.fullmatch(r"[a-z-]+", words[0]):
            yield words


def wrong_with(words):
    """What is wrong with a command line, or None."""
    if words[0] in LAUNCHER_COMMANDS or words[0].startswith("-"):
        return None
    if words[0] not in subcommands_of(()):
        return f"no command '{words[0]}'"
    path = (words[0],)
    if len(words) > 1 and words[1] in subcommands_of(path):
        path += (words[1],)
    known = options_of(path) | (options_of(path[:1]) if len(path) > 1 else set())
    for word in words[len(path) :]:
        option = re.match(r"--?[a-zA-Z0-9][\w-]*", word)
        if option and not re.fullmatch(r"-?\d.*", word) and option.group(0) not in known:
            return f"{' '.join(path)} has no option '{option.group(0)}'"
    return None


class Docs(unittest.TestCase):
    def test_relative_links_lead_somewhere(self):
        for page in PAGES:
            for target in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
                if re.match(r"[a-z]+:", target):
                    continue
                with self.subTest(page=str(page.relative_to(SOURCE)), link=target):
                    name, _, anchor = target.partition("#")
                    path = (page.parent / name).resolve() if name else page
                    self.assertTrue(path.exists(), "no such file")
                    if anchor and path.suffix == ".md":
                        self.assertIn(anchor, anchors_of(path))

    def test_every_page_is_reached_from_the_index(self):
        reached, waiting = set(), [SOURCE / "README.md"]
        while waiting:
            page = waiting.pop()
            if page in reached:
                continue
            reached.add(page)
            for target in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
                path = (page.parent / target.partition("#")[0]).resolve()
                path = path / "README.md" if path.is_dir() else path
                if path.suffix == ".md" and path.exists():
                    waiting.append(path)
        self.assertEqual([str(page) for page in PAGES if page not in reached], [])

    def test_command_lines_name_what_exists(self):
        checked = 0
        for page in PAGES:
            if page.name == "CHANGELOG.md":  # tells what was
                continue
            for line in code_of(page.read_text(encoding="utf-8")):
                for words in commands_in(line):
                    checked += 1
                    with self.subTest(page=str(page.relative_to(SOURCE)), line=line):
                        self.assertIsNone(wrong_with(words))
        self.assertGreater(checked, 300)

    def test_quoted_code_is_in_the_file_it_is_quoted_from(self):
        quoted = 0
        for page in PAGES:
            for block in manual.blocks_of(page.read_text(encoding="utf-8")):
                if block.mark == "from":
                    quoted += 1
                    source = (SOURCE / block.mark_text).read_text(encoding="utf-8")
                    with self.subTest(page=page.name, line=block.first_line):
                        self.assertIn("\n".join(block.lines) + "\n", source)
        self.assertGreater(quoted, 3)

    def test_every_engine_has_a_page_and_a_line(self):
        index = (SOURCE / "docs" / "engines" / "README.md").read_text(encoding="utf-8")
        table = (SOURCE / "docs" / "technical" / "engines.md").read_text(encoding="utf-8")
        listing = subprocess.run([BINARY, "engines"], capture_output=True, text=True, check=True).stdout
        for name in {line.split()[0] for line in listing.splitlines()[1:]}:
            with self.subTest(name):
                self.assertRegex(index, rf"(\[[^\]]*\b{name}\b[^\]]*\]\(|engine {name}\b)")
                self.assertRegex(table, rf"(?m)^(\| \[[^\]]*\b{name}\b[^\]]*\]\(|`{name}`)")

    def test_pages_of_engines_tell_what_a_reader_asks(self):
        asked = {
            "source": r"\*\*Source\.\*\*",
            "data structures": r"(\*\*|## )What (it|they) stores?\b",
            "cost": r"(\*\*|## )What (it|they) costs?\b",
            "when it loses": r"(\*\*|## )When (it|they) loses?\b",
        }
        for page in (SOURCE / "docs" / "engines").glob("*.md"):
            text = page.read_text(encoding="utf-8")
            for what, pattern in asked.items() if page.name != "README.md" else ():
                with self.subTest(page=page.name, what=what):
                    self.assertRegex(text, pattern)

    def test_the_citation_names_this_version(self):
        project = re.search(r"project\(tesselle VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
        self.assertIn(f"\nversion: {project}\n", (SOURCE / "CITATION.cff").read_text())

    def test_notices_name_every_library(self):
        """Those that Debian provides, and those that the page is made of, if it has been built."""
        notices = (SOURCE / "THIRD_PARTY.md").read_text(encoding="utf-8")
        lists = [SOURCE / f"packages{which}.txt" for which in ("", "-python")]
        libraries = {line for file in lists for line in file.read_text().split("\n") if line.endswith("-dev")}
        self.assertGreater(len(libraries), 10)
        for package in libraries - {"python3-dev"}:
            self.assertIn(f"| {package} |", notices)
        page = SOURCE / "build" / "web" / "notices.txt"
        if page.exists():
            packed = re.findall(r"^([@\w/.-]+) [\d.]+ \([\w. -]+\)$", page.read_text(encoding="utf-8"), re.M)
            self.assertIn("svelte", packed)
            for package in packed:
                self.assertRegex(notices, rf"(?i)\[{package}(\.js)?\]\(")

    def test_slips_are_found(self):
        self.assertIsNone(wrong_with(["solve", "girafe", "--all"]))
        self.assertIsNone(wrong_with(["openings", "build", "girafe", "--depth", "3"]))
        self.assertIn("no command", wrong_with(["slove", "girafe"]))
        self.assertIn("no option '--al'", wrong_with(["solve", "girafe", "--al"]))
        self.assertIn("no option '--depth'", wrong_with(["openings", "list", "f", "--depth", "3"]))
        self.assertEqual(list(commands_in("for a in b; do tesselle count $a --quiet | head -1; done")),
                         [["count", "$a", "--quiet"]])  # fmt: skip


if __name__ == "__main__":
    unittest.main()
