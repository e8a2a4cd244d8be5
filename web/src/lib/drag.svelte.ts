// Dragging with mouse, pen or finger. A press that does not move is a click.

const threshold = 6;

export class Drag<Thing> {
  /** What is being dragged, once the pointer has moved. */
  thing = $state.raw<Thing | null>(null);
  x = $state(0);
  y = $state(0);

  constructor(private readonly dropped: (thing: Thing, target: string | null) => void,
              private readonly over: (thing: Thing, target: string | null) => void = () => {}) {}

  /** `clicked` is called if the pointer comes up where it went down. */
  begin(event: PointerEvent, thing: Thing | null, clicked: () => void): void {
    if (event.button !== 0) return;
    // A finger is otherwise captured by the element it touched.
    const element = event.target as Element;
    if (element.hasPointerCapture?.(event.pointerId)) element.releasePointerCapture(event.pointerId);
    const [startX, startY] = [event.clientX, event.clientY];
    const move = (now: PointerEvent) => {
      if (thing === null) return;
      if (!this.thing && Math.hypot(now.clientX - startX, now.clientY - startY) < threshold) return;
      this.thing = thing;
      [this.x, this.y] = [now.clientX, now.clientY];
      this.over(thing, targetAt(now));
      now.preventDefault();
    };
    const end = (now: PointerEvent) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      const wasDragging = this.thing !== null;
      this.thing = null;
      if (now.type === 'pointercancel') return;
      if (wasDragging) this.dropped(thing!, targetAt(now));
      else clicked();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  }
}

/** The cell under the pointer, or null off the board. */
function targetAt(event: PointerEvent): string | null {
  const element = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-cell]');
  return element?.dataset.cell ?? null;
}
