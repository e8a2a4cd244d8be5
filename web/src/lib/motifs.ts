// How an edge piece looks: four triangles, each with half of a motif on its side. Two sides that match complete it, and
// the motif's shape tells colours apart for those who cannot see them all.

import type { EdgePuzzle } from './edge';
import { darker, frameGrey, hue, lighter } from './palette';


export interface ColourStyle {
  paper: string;
  ink: string;
  /** Null for the frame, which has no motif. */
  motif: number | null;
}

/** Mates share a hue: the first is dark, the second light. */
export function colourStyles(puzzle: Pick<EdgePuzzle, 'frame' | 'mates'>): ColourStyle[] {
  let used = 0;
  const styles: ColourStyle[] = [];
  puzzle.mates.forEach((mate, colour) => {
    if (colour === puzzle.frame) styles.push({ paper: frameGrey, ink: frameGrey, motif: null });
    else if (mate < colour) styles.push(secondHalf(styles[mate]));
    else styles.push(firstHalf(used++, mate !== colour));
  });
  return styles;
}

function firstHalf(index: number, hasMate: boolean): ColourStyle {
  const paper = hasMate ? darker(hue(index), 0.25) : hue(index);
  return { paper, ink: hasMate ? lighter(hue(index), 0.6) : contrast(index, paper), motif: index };
}

function secondHalf(first: ColourStyle): ColourStyle {
  return { paper: lighter(hue(first.motif ?? 0), 0.5), ink: darker(hue(first.motif ?? 0), 0.35), motif: first.motif };
}

function contrast(index: number, paper: string): string {
  return index % 2 ? darker(paper, 0.45) : lighter(paper, 0.65);
}

// Halves of a disc, a diamond, a square, a star and a clover, on the North side of the unit square, pointing inwards.
const halves = [
  'M.32 0A.18 .18 0 0 0 .68 0Z',
  'M.3 0L.5 .22L.7 0Z',
  'M.34 0V.17H.66V0Z',
  'M.28 0L.42 .06L.36 .2L.5 .12L.64 .2L.58 .06L.72 0Z',
  'M.28 0A.11 .11 0 0 0 .42 .09A.09 .09 0 0 0 .58 .09A.11 .11 0 0 0 .72 0Z',
  'M.42 0V.1H.34V.18H.66V.1H.58V0Z',
];

/** Turned clockwise by quarter turns about the middle of the unit square. */
function quarterTurns(turns: number): string {
  return `rotate(${turns * 90} .5 .5)`;
}

export interface SideMarks {
  transform: string;
  paper: string;
  motif: string | null;
  ink: string;
}

export const triangle = 'M0 0H1L.5 .5Z';

export function sideMarks(styles: ColourStyle[], sides: number[]): SideMarks[] {
  return sides.map((colour, side) => {
    const { paper, ink, motif } = styles[colour];
    return { transform: quarterTurns(side), paper, ink, motif: motif === null ? null : halves[motif % halves.length] };
  });
}
