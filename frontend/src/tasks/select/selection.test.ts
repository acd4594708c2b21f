import { describe, expect, it } from 'vitest';
import { allOrNone, coverage, extended, NO_SELECTION, toggled } from './selection';

const order = ['a', 'b', 'c', 'd', 'e'];
const ids = (selection: { ids: ReadonlySet<string> }): string => [...selection.ids].toSorted().join('');

describe('a selection', () => {
  it('takes up a task and lets it go', () => {
    const one = toggled(NO_SELECTION, 'b');
    expect(ids(one)).toBe('b');
    expect(ids(toggled(one, 'b'))).toBe('');
  });

  it('goes from the task chosen last to another, in both directions', () => {
    const fromB = extended(toggled(NO_SELECTION, 'b'), 'd', order);
    expect(ids(fromB)).toBe('bcd');
    expect(ids(extended(toggled(NO_SELECTION, 'd'), 'b', order))).toBe('bcd');
    expect(ids(extended(fromB, 'e', order))).toBe('bcde');
  });

  it('lets a range go when it begins with a task that was let go', () => {
    const all = allOrNone(NO_SELECTION, order);
    expect(ids(extended(toggled(all, 'b'), 'd', order))).toBe('ae');
  });

  it('is the task alone where the range has no beginning in the list', () => {
    expect(ids(extended(NO_SELECTION, 'c', order))).toBe('c');
    expect(ids(extended(toggled(NO_SELECTION, 'gone'), 'c', order))).toBe('cgone');
  });

  it('is all of a list, or none when all were chosen', () => {
    const all = allOrNone(toggled(NO_SELECTION, 'a'), order);
    expect(ids(all)).toBe('abcde');
    expect(ids(allOrNone(all, order))).toBe('');
  });

  it('says how much of a list it covers', () => {
    expect(coverage(NO_SELECTION, order)).toBe('none');
    expect(coverage(toggled(NO_SELECTION, 'a'), order)).toBe('some');
    expect(coverage(allOrNone(NO_SELECTION, order), order)).toBe('all');
    expect(coverage(toggled(NO_SELECTION, 'gone'), order)).toBe('none');
  });
});
