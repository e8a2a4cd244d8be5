// Addresses are hashes, so that the server has to know one page only: #/play/girafe, #/run/r3, …

function parts(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
}

class Router {
  path = $state.raw(parts());
  /** A board that is looked at without being part of a run; kept for a reload. */
  constructor() {
    window.addEventListener('hashchange', () => (this.path = parts()));
  }
}

export const router = new Router();

export function address(...path: string[]): string {
  return '#/' + path.map(encodeURIComponent).join('/');
}

export function go(...path: string[]): void {
  location.hash = address(...path);
}
