import { describe, expect, it } from 'vitest';
import { dropIndex, isSamePlace, neighboursAt, placeOf, stepPlace } from './dropTarget';

const cards = [
  { top: 100, bottom: 200 },
  { top: 208, bottom: 248 },
  { top: 256, bottom: 456 },
];

describe('dropIndex', () => {
  it('is the start above the first middle and the end below the last', () => {
    expect(dropIndex(cards, -500)).toBe(0);
    expect(dropIndex(cards, 149)).toBe(0);
    expect(dropIndex(cards, 2000)).toBe(3);
  });

  it('changes at the middle of each card, however tall', () => {
    expect(dropIndex(cards, 150)).toBe(1);
    expect(dropIndex(cards, 227)).toBe(1);
    expect(dropIndex(cards, 228)).toBe(2);
    expect(dropIndex(cards, 355)).toBe(2);
    expect(dropIndex(cards, 356)).toBe(3);
  });

  it('is 0 in an empty column', () => {
    expect(dropIndex([], 300)).toBe(0);
  });
});

describe('neighboursAt', () => {
  const others = [{ id: 'a' }, { id: 'b' }];

  it('names the cards above and below', () => {
    expect(neighboursAt(others, 0, false)).toEqual({ beforeId: 'a' });
    expect(neighboursAt(others, 1, false)).toEqual({ afterId: 'a', beforeId: 'b' });
  });

  it('names nobody at the true end and in an empty column', () => {
    expect(neighboursAt(others, 2, false)).toEqual({});
    expect(neighboursAt([], 0, false)).toEqual({});
  });

  it('names the last loaded card while more pages exist', () => {
    expect(neighboursAt(others, 2, true)).toEqual({ afterId: 'b' });
  });
});

describe('placeOf and isSamePlace', () => {
  it('counts only the other cards, so a card dropped at its own place has not moved', () => {
    const tasks = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    expect(isSamePlace(placeOf('b', 'TODO', tasks), { status: 'TODO', index: 1 })).toBe(true);
    expect(isSamePlace(placeOf('b', 'TODO', tasks), { status: 'DONE', index: 1 })).toBe(false);
    expect(isSamePlace(null, { status: 'TODO', index: 1 })).toBe(false);
    expect(isSamePlace(null, null)).toBe(true);
  });
});

describe('stepPlace', () => {
  const sizes = { TODO: 3, IN_PROGRESS: 1, IN_REVIEW: 0, DONE: 2 };
  const step = (status: keyof typeof sizes, index: number, key: string) =>
    stepPlace({ status, index }, key, (column) => sizes[column]);

  it('moves up and down and stops at the ends', () => {
    expect(step('TODO', 1, 'ArrowUp')).toEqual({ status: 'TODO', index: 0 });
    expect(step('TODO', 0, 'ArrowUp')).toBeNull();
    expect(step('TODO', 2, 'ArrowDown')).toEqual({ status: 'TODO', index: 3 });
    expect(step('TODO', 3, 'ArrowDown')).toBeNull();
  });

  it('moves between columns at the same height, at most to the end', () => {
    expect(step('TODO', 3, 'ArrowRight')).toEqual({ status: 'IN_PROGRESS', index: 1 });
    expect(step('IN_PROGRESS', 1, 'ArrowRight')).toEqual({ status: 'IN_REVIEW', index: 0 });
    expect(step('TODO', 0, 'ArrowLeft')).toBeNull();
    expect(step('DONE', 0, 'ArrowRight')).toBeNull();
    expect(step('TODO', 0, 'Home')).toBeNull();
  });
});
