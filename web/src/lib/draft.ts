// Puzzles under construction, and how they are written with the keys of the native puzzle file.

import { cellKey, type Cell, type LatticeName } from './lattice';

export interface DraftPiece {
  name: string;
  cells: string[];
  copies: number;
}

export interface PackingDraft {
  name: string;
  lattice: LatticeName;
  width: number;
  height: number;
  layers: number;
  region: string[];
  sets: string[];
  pieces: DraftPiece[];
  turnOver: boolean;
  useAll: boolean;
}

export interface EdgeDraft {
  name: string;
  width: number;
  height: number;
  complement: boolean;
  frame: boolean;
  colours: number;
  /** Four codes per piece: North, East, South, West; '' where nothing was chosen yet. */
  pieces: string[][];
}

export function newPackingDraft(): PackingDraft {
  return {
    name: 'my-puzzle', lattice: 'square', width: 8, height: 6, layers: 3, region: [], sets: [], pieces: [],
    turnOver: true, useAll: true,
  };
}

export function newEdgeDraft(): EdgeDraft {
  return withPieceCount({ name: 'my-cards', width: 3, height: 3, complement: true, frame: false, colours: 4, pieces: [] });
}

/** As many pieces as cells, what is there kept. */
export function withPieceCount(draft: EdgeDraft): EdgeDraft {
  const pieces = Array.from({ length: draft.width * draft.height }, (_, k) => draft.pieces[k] ?? ['', '', '', '']);
  return { ...draft, pieces };
}

export function kindsOf(lattice: LatticeName): number {
  return lattice === 'triangle' ? 2 : lattice === 'drafter' ? 12 : 1;
}

/** Every cell of a box of that lattice. */
export function canvasCells(lattice: LatticeName, width: number, height: number, layers: number): Cell[] {
  const cells: Cell[] = [];
  const depth = lattice === 'cube' ? layers : kindsOf(lattice);
  for (let z = 0; z < depth; ++z)
    for (let y = 0; y < height; ++y) for (let x = 0; x < width; ++x) cells.push([x, y, z]);
  return cells;
}

/** Room to draw a piece: the usual one, or more if the piece needs it. */
export function pieceCanvas(lattice: LatticeName, keys: string[]): Cell[] {
  const cells = keys.map((key) => key.split(',').map(Number));
  const length = (axis: number) => 1 + Math.max(-1, ...cells.map((cell) => cell[axis]));
  const [width, height, layers] = lattice === 'cube' ? [4, 4, 3] : [lattice === 'drafter' ? 4 : 6, 4, 1];
  return canvasCells(lattice, Math.max(width, length(0)), Math.max(height, length(1)), Math.max(layers, length(2)));
}

/** The name, or if it is taken the next letter, or the name with a number. */
export function freeName(pieces: { name: string }[], wanted: string): string {
  const taken = new Set(pieces.map((piece) => piece.name));
  const others = wanted === 'A' ? [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] : [wanted];
  return others.find((name) => !taken.has(name)) ?? freeNumbered(taken, wanted);
}

function freeNumbered(taken: Set<string>, wanted: string): string {
  let number = 2;
  while (taken.has(`${wanted}${number}`)) ++number;
  return `${wanted}${number}`;
}

/** The cells that one stroke paints: on the drafter lattice the whole triangle unless a single sector is wanted. */
export function strokeCells(lattice: LatticeName, [x, y, z]: Cell, single: boolean): Cell[] {
  if (lattice !== 'drafter' || single) return [[x, y, z]];
  return [0, 1, 2, 3, 4, 5].map((k): Cell => [x, y, (z < 6 ? 0 : 6) + k]);
}

/** Cells as the file's tokens. */
export function tokens(lattice: LatticeName, keys: string[]): string {
  const cells = keys.map((key) => key.split(',').map(Number));
  if (lattice === 'square' || lattice === 'hexagon') return cells.map(([x, y]) => `${x},${y}`).join(' ');
  if (lattice !== 'drafter') return keys.join(' ');
  const masks = new Map<string, number>();
  for (const [x, y, z] of cells) {
    const triangle = `${x},${y},${z < 6 ? 0 : 1}`;
    masks.set(triangle, (masks.get(triangle) ?? 0) | (1 << (z % 6)));
  }
  return [...masks].map(([triangle, mask]) => `${triangle},${mask}`).join(' ');
}

export function packingKeys(draft: PackingDraft): Record<string, unknown> {
  const inside = new Set(canvasCells(draft.lattice, draft.width, draft.height, draft.layers).map(cellKey));
  const keys: Record<string, unknown> = {
    family: 'packing', name: draft.name, lattice: draft.lattice,
    region_cells: tokens(draft.lattice, draft.region.filter((key) => inside.has(key))),
  };
  if (draft.sets.length) keys.sets = draft.sets;
  const pieces = draft.pieces.filter((piece) => piece.cells.length > 0);
  if (pieces.length)
    keys.piece = pieces.map((piece) => ({
      name: piece.name, cells: tokens(draft.lattice, piece.cells), ...(piece.copies === 1 ? {} : { copies: piece.copies }),
    }));
  if (!draft.turnOver && draft.lattice !== 'cube') keys.turn_over = false;
  if (!draft.useAll) keys.use_all = false;
  return keys;
}

/** What may be typed for a side: numbers, or letters whose capital is the head and whose small one is the tail. */
export function colourCodes(draft: Pick<EdgeDraft, 'complement' | 'frame' | 'colours'>): string[] {
  const numbers = Array.from({ length: draft.colours }, (_, k) => k);
  if (draft.complement)
    return numbers.flatMap((k) => [String.fromCharCode(65 + k), String.fromCharCode(97 + k)]);
  return [...(draft.frame ? ['0'] : []), ...numbers.map((k) => String(k + 1))];
}

/** "A b C d", "AbCd" or "0 1 12 3" as four codes; null if it is not that. */
export function typedSides(draft: EdgeDraft, text: string): string[] | null {
  const known = new Set(colourCodes(draft));
  const parts = /[\s,]/.test(text.trim()) ? text.trim().split(/[\s,]+/) : [...text.trim()];
  return parts.length === 4 && parts.every((part) => known.has(part)) ? parts : null;
}

export function edgeKeys(draft: EdgeDraft): Record<string, unknown> {
  const keys: Record<string, unknown> = { family: 'edge', name: draft.name, board: `${draft.width}x${draft.height}` };
  if (draft.complement) {
    keys.match = 'complement';
    keys.mates = Array.from({ length: draft.colours }, (_, k) => [String.fromCharCode(65 + k), String.fromCharCode(97 + k)]);
    keys.pieces = draft.pieces;
  } else {
    if (draft.frame) keys.frame = 0;
    keys.colours = draft.colours + 1;
    keys.pieces = draft.pieces.map((piece) => piece.map(Number));
  }
  return keys;
}

export function isFilled(draft: EdgeDraft): boolean {
  return draft.pieces.every((piece) => piece.every((side) => side !== ''));
}
