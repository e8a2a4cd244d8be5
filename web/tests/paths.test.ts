import { describe, expect, it } from 'vitest';
import { completed, extended, pathLines, pathText } from '../src/lib/paths';

const size = { width: 3, height: 2 };

describe('paths', () => {
  it('grow with a stroke and shrink when it returns', () => {
    expect(extended([], 4)).toEqual([4]);
    expect(extended([4], 5)).toEqual([4, 5]);
    expect(extended([4, 5], 4)).toEqual([4]);
    expect(extended([4, 5, 2], 4)).toEqual([4, 5, 2]);
  });

  it('end with the cells that were not drawn, row by row', () => {
    expect(completed(size, [5, 1])).toEqual([5, 1, 0, 2, 3, 4]);
    expect(completed(size, [])).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('are written with the names of the cells', () => {
    expect(pathText(size, [0, 5, 3])).toBe('A1 B3 B1');
  });

  it('are drawn in pieces where they jump', () => {
    expect(pathLines(size, [0, 1, 5])).toEqual([[[0.5, 0.5], [1.5, 0.5]], [[2.5, 1.5]]]);
  });
});
