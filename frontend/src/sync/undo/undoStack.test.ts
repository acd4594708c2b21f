import { beforeEach, describe, expect, it } from 'vitest';
import { dropAct, forgetStacks, KEPT, pushDone, readStacks, turn } from './undoStack';

const act = (id: string, revision = 1) => ({ id, words: `act ${id}`, sets: [{ projectId: 'p', revision }] });
const idsOf = (userId = 'mara') => {
  const { done, undone } = readStacks(userId);
  return [done.map(({ id }) => id).join(''), undone.map(({ id }) => id).join('')];
};

beforeEach(() => localStorage.clear());

describe('what one did last', () => {
  it('goes from one stack to the other, by what that has left, and something new ends what could be done again', () => {
    for (const id of ['a', 'b', 'c']) pushDone('mara', act(id));
    turn('mara', 'done', act('c'), [{ projectId: 'p', revision: 9 }]);
    expect(idsOf()).toEqual(['ab', 'c']);
    expect(readStacks('mara').undone[0]?.sets).toEqual([{ projectId: 'p', revision: 9 }]);
    turn('mara', 'undone', act('c'), []);
    expect(idsOf()).toEqual(['abc', '']);
    turn('mara', 'done', act('c'), []);
    pushDone('mara', act('d'));
    expect(idsOf()).toEqual(['abd', '']);
    dropAct('mara', 'b');
    expect(idsOf()).toEqual(['ad', '']);
  });

  it('is one act, however many writes it took', () => {
    pushDone('mara', act('a', 1));
    pushDone('mara', act('a', 2));
    expect(readStacks('mara').done).toEqual([
      { ...act('a'), sets: [1, 2].map((revision) => ({ projectId: 'p', revision })) },
    ]);
  });

  it('is kept by account, 50 of it, and nothing that is not understood', () => {
    for (let at = 0; at < KEPT + 5; at += 1) pushDone('mara', act(`${at}`));
    expect(readStacks('mara').done).toHaveLength(KEPT);
    pushDone('ines', act('x'));
    forgetStacks('ines');
    expect([idsOf('mara'), idsOf('ines')]).toEqual([
      ['', ''],
      ['x', ''],
    ]);
    localStorage.setItem('undo:ines', '{"done":[{"id":1}],"undone":[]}');
    expect(idsOf('ines')).toEqual(['', '']);
  });
});
