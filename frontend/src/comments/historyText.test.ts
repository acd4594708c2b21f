import { expect, it } from 'vitest';
import { phrasesOf, type HistoryLine } from './historyText';

const nameOf = (id: string): string => ({ u1: 'Mara Okafor', u2: 'Wen Zhao' })[id] ?? 'somebody';
const told = (fields: HistoryLine['fields'], action: HistoryLine['action'] = 'UPDATED') =>
  phrasesOf({ action, fields }, nameOf).map((phrase) =>
    phrase.map((word) => (typeof word === 'string' ? word : `*${word.strong}*`)).join(''),
  );

it('says what happened to a task in words', () => {
  expect(told({ title: [null, 'x'] }, 'CREATED')).toEqual(['created the task']);
  expect(told({ deletedAt: ['x', null] }, 'RESTORED')).toEqual(['restored the task']);
  expect(told({ status: ['TODO', 'IN_PROGRESS'], rank: ['a', 'b'] })).toEqual([
    'moved it from *To Do* to *In Progress*',
  ]);
  expect(told({ priority: ['LOW', 'URGENT'], title: ['A', 'B'] })).toEqual([
    'changed the priority from *Low* to *Urgent*',
    'renamed it from *A* to *B*',
  ]);
  expect(told({ tags: [[], ['web', 'copy']] })).toEqual(['changed the tags from *none* to *web, copy*']);
});

it('names people, and those who left as somebody', () => {
  expect(told({ assigneeId: [null, 'u1'] })).toEqual(['assigned *Mara Okafor*']);
  expect(told({ assigneeId: ['u1', null] })).toEqual(['unassigned *Mara Okafor*']);
  expect(told({ assigneeId: ['u9', 'u2'] })).toEqual(['assigned *Wen Zhao* instead of *somebody*']);
});

it('has words for what is blanked and for what it does not know', () => {
  expect(told({})).toEqual(['changed the task']);
  expect(told({ mood: [1, 2] })).toEqual(['changed the task']);
});
