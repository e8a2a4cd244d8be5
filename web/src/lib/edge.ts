// Edge-matching boards under the player's hands: plain values and functions that return new ones.

export interface EdgePiece {
  /** Colour numbers: North, East, South, West. */
  sides: number[];
}

export interface EdgePuzzle {
  family: 'edge';
  id: string;
  name: string;
  title: string;
  hash: string;
  width: number;
  height: number;
  /** The colour that rim sides must show, or null. */
  frame: number | null;
  /** mates[c] is the colour that matches c; with equal colours matching, c itself. */
  mates: number[];
  complement: boolean;
  colourNames: string[];
  pieces: EdgePiece[];
  hints: EdgePlacement[];
}

/** Cells count row by row from the top left, pieces from 0, rotations are clockwise quarter turns. */
export interface EdgePlacement {
  cell: number;
  piece: number;
  rotation: number;
}

export interface Square {
  piece: number;
  rotation: number;
  locked: boolean;
}

export type EdgeBoard = readonly (Square | null)[];

export function emptyBoard(puzzle: EdgePuzzle): EdgeBoard {
  return withPlacements(puzzle, []);
}

/** Just these placements. */
export function boardOf(puzzle: EdgePuzzle, placements: EdgePlacement[]): EdgeBoard {
  const board: (Square | null)[] = new Array(puzzle.width * puzzle.height).fill(null);
  for (const { cell, piece, rotation } of placements) board[cell] = { piece, rotation, locked: false };
  return board;
}

/** The placements, and the puzzle's hints, which are locked and come before them. */
export function withPlacements(puzzle: EdgePuzzle, placements: EdgePlacement[]): EdgeBoard {
  const hinted = new Set(puzzle.hints.map((hint) => hint.piece));
  const board = boardOf(puzzle, placements.filter(({ piece }) => !hinted.has(piece))).slice();
  for (const { cell, piece, rotation } of puzzle.hints) board[cell] = { piece, rotation, locked: true };
  return board;
}

export function placementsOf(board: EdgeBoard): EdgePlacement[] {
  return board.flatMap((square, cell) => (square ? [{ cell, piece: square.piece, rotation: square.rotation }] : []));
}

/** The four sides of a piece as it is turned. */
export function turnedSides(sides: number[], rotation: number): number[] {
  return [0, 1, 2, 3].map((side) => sides[(side + 4 - rotation) % 4]);
}

export function sidesAt(puzzle: EdgePuzzle, board: EdgeBoard, cell: number): number[] | null {
  const square = board[cell];
  return square && turnedSides(puzzle.pieces[square.piece].sides, square.rotation);
}

/** The neighbour across a side, or null beyond the rim. */
export function neighbour(puzzle: EdgePuzzle, cell: number, side: number): number | null {
  const row = Math.floor(cell / puzzle.width) + [-1, 0, 1, 0][side];
  const column = (cell % puzzle.width) + [0, 1, 0, -1][side];
  return row < 0 || row >= puzzle.height || column < 0 || column >= puzzle.width ? null : row * puzzle.width + column;
}

function replace(board: EdgeBoard, changes: [number, Square | null][]): EdgeBoard {
  const next = board.slice();
  for (const [cell, square] of changes) next[cell] = square;
  return next;
}

export function isLocked(board: EdgeBoard, cell: number): boolean {
  return board[cell]?.locked ?? false;
}

/** Puts a piece into a cell; what was there goes back to the tray. Null if the cell or the piece is locked. */
export function place(board: EdgeBoard, cell: number, piece: number, rotation: number): EdgeBoard | null {
  const from = board.findIndex((square) => square?.piece === piece);
  if (isLocked(board, cell) || (from >= 0 && board[from]!.locked)) return null;
  const changes: [number, Square | null][] = from >= 0 ? [[from, null]] : [];
  return replace(board, [...changes, [cell, { piece, rotation, locked: false }]]);
}

/** Moves what is in one cell to another; two pieces change places. */
export function move(board: EdgeBoard, from: number, to: number): EdgeBoard | null {
  if (from === to || !board[from] || isLocked(board, from) || isLocked(board, to)) return null;
  return replace(board, [[from, board[to]], [to, board[from]]]);
}

export function turn(board: EdgeBoard, cell: number, by = 1): EdgeBoard | null {
  const square = board[cell];
  if (!square || square.locked) return null;
  return replace(board, [[cell, { ...square, rotation: (square.rotation + by + 4) % 4 }]]);
}

export function takeBack(board: EdgeBoard, cell: number): EdgeBoard | null {
  return board[cell] && !isLocked(board, cell) ? replace(board, [[cell, null]]) : null;
}

/** Locks or unlocks; the puzzle's own hints stay locked. */
export function toggleLock(puzzle: EdgePuzzle, board: EdgeBoard, cell: number): EdgeBoard | null {
  const square = board[cell];
  if (!square || puzzle.hints.some((hint) => hint.cell === cell)) return null;
  return replace(board, [[cell, { ...square, locked: !square.locked }]]);
}

export function clearBoard(board: EdgeBoard): EdgeBoard {
  return board.map((square) => (square?.locked ? square : null));
}

export interface Conflict {
  cell: number;
  side: number;
}

/** Sides that do not match: each inner one once (as the East or South side of a cell), and wrong rim sides. */
export function conflicts(puzzle: EdgePuzzle, board: EdgeBoard): Conflict[] {
  const found: Conflict[] = [];
  for (let cell = 0; cell < board.length; ++cell) {
    const sides = sidesAt(puzzle, board, cell);
    if (!sides) continue;
    for (let side = 0; side < 4; ++side) {
      const next = neighbour(puzzle, cell, side);
      if (next === null) {
        if (puzzle.frame !== null && sides[side] !== puzzle.frame) found.push({ cell, side });
        continue;
      }
      const other = side === 1 || side === 2 ? sidesAt(puzzle, board, next) : null;
      if (other && puzzle.mates[sides[side]] !== other[(side + 2) % 4]) found.push({ cell, side });
    }
  }
  return found;
}

/** Matching inner edges. */
export function score(puzzle: EdgePuzzle, board: EdgeBoard): number {
  let matching = 0;
  for (let cell = 0; cell < board.length; ++cell) {
    const sides = sidesAt(puzzle, board, cell);
    for (const side of [1, 2]) {
      const next = neighbour(puzzle, cell, side);
      const other = next === null ? null : sidesAt(puzzle, board, next);
      if (sides && other && puzzle.mates[sides[side]] === other[(side + 2) % 4]) ++matching;
    }
  }
  return matching;
}

export function maxScore(puzzle: EdgePuzzle): number {
  return 2 * puzzle.width * puzzle.height - puzzle.width - puzzle.height;
}

/** The pieces that are not on the board, by number. */
export function trayOf(puzzle: EdgePuzzle, board: EdgeBoard): number[] {
  const used = new Set(board.map((square) => square?.piece));
  return puzzle.pieces.map((_, piece) => piece).filter((piece) => !used.has(piece));
}

export type TrayOrder = 'number' | 'kind' | 'colours';

function frameSides(puzzle: EdgePuzzle, piece: number): number {
  return puzzle.pieces[piece].sides.filter((side) => side === puzzle.frame).length;
}

/** Pieces that show all of these colours, corners and rim pieces first if so wanted. */
export function sortedTray(puzzle: EdgePuzzle, tray: number[], order: TrayOrder, wanted: number[]): number[] {
  const shown = tray.filter((piece) => wanted.every((colour) => puzzle.pieces[piece].sides.includes(colour)));
  if (order === 'number') return shown;
  const colours = (piece: number) => [...puzzle.pieces[piece].sides].sort((a, b) => a - b);
  const byColours = (a: number, b: number) => {
    const [left, right] = [colours(a), colours(b)];
    const at = left.findIndex((value, k) => value !== right[k]);
    return at < 0 ? a - b : left[at] - right[at];
  };
  const byKind = (a: number, b: number) => frameSides(puzzle, b) - frameSides(puzzle, a) || a - b;
  return [...shown].sort(order === 'kind' ? byKind : byColours);
}

/** "A1" is the first cell; rows have letters (AA after Z), columns numbers. */
export function cellName(puzzle: { width: number }, cell: number): string {
  let row = Math.floor(cell / puzzle.width) + 1;
  let letters = '';
  for (; row > 0; row = Math.floor((row - 1) / 26)) letters = String.fromCharCode(65 + ((row - 1) % 26)) + letters;
  return letters + ((cell % puzzle.width) + 1);
}

export function cellNamed(puzzle: { width: number; height: number }, name: string): number | null {
  const parts = /^([A-Z]+)([0-9]+)$/.exec(name);
  if (!parts) return null;
  const row = [...parts[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const column = Number(parts[2]) - 1;
  return row < puzzle.height && column >= 0 && column < puzzle.width ? row * puzzle.width + column : null;
}
