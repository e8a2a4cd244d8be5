// The five lattices as the library numbers them (include/tesselle/lattice.hpp, docs/formats.md). The page needs them to
// turn a piece in the player's hand and to draw cells; whether a placement is right is the server's business.

export type LatticeName = 'square' | 'cube' | 'triangle' | 'hexagon' | 'drafter';
export const lattices: LatticeName[] = ['square', 'cube', 'triangle', 'hexagon', 'drafter'];

/** x, y, z; z is the layer on the cube lattice, the kind of cell (0, 0..1 or 0..11) on the others. */
export type Cell = [number, number, number];
export type Point = [number, number];

interface SymmetryMap {
  matrix: number[];
  classImage: Cell[];
  reflects: boolean;
}

export function cellKey(cell: Cell): string {
  return cell.join(',');
}

export function toCell(numbers: number[]): Cell {
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
}

const turn60 = [0, -1, 0, 1, 1, 0, 0, 0, 0];
const swapAxes = [0, 1, 0, 1, 0, 0, 0, 0, 0];

// Row r of the matrix has its sign at column |a| - 1: the numbering of BurrTools.
const cubeRotations = [
  [1, 2, 3], [1, -3, 2], [1, -2, -3], [1, 3, -2], [-3, 2, 1], [-2, -3, 1], [3, -2, 1], [2, 3, 1],
  [-1, 2, -3], [-1, -3, -2], [-1, -2, 3], [-1, 3, 2], [3, 2, -1], [2, -3, -1], [-3, -2, -1], [-2, 3, -1],
  [-2, 1, 3], [3, 1, 2], [2, 1, -3], [-3, 1, -2], [2, -1, 3], [-3, -1, 2], [-2, -1, -3], [3, -1, -2],
];

function range(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}

function turnAndFlip(name: LatticeName): [SymmetryMap, SymmetryMap] {
  switch (name) {
    case 'triangle':
      return [
        { matrix: turn60, classImage: [[-1, 0, 1], [-1, 1, 0]], reflects: false },
        { matrix: swapAxes, classImage: [[0, 0, 0], [0, 0, 1]], reflects: true },
      ];
    case 'hexagon':
      return [
        { matrix: turn60, classImage: [[0, 0, 0]], reflects: false },
        { matrix: swapAxes, classImage: [[0, 0, 0]], reflects: true },
      ];
    case 'drafter':
      return [
        {
          matrix: turn60,
          classImage: [
            ...range(6).map((k): Cell => [-1, 0, 6 + k]),
            ...range(6).map((k): Cell => [-1, 1, (k + 2) % 6]),
          ],
          reflects: false,
        },
        {
          matrix: swapAxes,
          classImage: [
            ...range(6).map((k): Cell => [0, 0, 5 - k]),
            ...range(6).map((k): Cell => [0, 0, 6 + ((9 - k) % 6)]),
          ],
          reflects: true,
        },
      ];
    default:
      return [
        { matrix: [0, -1, 0, 1, 0, 0, 0, 0, 0], classImage: [[0, 0, 0]], reflects: false },
        { matrix: [-1, 0, 0, 0, 1, 0, 0, 0, 0], classImage: [[0, 0, 0]], reflects: true },
      ];
  }
}

function compose(second: SymmetryMap, first: SymmetryMap): SymmetryMap {
  const matrix = range(9).map((i) =>
    range(3).reduce((sum, k) => sum + second.matrix[Math.floor(i / 3) * 3 + k] * first.matrix[k * 3 + (i % 3)], 0),
  );
  const m = second.matrix;
  const classImage = first.classImage.map((mid): Cell => {
    const shift = second.classImage[mid[2]];
    return [m[0] * mid[0] + m[1] * mid[1] + shift[0], m[3] * mid[0] + m[4] * mid[1] + shift[1], shift[2]];
  });
  return { matrix, classImage, reflects: second.reflects !== first.reflects };
}

function flatMaps(name: LatticeName): SymmetryMap[] {
  const [turn, flip] = turnAndFlip(name);
  const identity: SymmetryMap = {
    matrix: [1, 0, 0, 0, 1, 0, 0, 0, 0],
    classImage: turn.classImage.map((_, k): Cell => [0, 0, k]),
    reflects: false,
  };
  const turns = name === 'square' ? 4 : 6;
  return [identity, flip].flatMap((start) => {
    const maps = [start];
    while (maps.length < turns) maps.push(compose(turn, maps[maps.length - 1]));
    return maps;
  });
}

function cubeMaps(): SymmetryMap[] {
  return cubeRotations.map((axes) => {
    const matrix = new Array<number>(9).fill(0);
    axes.forEach((axis, row) => (matrix[row * 3 + Math.abs(axis) - 1] = Math.sign(axis)));
    return { matrix, classImage: [[0, 0, 0]], reflects: false };
  });
}

const maps = new Map<LatticeName, SymmetryMap[]>();

function mapsOf(name: LatticeName): SymmetryMap[] {
  let found = maps.get(name);
  if (!found) maps.set(name, (found = name === 'cube' ? cubeMaps() : flatMaps(name)));
  return found;
}

export function symmetryCount(name: LatticeName): number {
  return mapsOf(name).length;
}

export function reflects(name: LatticeName, symmetry: number): boolean {
  return mapsOf(name)[symmetry].reflects;
}

export function applySymmetry(name: LatticeName, symmetry: number, [x, y, z]: Cell): Cell {
  const { matrix: m, classImage } = mapsOf(name)[symmetry];
  const depth = name === 'cube' ? z : 0;
  const k = classImage[name === 'cube' ? 0 : z];
  return [
    m[0] * x + m[1] * y + m[2] * depth + k[0],
    m[3] * x + m[4] * y + m[5] * depth + k[1],
    m[6] * x + m[7] * y + m[8] * depth + k[2],
  ];
}

export function compareCells(a: Cell, b: Cell): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Moved so that the smallest coordinates are 0 (z only on the cube lattice), sorted; and by how much it was moved. */
export function normalised(name: LatticeName, cells: Cell[]): { cells: Cell[]; low: Cell } {
  const low: Cell = [
    Math.min(...cells.map((c) => c[0])),
    Math.min(...cells.map((c) => c[1])),
    name === 'cube' ? Math.min(...cells.map((c) => c[2])) : 0,
  ];
  return { cells: cells.map((c) => minus(c, low)).sort(compareCells), low };
}

export function plus(a: Cell, b: Cell): Cell {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function minus(a: Cell, b: Cell): Cell {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

const halfRoot3 = Math.sqrt(3) / 2;

function latticePoint(i: number, j: number): Point {
  return [i + j / 2, j * halfRoot3];
}

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function triangleCorners(i: number, j: number, down: boolean): [Point, Point, Point] {
  return down
    ? [latticePoint(i + 1, j), latticePoint(i + 1, j + 1), latticePoint(i, j + 1)]
    : [latticePoint(i, j), latticePoint(i + 1, j), latticePoint(i, j + 1)];
}

/** The corners of a cell, y downwards as on the screen; a cube's layer is the caller's business. */
export function outline(name: LatticeName, [x, y, z]: Cell): Point[] {
  switch (name) {
    case 'triangle':
      return triangleCorners(x, y, z === 1).map(([px, py]) => [px, -py]);
    case 'hexagon': {
      const [cx, cy] = latticePoint(x, y);
      return range(6).map((k) => {
        const angle = ((30 + 60 * k) * Math.PI) / 180;
        return [cx + Math.cos(angle) / (2 * halfRoot3), -cy - Math.sin(angle) / (2 * halfRoot3)];
      });
    }
    case 'drafter': {
      const c = triangleCorners(x, y, z >= 6);
      const rim = [c[0], middle(c[0], c[1]), c[1], middle(c[1], c[2]), c[2], middle(c[2], c[0])];
      const centre: Point = [(c[0][0] + c[1][0] + c[2][0]) / 3, (c[0][1] + c[1][1] + c[2][1]) / 3];
      return [rim[z % 6], rim[((z % 6) + 1) % 6], centre].map(([px, py]) => [px, -py]);
    }
    default:
      return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
  }
}
