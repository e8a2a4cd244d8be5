"""The server from outside: every address of docs/api.md, what is refused, what survives."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
import unittest
import urllib.error
import urllib.request

from program import BINARY, SOURCE, ProgramTest

# A board of the giraffe's first solution, without its last piece.
BUCAS = "https://e2.bucas.name/#"
# How many times longer a sanitized program takes.
SLOWNESS = int(os.environ.get("TESSELLE_SLOWNESS", "1"))
HOSTILE = "<script>alert('x')</script>\"&\u202egnp"


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


class Server:
    """A server on a free port; its data folder outlives it."""

    def __init__(self, folder, *options):
        self.process = subprocess.Popen(
            [BINARY, "serve", "--port", "0", "--data", str(folder), *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("open "):
            raise AssertionError(line + self.process.stderr.read())
        self.url = line.split()[1].split("?")[0].rstrip("/")
        self.token = line.strip().partition("?token=")[2]
        self.port = int(self.url.rpartition(":")[2])

    def call(self, method, path, body=None, **headers):
        """Whatever the status is; a body that is not bytes is sent as JSON."""
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=body, method=method)
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def stream(self, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        response = connection.getresponse()
        if response.status != 200:
            raise AssertionError(response.status)
        return Stream(connection, response)

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=30)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


class Stream:
    """Server-sent events as (id, object)."""

    def __init__(self, connection, response):
        self.connection, self.response = connection, response

    def __iter__(self):
        try:
            yield from self.events()
        finally:
            self.close()

    def events(self):
        number, lines = None, []
        while line := self.response.readline():
            line = line.decode().rstrip("\n")
            if line.startswith("id: "):
                number = int(line[4:])
            elif line.startswith("data: "):
                lines.append(line[6:])
            elif not line and lines:
                yield number, json.loads("\n".join(lines))
                number, lines = None, []

    def close(self):
        self.response.close()
        self.connection.close()


class ServeTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.data = self.folder / "data"

    def server(self, *options):
        server = Server(self.data, *options)
        self.addCleanup(server.end)
        return server

    def get(self, server, path, status=200):
        return self.ask(server, "GET", path, None, status)

    def post(self, server, path, body=None, status=200):
        return self.ask(server, "POST", path, body, status)

    def ask(self, server, method, path, body, status):
        answer = server.call(method, path, body)
        self.assertEqual(answer.status, status, answer.body[:500])
        return answer.json() if answer.body.startswith(b"{") else answer.body

    def refused(self, server, method, path, body, status):
        error = self.ask(server, method, path, body, status)["error"]
        self.assertEqual(set(error), {"message", "file", "line", "column"})
        return error

    def wait_for(self, server, run, state="finished"):
        for _ in range(600):
            now = self.get(server, f"/api/runs/{run}")
            if now["state"] == state:
                return now
            time.sleep(0.05)
        self.fail(now)

    def solved(self, server, puzzle, **request):
        run = self.post(server, "/api/runs", {"puzzle": puzzle, **request}, 201)["id"]
        return self.wait_for(server, run)


class Puzzles(ServeTest):
    def test_lists_shows_and_draws_the_built_in_ones(self):
        server = self.server()
        self.assertEqual(self.get(server, "/api/version")["limits"]["runs"], 8)
        listed = {p["id"]: p for p in self.get(server, "/api/puzzles")["puzzles"]}
        self.assertEqual(len(listed), len(list((SOURCE / "puzzles").glob("*.toml"))))
        self.assertEqual(listed["girafe"]["known"]["distinct"], 3)
        self.assertEqual(listed["soma"]["box"], [3, 3, 3])

        giraffe = self.get(server, "/api/puzzles/girafe")
        self.assertEqual((giraffe["width"], giraffe["piece_count"], giraffe["frame"]), (3, 9, None))
        mate = {c["name"]: giraffe["colours"][c["mate"]]["name"] for c in giraffe["colours"]}
        self.assertEqual(mate["HM"], "BM")
        names = [giraffe["colours"][side]["name"] for side in giraffe["pieces"][0]]
        self.assertEqual(names, ["BB", "HO", "HM", "BV"])

        for name in listed:
            picture = server.call("GET", f"/api/puzzles/{name}/picture.svg")
            self.assertEqual((picture.status, picture.headers["Content-Type"]), (200, "image/svg+xml"), name)
        self.assertIn(b"girafe", self.get(server, "/api/puzzles/girafe/file?to=toml"))

    def test_orientations_of_packing_pieces_can_be_placed_and_turned(self):
        server = self.server()
        for name, turns in (("pentominoes-6x10", 1), ("soma", 3), ("hexiamonds-6x6", 1), ("tetrahexes-4x7", 1)):
            puzzle = self.get(server, f"/api/puzzles/{name}")
            for piece in puzzle["pieces"]:
                for o in piece["orientations"]:
                    self.assertEqual(len(o["turned"]), turns)
                    board = {"placements": [{"piece": piece["name"], "orientation": o["orientation"],
                                             "offset": o["offset"], "cells": o["cells"]}]}
                    if o is piece["orientations"][-1]:
                        self.post(server, "/api/boards/verify", {"puzzle": name, "board": board})
                # Turning comes back to the beginning.
                at, steps = 0, 0
                while steps == 0 or at != 0:
                    at, steps = piece["orientations"][at]["turned"][0], steps + 1
                    self.assertLess(steps, 7)
        self.assertEqual(len(self.get(server, "/api/puzzles/soma")["grid"]["shapes"]), 1)
        self.assertEqual(len(self.get(server, "/api/puzzles/boat")["grid"]["shapes"]), 12)

    def test_takes_files_of_any_format_and_finds_them_again(self):
        server = self.server()
        text = (SOURCE / "puzzles/owen-3x3.toml").read_bytes().replace(b"owen-3x3", b"mine")
        sent = self.ask(server, "POST", "/api/puzzles?name=mine.toml", text, 201)
        self.assertTrue(sent["id"].startswith("u-"))
        self.assertEqual(self.get(server, "/api/puzzles/" + sent["id"])["hash"], sent["hash"])
        self.assertEqual(self.ask(server, "POST", "/api/puzzles?name=mine.toml", text, 201)["id"], sent["id"])
        plain = b"2\n0 1 0 2\n0 1 2 0\n1 0 0 2\n1 0 2 0\n"
        self.assertEqual(self.ask(server, "POST", "/api/puzzles?name=plain.txt", plain, 201)["width"], 2)
        error = self.refused(server, "POST", "/api/puzzles?name=bad.toml", b"family = 'edge'\nboard = 3\n", 422)
        self.assertEqual((error["file"], error["line"]), ("bad.toml", 2))
        self.assertNotIn("bad.toml", error["message"])

    def test_checks_and_converts_a_puzzle_that_is_being_edited(self):
        server = self.server()
        draft = {"family": "edge", "board": "2x1", "match": "complement", "mates": [["head", "tail"]],
                 "pieces": ["head head head head", "tail tail tail tail"]}
        checked = self.post(server, "/api/puzzles/check", {"puzzle": draft})
        self.assertEqual((checked["error"], checked["problems"]), (None, []))
        self.assertEqual(checked["colours"][0], {"name": "head", "sides": 4, "mate": "tail", "mate_sides": 4})
        draft["pieces"][1] = "head head head head"
        problems = self.post(server, "/api/puzzles/check", {"puzzle": draft})["problems"]
        self.assertEqual([p["code"] for p in problems], ["balance"])
        draft["pieces"].pop()
        self.assertIn("piece", self.post(server, "/api/puzzles/check", {"puzzle": draft})["error"]["message"])
        region = {"family": "packing", "region": "3x3", "piece": [{"name": "I", "shape": "##", "copies": 4}]}
        checked = self.post(server, "/api/puzzles/check", {"puzzle": region})
        self.assertEqual(checked["areas"]["pieces_max"], 8)
        self.assertEqual([p["code"] for p in checked["problems"]], ["area"])
        file = self.post(server, "/api/convert", {"puzzle": region, "to": "toml"})
        self.assertIn("packing", file["text"])
        self.assertEqual(self.ask(server, "POST", "/api/puzzles?name=a.toml", file["text"].encode(), 201)["family"],
                         "packing")

    def test_forgets_the_oldest_of_too_many(self):
        server = self.server()
        first = None
        for i in range(257):
            text = f'family = "packing"\nname = "p{i}"\nregion = "2x1"\n[[piece]]\nname = "I"\nshape = "##"\n'
            sent = self.ask(server, "POST", "/api/puzzles", text.encode(), 201)
            first = first or sent["id"]
        self.get(server, "/api/puzzles/" + first, 404)
        self.get(server, "/api/puzzles/" + sent["id"])


class Boards(ServeTest):
    def test_verifies_draws_links_and_opens_boards(self):
        server = self.server()
        board = self.solved(server, "girafe")["best"]
        verdict = self.post(server, "/api/boards/verify", {"puzzle": "girafe", "board": board})
        self.assertTrue(verdict["solves"])
        opened = self.post(server, "/api/boards/open", {"text": board["board"]})
        self.assertEqual((opened["puzzle"], opened["verdict"]["score"]), ("girafe", 12))
        link = self.post(server, "/api/boards/link", {"puzzle": "girafe", "board": board})["link"]
        self.assertTrue(link.startswith(BUCAS))
        picture = server.call("POST", "/api/boards/picture", {"puzzle": "girafe", "board": link})
        self.assertIn(b"<svg", picture.body[:200])

        turned = json.loads(json.dumps(board))
        turned["placements"][4]["rotation"] = (turned["placements"][4]["rotation"] + 1) % 4
        turned["placements"][8]["piece"] = turned["placements"][0]["piece"]
        verdict = self.post(server, "/api/boards/verify", {"puzzle": "girafe", "board": turned})
        self.assertIn("B2", {c["cell"] for c in verdict["clashes"]} | {c["other"] for c in verdict["clashes"]})
        self.assertEqual(verdict["duplicates"], [board["placements"][0]["piece"]])
        self.assertEqual(verdict["missing"], [board["placements"][8]["piece"]])
        self.assertFalse(verdict["legal"])

    def test_tells_what_fits_and_gives_hints(self):
        server = self.server()
        board = self.solved(server, "owen-3x3")["best"]["placements"]
        whole = {"puzzle": "owen-3x3", "board": {"placements": board}}
        self.assertEqual(self.post(server, "/api/hint", whole)["kind"], "solved")
        part = {"puzzle": "owen-3x3", "board": {"placements": board[:-1]}}
        fits = self.post(server, "/api/boards/fits", {**part, "list": "C3"})
        self.assertEqual(fits["cells"], [{"cell": "C3", "pieces": 1, "placements": 1}])
        self.assertEqual(fits["list"], [board[-1]])
        hint = self.post(server, "/api/hint", part)
        self.assertEqual((hint["kind"], hint["placement"], hint["certain"]), ("only_choice", board[-1], True))
        clash = json.loads(json.dumps(part))
        clash["board"]["placements"][4]["rotation"] ^= 2
        self.assertEqual(self.post(server, "/api/hint", clash)["kind"], "take_back")
        empty = {"puzzle": "owen-3x3", "board": {"placements": []}}
        hint = self.post(server, "/api/hint", empty)
        self.assertIn(hint["kind"], ("from_solution", "only_cell", "only_choice"))
        self.assertTrue(hint["why"])

    def test_looks_ahead_by_the_rules_that_are_asked_for(self):
        server = self.server()
        board = self.solved(server, "inf6102-a")["best"]["placements"]
        ask = {"puzzle": "inf6102-a", "board": {"placements": board[:3]}}
        counts = []
        for rules in (None, "none", "capi", "capi,boco", "capi,boco,diag,supply"):
            fits = self.post(server, "/api/boards/fits", {**ask, "propagate": rules})
            counts.append({cell["cell"]: cell["placements"] for cell in fits["cells"]})
            self.assertEqual(fits.get("consistent"), None if rules is None else True)
        self.assertEqual(counts[0], counts[1])
        for fewer, more in zip(counts[2:], counts[1:]):
            self.assertTrue(all(fewer[cell] <= more[cell] for cell in more))
        self.assertLess(sum(counts[3].values()), sum(counts[0].values()))
        # No rule takes away what a solution needs.
        for placement in board[3:]:
            asked = {**ask, "propagate": "capi,boco,diag,supply", "list": placement["cell"]}
            fits = self.post(server, "/api/boards/fits", asked)
            self.assertIn(placement, fits["list"])
            for side in ("north", "east", "south", "west"):
                self.assertEqual(sum(shown["placements"] for shown in fits["borders"][side]), len(fits["list"]))
        # A1 and A2 in each other's place: no rule lets that be completed.
        wrong = [{**board[0], "cell": board[1]["cell"]}, {**board[1], "cell": board[0]["cell"]}]
        fits = self.post(server, "/api/boards/fits", {**ask, "board": {"placements": wrong}, "propagate": "capi"})
        self.assertFalse(fits["consistent"])
        self.refused(server, "POST", "/api/boards/fits", {**ask, "propagate": "magic"}, 422)
        packing = {"puzzle": "soma", "board": {"placements": []}, "propagate": "capi"}
        self.refused(server, "POST", "/api/boards/fits", packing, 422)

    def test_answers_whether_a_board_can_be_completed(self):
        server = self.server()
        board = self.solved(server, "pentominoes-6x10")["best"]["placements"]
        ask = {"puzzle": "pentominoes-6x10", "board": {"placements": board[:8]}, "seconds": 30}
        answer = self.post(server, "/api/completable", ask)
        self.assertEqual(answer["answer"], "yes")
        verdict = self.post(server, "/api/boards/verify", {"puzzle": "pentominoes-6x10", "board": answer["board"]})
        self.assertTrue(verdict["solves"])
        # A piece in the corner that shuts one cell in.
        puzzle = self.get(server, "/api/puzzles/pentominoes-6x10")
        cross = next(p for p in puzzle["pieces"] if p["name"] == "X")["orientations"][0]
        shut = {"placements": [{"piece": "X", "orientation": cross["orientation"], "offset": cross["offset"]}]}
        ask = {"puzzle": "pentominoes-6x10", "board": shut}
        self.assertEqual(self.post(server, "/api/completable", ask)["answer"], "no")
        fits = self.post(server, "/api/boards/fits", ask)
        self.assertIn([0, 0], fits["dead"])
        self.assertEqual(self.post(server, "/api/hint", ask)["kind"], "dead_cell")

    def test_tells_how_to_put_a_cube_together(self):
        server = self.server()
        board = self.solved(server, "soma")["best"]
        steps = self.post(server, "/api/boards/assembly", {"puzzle": "soma", "board": board})
        self.assertEqual(sorted(s["placement"] for s in steps["steps"]), list(range(7)))
        inside = []
        for step in steps["steps"]:
            cells = board["placements"][step["placement"]]["cells"]
            if step["direction"] is None:
                self.assertFalse(steps["complete"])
            else:  # coming from far away it meets nothing that is there
                for back in range(1, 6):
                    moved = [[c - back * d for c, d in zip(cell, step["direction"])] for cell in cells]
                    self.assertFalse([c for c in moved if c in inside])
            inside += cells


class Runs(ServeTest):
    def test_runs_to_the_end_and_keeps_the_solutions(self):
        server = self.server()
        run = self.solved(server, "girafe", goal="all", title=HOSTILE)
        self.assertEqual((run["finished"]["solutions"], run["solutions"], run["title"]), (12, 12, HOSTILE))
        page = self.get(server, f"/api/runs/{run['id']}/solutions?from=11&count=5")
        self.assertEqual([s["number"] for s in page["solutions"]], [11, 12])
        self.assertEqual(page["total"], 12)
        events = list(server.stream(f"/api/runs/{run['id']}/events"))
        kinds = [event["event"] for _, event in events]
        self.assertEqual((kinds.count("solution"), kinds[-1]), (12, "state"))
        numbers = [number for number, _ in events if number]
        self.assertEqual(numbers, sorted(set(numbers)))
        # From the middle, and after the end.
        later = [number for number, _ in server.stream(f"/api/runs/{run['id']}/events",
                                                       Last_Event_ID=str(numbers[5])) if number]
        self.assertEqual(later, numbers[6:])
        self.get(server, f"/api/runs/{run['id']}/events?from={numbers[-1]}", 204)
        server.call("DELETE", f"/api/runs/{run['id']}")
        self.get(server, f"/api/runs/{run['id']}", 404)

    def test_filters_the_boards_as_a_catalogue_does(self):
        server = self.server()
        run = self.solved(server, "girafe", goal="all")["id"]
        boards = self.get(server, f"/api/runs/{run}/solutions")["solutions"]
        first = boards[0]["placements"][0]
        there = [b["number"] for b in boards
                 if any((p["cell"], p["piece"]) == (first["cell"], first["piece"]) for p in b["placements"])]
        self.assertLess(len(there), 12)
        piece_at = f"piece_at={first['piece']}%3D{first['cell']}"
        page = self.get(server, f"/api/runs/{run}/solutions?{piece_at}")
        self.assertEqual((page["total"], page["matching"]), (12, len(there)))
        self.assertEqual([b["number"] for b in page["solutions"]], there)
        page = self.get(server, f"/api/runs/{run}/solutions?every=5&from=2&count=1")
        self.assertEqual((page["matching"], [b["number"] for b in page["solutions"]]), (3, [6]))
        # One per symmetry class: a copy counts, and is shown.
        run = self.solved(server, "pentominoes-3x20", goal="all", symmetry="distinct")["id"]
        x = self.get(server, f"/api/runs/{run}/solutions")["solutions"][0]["placements"]
        cell = next(p["cells"] for p in x if p["piece"] == "X")[0]
        copy = [19 - cell[0], 2 - cell[1]]
        page = self.get(server, f"/api/runs/{run}/solutions?piece_at=X%3D{copy[0]},{copy[1]}")
        self.assertGreater(page["matching"], 0)
        for board in page["solutions"]:
            self.assertIn(copy, next(p["cells"] for p in board["placements"] if p["piece"] == "X"))
        self.assertLessEqual(self.get(server, f"/api/runs/{run}/solutions?composed=1")["matching"], 2)
        for wrong in ("piece_at=X", "piece_at=X%3D99,0", "piece_at=Q%3D0,0", "every=0"):
            self.refused(server, "GET", f"/api/runs/{run}/solutions?{wrong}", None, 422)
        self.refused(server, "GET", f"/api/runs/{run}/solutions?every=x", None, 400)

    def test_races_and_estimates_a_path_that_is_given_as_cells(self):
        server = self.server()
        path = "B2 B3 C3 C2 C1 B1 A1 A2 A3"
        mine = {"label": HOSTILE, "engine": "scan", "options": {"order": "cells", "path-cells": path}}
        lines = self.compared(server, puzzle="girafe", goal="count", symmetry="all",
                              variants=[mine, {"engine": "scan"}])
        self.assertEqual([line["event"] for line in lines], ["run", "run", "comparison"])
        self.assertEqual([line["variant"] for line in lines[:2]], [HOSTILE, "scan"])
        self.assertEqual([line["solutions"] for line in lines[:2]], [12, 12])
        self.assertNotEqual(lines[0]["nodes"], lines[1]["nodes"])
        expected = self.post(server, "/api/estimate", {"puzzle": "girafe", "order": "cells", "path_cells": path})
        self.assertAlmostEqual(expected["probed"]["nodes"] / lines[0]["nodes"], 1, delta=0.2)
        mine["options"]["path-cells"] = "B2 B3"
        lines = self.compared(server, puzzle="girafe", variants=[mine, {"engine": "scan"}])
        self.assertEqual(lines[-1]["event"], "failed")
        self.assertIn("2 of 9 cells", lines[-1]["message"])
        for wrong in ({}, {"variants": []}, {"variants": [{"engine": "scan"}] * 2}, {"variants": [{}, {}]}):
            status = 422 if wrong.get("variants") and wrong["variants"][0] or wrong.get("variants") == [] else 400
            self.refused(server, "POST", "/api/compare", {"puzzle": "girafe", **wrong}, status)
        self.refused(server, "POST", "/api/estimate", {"puzzle": "girafe", "order": "cells", "path_cells": "Z9"}, 422)

    def compared(self, server, **request):
        answer = server.call("POST", "/api/compare", request)
        self.assertEqual(answer.status, 200, answer.body[:500])
        return [json.loads(line) for line in answer.body.splitlines() if line]

    def test_steps_node_by_node(self):
        server = self.server()
        run = self.post(server, "/api/runs", {"puzzle": "owen-4x4", "goal": "count", "paused": True,
                                              "engine": "scan"}, 201)["id"]
        events = iter(server.stream(f"/api/runs/{run}/events"))
        progress = (e for _, e in events if e["event"] == "progress")
        self.assertEqual(next(progress)["nodes"], 0)
        for nodes in (1, 2, 3):
            self.post(server, f"/api/runs/{run}/step")
            shown = next(progress)
            self.assertEqual(shown["nodes"], nodes)
            self.assertEqual(sum(shown["nodes_per_depth"]), nodes)
        self.post(server, f"/api/runs/{run}/step", {"nodes": 10})
        shown = next(progress)
        while shown["nodes"] < 13:
            shown = next(progress)
        self.assertEqual(shown["nodes"], 13)
        self.assertLessEqual(len(shown["board"]["placements"]), 13)
        self.assertEqual(self.post(server, f"/api/runs/{run}/resume")["state"], "running")
        self.assertEqual(self.wait_for(server, run)["finished"]["solutions"], 36)

    def test_goes_slowly_then_at_full_speed(self):
        server = self.server()
        run = self.post(server, "/api/runs", {"puzzle": "owen-6x6", "goal": "count", "speed": 100, "engine": "scan"},
                        201)["id"]
        time.sleep(1.2)
        slow = self.get(server, f"/api/runs/{run}")
        self.assertTrue(40 <= slow["progress"]["nodes"] <= 250, slow["progress"]["nodes"])
        self.assertEqual(slow["speed"], 100)
        fast = self.post(server, f"/api/runs/{run}/speed", {"nodes_per_second": None})
        self.assertEqual(fast["speed"], None)
        self.wait_for(server, run)
        self.refused(server, "POST", f"/api/runs/{run}/pause", None, 409)

    def test_starts_from_a_hand_made_board(self):
        server = self.server()
        board = self.solved(server, "girafe")["best"]
        fixed = {"placements": board["placements"][:4]}
        run = self.solved(server, "girafe", goal="all", fixed=fixed)
        for solution in self.get(server, f"/api/runs/{run['id']}/solutions")["solutions"]:
            self.assertEqual(solution["placements"][:4], fixed["placements"])
        fixed["placements"][1]["rotation"] ^= 1
        self.refused(server, "POST", "/api/runs", {"puzzle": "girafe", "fixed": fixed}, 422)

    def test_optimises_and_numbers_the_improvements(self):
        server = self.server()
        run = self.solved(server, "eternity2", goal="best", limits={"seconds": 2 * SLOWNESS}, threads=1)
        boards = self.get(server, f"/api/runs/{run['id']}/solutions")
        self.assertEqual(boards["total"], run["solutions"])
        scores = [b["score"] for b in boards["solutions"]]
        self.assertEqual(scores, sorted(scores))
        again = self.solved(server, "eternity2", goal="best", limits={"seconds": 1}, start=boards["solutions"][-1])
        self.assertGreaterEqual(again["best"]["score"], scores[-1])

    def test_two_viewers_see_the_same_and_a_new_one_catches_up(self):
        server = self.server()
        run = self.post(server, "/api/runs", {"puzzle": "inf6102-d", "goal": "count", "threads": 1}, 201)["id"]
        first, second = (iter(server.stream(f"/api/runs/{run}/events")) for _ in range(2))
        for viewer in (first, second):
            kinds = set()
            while not {"started", "progress"} <= kinds:
                kinds.add(next(viewer)[1]["event"])
        self.assertEqual(self.get(server, f"/api/runs/{run}")["viewers"], 2)
        self.assertEqual(self.post(server, f"/api/runs/{run}/pause")["state"], "paused")
        for viewer in (first, second):
            while next(viewer)[1].get("state") != "paused":
                pass
        self.post(server, f"/api/runs/{run}/stop")
        self.assertEqual(self.wait_for(server, run)["finished"]["status"], "stopped")
        self.assertIn("finished", [e["event"] for _, e in first])

    def test_only_so_many_runs_at_once(self):
        server = self.server("--runs", "2")
        body = {"puzzle": "inf6102-d", "goal": "count", "threads": 1}
        runs = [self.post(server, "/api/runs", body, 201)["id"] for _ in range(2)]
        self.refused(server, "POST", "/api/runs", body, 429)
        server.call("DELETE", f"/api/runs/{runs[0]}")
        self.post(server, "/api/runs", body, 201)

    def test_a_run_takes_no_longer_than_allowed(self):
        server = self.server("--time", "1s")
        run = self.solved(server, "inf6102-d", goal="count", limits={"seconds": 1000})
        self.assertEqual(run["finished"]["status"], "limit")


class Restart(ServeTest):
    def test_finds_runs_again_and_continues_them(self):
        server = self.server()
        done = self.solved(server, "girafe", goal="all")
        text = (SOURCE / "puzzles/inf6102-c.toml").read_bytes().replace(b'"inf6102-c"', b'"mine"')
        mine = self.ask(server, "POST", "/api/puzzles?name=mine.toml", text, 201)["id"]
        run = self.post(server, "/api/runs", {"puzzle": mine, "goal": "count", "threads": 1, "engine": "scan"}, 201)
        while not (self.get(server, f"/api/runs/{run['id']}")["progress"] or {}).get("nodes"):
            time.sleep(0.05)
        self.assertEqual(server.end(), 0)

        server = self.server()
        again = self.get(server, f"/api/runs/{done['id']}")
        self.assertEqual((again["state"], again["finished"], again["created"]),
                         ("finished", done["finished"], done["created"]))
        self.assertEqual(len(self.get(server, f"/api/runs/{done['id']}/solutions")["solutions"]), 12)
        self.assertIn("finished", [e["event"] for _, e in server.stream(f"/api/runs/{done['id']}/events")])
        cut = self.get(server, f"/api/runs/{run['id']}")
        self.assertEqual((cut["state"], cut["resumable"], cut["finished"]), ("interrupted", True, None))
        self.assertEqual(self.get(server, f"/api/puzzles/{mine}")["name"], "mine")
        self.post(server, f"/api/runs/{run['id']}/resume", {"limits": {"seconds": 1}})
        events = [e for _, e in server.stream(f"/api/runs/{run['id']}/events?from={cut['events']}")]
        self.assertTrue(any("resumed" in e.get("text", "") for e in events), events)
        finished = [e for e in events if e["event"] == "finished"]
        self.assertEqual(finished[0]["status"], "limit")
        self.assertGreater(finished[0]["seq"], cut["events"])

    def test_a_killed_server_loses_nothing_but_the_last_moment(self):
        server = self.server()
        run = self.post(server, "/api/runs", {"puzzle": "inf6102-d", "goal": "count", "threads": 1}, 201)["id"]
        checkpoint = self.data / "checkpoints" / run
        for _ in range(200):
            if checkpoint.exists():
                break
            time.sleep(0.05)
        server.process.kill()
        server.process.wait()
        server = self.server()
        now = self.get(server, f"/api/runs/{run}")
        self.assertEqual((now["state"], now["resumable"]), ("interrupted", True))
        self.assertEqual(self.post(server, f"/api/runs/{run}/resume")["state"], "running")

    def test_two_servers_do_not_share_a_folder(self):
        self.server()
        second = subprocess.run([BINARY, "serve", "--port", "0", "--data", str(self.data)], capture_output=True,
                                text=True, timeout=30, check=False)
        self.assertEqual(second.returncode, 2)
        self.assertIn("in use by another server", second.stderr)

    def test_ends_at_once_with_viewers(self):
        server = self.server()
        run = self.post(server, "/api/runs", {"puzzle": "inf6102-d", "goal": "count", "threads": 1}, 201)["id"]
        stream = iter(server.stream(f"/api/runs/{run}/events"))
        next(stream)
        began = time.monotonic()
        self.assertEqual(server.end(), 0)
        self.assertLess(time.monotonic() - began, 5)


class Refusals(ServeTest):
    def test_what_is_malformed(self):
        server = self.server()
        for path in ("/api/runs", "/api/boards/verify", "/api/hint", "/api/puzzles/check", "/api/convert",
                     "/api/estimate", "/api/compare"):
            self.refused(server, "POST", path, b"{", 400)
            self.refused(server, "POST", path, b"[1]", 400)
            self.refused(server, "POST", path, b"\xff\xfe", 400)
            self.refused(server, "POST", path, b"[" * 100_000, 400)
        self.refused(server, "POST", "/api/runs", {"puzzle": "girafe", "goal": "fly"}, 400)
        self.refused(server, "POST", "/api/runs", {"puzzle": "girafe", "no-such-key": 1}, 400)
        self.refused(server, "POST", "/api/runs", {"puzzle": "girafe", "checkpoint": "/etc/passwd"}, 400)
        self.refused(server, "POST", "/api/runs", {"puzzle": "girafe", "out": "/tmp/x"}, 400)
        self.refused(server, "POST", "/api/runs", {"puzzle": "girafe", "speed": -1}, 400)
        self.refused(server, "POST", "/api/runs", {"puzzle": "girafe", "engine": "no-such"}, 422)
        self.refused(server, "POST", "/api/runs", {"puzzle": "/etc/passwd"}, 404)
        self.refused(server, "POST", "/api/boards/verify", {"puzzle": "girafe", "board": {"placements": [
            {"cell": "Z9", "piece": 1, "rotation": 0}]}}, 422)
        self.refused(server, "GET", "/api/runs/r1/solutions?from=x", None, 400)
        # A write without a body, as curl -X POST sends it, is answered at once.
        answer = self.raw(server, b"POST /api/runs/r99/stop HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n")
        self.assertIn(b"404", answer.split(b"\r\n")[0])

    def test_options_that_name_files(self):
        server = self.server()
        for engine, options in (("sat", {"cnf": "evil.cnf"}), ("sat", {"cnf": "a", "proof": "evil.drat"}),
                                ("scan", {"order": "file", "path": "/etc/passwd"}), ("auto", {"path": "/etc/passwd"}),
                                ("corolla", {"corollas": "/etc/passwd"}), ("meet", {"finals": "/etc/passwd"})):
            request = {"puzzle": "girafe", "engine": engine, "options": options}
            self.assertIn("names a file", self.refused(server, "POST", "/api/runs", request, 400)["message"])
            variants = [{"engine": engine, "options": options}, {"engine": "scan"}]
            self.refused(server, "POST", "/api/compare", {"puzzle": "girafe", "variants": variants}, 400)
        request = {"puzzle": "eternity1", "goal": "best", "engine": "beam", "options": {"model": "/etc/passwd"}}
        self.refused(server, "POST", "/api/runs", request, 400)
        names = {o["name"] for e in self.get(server, "/api/engines")["engines"] for o in e["options"]}
        self.assertIn("path-cells", names)
        self.assertFalse(names & {"path", "cnf", "proof", "corollas"})

    def test_what_is_not_there(self):
        server = self.server()
        for path in ("/api/nothing", "/api", "/api/runs/r99", "/api/runs/../version", "/api/runs/r99/events",
                     "/api/puzzles/no-such", "/api/puzzles/%2e%2e%2fetc%2fpasswd", "/api/puzzles/a%0ab",
                     "/api/runs/r99999999999999999999"):
            self.refused(server, "GET", path, None, 404)
        answer = server.call("DELETE", "/api/version")
        self.assertEqual((answer.status, answer.headers["Allow"]), (405, "GET"))

    def test_bodies_that_are_too_large(self):
        server = self.server()
        self.refused(server, "POST", "/api/puzzles?name=a", b"x" * (9 << 20), 413)
        self.refused(server, "POST", "/api/runs", b"x" * (9 << 20), 413)
        chunk = b"%x\r\n" % (1 << 20) + b"x" * (1 << 20) + b"\r\n"
        answer = self.raw(server, b"POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n"
                          b"Transfer-Encoding: chunked\r\n\r\n" + 9 * chunk + b"0\r\n\r\n")
        self.assertIn(b"413", answer.split(b"\r\n")[0])
        self.get(server, "/api/version")

    def raw(self, server, text):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(text % server.port)
            answer = b""
            while part := connection.recv(65536):
                answer += part
            return answer

    def test_paths_that_lead_out_of_the_page(self):
        page = self.folder / "page"
        (page / "assets").mkdir(parents=True)
        (page / "index.html").write_text("<!doctype html><title>page</title>")
        (page / "assets/app-1.js").write_text("let x = 1")
        (self.folder / "secret.txt").write_text("secret")
        (page / "assets/link.txt").symlink_to(self.folder / "secret.txt")
        (page / ".hidden.txt").write_text("secret")
        server = self.server("--page", str(page))
        index = server.call("GET", "/")
        self.assertIn(b"page", index.body)
        self.assertEqual(index.headers["X-Content-Type-Options"], "nosniff")
        policy = index.headers["Content-Security-Policy"]
        self.assertIn("script-src 'self';", policy)
        script = server.call("GET", "/assets/app-1.js")
        self.assertTrue(script.headers["Content-Type"].startswith("text/javascript"))
        self.assertEqual(server.call("GET", "/api/version").headers["Cache-Control"], "no-store")
        for path in (b"/../secret.txt", b"/assets/../../secret.txt", b"/%2e%2e/secret.txt", b"/..%2fsecret.txt",
                     b"/assets/%2e%2e%5c%2e%2e%5csecret.txt", b"//etc/passwd", b"/assets/link.txt", b"/.hidden.txt",
                     b"/assets", b"/assets/app-1.js%00.txt", b"/assets/"):
            answer = self.raw(server, b"GET " + path.replace(b"%", b"%%") +
                              b" HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n")
            self.assertRegex(answer.split(b"\r\n")[0], rb"40[04]", path)
            self.assertNotIn(b"secret", answer.partition(b"\r\n\r\n")[2])

    def test_hostile_names_stay_text(self):
        server = self.server()
        text = (f'family = "packing"\ntitle = {json.dumps(HOSTILE)}\nregion = "2x1"\n'
                f"[[piece]]\nname = {json.dumps(HOSTILE)}\nshape = \"##\"\n")
        sent = self.ask(server, "POST", "/api/puzzles?name=%3Cscript%3E.toml", text.encode(), 201)
        self.assertEqual((sent["title"], sent["pieces"][0]["name"]), (HOSTILE, HOSTILE))
        picture = server.call("GET", f"/api/puzzles/{sent['id']}/picture.svg")
        self.assertNotIn(b"<script", picture.body)
        self.assertIn("sandbox", picture.headers["Content-Security-Policy"])
        run = self.solved(server, sent["id"])
        self.assertEqual(run["best"]["placements"][0]["piece"], HOSTILE)
        error = self.refused(server, "POST", "/api/puzzles?name=%3Cscript%3E", b"family = 1", 422)
        self.assertEqual(error["file"], "<script>")

    def test_other_hosts_and_origins(self):
        server = self.server()
        self.assertEqual(server.call("GET", "/api/version", Host="evil.example").status, 403)
        self.assertEqual(server.call("GET", "/", Host="evil.example").status, 403)
        self.assertEqual(server.call("GET", "/api/version", Host=f"localhost:{server.port}").status, 200)
        evil = server.call("POST", "/api/hint", {}, Origin="http://evil.example")
        self.assertEqual(evil.status, 403)
        own = server.call("POST", "/api/convert", {"puzzle": "girafe"}, Origin=server.url)
        self.assertEqual(own.status, 200)

    def test_the_token_beyond_this_machine(self):
        server = self.server("--address", "0.0.0.0")
        self.assertRegex(server.token, "^[0-9a-f]{32}$")
        self.assertEqual(server.call("GET", "/api/version").status, 401)
        self.assertEqual(server.call("GET", "/api/version?token=" + "0" * 32).status, 401)
        self.assertEqual(server.call("GET", "/api/version?token=" + server.token).status, 200)
        self.assertEqual(server.call("GET", "/api/version", Authorization="Bearer " + server.token).status, 200)
        self.assertEqual(server.call("GET", "/api/version", Cookie="a=b; tesselle_token=" + server.token).status, 200)


class Viewers(ServeTest):
    def test_a_hundred_viewers_and_one_that_sleeps(self):
        server = self.server("--viewers", "101")
        run = self.post(server, "/api/runs", {"puzzle": "eternity2", "goal": "first", "engine": "scan",
                                              "threads": 1}, 201)["id"]
        sleeper = socket.create_connection(("127.0.0.1", server.port))  # asks, and reads nothing
        sleeper.sendall(b"GET /api/runs/%s/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % (run.encode(), server.port))
        self.addCleanup(sleeper.close)
        seen = [0] * 100

        def watch(who):
            stream = server.stream(f"/api/runs/{run}/events")
            for _, event in stream:
                seen[who] += event["event"] == "progress"
                if seen[who] >= 10:
                    break
            stream.close()

        threads = [threading.Thread(target=watch, args=(who,)) for who in range(100)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        self.assertEqual(min(seen), 10)
        self.assertEqual(self.get(server, f"/api/runs/{run}")["state"], "running")


if __name__ == "__main__":
    unittest.main()
