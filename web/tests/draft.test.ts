import { describe, expect, it } from 'vitest';
import { edgeJson, edgePlacements } from '../src/lib/api';
import { boardOf, placementsOf, type EdgePuzzle } from '../src/lib/edge';
import {
  canvasCells, colourCodes, edgeKeys, freeName, isFilled, newEdgeDraft, newPackingDraft, packingKeys, pieceCanvas,
  strokeCells, tokens, typedSides, withPieceCount,
} from '../src/lib/draft';
import { cellKey } from '../src/lib/lattice';
import { pathTo, SearchTree, treePlaces } from '../src/lib/tree';

describe('drafts', () => {
  it('give every piece a name of its own and room to be drawn', () => {
    expect(freeName([], 'A')).toBe('A');
    expect(freeName([{ name: 'A' }, { name: 'C' }], 'A')).toBe('B');
    expect(freeName([{ name: 'P' }, { name: 'P2' }], 'P')).toBe('P3');
    expect(pieceCanvas('cube', []).length).toBe(48);
    expect(pieceCanvas('cube', ['0,0,0', '4,0,0']).length).toBe(60);
    expect(pieceCanvas('square', ['0,0,0']).length).toBe(24);
  });

  it('write cells as the tokens of their lattice', () => {
    expect(tokens('square', ['3,1,0', '0,2,0'])).toBe('3,1 0,2');
    expect(tokens('cube', ['3,1,2'])).toBe('3,1,2');
    expect(tokens('drafter', ['0,0,0', '0,0,2', '0,0,7'])).toBe('0,0,0,5 0,0,1,2');
    expect(tokens('drafter', strokeCells('drafter', [1, 2, 9], false).map(cellKey))).toBe('1,2,1,63');
  });

  it('leave out cells beyond a region that was made smaller, and pieces that are not drawn', () => {
    const draft = { ...newPackingDraft(), width: 2, height: 1, region: ['0,0,0', '1,0,0', '2,0,0'], sets: ['domino'] };
    expect(packingKeys(draft).region_cells).toBe('0,0 1,0');
    draft.pieces = [{ name: 'A', cells: [], copies: 1 }, { name: 'B', cells: ['4,4,0'], copies: 3 }];
    expect(packingKeys(draft).piece).toEqual([{ name: 'B', cells: '4,4', copies: 3 }]);
    expect(canvasCells('drafter', 2, 1, 1).length).toBe(24);
  });

  it('read typed cards', () => {
    const halves = newEdgeDraft();
    expect(typedSides(halves, 'aBcD')).toEqual(['a', 'B', 'c', 'D']);
    expect(typedSides(halves, 'aBc')).toBeNull();
    expect(typedSides(halves, 'aBcE')).toBeNull();
    const numbers = { ...halves, complement: false, frame: true, colours: 12 };
    expect(colourCodes(numbers).length).toBe(13);
    expect(typedSides(numbers, '0 1 12 3')).toEqual(['0', '1', '12', '3']);
    expect(typedSides(numbers, '0 1 13 3')).toBeNull();
  });

  it('keep cards when the board grows', () => {
    const draft = { ...newEdgeDraft(), width: 2, height: 1 };
    draft.pieces = [['a', 'B', 'c', 'D'], ['A', 'b', 'C', 'd']];
    expect(isFilled(draft)).toBe(true);
    const larger = withPieceCount({ ...draft, height: 2 });
    expect(larger.pieces.length).toBe(4);
    expect(isFilled(larger)).toBe(false);
    expect(edgeKeys(draft)).toMatchObject({ board: '2x1', match: 'complement', pieces: draft.pieces });
  });
});

describe('boards of the server', () => {
  it('come back as they were sent', () => {
    const puzzle = { width: 3, height: 2 } as EdgePuzzle;
    const placements = [{ cell: 1, piece: 4, rotation: 2 }, { cell: 5, piece: 0, rotation: 3 }];
    const json = edgeJson(puzzle, boardOf(puzzle, placements));
    expect(json.placements[0]).toEqual({ cell: 'A2', piece: 5, rotation: 2 });
    expect(placementsOf(boardOf(puzzle, edgePlacements(puzzle, json)))).toEqual(placements);
  });
});

describe('the tree of a search', () => {
  const board = (...keys: string[]) => keys.map((key) => ({ key, label: key }));

  it('grows under what is still on the board', () => {
    const tree = new SearchTree();
    expect(tree.visit([])).toBe(0);
    const a = tree.visit(board('a'));
    const b = tree.visit(board('a', 'b'));
    const c = tree.visit(board('a', 'c'));
    const d = tree.visit(board('d'));
    expect(tree.nodes[b].parent).toBe(a);
    expect(tree.nodes[c].parent).toBe(a);
    expect(tree.nodes[d].parent).toBe(0);
    expect(tree.visit(board('d'))).toBe(d);
    expect(tree.nodes.length).toBe(5);
    expect([...pathTo(tree.nodes, c)]).toEqual([c, a, 0]);
    expect(treePlaces(tree.nodes).map(({ x, y }) => [x, y])).toEqual([[1.25, 0], [0.5, 1], [0, 2], [1, 2], [2, 1]]);
  });
});
