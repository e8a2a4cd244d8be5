import { describe, expect, it } from 'vitest';
import {
  cellName, cellNamed, conflicts, emptyBoard, maxScore, move, place, score, sortedTray, takeBack, toggleLock, trayOf,
  turn, turnedSides, type EdgeBoard, type EdgePuzzle,
} from '../src/lib/edge';
import { History } from '../src/lib/history';

// 2x2 with a frame, solved by the pieces in their order without any turn.
const puzzle: EdgePuzzle = {
  family: 'edge', id: 'two', name: 'two', title: '', hash: '', width: 2, height: 2, frame: 0, mates: [0, 1, 2, 3, 4],
  complement: false, colourNames: ['0', '1', '2', '3', '4'],
  pieces: [{ sides: [0, 1, 2, 0] }, { sides: [0, 0, 3, 1] }, { sides: [2, 4, 0, 0] }, { sides: [3, 0, 0, 4] }],
  hints: [],
};

function solved(): EdgeBoard {
  return puzzle.pieces.reduce<EdgeBoard>((board, _, piece) => place(board, piece, piece, 0)!, emptyBoard(puzzle));
}

describe('edge boards', () => {
  it('turns clockwise: North becomes East', () => {
    expect(turnedSides([1, 2, 3, 4], 1)).toEqual([4, 1, 2, 3]);
    expect(turnedSides([1, 2, 3, 4], 4)).toEqual([1, 2, 3, 4]);
  });

  it('knows a solved board', () => {
    expect(conflicts(puzzle, solved())).toEqual([]);
    expect(score(puzzle, solved())).toBe(4);
    expect(maxScore(puzzle)).toBe(4);
    expect(trayOf(puzzle, solved())).toEqual([]);
  });

  it('finds inner and rim conflicts, each once', () => {
    const board = turn(solved(), 0)!;
    // The turned corner shows 0 1 to the inside and 1 2 to the rim.
    expect(conflicts(puzzle, board)).toContainEqual({ cell: 0, side: 1 });
    expect(conflicts(puzzle, board).length).toBe(3);
    expect(score(puzzle, board)).toBe(2);
  });

  it('matches mates, not equals, when sides are complementary', () => {
    const halves: EdgePuzzle = {
      ...puzzle, width: 2, height: 1, frame: null, complement: true, mates: [1, 0],
      pieces: [{ sides: [0, 0, 0, 0] }, { sides: [1, 1, 1, 1] }],
    };
    const board = place(place(emptyBoard(halves), 0, 0, 0)!, 1, 1, 0)!;
    expect(conflicts(halves, board)).toEqual([]);
  });

  it('never has a piece twice', () => {
    const board = place(place(emptyBoard(puzzle), 0, 2, 0)!, 3, 2, 1)!;
    expect(board[0]).toBeNull();
    expect(board[3]).toMatchObject({ piece: 2, rotation: 1 });
  });

  it('swaps two pieces and leaves locked ones alone', () => {
    const swapped = move(solved(), 0, 3)!;
    expect(swapped[0]!.piece).toBe(3);
    expect(swapped[3]!.piece).toBe(0);
    const locked = toggleLock(puzzle, solved(), 0)!;
    expect(move(locked, 0, 3)).toBeNull();
    expect(move(locked, 3, 0)).toBeNull();
    expect(turn(locked, 0)).toBeNull();
    expect(takeBack(locked, 0)).toBeNull();
    expect(place(locked, 0, 1, 0)).toBeNull();
    expect(place(locked, 1, 0, 0)).toBeNull();
  });

  it('does not unlock the hints of the puzzle', () => {
    const hinted = { ...puzzle, hints: [{ cell: 0, piece: 0, rotation: 0 }] };
    expect(emptyBoard(hinted)[0]!.locked).toBe(true);
    expect(toggleLock(hinted, emptyBoard(hinted), 0)).toBeNull();
  });

  it('filters and sorts the tray', () => {
    expect(sortedTray(puzzle, [0, 1, 2, 3], 'number', [4])).toEqual([2, 3]);
    expect(sortedTray(puzzle, [0, 1, 2, 3], 'number', [4, 2])).toEqual([2]);
    expect(sortedTray({ ...puzzle, frame: 1 }, [0, 1, 2, 3], 'kind', [])).toEqual([0, 1, 2, 3]);
    expect(sortedTray(puzzle, [3, 2, 1, 0], 'colours', [])).toEqual([0, 1, 2, 3]);
  });

  it('names cells by row letter and column number', () => {
    expect(cellName(puzzle, 3)).toBe('B2');
    expect(cellNamed(puzzle, 'B2')).toBe(3);
    expect(cellNamed(puzzle, 'C1')).toBeNull();
    expect(cellName({ width: 30 }, 30 * 26)).toBe('AA1');
    expect(cellNamed({ width: 30, height: 30 }, 'AB2')).toBe(27 * 30 + 1);
  });
});

describe('history', () => {
  it('undoes and redoes without end', () => {
    const history = new History<EdgeBoard>(emptyBoard(puzzle));
    for (let piece = 0; piece < 4; ++piece) history.push(place(history.state, piece, piece, 0)!);
    for (let k = 0; k < 4; ++k) history.undo();
    expect(history.canUndo).toBe(false);
    expect(history.state).toEqual(emptyBoard(puzzle));
    expect(history.undo()).toEqual(emptyBoard(puzzle));
    for (let k = 0; k < 5; ++k) history.redo();
    expect(history.state).toEqual(solved());
    history.undo();
    history.push(emptyBoard(puzzle));
    expect(history.canRedo).toBe(false);
  });
});
