// The tree of a search, put together from the boards that it shows step by step.

export interface TreeNode {
  /** The placement that was made here. */
  label: string;
  key: string;
  parent: number;
  depth: number;
  children: number[];
  solution: boolean;
}


export class SearchTree {
  readonly nodes: TreeNode[] = [{ label: '', key: '', parent: -1, depth: 0, children: [], solution: false }];
  private path: number[] = [0];

  /** The node of a board whose placements have these keys; new nodes are hung under what is still on the board. */
  visit(placements: { key: string; label: string }[]): number {
    const present = new Set(placements.map((placement) => placement.key));
    while (this.path.length > 1 && !present.has(this.nodes[this.last()].key)) this.path.pop();
    const known = new Set(this.path.map((node) => this.nodes[node].key));
    for (const { key, label } of placements) if (!known.has(key)) this.grow(key, label);
    return this.last();
  }

  private last(): number {
    return this.path[this.path.length - 1];
  }

  private grow(key: string, label: string): void {
    const parent = this.last();
    const same = this.nodes[parent].children.find((child) => this.nodes[child].key === key);
    const node = same ?? this.nodes.length;
    if (same === undefined) {
      this.nodes.push({ label, key, parent, depth: this.nodes[parent].depth + 1, children: [], solution: false });
      this.nodes[parent].children.push(node);
    }
    this.path.push(node);
  }

  markSolution(node: number): void {
    this.nodes[node].solution = true;
  }
}

export interface TreePlace {
  x: number;
  y: number;
}

/** Leaves side by side in the order of the search, parents above the middle of their children. */
export function treePlaces(nodes: readonly TreeNode[]): TreePlace[] {
  const places: TreePlace[] = nodes.map((node) => ({ x: 0, y: node.depth }));
  let leaves = 0;
  const set = (node: number): number => {
    const { children } = nodes[node];
    const xs = children.map(set);
    places[node].x = xs.length ? (xs[0] + xs[xs.length - 1]) / 2 : leaves++;
    return places[node].x;
  };
  if (nodes.length) set(0);
  return places;
}

/** From the node up to the root. */
export function pathTo(nodes: readonly TreeNode[], node: number): Set<number> {
  const path = new Set<number>();
  for (let at = node; at >= 0; at = nodes[at].parent) path.add(at);
  return path;
}
