/** Arrow keys on any lattice: moves the focus to the nearest cell in that direction on the screen; its key, or null. */
export function focusNext(container: Element | undefined, from: string, arrow: string): string | null {
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[arrow];
  const cells = [...(container?.querySelectorAll<SVGGraphicsElement>('[data-cell]') ?? [])];
  const here = cells.find((cell) => cell.dataset.cell === from);
  if (!direction || !here) return null;
  const [dx, dy] = direction;
  const [hx, hy] = middle(here);
  let best: SVGGraphicsElement | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const [x, y] = middle(cell);
    const along = (x - hx) * dx + (y - hy) * dy;
    const across = Math.abs((x - hx) * dy) + Math.abs((y - hy) * dx);
    if (along > 1 && along + 3 * across < least) [best, least] = [cell, along + 3 * across];
  }
  best?.focus();
  return best?.dataset.cell ?? null;
}

export function isArrow(key: string): boolean {
  return key.startsWith('Arrow');
}

function middle(element: Element): [number, number] {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
