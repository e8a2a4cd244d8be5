// Packing boards under the player's hands.

import {
  applySymmetry, cellKey, minus, normalised, plus, reflects, symmetryCount, type Cell, type LatticeName,
} from './lattice';

export interface PackingPiece {
  name: string;
  cells: Cell[];
  /** null: as many as you like. */
  copies: number | null;
  /** How many of them must be used. */
  atLeast: number;
  /** The symmetries of the lattice that the piece may take, one of each that look the same. */
  orientations: number[];
}

export interface PackingPuzzle {
  family: 'packing';
  name: string;
  title: string;
  hash: string;
  lattice: LatticeName;
  region: Cell[];
  optional: Cell[];
  pieces: PackingPiece[];
  hints: PackingPlacement[];
}

/** Piece by its index; cell c of the piece, moved to 0, goes to orientation(c) + offset. */
export interface PackingPlacement {
  piece: number;
  orientation: number;
  offset: Cell;
  locked?: boolean;
}

export type PackingBoard = readonly PackingPlacement[];

export function shapeOf(puzzle: PackingPuzzle, piece: number): Cell[] {
  return normalised(puzzle.lattice, puzzle.pieces[piece].cells).cells;
}

export function placedCells(puzzle: PackingPuzzle, placement: PackingPlacement): Cell[] {
  return shapeOf(puzzle, placement.piece).map((cell) =>
    plus(applySymmetry(puzzle.lattice, placement.orientation, cell), placement.offset),
  );
}

/** A piece in the hand: its cells as turned, and which of them the hand holds. */
export function turnedCells(puzzle: PackingPuzzle, piece: number, orientation: number): Cell[] {
  return shapeOf(puzzle, piece).map((cell) => applySymmetry(puzzle.lattice, orientation, cell));
}

/** The orientations that give different shapes, of those in the list. */
export function distinctOrientations(lattice: LatticeName, cells: Cell[], allowed: number[]): number[] {
  const seen = new Set<string>();
  return allowed.filter((orientation) => {
    const image = normalised(lattice, cells.map((cell) => applySymmetry(lattice, orientation, cell))).cells;
    const key = image.map(cellKey).join(' ');
    return !seen.has(key) && seen.add(key);
  });
}

export function allOrientations(lattice: LatticeName, turnOver: boolean): number[] {
  return Array.from({ length: symmetryCount(lattice) }, (_, k) => k).filter((k) => turnOver || !reflects(lattice, k));
}

function shapeKey(puzzle: PackingPuzzle, piece: number, map: (cell: Cell) => Cell): string {
  return normalised(puzzle.lattice, shapeOf(puzzle, piece).map(map)).cells.map(cellKey).join(' ');
}

/** The allowed orientation that looks like `then` after `orientation`, or null if there is none. */
function follow(puzzle: PackingPuzzle, piece: number, orientation: number, then: number): number | null {
  const lattice = puzzle.lattice;
  const wanted = shapeKey(puzzle, piece, (c) => applySymmetry(lattice, then, applySymmetry(lattice, orientation, c)));
  const found = puzzle.pieces[piece].orientations.find(
    (candidate) => shapeKey(puzzle, piece, (c) => applySymmetry(lattice, candidate, c)) === wanted,
  );
  return found ?? null;
}

/** Turns in the plane, tips (cube) or flips (flat) as the piece allows. */
export type Motion = 'turn' | 'tip' | 'flip';

const motionSymmetry: Record<LatticeName, Partial<Record<Motion, number[]>>> = {
  square: { turn: [1, 2, 3], flip: [4, 5, 6, 7] },
  triangle: { turn: [1, 2, 3, 4, 5], flip: [6, 7, 8, 9, 10, 11] },
  hexagon: { turn: [1, 2, 3, 4, 5], flip: [6, 7, 8, 9, 10, 11] },
  drafter: { turn: [1, 2, 3, 4, 5], flip: [6, 7, 8, 9, 10, 11] },
  // 16 turns about z, 1 about x.
  cube: { turn: [16, 10, 20], tip: [1, 2, 3] },
};

/** The next orientation of that motion that the piece may take and that looks different; the old one if none does. */
export function moved(puzzle: PackingPuzzle, piece: number, orientation: number, motion: Motion): number {
  for (const symmetry of motionSymmetry[puzzle.lattice][motion] ?? []) {
    const next = follow(puzzle, piece, orientation, symmetry);
    if (next !== null && next !== orientation) return next;
  }
  return orientation;
}

export type Owners = Map<string, number>;

/** Which placement covers a cell. */
export function ownersOf(puzzle: PackingPuzzle, board: PackingBoard): Owners {
  const owners: Owners = new Map();
  board.forEach((placement, index) => {
    for (const cell of placedCells(puzzle, placement)) owners.set(cellKey(cell), index);
  });
  return owners;
}

export function copiesLeft(puzzle: PackingPuzzle, board: PackingBoard, piece: number): number {
  const copies = puzzle.pieces[piece].copies ?? Infinity;
  return copies - board.filter((placement) => placement.piece === piece).length;
}

/** The placement that puts cell `held` of the turned piece onto `target`. */
export function placementAt(
  puzzle: PackingPuzzle, piece: number, orientation: number, held: Cell, target: Cell,
): PackingPlacement | null {
  const offset = minus(target, held);
  // A cell of another kind (a triangle pointing the other way) cannot take this one.
  return puzzle.lattice !== 'cube' && offset[2] !== 0 ? null : { piece, orientation, offset };
}

const regions = new WeakMap<PackingPuzzle, Set<string>>();

export function regionOf(puzzle: PackingPuzzle): Set<string> {
  let found = regions.get(puzzle);
  if (!found) regions.set(puzzle, (found = new Set([...puzzle.region, ...puzzle.optional].map(cellKey))));
  return found;
}

/** Does it stay within the region and off the other pieces? */
export function fits(puzzle: PackingPuzzle, board: PackingBoard, placement: PackingPlacement): boolean {
  const owners = ownersOf(puzzle, board);
  const region = regionOf(puzzle);
  return placedCells(puzzle, placement).every((cell) => region.has(cellKey(cell)) && !owners.has(cellKey(cell)));
}

/** Tries every cell of the piece as the held one, so that a click in a tight place still finds it. */
export function placementCovering(
  puzzle: PackingPuzzle, board: PackingBoard, piece: number, orientation: number, target: Cell,
): PackingPlacement | null {
  for (const held of turnedCells(puzzle, piece, orientation)) {
    const placement = placementAt(puzzle, piece, orientation, held, target);
    if (placement && fits(puzzle, board, placement)) return placement;
  }
  return null;
}

export function put(puzzle: PackingPuzzle, board: PackingBoard, placement: PackingPlacement): PackingBoard | null {
  if (copiesLeft(puzzle, board, placement.piece) < 1 || !fits(puzzle, board, placement)) return null;
  return [...board, placement];
}

export function remove(board: PackingBoard, index: number): PackingBoard | null {
  return !board[index] || board[index].locked ? null : board.filter((_, k) => k !== index);
}

export function toggleLock(puzzle: PackingPuzzle, board: PackingBoard, index: number): PackingBoard | null {
  if (!board[index] || index < puzzle.hints.length) return null;
  return board.map((placement, k) => (k === index ? { ...placement, locked: !placement.locked } : placement));
}

export function hintBoard(puzzle: PackingPuzzle): PackingBoard {
  return puzzle.hints.map((hint) => ({ ...hint, locked: true }));
}

export function emptyCells(puzzle: PackingPuzzle, board: PackingBoard): Cell[] {
  const owners = ownersOf(puzzle, board);
  return puzzle.region.filter((cell) => !owners.has(cellKey(cell)));
}

export function isComplete(puzzle: PackingPuzzle, board: PackingBoard): boolean {
  const enough = puzzle.pieces.every(
    ({ atLeast }, piece) => board.filter((placement) => placement.piece === piece).length >= atLeast,
  );
  return enough && emptyCells(puzzle, board).length === 0;
}
