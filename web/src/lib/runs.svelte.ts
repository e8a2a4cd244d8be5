// One run as the page sees it: the latest of everything, kept up to date by the run's events.

import { get, loadPuzzle, post, watchRun, type BoardJson, type Puzzle, type Run, type RunEvent, type RunState } from './api';
import { notices } from './notices.svelte';

/** Events are shown together, at most this often: a search may find thousands of solutions in a second. */
const leastPause = 80;
const mostPause = 1000;
/** Showing may take this part of the time; a slow screen is shown less often. */
const share = 4;
/** Of a long run only the last events are looked at again; the rest is in the run's own facts. */
const maxEvents = 2000;
const maxPoints = 400;
/** Runs that are watched together: a browser opens six connections to a server, and one must stay free. */
export const maxCompared = 5;

/** A guess that costs nothing: the server writes the key `event` first. */
function isSolution(line: string): boolean {
  return line.startsWith('{"event":"solution"');
}

/** Every second point but the last few, if there are too many. */
function thinned(points: [number, number][]): [number, number][] {
  return points.length <= 2 * maxPoints ? points : points.filter((_, k) => k % 2 === 0 || k === points.length - 1);
}

export function hasEnded(state: RunState): boolean {
  return state === 'finished' || state === 'failed' || state === 'interrupted';
}

export class WatchedRun {
  run = $state.raw<Run | null>(null);
  puzzle = $state.raw<Puzzle | null>(null);
  state = $state<RunState>('running');
  speed = $state<number | null>(null);
  progress = $state.raw<RunEvent | null>(null);
  /** What the engine has now. */
  live = $state.raw<BoardJson | null>(null);
  /** The best board so far, or the last solution. */
  best = $state.raw<BoardJson | null>(null);
  solutions = $state(0);
  finished = $state.raw<RunEvent | null>(null);
  notes = $state.raw<string[]>([]);
  /** Best score over time; solutions over time if nothing is scored. */
  curve = $state.raw<[number, number][]>([]);
  depths = $state.raw<number[]>([]);
  error = $state('');

  private close: () => void = () => {};
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private points: [number, number][] = [];
  private pause = leastPause;

  constructor(readonly id: string, private readonly on: (event: RunEvent) => void = () => {}) {
    this.open();
  }

  private async open(): Promise<void> {
    try {
      this.show(await get<Run>(`/api/runs/${encodeURIComponent(this.id)}`));
      this.puzzle = await loadPuzzle(this.run!.puzzle.id);
      this.watch();
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  private watch(): void {
    this.close();
    this.points = [];
    this.notes = [];
    const from = Math.max(0, (this.run?.events ?? 0) - maxEvents);
    if (from > 0) this.best = this.run?.best as BoardJson | null;
    this.close = watchRun(this.id, from, (line) => {
      // Of solutions that come together only the last is shown.
      if (isSolution(line) && isSolution(this.waiting[this.waiting.length - 1] ?? '')) this.waiting.pop();
      this.waiting.push(line);
      this.timer ??= setTimeout(() => this.takeAll(), this.pause);
    });
  }

  stopWatching(): void {
    this.close();
    clearTimeout(this.timer);
  }

  private takeAll(): void {
    this.timer = undefined;
    const start = performance.now();
    const lines = this.waiting;
    this.waiting = [];
    for (const line of lines) this.take(JSON.parse(line));
    this.points = thinned(this.points);
    this.curve = this.points.slice();
    // A task after the next frame comes when the page has been painted.
    requestAnimationFrame(() =>
      setTimeout(() => (this.pause = Math.min(mostPause, Math.max(leastPause, share * (performance.now() - start))))),
    );
  }

  private show(run: Run): void {
    this.run = run;
    this.state = run.state;
    this.speed = run.speed;
    if (run.error) this.error = run.error;
    this.finished = run.finished;
  }

  private take(event: RunEvent): void {
    switch (event.event) {
      case 'progress':
        this.progress = event;
        if (event.board) this.live = event.board;
        if (event.nodes_per_depth) this.depths = event.nodes_per_depth;
        this.solutions = Math.max(this.solutions, event.solutions ?? 0);
        break;
      case 'improved':
      case 'solution':
        this.best = event as unknown as BoardJson;
        if (event.event === 'solution') this.solutions = Math.max(this.solutions, event.number ?? 0);
        this.points.push([event.seconds ?? 0, this.isOptimising() ? (event.score ?? 0) : this.solutions]);
        break;
      case 'started':
        this.finished = null; // a run that was continued has ended before
        if (this.run && !this.run.started) this.run = { ...this.run, started: event };
        break;
      case 'note':
        this.notes = [...this.notes, event.text ?? ''].slice(-8);
        break;
      case 'state':
        this.state = event.state as RunState;
        this.speed = event.speed ?? null;
        if (hasEnded(this.state)) this.end();
        break;
      case 'failed':
        this.error = event.message ?? '';
        this.state = 'failed';
        this.end();
        break;
      case 'finished':
        this.finished = event;
        this.depths = event.statistics?.nodes_per_depth ?? this.depths;
        break;
    }
    this.on(event);
  }

  private isOptimising(): boolean {
    return this.run?.started?.goal === 'best';
  }

  /** The server says last of all that a run has ended; only then does it know whether the run can go on. */
  private async end(): Promise<void> {
    this.close();
    this.run = await get<Run>(`/api/runs/${encodeURIComponent(this.id)}`);
  }

  async order(verb: 'pause' | 'resume' | 'stop' | 'step' | 'speed', body?: unknown): Promise<void> {
    try {
      const before = hasEnded(this.state);
      const run = await post<Run>(`/api/runs/${encodeURIComponent(this.id)}/${verb}`, body);
      // The run's end may have overtaken the answer.
      if (!before && hasEnded(this.state)) return;
      this.show(run);
      // A run that goes on after its end has closed its stream.
      if (before && verb === 'resume') this.watch();
    } catch (error) {
      notices.fail(error);
    }
  }
}
