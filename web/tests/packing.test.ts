import { describe, expect, it } from 'vitest';
import { assemblyOrder } from '../src/lib/assembly';
import { applySymmetry, cellKey, lattices, outline, symmetryCount, type Cell } from '../src/lib/lattice';
import {
  allOrientations, copiesLeft, distinctOrientations, fits, isComplete, moved, placementCovering, put, remove,
  type PackingPuzzle,
} from '../src/lib/packing';

const domino: Cell[] = [[0, 0, 0], [1, 0, 0]];
const corner: Cell[] = [[0, 0, 0], [1, 0, 0], [0, 1, 0]];

function squares(...rows: string[]): Cell[] {
  return rows.flatMap((row, y) => [...row].flatMap((sign, x): Cell[] => (sign === '#' ? [[x, y, 0]] : [])));
}

const puzzle: PackingPuzzle = {
  family: 'packing', name: 'small', title: '', hash: '', lattice: 'square', region: squares('###', '##.'), optional: [],
  pieces: [
    { name: 'I', cells: domino, copies: 1, atLeast: 1, orientations: [0, 1] },
    { name: 'V', cells: corner, copies: 1, atLeast: 1, orientations: [0, 1, 2, 3] },
  ],
  hints: [],
};

describe('lattices', () => {
  it('have their symmetries, each a bijection that keeps distances', () => {
    expect(lattices.map(symmetryCount)).toEqual([8, 24, 12, 12, 12]);
    for (const name of lattices)
      for (let symmetry = 0; symmetry < symmetryCount(name); ++symmetry) {
        const kinds = name === 'triangle' ? 2 : name === 'drafter' ? 12 : 1;
        const cells: Cell[] = [];
        for (let x = 0; x < 3; ++x) for (let y = 0; y < 3; ++y) for (let z = 0; z < kinds; ++z) cells.push([x, y, z]);
        const images = new Set(cells.map((cell) => cellKey(applySymmetry(name, symmetry, cell))));
        expect(images.size).toBe(cells.length);
      }
  });

  it('count the twelve pentominoes in their ways to be turned', () => {
    const f = squares('.##', '##.', '.#.');
    const x = squares('.#.', '###', '.#.');
    const i = squares('#####');
    const all = allOrientations('square', true);
    expect(distinctOrientations('square', f, all).length).toBe(8);
    expect(distinctOrientations('square', x, all).length).toBe(1);
    expect(distinctOrientations('square', i, all).length).toBe(2);
    expect(distinctOrientations('square', f, allOrientations('square', false)).length).toBe(4);
  });

  it('draw neighbours with common corners', () => {
    const shared = (a: Cell, b: Cell, name: 'triangle' | 'hexagon' | 'drafter') =>
      outline(name, a).filter(([x, y]) => outline(name, b).some(([u, v]) => Math.hypot(x - u, y - v) < 1e-9)).length;
    expect(shared([0, 0, 0], [0, 0, 1], 'triangle')).toBe(2);
    expect(shared([0, 0, 0], [1, 0, 0], 'hexagon')).toBe(2);
    expect(shared([0, 0, 2], [0, 0, 11], 'drafter')).toBe(2);
  });
});

describe('packing boards', () => {
  it('take pieces that fit and refuse others', () => {
    const at = { piece: 1, orientation: 0, offset: [0, 0, 0] as Cell };
    const board = put(puzzle, [], at)!;
    expect(board.length).toBe(1);
    expect(put(puzzle, board, at)).toBeNull(); // no copy left
    expect(fits(puzzle, board, { piece: 0, orientation: 0, offset: [0, 1, 0] })).toBe(false); // overlaps
    expect(fits(puzzle, [], { piece: 0, orientation: 0, offset: [2, 0, 0] })).toBe(false); // sticks out
    expect(copiesLeft(puzzle, board, 1)).toBe(0);
    expect(remove(board, 0)).toEqual([]);
  });

  it('find the placement that covers a cell', () => {
    const board = put(puzzle, [], placementCovering(puzzle, [], 0, 0, [2, 0, 0])!)!;
    expect(board[0].offset).toEqual([1, 0, 0]);
    expect(placementCovering(puzzle, board, 0, 0, [2, 0, 0])).toBeNull();
  });

  it('know when all is covered', () => {
    const board = [
      { piece: 0, orientation: 0, offset: [1, 0, 0] as Cell },
      { piece: 1, orientation: 3, offset: [0, 1, 0] as Cell },
    ];
    expect(isComplete(puzzle, board)).toBe(true);
    expect(isComplete(puzzle, board.slice(1))).toBe(false);
  });

  it('turn through all orientations and back', () => {
    let orientation = 0;
    for (let k = 0; k < 4; ++k) orientation = moved(puzzle, 1, orientation, 'turn');
    expect(orientation).toBe(0);
    expect(moved(puzzle, 0, 0, 'turn')).toBe(1);
    expect(moved(puzzle, 1, 0, 'tip')).toBe(0);
  });
});

describe('assembly', () => {
  it('puts a lid on last', () => {
    const cup: Cell[] = [];
    for (let x = 0; x < 3; ++x) for (let y = 0; y < 3; ++y) for (let z = 0; z < 2; ++z)
      if (z === 0 || x !== 1 || y !== 1) cup.push([x, y, z]);
    const plug: Cell[] = [[1, 1, 1]];
    expect(assemblyOrder([plug, cup]).map((step) => step.piece)).toEqual([1, 0]);
    expect(assemblyOrder([plug, cup])[1].from).toEqual([0, 0, 1]);
  });

  it('admits that a cage cannot be closed by a straight move', () => {
    const shell: Cell[] = [];
    for (let x = 0; x < 3; ++x) for (let y = 0; y < 3; ++y) for (let z = 0; z < 3; ++z)
      if (x !== 1 || y !== 1 || z !== 1) shell.push([x, y, z]);
    expect(assemblyOrder([[[1, 1, 1]], shell])[0].from).toBeNull();
  });
});
