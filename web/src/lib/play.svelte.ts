// What playing is for both families: a board with undo and redo, and what still fits into its empty cells.

import { post, type BoardJson, type FitsAnswer } from './api';
import { History } from './history';

export class PlayedBoard<Board> {
  now = $state.raw<Board>(undefined as Board);
  private readonly history: History<Board>;

  /** `changed` is called after every change of the board. */
  constructor(start: Board, private readonly changed: () => void) {
    this.history = new History(start);
    this.now = start;
  }

  /** Null is a move that cannot be made. */
  commit(next: Board | null): boolean {
    if (next === null) return false;
    this.history.push(next);
    this.show(next);
    return true;
  }

  undo(): void {
    if (this.history.canUndo) this.show(this.history.undo());
  }

  redo(): void {
    if (this.history.canRedo) this.show(this.history.redo());
  }

  // The history is not reactive; the board changes with it.
  get canUndo(): boolean {
    void this.now;
    return this.history.canUndo;
  }
  get canRedo(): boolean {
    void this.now;
    return this.history.canRedo;
  }

  private show(board: Board): void {
    this.now = board;
    this.changed();
  }
}

type FitCell = FitsAnswer['cells'][number];

/** How many pieces or placements fit into each empty cell, asked for when the board has rested for a moment. */
export class FitCounts<Key> {
  counts = $state.raw(new Map<Key, number>());
  /** The server's last answer; null while it is about another board. */
  answer = $state.raw<FitsAnswer | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(private readonly puzzle: string, private readonly entry: (cell: FitCell) => [Key, number],
              private readonly failed: (error: unknown) => void) {}

  /** Old numbers stay where the cell is still empty. `more` are further keys of the question. */
  ask(board: BoardJson, isEmpty: (key: Key) => boolean, more: Record<string, unknown> = {}): void {
    this.stop();
    this.answer = null;
    this.counts = new Map([...this.counts].filter(([key]) => isEmpty(key)));
    this.timer = setTimeout(async () => {
      const number = ++this.asked;
      try {
        const answer = await post<FitsAnswer>('/api/boards/fits', { puzzle: this.puzzle, board, ...more });
        if (number !== this.asked) return;
        this.answer = answer;
        this.counts = new Map(answer.cells.map(this.entry));
      } catch (error) {
        this.failed(error);
      }
    }, 60);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
