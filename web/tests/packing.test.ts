import { describe, expect, it } from 'vitest';
import { packingJson, packingBoard } from '../src/lib/api';
import { Layout, shapeKey, squareGrid, type Cell, type Grid } from '../src/lib/lattice';
import {
  copiesLeft, fits, isComplete, moved, placementAt, placementCovering, placementOfCells, put, remove, toggleLock,
  trayOf, type PackingPuzzle,
} from '../src/lib/packing';

function squares(...rows: string[]): Cell[] {
  return rows.flatMap((row, y) => [...row].flatMap((sign, x): Cell[] => (sign === '#' ? [[x, y, 0]] : [])));
}

function orientation(number: number, turned: number, offset: Cell, ...rows: string[]) {
  return { number, cells: squares(...rows), offset, turned: [turned], flipped: null };
}

const puzzle: PackingPuzzle = {
  family: 'packing', id: 'small', name: 'small', title: '', hash: '', lattice: 'square', grid: squareGrid,
  region: squares('###', '##.'), optional: [],
  pieces: [
    { name: 'I', minCopies: 1, maxCopies: 1, orientations: [
      orientation(0, 1, [0, 0, 0], '##'), orientation(1, 0, [0, 0, 0], '#', '#')] },
    { name: 'V', minCopies: 1, maxCopies: 1, orientations: [
      orientation(0, 1, [0, 0, 0], '##', '#.'), orientation(1, 2, [1, 0, 0], '##', '.#'),
      orientation(2, 3, [1, 1, 0], '.#', '##'), orientation(3, 0, [0, 1, 0], '#.', '##')] },
  ],
  hints: [],
};

describe('packing boards', () => {
  it('shows the pieces that are left by size, or those that fit on a cell', () => {
    expect(trayOf(puzzle, [], 'given', 'all', null)).toEqual([0, 1]);
    expect(trayOf(puzzle, [], 'given', 3, null)).toEqual([1]);
    expect(trayOf({ ...puzzle, pieces: [puzzle.pieces[1], puzzle.pieces[0]] }, [], 'size', 'all', null)).toEqual([1, 0]);
    // What the V leaves are two single cells.
    const board = [{ piece: 1, orientation: 0, at: [0, 0, 0] as Cell }];
    expect(trayOf(puzzle, board, 'given', 'fitting', [2, 0, 0])).toEqual([]);
    expect(trayOf(puzzle, [], 'given', 'fitting', [2, 0, 0])).toEqual([0, 1]);
    // Here only an I reaches the end of the row.
    const lower = { ...puzzle, region: squares('###', '#..') };
    expect(trayOf(lower, [], 'given', 'fitting', [2, 0, 0])).toEqual([0]);
  });

  it('take pieces that fit and refuse others', () => {
    const at = { piece: 1, orientation: 0, at: [0, 0, 0] as Cell };
    const board = put(puzzle, [], at)!;
    expect(board.length).toBe(1);
    expect(put(puzzle, board, at)).toBeNull(); // no copy left
    expect(fits(puzzle, board, { piece: 0, orientation: 0, at: [0, 1, 0] })).toBe(false); // overlaps
    expect(fits(puzzle, [], { piece: 0, orientation: 0, at: [2, 0, 0] })).toBe(false); // sticks out
    expect(copiesLeft(puzzle, board, 1)).toBe(0);
    expect(remove(board, 0)).toEqual([]);
  });

  it('keep locked pieces where they are', () => {
    const board = toggleLock(puzzle, put(puzzle, [], { piece: 1, orientation: 0, at: [0, 0, 0] })!, 0)!;
    expect(remove(board, 0)).toBeNull();
    expect(remove(toggleLock(puzzle, board, 0)!, 0)).toEqual([]);
  });

  it('find the placement that covers a cell', () => {
    const board = put(puzzle, [], placementCovering(puzzle, [], 0, 0, [2, 0, 0])!)!;
    expect(board[0].at).toEqual([1, 0, 0]);
    expect(placementCovering(puzzle, board, 0, 0, [2, 0, 0])).toBeNull();
  });

  it('know when all is covered', () => {
    const board = [
      { piece: 0, orientation: 0, at: [1, 0, 0] as Cell },
      { piece: 1, orientation: 3, at: [0, 0, 0] as Cell },
    ];
    expect(isComplete(puzzle, board)).toBe(true);
    expect(isComplete(puzzle, board.slice(1))).toBe(false);
  });

  it('turn through all orientations and back', () => {
    let held = 0;
    for (let k = 0; k < 4; ++k) held = moved(puzzle, 1, held, 'turn');
    expect(held).toBe(0);
    expect(moved(puzzle, 0, 0, 'turn')).toBe(1);
    expect(moved(puzzle, 1, 0, 'flip')).toBe(0);
  });

  it('come back from the form in which they are sent', () => {
    const board = [{ piece: 1, orientation: 2, at: [0, 0, 0] as Cell }];
    const json = packingJson(puzzle, board);
    expect(json.placements[0]).toMatchObject({ piece: 'V', orientation: 2, offset: [1, 1] });
    expect(packingBoard(puzzle, json)).toEqual(board);
    const { piece, orientation: number, offset } = json.placements[0];
    expect(packingBoard(puzzle, { placements: [{ piece, orientation: number, offset }] })).toEqual(board);
  });

  it('do not put a triangle onto one that points the other way', () => {
    expect(placementAt({ ...puzzle, lattice: 'triangle' }, 0, 0, [0, 0, 0], [3, 3, 1])).toBeNull();
  });

  it('recognise a shape wherever it is', () => {
    expect(placementOfCells(puzzle, 0, [[5, 3, 0], [5, 4, 0]])).toEqual({ piece: 0, orientation: 1, at: [5, 3, 0] });
    expect(placementOfCells(puzzle, 0, [[5, 3, 0], [6, 4, 0]])).toBeNull();
    expect(shapeKey('square', [[1, 1, 0], [0, 1, 0]])).toBe(shapeKey('square', [[4, 7, 0], [5, 7, 0]]));
  });
});

describe('layout', () => {
  it('draws only the outline of a shape', () => {
    const layout = new Layout('square', squareGrid, squares('##', '##'));
    expect(layout.outlinePath(squares('##', '##')).split('M').length - 1).toBe(8);
    expect([layout.width, layout.height]).toEqual([2, 2]);
  });

  it('puts layers side by side', () => {
    const layout = new Layout('cube', squareGrid, [[0, 0, 0], [1, 0, 0], [0, 0, 1]]);
    expect(layout.corners([0, 0, 1])[0]).toEqual([3, 0]);
    expect(layout.shows([0, 0, 2])).toBe(false);
  });

  it('draws triangles by their kind', () => {
    const grid: Grid = { shapes: [[[0, 0], [1, 0], [0.5, -0.8]], [[1, 0], [1.5, -0.8], [0.5, -0.8]]], e1: [1, 0], e2: [0.5, -0.8] };
    const layout = new Layout('triangle', grid, [[0, 0, 0], [0, 0, 1]]);
    expect(layout.outlinePath([[0, 0, 0], [0, 0, 1]]).split('M').length - 1).toBe(4);
  });
});
