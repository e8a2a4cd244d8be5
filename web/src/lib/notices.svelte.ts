// One line for the reader: what went wrong, or what was done. Screen readers read it aloud.

class Notices {
  text = $state('');
  bad = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string, bad = false): void {
    this.text = text;
    this.bad = bad;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.text = ''), bad ? 12_000 : 5_000);
  }

  /** Errors of the screen that was left say nothing about this one. */
  clear(): void {
    if (this.bad) this.text = '';
  }

  fail(error: unknown): void {
    this.say(error instanceof Error ? error.message : String(error), true);
  }
}

export const notices = new Notices();
