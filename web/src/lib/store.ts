// What the browser keeps between visits: boards that were begun, and the board in the viewer.

import type { BoardJson } from './api';

export interface Progress {
  id: string;
  title: string;
  board: BoardJson;
  /** Positions in the placements that the player locked. */
  locked: number[];
  placed: number;
  total: number;
  updated: string;
}

const prefix = 'tesselle.play.';

export function saveProgress(progress: Progress): void {
  try {
    localStorage.setItem(prefix + progress.id, JSON.stringify(progress));
  } catch {
    // The store is full or forbidden: the board lives as long as the page.
  }
}

export function loadProgress(id: string): Progress | null {
  const text = localStorage.getItem(prefix + id);
  try {
    return text === null ? null : (JSON.parse(text) as Progress);
  } catch {
    return null;
  }
}

export function forgetProgress(id: string): void {
  localStorage.removeItem(prefix + id);
}

/** What was begun, the latest first. */
export function allProgress(): Progress[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => loadProgress(key.slice(prefix.length)) ?? [])
    .filter((progress) => progress.placed > 0)
    .sort((a, b) => b.updated.localeCompare(a.updated));
}

export interface Viewed {
  puzzle: string;
  board: BoardJson;
}

export function keepViewed(viewed: Viewed): void {
  sessionStorage.setItem('tesselle.viewed', JSON.stringify(viewed));
}

export function viewed(): Viewed | null {
  const text = sessionStorage.getItem('tesselle.viewed');
  return text === null ? null : JSON.parse(text);
}

/** What names a placement in a file: its cell, or all of its cells in any order. */
export function placementKey({ cell, cells }: BoardJson['placements'][number]): string {
  return cell ?? (cells ?? []).map(String).sort().join(' ');
}

/** The placements that a saved board keeps locked (`locked` has their positions); none if it is another kind of text. */
export function lockedIn(text: string): Set<string> {
  try {
    const { placements = [], locked = [] } = JSON.parse(text) as { placements?: BoardJson['placements']; locked?: number[] };
    return new Set(locked.flatMap((k) => (placements[k] ? [placementKey(placements[k])] : [])));
  } catch {
    return new Set();
  }
}

/** Offers a text or picture as a file. */
export function download(name: string, content: BlobPart, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
