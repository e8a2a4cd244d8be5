/** A stroke with mouse, pen or finger: calls `over` with each cell of the box that the pointer comes to. */
export function beginStroke(event: PointerEvent, box: Element | undefined, over: (cell: string) => void): void {
  // A finger is otherwise captured by the element it touched.
  const element = event.target as Element;
  if (element.hasPointerCapture?.(event.pointerId)) element.releasePointerCapture(event.pointerId);
  const move = (now: PointerEvent) => {
    const under = document.elementFromPoint(now.clientX, now.clientY)?.closest<SVGElement>('[data-cell]');
    if (under && box?.contains(under)) over(under.dataset.cell!);
  };
  const end = () => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}
