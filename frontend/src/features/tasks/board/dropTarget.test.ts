import { describe, expect, it } from 'vitest';
import { CARD_GAP, dropIndex, neighboursAt, offsetOf, currentPlacement, placementAfterKey } from './dropTarget';
import { isSamePlacement, insertionIndex, type CardOffsets } from './placement';

/** Cards of these heights, each with the gap below it. */
const cardsOf = (...heights: number[]): CardOffsets => {
  const top = (index: number): number => heights.slice(0, index).reduce((sum, height) => sum + height + CARD_GAP, 0);
  return {
    findItemIndex: (offset) =>
      Math.max(
        0,
        heights.findLastIndex((_, index) => top(index) <= offset),
      ),
    getItemOffset: top,
    getItemSize: (index) => (heights[index] ?? 0) + CARD_GAP,
  };
};

// From 0 to 100, from 108 to 148, from 156 to 356.
const cards = cardsOf(100, 40, 200);
const fromElsewhere = { count: 3, draggedIndex: -1 };

describe('dropIndex', () => {
  it('is the start above the first middle and the end below the last', () => {
    expect(dropIndex(cards, fromElsewhere, -500)).toBe(0);
    expect(dropIndex(cards, fromElsewhere, 49)).toBe(0);
    expect(dropIndex(cards, fromElsewhere, 2000)).toBe(3);
  });

  it('changes at the middle of each card, however tall', () => {
    expect(dropIndex(cards, fromElsewhere, 50)).toBe(1);
    expect(dropIndex(cards, fromElsewhere, 127)).toBe(1);
    expect(dropIndex(cards, fromElsewhere, 128)).toBe(2);
    expect(dropIndex(cards, fromElsewhere, 255)).toBe(2);
    expect(dropIndex(cards, fromElsewhere, 256)).toBe(3);
  });

  it('counts only the other cards where the dragged one is among them', () => {
    const column = { count: 3, draggedIndex: 1 };
    expect(dropIndex(cards, column, 49)).toBe(0);
    expect([51, 110, 147, 160]).toSatisfy((ys: number[]) => ys.every((y) => dropIndex(cards, column, y) === 1));
    expect(dropIndex(cards, column, 256)).toBe(2);
  });

  it('is 0 in an empty column', () => {
    expect(dropIndex(cardsOf(), { count: 0, draggedIndex: -1 }, 300)).toBe(0);
  });

  it('finds its place among thousands', () => {
    const many = cardsOf(...Array.from({ length: 2_000 }, () => 92));
    expect(dropIndex(many, { count: 2_000, draggedIndex: -1 }, 150_040)).toBe(1_500);
    expect(dropIndex(many, { count: 2_000, draggedIndex: 3 }, 150_060)).toBe(1_500);
  });
});

describe('insertionIndex and offsetOf', () => {
  it('lead to the edge that the line of a place is drawn at', () => {
    expect([0, 1, 2, 3].map((index) => insertionIndex(index, fromElsewhere))).toEqual([0, 1, 2, 3]);
    expect([0, 2].map((index) => insertionIndex(index, { count: 3, draggedIndex: 1 }))).toEqual([0, 3]);
    expect([0, 1, 3].map((index) => offsetOf(cards, fromElsewhere, index))).toEqual([0, 108, 364]);
    expect(offsetOf(cards, { count: 3, draggedIndex: 0 }, 1)).toBe(156);
    expect(offsetOf(cardsOf(), { count: 0, draggedIndex: -1 }, 0)).toBe(0);
  });
});

describe('neighboursAt', () => {
  const others = [{ id: 'a' }, { id: 'b' }];

  it('names the cards above and below', () => {
    expect(neighboursAt(others, 0, false)).toEqual({ beforeId: 'a' });
    expect(neighboursAt(others, 1, false)).toEqual({ afterId: 'a', beforeId: 'b' });
  });

  it('names none at the true end and in an empty column', () => {
    expect(neighboursAt(others, 2, false)).toEqual({});
    expect(neighboursAt([], 0, false)).toEqual({});
  });

  it('names the last loaded card while more pages exist', () => {
    expect(neighboursAt(others, 2, true)).toEqual({ afterId: 'b' });
  });
});

describe('currentPlacement and isSamePlacement', () => {
  it('counts only the other cards, so a card dropped at its own place has not moved', () => {
    const tasks = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    expect(isSamePlacement(currentPlacement('b', 'TODO', tasks), { column: 'TODO', index: 1 })).toBe(true);
    expect(isSamePlacement(currentPlacement('b', 'TODO', tasks), { column: 'DONE', index: 1 })).toBe(false);
    expect(isSamePlacement(null, { column: 'TODO', index: 1 })).toBe(false);
    expect(isSamePlacement(null, null)).toBe(true);
  });
});

describe('placementAfterKey', () => {
  const sizes = { TODO: 3, IN_PROGRESS: 1, IN_REVIEW: 0, DONE: 2 };
  const step = (column: keyof typeof sizes, index: number, key: string) =>
    placementAfterKey({ column, index }, key, Object.keys(sizes), (other) => sizes[other as keyof typeof sizes]);

  it('moves up and down and stops at the ends', () => {
    expect(step('TODO', 1, 'ArrowUp')).toEqual({ column: 'TODO', index: 0 });
    expect(step('TODO', 0, 'ArrowUp')).toBeNull();
    expect(step('TODO', 2, 'ArrowDown')).toEqual({ column: 'TODO', index: 3 });
    expect(step('TODO', 3, 'ArrowDown')).toBeNull();
  });

  it('goes to the ends of the column', () => {
    expect(step('TODO', 1, 'Home')).toEqual({ column: 'TODO', index: 0 });
    expect(step('TODO', 1, 'End')).toEqual({ column: 'TODO', index: 3 });
    expect(step('TODO', 3, 'End')).toBeNull();
  });

  it('moves between columns at the same height, at most to the end', () => {
    expect(step('TODO', 3, 'ArrowRight')).toEqual({ column: 'IN_PROGRESS', index: 1 });
    expect(step('IN_PROGRESS', 1, 'ArrowRight')).toEqual({ column: 'IN_REVIEW', index: 0 });
    expect(step('TODO', 0, 'ArrowLeft')).toBeNull();
    expect(step('DONE', 0, 'ArrowRight')).toBeNull();
    expect(step('TODO', 0, 'PageDown')).toBeNull();
  });
});
