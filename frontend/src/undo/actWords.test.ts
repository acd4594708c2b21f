import { expect, it } from 'vitest';
import { makeCache } from '../graphql/client';
import { wordsOf } from './actWords';

it('says of all that trash, archive, checklists and moves do what it was', () => {
  const cache = makeCache();
  const words = (operation: string, input: object, payload: object = {}) =>
    wordsOf(cache, 'mara', { id: 'a', operation, input: { ...input }, payload: { ...payload }, sets: [] });
  const task = { task: { title: 'Paint' } };
  const project = { project: { name: 'Venue' } };
  const checklistItem = { checklistItem: { text: 'Sand' } };
  expect([
    words('MoveTaskToProject', { id: 't', projectId: 'p' }, task),
    words('RestoreTask', { id: 't' }, task),
    words('RestoreProject', { id: 'p' }, project),
    words('ArchiveProject', { id: 'p' }, project),
    words('UnarchiveProject', { id: 'p' }, project),
    words('AddChecklistItem', { taskId: 't', text: 'Sand' }, checklistItem),
    words('AddChecklistItems', { taskId: 't', items: [{ text: 'Sand' }, { text: 'Prime' }] }),
    words('UpdateChecklistItem', { id: 'i', done: true }, checklistItem),
    words('UpdateChecklistItem', { id: 'i', done: false }, checklistItem),
    words('UpdateChecklistItem', { id: 'i', text: 'Sand' }, checklistItem),
    words('MoveChecklistItem', { id: 'i' }, checklistItem),
    words('DeleteChecklistItem', { id: 'i' }),
  ]).toEqual([
    'move of task “Paint” to another project',
    'restoring task “Paint”',
    'restoring project “Venue”',
    'archiving project “Venue”',
    'taking project “Venue” out of the archive',
    'new item “Sand”',
    '2 new items of a checklist',
    'ticking item “Sand”',
    'unticking item “Sand”',
    'change of item “Sand”',
    'move of item “Sand”',
    'deletion of an item of a checklist',
  ]);
});
