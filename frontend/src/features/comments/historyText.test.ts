import { expect, it } from 'vitest';
import { historySentences, type HistoryLine, type Names } from './historyText';

const names: Names = {
  person: (id) => ({ u1: 'Mara Okafor', u2: 'Wen Zhao' })[id] ?? 'somebody',
  project: (id) => (id === 'p1' ? 'Tern launch' : undefined),
};
const told = (
  fields: HistoryLine['fields'],
  action: HistoryLine['action'] = 'UPDATED',
  more: Partial<HistoryLine> = {},
) =>
  historySentences(
    { entity: 'TASK', action, fields, itemText: null, fileName: null, actor: { id: 'u3', name: 'Ada' }, ...more },
    names,
  ).map((words) => words.map((word) => (typeof word === 'string' ? word : `*${word.strong}*`)).join(''));

it('describes the changes of a task', () => {
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

it('says only that something changed if the kind is unknown', () => {
  const later = { entity: 'TIME_ENTRY' as HistoryLine['entity'] };
  expect(told({}, 'CREATED', later)).toEqual(['*Ada* changed the task']);
  expect(told({}, 'DELETED', later)).toEqual(['*Ada* changed the task']);
  const kind = 'CAUSES' as NonNullable<NonNullable<HistoryLine['relation']>['kind']>;
  const relation = {
    __typename: 'HistoryRelation' as const,
    kind,
    taskId: 'a',
    title: 'A',
    otherId: 'b',
    otherTitle: 'B',
  };
  expect(told({}, 'CREATED', { entity: 'TASK_RELATION', relation })).toEqual(['*Ada* added a relation']);
});

it('names a due day instead of its due time', () => {
  const [time, other] = [new Date(2026, 10, 25, 18).toISOString(), new Date(2026, 10, 26, 9).toISOString()];
  expect(told({ dueDate: [null, time], dueDay: [null, '2026-11-25'] })).toEqual([
    '*Ada* set the due date to *Nov 25, 2026*',
  ]);
  expect(told({ dueDate: [time, time], dueDay: [null, '2026-11-25'] })).toEqual([
    '*Ada* changed the due date from *Nov 25, 2026, 6:00 PM* to *Nov 25, 2026*',
  ]);
  expect(told({ dueDate: [time, other], dueDay: ['2026-11-25', null] })).toEqual([
    '*Ada* changed the due date from *Nov 25, 2026* to *Nov 26, 2026, 9:00 AM*',
  ]);
  expect(told({ dueDate: [time, null], dueDay: ['2026-11-25', null] })).toEqual([
    '*Ada* removed the due date *Nov 25, 2026*',
  ]);
});

it('names the source and target of a move, if the reader can see that project', () => {
  expect(told({ projectId: ['p1', 'p2'] }, 'CREATED')).toEqual(['*Ada* moved it here from *Tern launch*']);
  expect(told({ projectId: ['p9', 'p1'] }, 'CREATED')).toEqual(['*Ada* moved it here from another project']);
  expect(told({ projectId: ['p2', 'p1'] }, 'DELETED')).toEqual(['*Ada* moved it to *Tern launch*']);
});

it('describes changes of checklist items by their text', () => {
  const item = (fields: HistoryLine['fields'], action?: HistoryLine['action'], itemText: string | null = 'Sand') =>
    told(fields, action, { entity: 'CHECKLIST_ITEM', itemText });
  expect(item({}, 'CREATED')).toEqual(['*Ada* added *Sand* to the checklist']);
  expect(item({ done: [false, true] })).toEqual(['*Ada* checked off *Sand*']);
  expect(item({ done: [true, false], text: ['Sand', 'Sand it'] })).toEqual([
    '*Ada* changed *Sand* in the checklist to *Sand it*',
    '*Ada* unchecked *Sand*',
  ]);
  expect(item({}, 'DELETED', null)).toEqual(['*Ada* removed a checklist item']);
});

it('names people, and those who left as someone', () => {
  expect(told({ assigneeId: [null, 'u1'] })).toEqual(['*Ada* assigned *Mara Okafor*']);
  expect(told({ assigneeId: ['u1', null] })).toEqual(['*Ada* unassigned *Mara Okafor*']);
  expect(told({ assigneeId: ['u9', 'u2'] })).toEqual(['*Ada* assigned *Wen Zhao* instead of *somebody*']);
});

it('describes emptied and unknown values', () => {
  expect(told({})).toEqual(['*Ada* changed the task']);
  expect(told({ mood: [1, 2] })).toEqual(['*Ada* changed the task']);
});

it('describes changes by an unknown person', () => {
  expect(told({}, 'CREATED', { actor: null })).toEqual(['*Someone* created the task']);
});
