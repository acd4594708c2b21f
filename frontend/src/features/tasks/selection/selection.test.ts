import { describe, expect, it } from 'vitest';
import {
  toggleAllTasks,
  selectionState,
  extendSelection,
  isChosen,
  NO_SELECTION,
  toggleTask,
  keepForFilter,
  type Selection,
} from './selection';

const order = ['a', 'b', 'c', 'd', 'e'];
const ids = (selection: Selection): string => [...selection.ids].toSorted().join('');
const chosen = (selection: Selection): string => order.filter((id) => isChosen(selection, id)).join('');
const everything: Selection = { ...NO_SELECTION, all: { filter: {}, except: new Set() } };

describe('a selection', () => {
  it('selects and deselects a task', () => {
    const one = toggleTask(NO_SELECTION, 'b');
    expect(ids(one)).toBe('b');
    expect(ids(toggleTask(one, 'b'))).toBe('');
  });

  it('goes from the task chosen last to another, in both directions', () => {
    const fromB = extendSelection(toggleTask(NO_SELECTION, 'b'), 'd', order);
    expect(ids(fromB)).toBe('bcd');
    expect(ids(extendSelection(toggleTask(NO_SELECTION, 'd'), 'b', order))).toBe('bcd');
    expect(ids(extendSelection(fromB, 'e', order))).toBe('bcde');
  });

  it('deselects a range that begins with a deselected task', () => {
    const all = toggleAllTasks(NO_SELECTION, order);
    expect(ids(extendSelection(toggleTask(all, 'b'), 'd', order))).toBe('ae');
  });

  it('is only the task if the start of the range is not in the list', () => {
    expect(ids(extendSelection(NO_SELECTION, 'c', order))).toBe('c');
    expect(ids(extendSelection(toggleTask(NO_SELECTION, 'gone'), 'c', order))).toBe('cgone');
  });

  it('is all of a list, or none when all were chosen', () => {
    const all = toggleAllTasks(toggleTask(NO_SELECTION, 'a'), order);
    expect(ids(all)).toBe('abcde');
    expect(ids(toggleAllTasks(all, order))).toBe('');
  });

  it('says how much of a list it covers, and that what is not loaded is not chosen', () => {
    expect(selectionState(NO_SELECTION, order, false)).toBe('none');
    expect(selectionState(toggleTask(NO_SELECTION, 'a'), order, false)).toBe('some');
    expect(selectionState(toggleAllTasks(NO_SELECTION, order), order, false)).toBe('all');
    expect(selectionState(toggleAllTasks(NO_SELECTION, order), order, true)).toBe('some');
    expect(selectionState(toggleTask(NO_SELECTION, 'gone'), order, false)).toBe('none');
  });
});

describe('a selection of all that match', () => {
  it('includes tasks that are not loaded, except for deselected ones', () => {
    expect(chosen(everything)).toBe('abcde');
    expect(selectionState(everything, order, true)).toBe('all');
    const fewer = extendSelection(toggleTask(everything, 'b'), 'd', order);
    expect(chosen(fewer)).toBe('ae');
    expect(selectionState(fewer, order, true)).toBe('some');
    expect([...(fewer.all?.except ?? [])].join('')).toBe('bcd');
    expect(chosen(toggleTask(fewer, 'c'))).toBe('ace');
  });

  it('ends when the filter changes', () => {
    expect(keepForFilter(everything, {})).toBe(everything);
    expect(keepForFilter(everything, { statuses: ['TODO'] })).toBe(NO_SELECTION);
    const one = toggleTask(NO_SELECTION, 'a');
    expect(keepForFilter(one, { statuses: ['TODO'] })).toBe(one);
  });

  it('ends with the box that chose it', () => {
    expect(toggleAllTasks(everything, order)).toBe(NO_SELECTION);
    const fewer = toggleTask(everything, 'b');
    expect(toggleAllTasks(fewer, order).all).toBeNull();
    expect(chosen(toggleAllTasks(fewer, order))).toBe('abcde');
  });
});
