import { expect, it } from 'vitest';
import { makeCache } from '../client/client';
import type { VersionedCache } from '../client/versionGuard';
import { undoTexts } from '../../texts/undo';
import { toActionArgs } from './actionArgs';

/** An action as it is read from the storage. */
const stored = (cache: VersionedCache, operation: string, input: object, payload: object) => {
  const action = { id: 'a', operation, input: { ...input }, payload: { ...payload }, sets: [] };
  const args = toActionArgs(cache, 'mara', action) ?? {};
  return { operation, args: JSON.parse(JSON.stringify(args)) as typeof args };
};

it('describes moves, checklist changes, and what trash and archive do', () => {
  const cache = makeCache();
  const words = (operation: string, input: object, payload: object = {}) =>
    undoTexts.done.undone(stored(cache, operation, input, payload)).replace('Redid ', '');
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
    'moving “Paint” to another project',
    'restoring “Paint”',
    'restoring “Venue”',
    'archiving “Venue”',
    'unarchiving “Venue”',
    'adding “Sand”',
    'adding 2 checklist items',
    'checking off “Sand”',
    'unchecking “Sand”',
    'edit to “Sand”',
    'moving “Sand”',
    'deleting a checklist item',
  ]);
});

it('says what undoing a creation or a deletion did, not which change it undid', () => {
  const cache = makeCache();
  const undone = (operation: string, input: object, payload: object = {}) =>
    undoTexts.done.done(stored(cache, operation, input, payload));
  const task = { task: { title: 'Paint' } };
  expect([
    undone('CreateTask', {}, task),
    undone('DeleteTask', { id: 't' }, task),
    undone('BulkRun', { count: 3, delete: true }),
    undone('DeleteProject', { id: 'p' }, { project: { name: 'Venue' } }),
    undone('MoveTask', { id: 't' }, task),
  ]).toEqual(['Removed “Paint”', 'Restored “Paint”', 'Restored 3 tasks', 'Restored “Venue”', 'Undid moving “Paint”']);
});
