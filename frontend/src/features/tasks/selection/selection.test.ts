import { describe, expect, it } from 'vitest';
import { allOrNone, coverage, extended, isChosen, NO_SELECTION, toggled, under, type Selection } from './selection';

const order = ['a', 'b', 'c', 'd', 'e'];
const ids = (selection: Selection): string => [...selection.ids].toSorted().join('');
const chosen = (selection: Selection): string => order.filter((id) => isChosen(selection, id)).join('');
const everything: Selection = { ...NO_SELECTION, all: { filter: {}, except: new Set() } };

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

  it('says how much of a list it covers, and that what is not loaded is not chosen', () => {
    expect(coverage(NO_SELECTION, order, false)).toBe('none');
    expect(coverage(toggled(NO_SELECTION, 'a'), order, false)).toBe('some');
    expect(coverage(allOrNone(NO_SELECTION, order), order, false)).toBe('all');
    expect(coverage(allOrNone(NO_SELECTION, order), order, true)).toBe('some');
    expect(coverage(toggled(NO_SELECTION, 'gone'), order, false)).toBe('none');
  });
});

describe('a selection of all that match', () => {
  it('holds what is not loaded too, but those that are let go', () => {
    expect(chosen(everything)).toBe('abcde');
    expect(coverage(everything, order, true)).toBe('all');
    const fewer = extended(toggled(everything, 'b'), 'd', order);
    expect(chosen(fewer)).toBe('ae');
    expect(coverage(fewer, order, true)).toBe('some');
    expect([...(fewer.all?.except ?? [])].join('')).toBe('bcd');
    expect(chosen(toggled(fewer, 'c'))).toBe('ace');
  });

  it('ends where the filter becomes another', () => {
    expect(under(everything, {})).toBe(everything);
    expect(under(everything, { statuses: ['TODO'] })).toBe(NO_SELECTION);
    const one = toggled(NO_SELECTION, 'a');
    expect(under(one, { statuses: ['TODO'] })).toBe(one);
  });

  it('ends with the box that chose it', () => {
    expect(allOrNone(everything, order)).toBe(NO_SELECTION);
    const fewer = toggled(everything, 'b');
    expect(allOrNone(fewer, order).all).toBeNull();
    expect(chosen(allOrNone(fewer, order))).toBe('abcde');
  });
});
