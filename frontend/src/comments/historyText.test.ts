import { expect, it } from 'vitest';
import { historySentences, type HistoryLine } from './historyText';

const nameOf = (id: string): string => ({ u1: 'Mara Okafor', u2: 'Wen Zhao' })[id] ?? 'somebody';
const told = (fields: HistoryLine['fields'], action: HistoryLine['action'] = 'UPDATED') =>
  historySentences({ action, fields, actor: { id: 'u3', name: 'Ada' } }, nameOf).map((words) =>
    words.map((word) => (typeof word === 'string' ? word : `*${word.strong}*`)).join(''),
  );

it('says what happened to a task in words', () => {
  expect(told({ title: [null, 'x'] }, 'CREATED')).toEqual(['*Ada* created the task']);
  expect(told({ deletedAt: ['x', null] }, 'RESTORED')).toEqual(['*Ada* restored the task']);
  expect(told({ status: ['TODO', 'IN_PROGRESS'], rank: ['a', 'b'] })).toEqual([
    '*Ada* moved it from *To Do* to *In Progress*',
  ]);
  expect(told({ priority: ['LOW', 'URGENT'], title: ['A', 'B'] })).toEqual([
    '*Ada* changed the priority from *Low* to *Urgent*',
    '*Ada* renamed it from *A* to *B*',
  ]);
  expect(told({ tags: [[], ['web', 'copy']] })).toEqual(['*Ada* changed the tags from *none* to *web, copy*']);
});

it('names people, and those who left as somebody', () => {
  expect(told({ assigneeId: [null, 'u1'] })).toEqual(['*Ada* assigned *Mara Okafor*']);
  expect(told({ assigneeId: ['u1', null] })).toEqual(['*Ada* unassigned *Mara Okafor*']);
  expect(told({ assigneeId: ['u9', 'u2'] })).toEqual(['*Ada* assigned *Wen Zhao* instead of *somebody*']);
});

it('has words for what is blanked and for what it does not know', () => {
  expect(told({})).toEqual(['*Ada* changed the task']);
  expect(told({ mood: [1, 2] })).toEqual(['*Ada* changed the task']);
});

it('tells what nobody known did', () => {
  expect(historySentences({ action: 'CREATED', fields: {}, actor: null }, nameOf)).toEqual([
    [{ strong: 'Somebody' }, ' created the task'],
  ]);
});
