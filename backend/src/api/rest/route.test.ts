import { expect, it } from 'vitest';
import { write as row } from '../../request/restRow.js';
import { resolveRow } from './route.js';

const write = (...args: Parameters<typeof row>) => resolveRow(row(...args));

it('refuses a row that gives a field of the input no value', () => {
  const path = '/tasks/:id/checklist';
  expect(() => write('post', path, 'addChecklistItem', 'Add an item')).toThrow('REST gives addChecklistItem no taskId');
  expect(write('post', path, 'addChecklistItem', 'Add an item', { params: { id: 'taskId' } }).graphqlField).toBe(
    'addChecklistItem',
  );
});

it('refuses a write that is no mutation', () => {
  expect(() => write('post', '/tasks', 'tasks', 'Create a task')).toThrow('There is no mutation tasks');
});

it('refuses a write that answers several objects, which has to be written out', () => {
  expect(() => write('post', '/auth/login/two-factor', 'completeLogin', 'Complete a sign-in')).toThrow('written out');
});

it('takes from the mutation who may call it', () => {
  expect(write('post', '/auth/logout', 'logout', 'End this session').allowPendingDeletion).toBe(true);
  expect(write('post', '/auth/email/revert', 'revertEmail', 'Revert', { payload: 'Told' }).public).toBe(true);
  const { public: isPublic, allowPendingDeletion } = write('delete', '/tasks/:id', 'deleteTask', 'Delete a task');
  expect([isPublic, allowPendingDeletion]).toEqual([undefined, undefined]);
});
