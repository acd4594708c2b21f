import type { Queue } from './queue';

const ME = '019aa5d2-3f1e-7c43-9a51-0e8d4c5b6a7f';
const HOUR = Date.UTC(2026, 10, 1, 8);

/**
 * A queue exactly as version 0.3 stored it in IndexedDB, with each of its 18 operations. Devices still have such queues, so
 * the names and the shape here never change.
 */
export const STORED_QUEUE = (
  [
    ['CreateProject', { id: 'p1', name: 'Tern', description: '', color: '#336699' }, ['p1'], [], ['*'], true, 'Tern'],
    ['UpdateProject', { id: 'p', version: 3, name: 'Venue 2' }, ['p'], [], ['name'], false, 'Venue'],
    [
      'CreateTask',
      { id: 't1', projectId: 'p', title: 'New', priority: 'LOW', assigneeId: ME, tags: ['late'] },
      ['t1'],
      ['p'],
      ['*'],
      true,
      'New',
    ],
    [
      'CreateTasks',
      {
        projectId: 'p',
        tasks: [
          { id: 't2', title: 'One', priority: 'LOW' },
          { id: 't3', title: 'Two', priority: 'HIGH', status: 'DONE' },
        ],
      },
      ['t2', 't3'],
      ['p'],
      ['*'],
      true,
      '2 tasks',
    ],
    ['UpdateTask', { id: 'a', version: 1, title: 'A2', dueDate: null }, ['a'], [], ['title', 'dueDate'], false, 'A'],
    ['MoveTask', { id: 'a', status: 'DONE', afterId: null, beforeId: 'b' }, ['a'], [], ['status', 'rank'], false, 'A'],
    [
      'BulkUpdateTasks',
      { ids: ['a', 'b'], priority: 'HIGH', addTags: ['late'] },
      ['a', 'b'],
      [],
      ['priority', 'tags'],
      false,
      '2 tasks',
    ],
    ['AddChecklistItem', { id: 'i1', taskId: 'b', text: 'Dry' }, ['i1'], ['b'], ['*'], true, 'B'],
    [
      'AddChecklistItems',
      {
        taskId: 'b',
        items: [
          { id: 'i2', text: 'Cut' },
          { id: 'i3', text: 'Sand' },
        ],
      },
      ['i2', 'i3'],
      ['b'],
      ['*'],
      true,
      'B',
    ],
    ['UpdateChecklistItem', { id: 'i', done: true }, ['i'], [], ['done'], false, 'Paint'],
    ['MoveChecklistItem', { id: 'i', afterId: 'i2', beforeId: null }, ['i'], [], ['rank'], false, 'Paint'],
    ['DeleteChecklistItem', { id: 'i' }, ['i'], [], ['*'], false, 'Paint'],
    ['AddComment', { id: 'c1', taskId: 'b', text: 'Said' }, ['c1'], ['b'], ['*'], true, 'B'],
    ['UpdateComment', { id: 'c', version: 2, text: 'Said better' }, ['c'], [], ['text'], false, 'B'],
    ['DeleteComment', { id: 'c' }, ['c'], [], ['*'], false, 'B'],
    ['MarkNotificationRead', { id: 'n', group: true }, ['n'], [], ['read'], false, ''],
    ['DeleteNotification', { id: 'n' }, ['n'], [], ['*'], false, ''],
    ['DeleteTask', { id: 'b' }, ['b'], [], ['*'], false, 'B'],
  ] as const
).map(([operation, input, objects, needs, fields, isNew, title], at) => ({
  objects,
  needs,
  fields,
  isNew,
  id: `m${at}`,
  operation,
  variables: { input: { ...input, mutationId: `m${at}` } },
  at: HOUR + at,
  title,
  state: 'waiting',
})) satisfies Queue;
