// Cells and how to draw them. The geometry of the five lattices comes from the server with each puzzle (`grid`).

export type LatticeName = 'square' | 'cube' | 'triangle' | 'hexagon' | 'drafter';
export const lattices: LatticeName[] = ['square', 'cube', 'triangle', 'hexagon', 'drafter'];

/** x, y, z; z is the layer on the cube lattice, the kind of cell on triangle and drafter, 0 on the others. */
export type Cell = [number, number, number];
export type Point = [number, number];

/** The corners of each kind of cell at the origin, and what one step in x and in y adds; y grows downwards. */
export interface Grid {
  shapes: Point[][];
  e1: Point;
  e2: Point;
}

export const squareGrid: Grid = { shapes: [[[0, 0], [1, 0], [1, 1], [0, 1]]], e1: [1, 0], e2: [0, 1] };

export function cellKey(cell: Cell): string {
  return cell.join(',');
}

export function toCell(numbers: number[]): Cell {
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
}

/** As requests want it: two numbers where the third is always 0. */
export function fromCell(lattice: LatticeName, cell: Cell): number[] {
  return lattice === 'square' || lattice === 'hexagon' ? cell.slice(0, 2) : [...cell];
}

export function plus(a: Cell, b: Cell): Cell {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function minus(a: Cell, b: Cell): Cell {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** The smallest coordinates; z counts on the cube lattice alone, elsewhere it is the kind of cell. */
export function lowest(lattice: LatticeName, cells: Cell[]): Cell {
  const low: Cell = [Infinity, Infinity, lattice === 'cube' ? Infinity : 0];
  for (const cell of cells)
    for (const axis of [0, 1, 2]) if (cell[axis] < low[axis]) low[axis] = cell[axis];
  return lattice === 'cube' ? low : [low[0], low[1], 0];
}

/** The same wherever the shape is, and in whatever order its cells are listed. */
export function shapeKey(lattice: LatticeName, cells: Cell[]): string {
  const low = lowest(lattice, cells);
  return cells.map((cell) => cellKey(minus(cell, low))).sort().join(' ');
}

/** Where the cells of a puzzle are on the screen; the layers of a solid are drawn one beside the other. */
export class Layout {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Layers of a solid, with the place of their titles. */
  readonly layers: { z: number; at: Point }[] = [];
  private readonly shift = new Map<number, Point>();

  constructor(private readonly lattice: LatticeName, private readonly grid: Grid, cells: Cell[], perRow = 4) {
    if (lattice === 'cube') this.arrangeLayers(cells, perRow);
    const corners = cells.flatMap((cell) => this.corners(cell));
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    this.left = extreme(xs, Math.min);
    this.top = extreme(ys, Math.min);
    this.width = extreme(xs, Math.max) - this.left;
    this.height = extreme(ys, Math.max) - this.top;
  }

  private arrangeLayers(cells: Cell[], perRow: number): void {
    const xs = cells.map((c) => c[0]);
    const ys = cells.map((c) => c[1]);
    const [left, top] = [extreme(xs, Math.min), extreme(ys, Math.min)];
    const width = extreme(xs, Math.max) - left + 2;
    const height = extreme(ys, Math.max) - top + 2;
    const zs = [...new Set(cells.map((c) => c[2]))].sort((a, b) => a - b);
    zs.forEach((z, k) => {
      const at: Point = [(k % perRow) * width, Math.floor(k / perRow) * height];
      this.shift.set(z, at);
      this.layers.push({ z, at: [left + at[0], top + at[1]] });
    });
  }

  corners([x, y, z]: Cell): Point[] {
    const { shapes, e1, e2 } = this.grid;
    const layer = this.lattice === 'cube' ? (this.shift.get(z) ?? [0, 0]) : [0, 0];
    const dx = x * e1[0] + y * e2[0] + layer[0];
    const dy = x * e1[1] + y * e2[1] + layer[1];
    return shapes[this.lattice === 'cube' ? 0 : z].map(([px, py]) => [px + dx, py + dy]);
  }

  centre(cell: Cell): Point {
    const corners = this.corners(cell);
    return [0, 1].map((axis) => corners.reduce((sum, p) => sum + p[axis], 0) / corners.length) as Point;
  }

  /** Is the cell on a layer that is drawn? */
  shows(cell: Cell): boolean {
    return this.lattice !== 'cube' || this.shift.has(cell[2]);
  }

  cellPath(cell: Cell): string {
    return path(this.corners(cell)) + 'Z';
  }

  cellsPath(cells: Cell[]): string {
    return cells.filter((cell) => this.shows(cell)).map((cell) => this.cellPath(cell)).join('');
  }

  /** The sides that only one of the cells has: the outline of the shape. */
  outlinePath(cells: Cell[]): string {
    const sides = new Map<string, Point[] | null>();
    for (const cell of cells.filter((each) => this.shows(each))) {
      const corners = this.corners(cell);
      corners.forEach((from, k) => {
        const to = corners[(k + 1) % corners.length];
        const key = [round(from), round(to)].sort().join(' ');
        sides.set(key, sides.has(key) ? null : [from, to]);
      });
    }
    return [...sides.values()].map((side) => (side ? path(side) : '')).join('');
  }

  viewBox(margin: number): string {
    return [this.left - margin, this.top - margin, this.width + 2 * margin, this.height + 2 * margin].join(' ');
  }
}

function extreme(values: number[], pick: (a: number, b: number) => number): number {
  return values.length ? values.reduce((a, b) => pick(a, b)) : 0;
}

function round([x, y]: Point): string {
  return `${Math.round(x * 1000)},${Math.round(y * 1000)}`;
}

function path(points: Point[]): string {
  return points.map(([x, y], k) => `${k ? 'L' : 'M'}${+x.toFixed(4)} ${+y.toFixed(4)}`).join('');
}
