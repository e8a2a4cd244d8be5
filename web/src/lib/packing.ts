// Packing boards under the player's hands: plain values and functions that return new ones.

import { cellKey, lowest, minus, plus, shapeKey, type Cell, type Grid, type LatticeName } from './lattice';

/** One way to hold a piece; positions refer to the piece's list of orientations. */
export interface Orientation {
  /** The number that placements in files use. */
  number: number;
  /** The cells, moved so that the smallest coordinates are 0, and the offset of a placement that covers just these. */
  cells: Cell[];
  offset: Cell;
  /** After a turn; on the cube lattice three: about the x, y and z axes. */
  turned: number[];
  flipped: number | null;
}

export interface PackingPiece {
  name: string;
  minCopies: number;
  /** null: any number. */
  maxCopies: number | null;
  orientations: Orientation[];
}

export interface PackingPuzzle {
  family: 'packing';
  id: string;
  name: string;
  title: string;
  hash: string;
  lattice: LatticeName;
  grid: Grid;
  region: Cell[];
  optional: Cell[];
  pieces: PackingPiece[];
  hints: PackingPlacement[];
}

/** The piece by its index, how it is held, and where its smallest corner is. */
export interface PackingPlacement {
  piece: number;
  orientation: number;
  at: Cell;
  locked?: boolean;
}

export type PackingBoard = readonly PackingPlacement[];

export function orientationOf(puzzle: PackingPuzzle, piece: number, orientation: number): Orientation {
  return puzzle.pieces[piece].orientations[orientation];
}

export function placedCells(puzzle: PackingPuzzle, { piece, orientation, at }: PackingPlacement): Cell[] {
  return orientationOf(puzzle, piece, orientation).cells.map((cell) => plus(cell, at));
}

/** The placement of a piece that covers these cells, or null. */
export function placementOfCells(puzzle: PackingPuzzle, piece: number, cells: Cell[]): PackingPlacement | null {
  const key = shapeKey(puzzle.lattice, cells);
  const orientation = puzzle.pieces[piece].orientations.findIndex(
    (candidate) => shapeKey(puzzle.lattice, candidate.cells) === key,
  );
  return orientation < 0 ? null : { piece, orientation, at: lowest(puzzle.lattice, cells) };
}

export type Motion = 'turn' | 'tip' | 'roll' | 'flip';

/** The motions a lattice knows: in the plane turns and flips, in space turns about three axes. */
export function motionsOf(lattice: LatticeName): Motion[] {
  return lattice === 'cube' ? ['turn', 'tip', 'roll'] : ['turn', 'flip'];
}

export function moved(puzzle: PackingPuzzle, piece: number, orientation: number, motion: Motion): number {
  const { turned, flipped } = orientationOf(puzzle, piece, orientation);
  if (motion === 'flip') return flipped ?? orientation;
  const axis = { tip: 0, roll: 1, turn: turned.length - 1 }[motion];
  return turned[axis] ?? orientation;
}

export function mayFlip(puzzle: PackingPuzzle, piece: number): boolean {
  return puzzle.pieces[piece].orientations[0].flipped !== null;
}

/** Which placement covers a cell. */
export function ownersOf(puzzle: PackingPuzzle, board: PackingBoard): Map<string, number> {
  const owners = new Map<string, number>();
  board.forEach((placement, index) => {
    for (const cell of placedCells(puzzle, placement)) owners.set(cellKey(cell), index);
  });
  return owners;
}

export function copiesLeft(puzzle: PackingPuzzle, board: PackingBoard, piece: number): number {
  const copies = puzzle.pieces[piece].maxCopies ?? Infinity;
  return copies - board.filter((placement) => placement.piece === piece).length;
}

/** The placement that puts a cell of the turned piece onto the target; null if that is a cell of another kind. */
export function placementAt(
  puzzle: PackingPuzzle, piece: number, orientation: number, held: Cell, target: Cell,
): PackingPlacement | null {
  const at = minus(target, held);
  return puzzle.lattice !== 'cube' && at[2] !== 0 ? null : { piece, orientation, at };
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

/** Tries every cell of the piece as the one that is held, so that a click in a tight place still finds its placement. */
export function placementCovering(
  puzzle: PackingPuzzle, board: PackingBoard, piece: number, orientation: number, target: Cell,
): PackingPlacement | null {
  for (const held of orientationOf(puzzle, piece, orientation).cells) {
    const placement = placementAt(puzzle, piece, orientation, held, target);
    if (placement && fits(puzzle, board, placement)) return placement;
  }
  return null;
}

export type TrayOrder = 'given' | 'size';
/** All pieces, those that fit on a cell as they are or turned, or those with so many cells. */
export type TrayShapes = 'all' | 'fitting' | number;

export function pieceSize(puzzle: PackingPuzzle, piece: number): number {
  return orientationOf(puzzle, piece, 0).cells.length;
}

/** The pieces that are left, chosen by shape. Without a cell all of them fit. */
export function trayOf(
  puzzle: PackingPuzzle, board: PackingBoard, order: TrayOrder, shapes: TrayShapes, cell: Cell | null,
): number[] {
  const fitsOn = (piece: number, on: Cell) =>
    puzzle.pieces[piece].orientations.some((_, way) => placementCovering(puzzle, board, piece, way, on) !== null);
  const pieces = puzzle.pieces
    .map((_, piece) => piece)
    .filter((piece) => copiesLeft(puzzle, board, piece) > 0)
    .filter((piece) => typeof shapes !== 'number' || pieceSize(puzzle, piece) === shapes)
    .filter((piece) => shapes !== 'fitting' || cell === null || fitsOn(piece, cell));
  return order === 'given' ? pieces : pieces.sort((a, b) => pieceSize(puzzle, a) - pieceSize(puzzle, b) || a - b);
}

export function put(puzzle: PackingPuzzle, board: PackingBoard, placement: PackingPlacement): PackingBoard | null {
  if (copiesLeft(puzzle, board, placement.piece) < 1 || !fits(puzzle, board, placement)) return null;
  return [...board, placement];
}

export function remove(board: PackingBoard, index: number): PackingBoard | null {
  return !board[index] || board[index].locked ? null : board.filter((_, k) => k !== index);
}

/** Locks or unlocks; the puzzle's own hints, which come first, stay locked. */
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
    ({ minCopies }, piece) => board.filter((placement) => placement.piece === piece).length >= minCopies,
  );
  return enough && emptyCells(puzzle, board).length === 0;
}
