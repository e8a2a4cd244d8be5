/** Undo and redo without end: states are immutable values, the newest last. */
export class History<State> {
  private past: State[] = [];
  private future: State[] = [];

  constructor(private present: State) {}

  get state(): State {
    return this.present;
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  push(state: State): void {
    this.past.push(this.present);
    this.present = state;
    this.future = [];
  }

  undo(): State {
    const before = this.past.pop();
    if (before !== undefined) {
      this.future.push(this.present);
      this.present = before;
    }
    return this.present;
  }

  redo(): State {
    const after = this.future.pop();
    if (after !== undefined) {
      this.past.push(this.present);
      this.present = after;
    }
    return this.present;
  }
}
