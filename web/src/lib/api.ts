// The server's API (docs/api.md): the page uses nothing else.

import { cellName, cellNamed, type EdgeBoard, type EdgePuzzle } from './edge';
import { fromCell, plus, minus, toCell, type Cell, type Grid, type LatticeName } from './lattice';
import {
  orientationOf, placedCells, placementOfCells, type PackingBoard, type PackingPlacement, type PackingPuzzle,
} from './packing';

export type Puzzle = EdgePuzzle | PackingPuzzle;

export class ApiError extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

interface ErrorBody {
  error?: { message: string; file: string; line: number; column: number };
}

function errorText(body: ErrorBody, status: number): string {
  if (!body.error) return `HTTP ${status}`;
  const { message, file, line, column } = body.error;
  return line ? `${file}:${line}:${column}: ${message}` : message;
}

async function answerOf(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body: ErrorBody = await response.json().catch(() => ({}));
  throw new ApiError(response.status, errorText(body, response.status));
}

export async function get<T>(address: string): Promise<T> {
  return (await answerOf(await fetch(address))).json();
}

async function send(address: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method: 'POST' };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  return answerOf(await fetch(address, init));
}

export async function post<T>(address: string, body?: unknown): Promise<T> {
  return (await send(address, body)).json();
}

// ---- what the server says ----

export interface PuzzleCard {
  id: string;
  name: string;
  title: string;
  family: 'edge' | 'packing';
  built_in: boolean;
  width?: number;
  height?: number;
  lattice?: LatticeName;
  box?: number[];
  pieces: number;
  cells?: number;
  known: { solutions: number | null; distinct: number | null; text: string } | null;
  hardness: 'seconds' | 'minutes' | 'weeks' | 'unsolved' | null;
}

interface PlacementJson {
  cell?: string;
  piece: number | string;
  rotation?: number;
  orientation?: number;
  offset?: number[];
  cells?: number[][];
}

export interface BoardJson {
  placements: PlacementJson[];
  board?: string;
  score?: number;
  max_score?: number;
  conflicts?: number;
  number?: number;
  engine?: string;
  nodes?: number;
  seconds?: number;
}

export interface Score {
  score: number;
  max_score: number;
  conflicts: number;
}

export interface OptionInfo {
  name: string;
  help: string;
  type: 'flag' | 'whole' | 'real' | 'text';
  default: string;
  min: number | null;
  max: number | null;
  choices: string[];
}

export interface EngineCard {
  name: string;
  family: string;
  complete: boolean;
  goals: string[];
  abilities: string[];
  summary: string;
  options: OptionInfo[];
}

export interface RunEvent {
  event: string;
  seq?: number;
  nodes?: number;
  solutions?: number;
  seconds?: number;
  nodes_per_second?: number;
  depth?: number;
  fraction?: number | null;
  seconds_left?: number | null;
  best?: Score | null;
  board?: BoardJson;
  nodes_per_depth?: number[];
  text?: string;
  state?: string;
  speed?: number | null;
  message?: string;
  status?: string;
  engine?: string;
  reason?: string;
  goal?: string;
  distinct?: number | null;
  number?: number;
  score?: number;
  max_score?: number;
  conflicts?: number;
  placements?: PlacementJson[];
  why_none?: string | null;
  statistics?: { nodes_per_depth?: number[] };
}

export type RunState = 'running' | 'paused' | 'finished' | 'failed' | 'interrupted';

export interface Run {
  id: string;
  title: string;
  created: string;
  puzzle: { id: string; name: string; title: string; family: string };
  state: RunState;
  speed: number | null;
  started: RunEvent | null;
  progress: RunEvent | null;
  best: RunEvent | null;
  finished: RunEvent | null;
  /** As it was sent; not in lists of runs. */
  request?: { options?: Record<string, string>; threads?: number; seed?: number; symmetry?: string };
  error: string | null;
  solutions: number;
  /** Number of the last event. */
  events: number;
  resumable: boolean;
}

export interface BoardCard {
  /** The built-in set of pieces that the board shows. */
  set: string | null;
  whole_set: boolean;
  pieces: number;
  placed: number;
  clues: { cell: string; piece: number; kept: boolean }[];
  clues_kept: number;
  rim_faults: unknown[];
  rim_sides: number;
  conflicts: { cell: string; side: string; colour: string | null; other: string; other_colour: string | null }[];
}

export interface Verdict {
  solves: boolean;
  legal: boolean;
  complete: boolean;
  score: number;
  max_score: number;
  conflicts: number;
  faults: string[];
  shortfalls: string[];
  /** The judge's notes on an edge-matching board. */
  card: BoardCard | null;
  clashes?: { cell: string; side: string; other: string | null }[];
  empty: unknown[];
  missing: unknown[];
  duplicates: unknown[];
  overlaps?: number[][];
  outside?: number[][];
  placed: number;
}

export interface HintAnswer {
  kind: string;
  placement: PlacementJson | null;
  cell: string | number[] | null;
  choices: number | null;
  certain: boolean;
  why: string;
}

export interface FitsAnswer {
  cells: { cell: string | number[]; pieces?: number; placements: number }[];
  dead: (string | number[])[];
  /** Of rules that look ahead: false if they show that the board cannot be completed. */
  consistent?: boolean;
  /** What fits at the cell that was asked for. */
  list?: PlacementJson[];
  /** Edge-matching: the colours that the sides of that cell can still show. */
  borders?: Record<'north' | 'east' | 'south' | 'west', { colour: number; placements: number }[]>;
}

interface PieceJson {
  name: string;
  min_copies: number;
  max_copies: number | null;
  orientations: {
    orientation: number;
    cells: number[][];
    offset: number[];
    turned: number | number[];
    flipped: number | null;
  }[];
}

export interface PuzzleJson {
  id: string;
  family: 'edge' | 'packing';
  name: string;
  title: string;
  hash: string;
  width: number;
  height: number;
  matching: 'same' | 'complement';
  colours: { name: string; mate: number }[];
  frame: number | null;
  pieces: unknown[];
  hints: PlacementJson[];
  lattice: LatticeName;
  region: number[][];
  optional_cells: number[][];
  grid: Grid;
}

// ---- from the server's words to ours and back ----

export function edgePuzzle(json: PuzzleJson): EdgePuzzle {
  const puzzle: EdgePuzzle = {
    family: 'edge', id: json.id, name: json.name, title: json.title || json.name, hash: json.hash,
    width: json.width, height: json.height, frame: json.frame, complement: json.matching === 'complement',
    mates: json.colours.map((colour) => colour.mate), colourNames: json.colours.map((colour) => colour.name),
    pieces: (json.pieces as number[][]).map((sides) => ({ sides })), hints: [],
  };
  puzzle.hints = edgePlacements(puzzle, { placements: json.hints });
  return puzzle;
}

export function packingPuzzle(json: PuzzleJson): PackingPuzzle {
  const puzzle: PackingPuzzle = {
    family: 'packing', id: json.id, name: json.name, title: json.title || json.name, hash: json.hash,
    lattice: json.lattice, grid: json.grid, region: json.region.map(toCell),
    optional: (json.optional_cells ?? []).map(toCell),
    pieces: (json.pieces as PieceJson[]).map((piece) => ({
      name: piece.name, minCopies: piece.min_copies, maxCopies: piece.max_copies,
      orientations: piece.orientations.map((each) => ({
        number: each.orientation, cells: each.cells.map(toCell), offset: toCell(each.offset),
        turned: [each.turned].flat(), flipped: each.flipped,
      })),
    })),
    hints: [],
  };
  puzzle.hints = [...packingBoard(puzzle, { placements: json.hints })];
  return puzzle;
}

export function puzzleFrom(json: PuzzleJson): Puzzle {
  return json.family === 'edge' ? edgePuzzle(json) : packingPuzzle(json);
}

export function edgePlacements(puzzle: EdgePuzzle, board: BoardJson) {
  return board.placements.flatMap(({ cell, piece, rotation }) => {
    const at = cellNamed(puzzle, cell ?? '');
    return at === null ? [] : [{ cell: at, piece: Number(piece) - 1, rotation: rotation ?? 0 }];
  });
}

export function packingBoard(puzzle: PackingPuzzle, board: BoardJson): PackingBoard {
  return board.placements.flatMap((json): PackingPlacement[] => {
    const placement = packingPlacement(puzzle, json);
    return placement ? [placement] : [];
  });
}

export function packingPlacement(puzzle: PackingPuzzle, json: PlacementJson): PackingPlacement | null {
  const piece = puzzle.pieces.findIndex((candidate) => candidate.name === json.piece);
  if (piece < 0) return null;
  if (json.cells) return placementOfCells(puzzle, piece, json.cells.map(toCell));
  const orientation = puzzle.pieces[piece].orientations.findIndex((each) => each.number === json.orientation);
  if (orientation < 0) return null;
  const at = minus(toCell(json.offset ?? []), orientationOf(puzzle, piece, orientation).offset);
  return { piece, orientation, at };
}

export function edgeJson(puzzle: EdgePuzzle, board: EdgeBoard): BoardJson {
  return {
    placements: board.flatMap((square, cell) =>
      square ? [{ cell: cellName(puzzle, cell), piece: square.piece + 1, rotation: square.rotation }] : [],
    ),
  };
}

export function packingJson(puzzle: PackingPuzzle, board: PackingBoard): BoardJson {
  const plain = (cell: Cell) => fromCell(puzzle.lattice, cell);
  return {
    placements: board.map((placement) => {
      const { number, offset } = orientationOf(puzzle, placement.piece, placement.orientation);
      const shift = plus(offset, placement.at);
      return {
        piece: puzzle.pieces[placement.piece].name, orientation: number,
        offset: puzzle.lattice === 'square' || puzzle.lattice === 'hexagon' ? shift.slice(0, 2) : [...shift],
        cells: placedCells(puzzle, placement).map(plain),
      };
    }),
  };
}

// ---- questions ----

const sentFiles = 'tesselle.file.';

/** A puzzle that was sent is forgotten when the server restarts, so the browser keeps its text and sends it again. */
async function sendAgain(id: string): Promise<PuzzleJson> {
  const text = localStorage.getItem(sentFiles + id);
  if (text === null) throw new ApiError(404, id);
  return sendFile(text, id + '.toml');
}

async function sendFile(body: BodyInit, name: string): Promise<PuzzleJson> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body };
  return (await answerOf(await fetch(`/api/puzzles?name=${encodeURIComponent(name)}`, init))).json();
}

async function keepText(id: string): Promise<void> {
  const text = await (await answerOf(await fetch(`/api/puzzles/${encodeURIComponent(id)}/file?to=toml`))).text();
  try {
    localStorage.setItem(sentFiles + id, text);
  } catch {
    // A full store only means that a restart of the server forgets the puzzle.
  }
}

export async function openPuzzleFile(body: BodyInit, name: string): Promise<Puzzle> {
  const json = await sendFile(body, name);
  if (!json.id.startsWith('u-')) return puzzleFrom(json);
  await keepText(json.id);
  return puzzleFrom(json);
}

const puzzles = new Map<string, Promise<Puzzle>>();

export function loadPuzzle(id: string): Promise<Puzzle> {
  let found = puzzles.get(id);
  if (!found) {
    found = get<PuzzleJson>(`/api/puzzles/${encodeURIComponent(id)}`)
      .catch((error) => (error instanceof ApiError && error.status === 404 ? sendAgain(id) : Promise.reject(error)))
      .then(puzzleFrom);
    puzzles.set(id, found);
    found.catch(() => puzzles.delete(id));
  }
  return found;
}

let engineList: Promise<EngineCard[]> | undefined;

export function loadEngines(): Promise<EngineCard[]> {
  engineList ??= get<{ engines: EngineCard[] }>('/api/engines').then((answer) => answer.engines);
  return engineList;
}

export async function pictureOf(puzzle: string, board: BoardJson, numbers: boolean): Promise<string> {
  return (await send('/api/boards/picture', { puzzle, board, numbers })).text();
}

/**
 * Calls `on` with the event lines after number `from` until the run has ended or the returned function is called.
 * Lines are parsed by the caller, who may not need all of them.
 */
export function watchRun(id: string, from: number, on: (line: string) => void): () => void {
  const source = new EventSource(`/api/runs/${encodeURIComponent(id)}/events?from=${from}`);
  source.onmessage = (message) => on(message.data as string);
  return () => source.close();
}

/** What a search has to expect (docs/events.md, `estimate`). */
export interface EstimateAnswer {
  nodes_per_second: number;
  probed: { nodes: number; nodes_error: number; solutions: number };
}

/** A run of a comparison that has ended. */
export interface RunLine {
  event: 'run';
  variant: string;
  status: string;
  nodes: number;
  seconds: number;
  solutions: number;
}

/** Runs variants one after another and calls `on` with each that has ended; aborting the signal ends the comparison. */
export async function compareVariants(request: unknown, on: (line: RunLine) => void, signal: AbortSignal): Promise<void> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request), signal };
  const reader = (await answerOf(await fetch('/api/compare', init))).body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop()!;
    for (const line of lines.filter((text) => text !== '')) {
      const event = JSON.parse(line);
      if (event.event === 'run') on(event);
      if (event.event === 'failed') throw new Error(event.message);
    }
  }
}

export interface CheckAnswer {
  error: { message: string } | null;
  puzzle: PuzzleJson | null;
  problems: { code: string; text: string }[];
  colours?: { name: string; sides: number; mate: string; mate_sides: number }[] | null;
  rim?: { needed: number; frame_sides: number | null; corners_needed: number; corners: number } | null;
  areas?: { region: number; optional: number; pieces_min: number; pieces_max: number | null } | null;
}

export function checkPuzzle(puzzle: unknown): Promise<CheckAnswer> {
  return post<CheckAnswer>('/api/puzzles/check', { puzzle });
}

/** Sends a puzzle given by the keys of a puzzle file. */
export async function sendPuzzle(puzzle: unknown): Promise<Puzzle> {
  const json = await post<PuzzleJson>('/api/puzzles', { puzzle });
  await keepText(json.id);
  return puzzleFrom(json);
}

const oneCell: Record<LatticeName, string> = { square: '0,0', hexagon: '0,0', cube: '0,0,0', triangle: '0,0,0', drafter: '0,0,0,63' };

/** A puzzle that has just the pieces of a named set. */
export async function piecesOfSet(lattice: LatticeName, name: string): Promise<PackingPuzzle> {
  const answer = await checkPuzzle({ family: 'packing', lattice, region_cells: oneCell[lattice], sets: [name] });
  if (!answer.puzzle) throw new Error(answer.error?.message ?? name);
  return packingPuzzle(answer.puzzle);
}

const grids = new Map<LatticeName, Promise<Grid>>();

/** How a lattice is drawn: asked for with a puzzle of one cell. */
export function gridOf(lattice: LatticeName): Promise<Grid> {
  const cell = oneCell[lattice];
  const puzzle = { family: 'packing', lattice, region_cells: cell, piece: [{ name: 'A', cells: cell }] };
  let found = grids.get(lattice);
  if (!found) {
    found = checkPuzzle(puzzle).then((answer) => answer.puzzle!.grid);
    grids.set(lattice, found);
    found.catch(() => grids.delete(lattice));
  }
  return found;
}
