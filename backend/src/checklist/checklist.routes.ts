import { CHECKLIST } from '../../contract/limits.js';
import { readChecklist } from './checklist.reads.js';
import { getTask } from '../tasks/task.service.js';
import { call, listOf, write, type Row } from '../request/restRow.js';

const ITEM = { id: 'taskId', itemId: 'id' };

export const checklistRoutes: readonly Row[] = [
  call('get', '/tasks/:id/checklist', 'task', {
    summary: 'The checklist of a task, in order',
    operationId: 'taskChecklist',
    description: `The checklist of a task, in order: up to ${CHECKLIST.max} items, on one page.`,
    answer: listOf('ChecklistItem'),
    run: async (ctx, { params }) => readChecklist(ctx, await getTask(ctx, params['id'])),
  }),
  write('post', '/tasks/:id/checklist', 'addChecklistItem', 'Add an item to a checklist', {
    status: 201,
    params: { id: 'taskId' },
  }),
  write('post', '/tasks/:id/checklist/bulk', 'addChecklistItems', 'Add several items to a checklist in one step', {
    status: 201,
    params: { id: 'taskId' },
    payload: 'ChecklistItemsMade',
  }),
  write(
    'patch',
    '/tasks/:id/checklist/:itemId',
    'updateChecklistItem',
    'Change, check or uncheck an item of a checklist',
    {
      params: ITEM,
      versioned: 'checklist_item',
    },
  ),
  write('post', '/tasks/:id/checklist/:itemId/move', 'moveChecklistItem', 'Move an item to a place in its checklist', {
    params: ITEM,
  }),
  write('post', '/tasks/:id/checklist/:itemId/task', 'turnIntoTask', 'Replace an item of a checklist by a subtask', {
    status: 201,
    params: { id: 'taskId' },
  }),
  write('delete', '/tasks/:id/checklist/:itemId', 'deleteChecklistItem', 'Delete an item from its checklist', {
    params: ITEM,
    versioned: 'checklist_item',
  }),
];
