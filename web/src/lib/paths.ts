// Paths over an edge-matching board: the cells in the order in which a search fills them.

import { cellName } from './edge';

export interface DrawnPath {
  name: string;
  cells: number[];
}

interface Size {
  width: number;
  height: number;
}

/** A stroke that comes to a cell: adds it, or takes the last one back if the stroke returns to the one before. */
export function extended(path: number[], cell: number): number[] {
  if (path.length > 1 && path[path.length - 2] === cell) return path.slice(0, -1);
  return path.includes(cell) ? path : [...path, cell];
}

/** The path and then the cells that it left out, row by row: searches fill the whole board. */
export function completed(size: Size, path: number[]): number[] {
  const drawn = new Set(path);
  return [...path, ...Array.from({ length: size.width * size.height }, (_, cell) => cell).filter((cell) => !drawn.has(cell))];
}

/** As the option `path-cells` of the engines that follow a path. */
export function pathText(size: Size, path: number[]): string {
  return path.map((cell) => cellName(size, cell)).join(' ');
}

/** Pieces of the line through the middles of the cells; it breaks where the path jumps. */
export function pathLines(size: Size, path: number[]): number[][][] {
  const middle = (cell: number) => [(cell % size.width) + 0.5, Math.floor(cell / size.width) + 0.5];
  const lines: number[][][] = [];
  path.forEach((cell, k) => {
    const [x, y] = middle(cell);
    const last = lines[lines.length - 1]?.at(-1);
    if (k > 0 && last && Math.abs(last[0] - x) + Math.abs(last[1] - y) === 1) lines[lines.length - 1].push([x, y]);
    else lines.push([[x, y]]);
  });
  return lines;
}

function key(puzzle: string): string {
  return `tesselle.paths.${puzzle}`;
}

/** The paths that were drawn for a puzzle; those that do not fit its board are left out. */
export function keptPaths(puzzle: Size & { id: string }): DrawnPath[] {
  try {
    const cells = puzzle.width * puzzle.height;
    const kept = JSON.parse(localStorage.getItem(key(puzzle.id)) ?? '[]') as DrawnPath[];
    return kept.filter((path) => new Set(path.cells).size === cells && path.cells.every((cell) => cell >= 0 && cell < cells));
  } catch {
    return [];
  }
}

export function keepPaths(puzzle: string, paths: DrawnPath[]): void {
  try {
    localStorage.setItem(key(puzzle), JSON.stringify(paths));
  } catch {
    // A full store: the paths live as long as the page.
  }
}
