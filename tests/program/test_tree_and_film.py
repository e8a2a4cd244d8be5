import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import termios
import time
import unittest
import xml.etree.ElementTree

from program import BINARY, ProgramTest


def replayed(recording, node):
    """The placements on the board at a node: those of all nodes on the way to it."""
    way = []
    while node:
        way.append(node)
        node = recording["tree"][node]["parent"]
    board = list(recording["tree"][0]["added"])
    for step in reversed(way):
        board = [p for p in board if p not in recording["tree"][step].get("removed", [])]
        board += recording["tree"][step]["added"]
    return board


def check_steps(test, recording):
    """Children follow their parents, one level below, and inner nodes have children."""
    tree = recording["tree"]
    with_children = {node["parent"] for node in tree[1:]}
    for number, node in enumerate(tree[1:], 1):
        test.assertLess(node["parent"], number)
        test.assertEqual(node["depth"], tree[node["parent"]]["depth"] + 1)
        if node["kind"] in ("dead end", "open"):
            test.assertNotIn(number, with_children)
        if node["kind"] == "dead end":
            test.assertTrue(node["reason"])


class Pictures(ProgramTest):
    def rasterised(self, svg):
        """Draws an SVG file; returns the size of the PNG in bytes."""
        xml.etree.ElementTree.parse(self.folder / svg)
        subprocess.run(["rsvg-convert", "-w", "600", "-o", "drawn.png", svg], cwd=self.folder, check=True)
        size = (self.folder / "drawn.png").stat().st_size
        self.assertGreater(size, 1500)
        return size


class Tree(Pictures):
    def tree(self, *arguments):
        self.answered("tree", *arguments, "--json", "tree.json")
        return [json.loads(line) for line in (self.folder / "tree.json").read_text().splitlines()]

    def test_has_the_nodes_of_the_engine(self):
        for engine in ("backtrack", "scan", "smart", "corolla"):
            (recording,) = self.tree("girafe", "--all", "--engine", engine)
            last = self.answered("count", "girafe", "--engine", engine, "--symmetry", "all", "--json").events()[-1]
            self.assertEqual(recording["nodes"], last["nodes"], engine)
            self.assertEqual(len(recording["tree"]) - 1, last["nodes"], engine)
            self.assertEqual(recording["nodes_per_depth"], last["statistics"]["nodes_per_depth"], engine)
            self.assertEqual(sum(node["kind"] == "solution" for node in recording["tree"]), 12, engine)
            check_steps(self, recording)

    def test_no_node_of_a_long_scan_is_missed(self):
        # An engine that counts subtrees ahead of its walk must not do so while it is recorded.
        search = ("eternity2", "--engine", "scan", "--nodes", 200_000)
        (recording,) = self.tree(*search, "--depth", 120)
        check_steps(self, recording)
        kept = recording["tree"][1:]
        self.assertEqual({len(node["added"]) for node in kept}, {1})
        self.assertEqual(len(kept) + sum(node.get("hidden", 0) for node in kept), 200_000)
        counted = self.run_program("count", *search, "--threads", 1, "--json").events()[-1]["statistics"]
        reached = len(recording["nodes_per_depth"])
        self.assertEqual(recording["nodes_per_depth"], counted["nodes_per_depth"][:reached])
        self.assertEqual(sum(recording["nodes_per_depth"]), 200_000)

    def test_the_giraffe_in_all(self):
        (recording,) = self.tree("girafe", "--all")
        self.assertEqual(recording["nodes"], 2845)
        reasons = [node["reason"] for node in recording["tree"] if node["kind"] == "dead end"]
        self.assertTrue(any(re.fullmatch("no piece fits [ABC][123]", reason) for reason in reasons))
        self.assertTrue(any("is used up" in reason for reason in reasons))
        self.assertNotIn("ruled out by looking ahead", reasons)

    def test_packing_engines(self):
        for engine in ("dlx", "cover", "fill"):
            (recording,) = self.tree("pentominoes-3x20", "--all", "--engine", engine, "--depth", 4)
            last = self.answered("count", "pentominoes-3x20", "--engine", engine, "--symmetry", "all", "--threads", 1,
                                 "--json").events()[-1]
            hidden = sum(node.get("hidden", 0) for node in recording["tree"])
            self.assertEqual(len(recording["tree"]) - 1 + hidden, last["nodes"], engine)
            self.assertLessEqual(max(node["depth"] for node in recording["tree"]), 4)
            check_steps(self, recording)

    def test_dead_ends_of_dlx_are_explained(self):
        (recording,) = self.tree("pentominoes-6x10")
        reasons = {node["reason"] for node in recording["tree"] if node["kind"] == "dead end"}
        self.assertNotIn("ruled out by looking ahead", reasons)

    def test_pictures(self):
        for view in ("upright", "radial", "flame", "depths"):
            self.answered("tree", "girafe", "--all", "--view", view, "--max", 500, "--svg", "tree.svg")
            self.rasterised("tree.svg")
        for puzzle in ("owen-4x4", "hexiamonds-6x6", "soma", "trinity", "tetrahexes-4x7"):
            self.answered("tree", puzzle, "--nodes", 300, "--svg", "tree.svg")
            self.rasterised("tree.svg")

    def test_triangles_say_how_many_nodes_they_stand_for(self):
        for view in ("upright", "radial"):
            self.answered("tree", "girafe", "--all", "--max", 200, "--view", view, "--svg", "tree.svg")
            text = (self.folder / "tree.svg").read_text()
            self.assertIn("more nodes that are not drawn", text)
            drawn = len(re.findall("<title>node [0-9]", text))
            triangles = re.findall("<title>node [^<]*: ([0-9]+) more below</title>", text)
            self.assertEqual(drawn - 1 + sum(map(int, triangles)), 2845)  # one of those drawn is the start
            for count in triangles:
                self.assertIn(f">{count}</text>", text)
            self.rasterised("tree.svg")

    def test_reasons_are_written_on_round_trees_too(self):
        self.answered("tree", "girafe", "--all", "--nodes", 641, "--svg", "tree.svg")
        text = (self.folder / "tree.svg").read_text()
        self.assertGreater(len(re.findall(r">no piece fits [ABC][123]</text>", text)), 200)
        self.rasterised("tree.svg")

    def test_html_and_dot(self):
        self.answered("tree", "girafe", "--html", "tree.html", "--dot", "tree.dot")
        page = (self.folder / "tree.html").read_text()
        self.assertEqual(page.count("<details"), page.count("</details>"))
        self.assertNotIn("http:", page.replace("http://www.w3.org", ""))
        dot = (self.folder / "tree.dot").read_text()
        self.assertEqual(dot.count(" -> "), 77)

    def test_compares(self):
        first, second = self.tree("girafe", "--all", "--compare", "rowscan,column", "--svg", "two.svg")
        self.rasterised("two.svg")
        self.assertEqual([first["options"], second["options"]], [{"order": "rowscan"}, {"order": "column"}])
        for view in ("flame", "depths"):
            self.answered("tree", "girafe", "--all", "--compare", "rowscan,spiral-in", "--view", view, "--svg", "two.svg")
            self.rasterised("two.svg")
        first, second = self.tree("girafe", "--compare", "backtrack,smart")
        self.assertEqual(second["engine"], "smart")
        self.assertLess(second["nodes"], first["nodes"])

    def test_refusals(self):
        for puzzle in ("eternity2", "eternity1"):
            line = self.refused("tree", puzzle)
            self.assertIn("--nodes", line)
            self.assertRegex(line, r"about [0-9.]+e\+[0-9]+")
        self.assertIn("does not walk a tree", self.refused("tree", "girafe", "--engine", "memo"))
        self.assertIn("portfolio", self.refused("tree", "girafe", "--engine", "portfolio"))
        self.assertIn("zigzag", self.refused("tree", "girafe", "--compare", "rowscan,zigzag"))
        self.assertIn("--compare", self.refused("tree", "girafe", "--compare", "rowscan,column", "--dot", "x.dot"))


class Film(Pictures):
    def data(self, page):
        text = (self.folder / page).read_text()
        self.assertNotIn("src=", text)
        return json.loads(re.search('type="application/json">(.*?)</script>', text, re.S)[1])

    def test_replays_to_the_solution(self):
        self.answered("film", "girafe", "--out", "film.html")
        film = self.data("film.html")
        moments = film["moments"]
        for before, after in zip(moments, moments[1:]):  # one step down or one step up
            self.assertTrue(film["parent"][after] == before or film["parent"][before] == after)
        board, node = set(film["added"][0]), moments[-1]
        while node:
            board |= set(film["added"][node])
            node = film["parent"][node]
        cells = {}
        for placement in board:
            piece, cell, turned = re.fullmatch(r"piece (\d) on ([ABC][123])(?:, turned (\d+)°)?",
                                               film["words"][placement]).groups()
            cells[cell] = {"piece": int(piece), "turns": int(turned or 0) // 90}
        self.answered("solve", "girafe", "--engine", "backtrack", "--out", "found.json", "--quiet")
        solution = json.loads((self.folder / "found.json").read_text().splitlines()[0])
        for placed in solution["placements"]:
            placed.update(piece=cells[placed["cell"]]["piece"], rotation=cells[placed["cell"]]["turns"])
        self.write("replayed.json", json.dumps(solution))
        self.answered("verify", "girafe", "replayed.json")

    def test_ten_thousand_nodes(self):
        self.answered("film", "pentominoes-6x10", "--all", "--nodes", 10000, "--out", "film.html", seconds=10)
        self.assertLess((self.folder / "film.html").stat().st_size, 5_000_000)
        self.assertEqual(max(self.data("film.html")["number"]), 10000)

    def test_animated_svg(self):
        for puzzle in ("girafe", "soma", "pentominoes-3x4x5", "hexiamonds-6x6", "trinity", "tetrahexes-4x7"):
            self.answered("film", puzzle, "--nodes", 60, "--out", "film.svg")
            self.rasterised("film.svg")
            self.assertIn('repeatCount="indefinite"', (self.folder / "film.svg").read_text())

    def test_parts(self):
        self.answered("film", "girafe", "--out", "all.html")
        self.answered("film", "girafe", "--from", 20, "--to", 30, "--out", "part.html")
        film = self.data("part.html")
        shown = {film["number"][n] for n in film["moments"]}
        self.assertTrue(set(range(20, 31)) <= shown)
        self.assertNotIn(31, shown)
        self.answered("film", "girafe", "--last-descent", "--out", "last.html")
        self.assertEqual(len(self.data("last.html")["moments"]), 10)
        self.answered("film", "girafe", "--every", 5, "--out", "fifth.html")
        self.assertEqual(len(self.data("fifth.html")["moments"]), -(-(len(self.data("all.html")["moments"]) - 1) // 5) + 1)

    def test_best_boards(self):
        self.answered("film", "owen-10x10", "--best", "--best-time", "1s", "--engine", "swap", "--out", "best.html")
        film = self.data("best.html")
        self.assertFalse(film["tree"])
        scores = [int(caption.split(" of ")[0]) for caption in film["captions"][1:]]
        self.assertEqual(scores, sorted(scores))
        self.assertTrue(scores)
        self.answered("film", "owen-5x5", "--best", "--best-time", "1s", "--engine", "swap", "--out", "best.svg")
        self.rasterised("best.svg")

    def test_page_plays_in_a_browser(self):
        browser = shutil.which("chromium")
        if not browser:
            self.skipTest("chromium is not installed")
        self.answered("film", "girafe", "--out", "film.html")
        page = (self.folder / "film.html").read_text()
        for script, wanted in (("", "node 0"), ("for (let i = 0; i < 3; ++i) $('next').click();", "node 3"),
                               ("$('place').value = last; $('place').oninput();", "node 77"),
                               ("$('speed').value = 1500; play(true); now = last - 1; tick(due + 9);", "node 77")):
            self.write("played.html", page.replace("show(0);\n</script>", f"show(0);\n{script}\n</script>"))
            dom = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                                  "--user-data-dir=" + str(self.folder / "profile"),
                                  "file://" + str(self.folder / "played.html")],
                                 capture_output=True, text=True, timeout=120).stdout
            self.assertIn(f'<span id="number">{wanted}</span>', dom, script)
            self.assertEqual('class="solved">solution<' in dom, wanted == "node 77", script)

    def test_script_is_javascript(self):
        node = shutil.which("node")
        if not node:
            self.skipTest("node is not installed")
        self.answered("film", "girafe", "--out", "film.html")
        script = re.findall("<script>(.*?)</script>", (self.folder / "film.html").read_text(), re.S)[-1]
        self.write("film.js", script)
        subprocess.run([node, "--check", "film.js"], cwd=self.folder, check=True)

    def test_video_through_ffmpeg(self):
        """A stand-in for ffmpeg looks whether the pictures are there."""
        fake = self.write("ffmpeg", "#!/bin/sh\n"
                          'while [ $# -gt 1 ]; do [ "$1" = -i ] && pictures=$2; shift; done\n'
                          'ls "$(dirname "$pictures")"/*.png > "$1"\n')
        fake.chmod(0o755)
        path = f"{self.folder}:{os.environ['PATH']}"
        self.answered("film", "girafe", "--to", 3, "--out", "film.mp4", PATH=path)
        self.assertIn("--every 2", self.refused("film", "girafe", "--all", "--out", "long.mp4", PATH=path))
        film = (self.folder / "film.mp4").read_text()
        self.assertEqual(len(film.splitlines()), 4)
        fake.write_text(fake.read_text() + "exit 1\n")  # it stops after some of the film
        self.assertIn("film.mp4", self.refused("film", "girafe", "--to", 5, "--out", "film.mp4", PATH=path))
        self.assertEqual((self.folder / "film.mp4").read_text(), film)

    def test_refusals(self):
        tools = self.folder / "tools"
        tools.mkdir()
        self.assertIn("apt install ffmpeg", self.refused("film", "girafe", "--out", "film.mp4", PATH=str(tools)))
        self.assertIn(".avi", self.refused("film", "girafe", "--out", "film.avi"))
        self.assertIn("--nodes", self.refused("film", "eternity2", "--out", "film.html"))
        self.assertIn("--every", self.refused("film", "girafe", "--all", "--out", "film.svg"))


class Step(ProgramTest):
    def test_on_a_terminal(self):
        """One key, one node, without Enter; afterwards the terminal is as it was."""
        master, slave = pty.openpty()
        before = termios.tcgetattr(slave)
        process = subprocess.Popen([BINARY, "step", "girafe", "--color", "never"], stdin=slave, stdout=slave,
                                   stderr=slave, cwd=self.folder)
        self.addCleanup(lambda: (process.kill(), process.wait(), os.close(master), os.close(slave)))
        for key, words in (("", "node 0,"), ("n", "node 1,"), (" ", "node 2,"), ("\x1b[D", "node 1,"),
                           ("d", "dead end: no piece fits B2"), ("7g", "depth 7"), ("s", "node 77, depth 9")):
            os.write(master, key.encode())
            screen = self.read_until(master, words)
            self.assertIn("\r\n", screen)
            self.assertNotIn("Not on the board", screen)
        process.send_signal(signal.SIGINT)  # Ctrl-C
        self.assertEqual(process.wait(20), 0)
        self.assertEqual(termios.tcgetattr(slave), before)

    def read_until(self, terminal, words):
        text, since = "", time.monotonic()
        while words not in text or "q quit" not in text.split(words)[-1]:
            self.assertLess(time.monotonic() - since, 30, f"no '{words}' in: {text}")
            if select.select([terminal], [], [], 0.2)[0]:
                text += os.read(terminal, 65536).decode(errors="replace")
        return text

    def test_walks_forwards_and_backwards(self):
        screens = self.answered("step", "girafe", text="nnb3gq").out.split("node ")[1:]
        self.assertEqual([screen.split(",")[0] for screen in screens], ["0", "1", "2", "1", "3"])
        self.assertIn("depth 3", screens[-1])

    def test_finds_dead_ends_and_solutions(self):
        out = self.answered("step", "girafe", text="dsnq").out
        self.assertIn("dead end: no piece fits B2", out)
        self.assertIn("node 77, depth 9", out)
        self.assertIn("solution", out)
        self.assertIn("the search ends here", out)

    def test_shows_candidates_and_why_others_fail(self):
        screen = self.answered("step", "girafe", text="nq").out.split("node 1,")[1]
        self.assertIn("A2 needs BO in the west", screen)
        self.assertRegex(screen, r"\+ 5 +fits, turned")
        self.assertRegex(screen, r"- 3 +has no BO")
        self.assertRegex(self.answered("step", "girafe", text="dq").out.split("dead end")[1], r"- 4 +has too few BB")

    def test_packing(self):
        out = self.answered("step", "pentominoes-6x10", text="ddq").out
        self.assertIn("dead end", out)
        self.assertRegex(out, r"covers it in \d+ way")


class Colours(Pictures):
    def colours_of(self, *names):
        mates = ", ".join(f'["{a}", "{b}"]' for a, b in names)
        pieces = ", ".join(f'"{names[0][0]} {names[1][0]} {names[0][1]} {names[1][1]}"' for _ in range(4))
        self.write("p.toml", f'name = "p"\nfamily = "edge"\nboard = "2x2"\nmatch = "complement"\nmates = [{mates}]\n'
                   f"pieces = [{pieces}]\n")
        self.answered("show", "p.toml", "--svg", "p.svg")
        self.rasterised("p.svg")
        return (self.folder / "p.svg").read_text()

    def test_names_in_two_languages(self):
        english = self.colours_of(("head-red", "legs-red"), ("head-blue", "legs-blue"))
        french = self.colours_of(("tête-rouge", "pattes-rouge"), ("haut-bleu", "bas-bleu"))
        for text in (english, french):
            self.assertIn("#cc3434", text)
            self.assertIn("#4278d4", text)
            self.assertIn("giraffe", text)

    def test_the_giraffe(self):
        self.answered("show", "girafe", "--svg", "g.svg")
        text = (self.folder / "g.svg").read_text()
        for colour in ("#cd96dc", "#f08c28", "#4278d4", "#7846b2"):  # mauve, orange, bleu, violet
            self.assertIn(colour, text)

    def test_numbers_on_large_boards(self):
        self.answered("show", "eternity2-clues", "--numbers", "--svg", "n.svg")
        self.assertIn(">139<", (self.folder / "n.svg").read_text())


if __name__ == "__main__":
    unittest.main()
