import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { undoTexts } from '../../texts/undo';
import type { ActionArgs } from '../../texts/writes';
import { Cursors } from '../feed/cursors';
import { setFeedPositions } from '../feed/positions';
import { dropAction, clearStacks, MAX_STACK, pushDone, readStacks, moveBetweenStacks } from './undoStack';

const act = (id: string, revision = 1, args: ActionArgs = {}) => ({
  id,
  operation: 'CreateTasks',
  args,
  sets: [{ projectId: 'p', revision }],
});
const idsOf = (userId = 'mara') => {
  const { done, undone } = readStacks(userId);
  return [done.map(({ id }) => id).join(''), undone.map(({ id }) => id).join('')];
};

const enterEpoch = (epoch: string): void => setFeedPositions(new Cursors({ epoch, positions: [] }));

beforeEach(() => localStorage.clear());
afterEach(() => setFeedPositions(null));

describe('the latest actions', () => {
  it('move from one stack to the other, and a new action clears those to redo', () => {
    for (const id of ['a', 'b', 'c']) pushDone('mara', act(id));
    moveBetweenStacks('mara', 'done', act('c'), [{ projectId: 'p', revision: 9 }]);
    expect(idsOf()).toEqual(['ab', 'c']);
    expect(readStacks('mara').undone[0]?.sets).toEqual([{ projectId: 'p', revision: 9 }]);
    moveBetweenStacks('mara', 'undone', act('c'), []);
    expect(idsOf()).toEqual(['abc', '']);
    moveBetweenStacks('mara', 'done', act('c'), []);
    pushDone('mara', act('d'));
    expect(idsOf()).toEqual(['abd', '']);
    dropAction('mara', 'b');
    expect(idsOf()).toEqual(['ad', '']);
  });

  it('are one action each, however many writes it took', () => {
    pushDone('mara', act('a', 1));
    pushDone('mara', act('a', 2));
    expect(readStacks('mara').done).toEqual([
      { ...act('a'), sets: [1, 2].map((revision) => ({ projectId: 'p', revision })) },
    ]);
  });

  it('count all objects of an action with several writes', () => {
    pushDone('mara', act('a', 1, { count: 2 }));
    pushDone('mara', act('a', 2, { count: 1 }));
    const [action] = readStacks('mara').done;
    expect(action?.args).toEqual({ count: 3 });
    expect(action && undoTexts.done.done(action)).toBe('Removed 3 tasks');
  });

  it('can be undone if version 0.3 has stored them, with text', () => {
    const sets = [{ projectId: 'p', revision: 7 }];
    const stored = { done: [{ id: 'a', words: 'moving “Paint”', sets }], undone: [{ id: 'b', words: 'x', sets: [] }] };
    localStorage.setItem('undo:mara', JSON.stringify(stored));
    const { done, undone } = readStacks('mara');
    expect([...done, ...undone].map(({ id }) => id)).toEqual(['a', 'b']);
    expect(done[0]?.sets).toEqual(sets);
    expect(done.map((action) => undoTexts.done.done(action))).toEqual(['Undid the last change']);
    pushDone('mara', act('c'));
    expect(idsOf()).toEqual(['ac', '']);
  });

  it('end with the epoch, because their revisions name other changes after a restore of the database', () => {
    const stored = { done: [act('old')], undone: [] };
    localStorage.setItem('undo:mara', JSON.stringify(stored));
    enterEpoch('one');
    pushDone('mara', act('a'));
    expect(idsOf()).toEqual(['olda', '']);
    enterEpoch('two');
    expect(idsOf()).toEqual(['', '']);
    pushDone('mara', act('b'));
    expect(idsOf()).toEqual(['b', '']);
  });

  it('end with the epoch also if another action was added before the feed had started', () => {
    enterEpoch('one');
    pushDone('mara', act('a'));
    setFeedPositions(null);
    pushDone('mara', act('b'));
    expect(idsOf()).toEqual(['ab', '']);
    enterEpoch('two');
    expect(idsOf()).toEqual(['', '']);
  });

  it('are stored by account, at most 50, without unreadable ones', () => {
    for (let at = 0; at < MAX_STACK + 5; at += 1) pushDone('mara', act(`${at}`));
    expect(readStacks('mara').done).toHaveLength(MAX_STACK);
    pushDone('ines', act('x'));
    clearStacks('ines');
    expect([idsOf('mara'), idsOf('ines')]).toEqual([
      ['', ''],
      ['x', ''],
    ]);
    localStorage.setItem('undo:ines', '{"done":[{"id":1}],"undone":[]}');
    expect(idsOf('ines')).toEqual(['', '']);
  });
});
