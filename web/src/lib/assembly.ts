// In which order solid pieces can be put together, one at a time and each along a straight line.

import { cellKey, type Cell } from './lattice';

const directions: Cell[] = [[0, 0, 1], [0, 0, -1], [0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0]];

export interface AssemblyStep {
  piece: number;
  /** Where the piece comes from; null if it cannot be put in by a straight move after those before it. */
  from: Cell | null;
}

/** Does the piece leave along the direction without touching the others? */
function slidesOut(cells: Cell[], others: Set<string>, [dx, dy, dz]: Cell, reach: number): boolean {
  for (let step = 1; step <= reach; ++step)
    for (const [x, y, z] of cells) if (others.has(cellKey([x + step * dx, y + step * dy, z + step * dz]))) return false;
  return true;
}

/**
 * Takes the assembly apart, piece by piece, and reverses that. Pieces that are locked into one another come first,
 * with no direction: they have to be joined by a cleverer move.
 */
export function assemblyOrder(pieces: Cell[][]): AssemblyStep[] {
  const coordinates = pieces.flat().flat();
  const reach = coordinates.length ? Math.max(...coordinates) - Math.min(...coordinates) + 1 : 0;
  let inside = pieces.map((_, index) => index);
  const removed: AssemblyStep[] = [];
  for (;;) {
    const step = nextOut(pieces, inside, reach);
    if (!step) break;
    removed.push(step);
    inside = inside.filter((index) => index !== step.piece);
  }
  return [...inside.map((piece) => ({ piece, from: null })), ...removed.reverse()];
}

function nextOut(pieces: Cell[][], inside: number[], reach: number): AssemblyStep | null {
  for (const from of directions)
    for (const piece of inside) {
      const others = new Set(inside.filter((index) => index !== piece).flatMap((index) => pieces[index].map(cellKey)));
      if (slidesOut(pieces[piece], others, from, reach)) return { piece, from };
    }
  return null;
}
