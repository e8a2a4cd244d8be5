#!/usr/bin/env python3
"""Writes the puzzle files that come from lists of published facts: edge-matching sets and Eternity's polydrafters.

    tools/make_puzzles.py FACTS [PUZZLES]

FACTS is a folder with e1/, e2/ and inf6102/ as their READMEs describe them; PUZZLES (default: puzzles/ of this
repository) is where the .toml files go. The small puzzles of that folder are written by hand and left alone.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path
from textwrap import wrap

ETERNITY_2 = (
    "Eternity II, © 2007 Christopher Monckton / TOMY UK; piece list as collected and cross-checked by the "
    "Eternity II community"
)
OWEN = "Brendan Owen's benchmark puzzles, set 1, as published for the Eternity II community"
META_2010 = "Eternity II contest of the META 2010 conference: the instance set published for its entrants"
INF6102 = (
    "A. Peter-Hémon and F. Lamarche, INF6102, Polytechnique Montréal 2025: instance {}; "
    "their columns North South West East are reordered"
)
ETERNITY_1 = (
    "Eternity, © 1999 Christopher Monckton; outlines by J. Burkardt and M. Garvie, converted to half triangles"
)


def numbers(path):
    return [[int(word) for word in line.split()] for line in path.read_text().splitlines() if line.strip()]


def header(source, notes, name, title, family):
    """Opening comment, then the keys that every puzzle has."""
    comment = [line for text in (source + ".", *notes) for line in wrap(text, 112)]
    keys = {"name": name, "title": title, "source": source, "family": family}
    return [f"# {line}" for line in comment] + [""] + [f'{key} = "{value}"' for key, value in keys.items()]


def save(folder, name, lines):
    (folder / f"{name}.toml").write_text("\n".join(lines) + "\n")


# --- Edge-matching ---------------------------------------------------------------------------------------------------


def piece_lines(pieces):
    """One piece per line, North East South West, with its number for those who write hints."""
    width = max(len(str(colour)) for piece in pieces for colour in piece)
    lines = ["pieces = [  # North, East, South, West"]
    for number, piece in enumerate(pieces, 1):
        sides = ", ".join(str(colour).rjust(width) for colour in piece)
        lines.append(f"  [{sides}],  # {number}")
    return lines + ["]"]


def hint_lines(hints):
    lines = []
    for square, piece, rotation in hints:
        lines += ["", "[[hint]]", f"piece = {piece}", f"rotation = {rotation}", f'cell = "{square}"']
    return lines


def save_edge(folder, name, title, source, notes, board, pieces, hints=()):
    width, height = board
    assert len(pieces) == width * height, name
    lines = header(source, notes, name, title, "edge")
    lines += [f'board = "{width}x{height}"', "frame = 0"]
    save(folder, name, lines + piece_lines(pieces) + hint_lines(hints))


def read_nesw(path):
    board, *pieces = numbers(path)
    return board, pieces


def read_nswe(path):
    (size,), *pieces = numbers(path)
    return (size, size), [[north, east, south, west] for north, south, west, east in pieces]


def eternity_2(facts, folder):
    pieces = numbers(facts / "e2/eternity2_pieces_NESW.txt")
    clues = list(csv.DictReader((facts / "e2/eternity2_clues.csv").open()))
    chosen = lambda rows: [(row["square"], int(row["piece"]), int(row["rot_cw_quarters"])) for row in rows]
    centre = chosen(row for row in clues if row["mandatory"] == "yes")
    census = "Colour 0 is the grey rim; 1 to 5 occur next to the rim only, 24 sides each; 6 to 10 on 48 sides, 11 to 22 on 50."
    variants = [
        ("eternity2", "Eternity II, 16x16: the 256 official pieces without any clue", []),
        ("eternity2-centre", "Eternity II, 16x16: piece 139 locked near the centre, as the rules demand", centre),
        ("eternity2-clues", "Eternity II, 16x16: all five official clues locked", chosen(clues)),
    ]
    for name, title, hints in variants:
        save_edge(folder, name, title, ETERNITY_2, [census], (16, 16), pieces, hints)


def clue_puzzles(facts, folder):
    for number in range(1, 5):
        board, pieces = read_nesw(facts / f"e2/clue/clue{number}.txt")
        title = f"Eternity II clue puzzle {number}, {board[0]}x{board[1]}, whose solution was rewarded with a hint"
        save_edge(folder, f"clue{number}", title, ETERNITY_2, ["It has twin pieces."], board, pieces)


def owen(facts, folder):
    published = {
        "6x6": "260 solutions, 65 up to rotation",
        "7x7": "6297 solutions up to rotation",
        "8x8": "24 solutions up to rotation",
        "9x9": "2 solutions up to rotation",
    }
    for path in sorted((facts / "e2/set1").glob("pieces_*.txt")):
        board, pieces = read_nesw(path)
        size = f"{board[0]}x{board[1]}"
        notes = [f"Published count: {published[size]}."] if size in published else []
        save_edge(folder, f"owen-{size}", f"Brendan Owen's {size} benchmark, set 1", OWEN, notes, board, pieces)


def meta_2010(facts, folder):
    for path in sorted((facts / "e2/meta2010").glob("meta_*.txt")):
        board, pieces = read_nesw(path)
        size = f"{board[0]}x{board[1]}"
        save_edge(folder, f"meta-{size}", f"META 2010 contest instance, {size}", META_2010, [], board, pieces)


def inf6102(facts, folder):
    notes = {
        "b": ["Three pairs of twin pieces."],
        "d": ["The same pieces as owen-9x9."],
        "e": ["The same pieces as owen-10x10."],
        "complete": ["Eternity II with other colour numbers."],
    }
    for letter in ("A", "B", "C", "D", "E", "complet"):
        board, pieces = read_nswe(facts / f"inf6102/eternity_{letter}.txt")
        tag = "complete" if letter == "complet" else letter.lower()
        title = f"Metaheuristics benchmark {letter if tag != 'complete' else 'complete'}, {board[0]}x{board[1]}"
        save_edge(folder, f"inf6102-{tag}", title, INF6102.format(letter), notes.get(tag, []), board, pieces)


# --- Polydrafters ----------------------------------------------------------------------------------------------------


def region_lines(tokens):
    """One line per row of triangles, the top row first."""
    rows = defaultdict(list)
    for token in tokens:
        i, j, down, _ = map(int, token.split(","))
        rows[j].append((i, down, token))
    lines = ['region_cells = """']
    lines += [" ".join(token for *_, token in sorted(rows[j])) for j in sorted(rows, reverse=True)]
    return lines + ['"""']


def drafter_lines(pieces):
    return ["piece = ["] + [f'  {{ name = "{name}", cells = "{cells}" }},' for name, cells in pieces] + ["]"]


def save_drafters(folder, name, title, notes, region, pieces):
    format_note = "Cells are i,j,s,mask: unit triangle (i,j) pointing up (s=0) or down (s=1), mask its sixths (63: all of it)."
    lines = header(ETERNITY_1, [*notes, format_note], name, title, "packing")
    save(folder, name, lines + ['lattice = "drafter"'] + region_lines(region) + drafter_lines(pieces))


def eternity_1(facts, folder):
    pieces = dict(line.split(" ", 1) for line in (facts / "e1/pieces_all_cells.txt").read_text().splitlines())
    chosen = lambda ids: [(number, pieces[number]) for number in ids]
    board = (facts / "e1/board_cells.txt").read_text().split()
    title = "Eternity: 209 pieces of twelve half triangles fill a dodecagon"
    official = [str(number) for number in range(1, 210)]
    save_drafters(folder, "eternity1", title, ["Pieces carry their official numbers."], board, chosen(official))
    for line in (facts / "e1/subpuzzles.txt").read_text().splitlines():
        words = line.split()
        name, count, ids = words[0], words[2], words[-1].split(",")
        region = (facts / f"e1/region_{name}.txt").read_text().split()
        own = int(ids[0]) > 209
        notes = ["Pieces of its own, numbered on from Eternity's." if own else "Pieces carry their Eternity numbers."]
        title = f"{name.capitalize()}: {count} {'polydrafters' if own else 'pieces of Eternity'} fill its outline"
        save_drafters(folder, name, title, notes, region, chosen(sorted(ids, key=int)))


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    facts = Path(sys.argv[1])
    folder = Path(sys.argv[2]) if len(sys.argv) == 3 else Path(__file__).resolve().parent.parent / "puzzles"
    for make in (eternity_2, clue_puzzles, owen, meta_2010, inf6102, eternity_1):
        make(facts, folder)


if __name__ == "__main__":
    main()
