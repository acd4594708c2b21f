import {
  addChecklistItemSchema,
  addChecklistItemsSchema,
  moveChecklistItemSchema,
  updateChecklistItemSchema,
} from '../../contract/checklist.js';
import { CHECKLIST } from '../../contract/limits.js';
import { readChecklist } from '../checklist/checklist.reads.js';
import {
  addChecklistItem,
  addChecklistItems,
  deleteChecklistItem,
  moveChecklistItem,
  updateChecklistItem,
  type WhichItem,
} from '../checklist/checklist.service.js';
import { getTask } from '../tasks/task.service.js';
import { listOf, objectOf } from './answers.js';
import { call, type RestRequest, type Route } from './route.js';

const which = ({ params }: RestRequest): WhichItem => ({ id: params['itemId'], taskId: params['id'] });

/** Checklists of tasks. */
export const checklistRoutes: readonly Route[] = [
  call('get', '/tasks/:id/checklist', 'task', {
    summary: 'The checklist of a task, in order',
    operationId: 'taskChecklist',
    description: `What is to be done within a task, in order: up to ${CHECKLIST.max} items, on one page.`,
    answer: listOf('ChecklistItem'),
    run: async (ctx, { params }) => readChecklist(ctx, await getTask(ctx, params['id'])),
  }),
  call('post', '/tasks/:id/checklist', 'addChecklistItem', {
    status: 201,
    summary: 'Add an item to a checklist',
    body: addChecklistItemSchema,
    answer: objectOf('ChecklistItem'),
    run: async (ctx, { params, body }) => (await addChecklistItem(ctx, params['id'], body)).checklistItem,
  }),
  call('post', '/tasks/:id/checklist/bulk', 'addChecklistItems', {
    status: 201,
    summary: 'Add several items to a checklist as one act',
    body: addChecklistItemsSchema,
    answer: objectOf('ChecklistItemsMade'),
    run: (ctx, { params, body }) => addChecklistItems(ctx, params['id'], body),
  }),
  call('patch', '/tasks/:id/checklist/:itemId', 'updateChecklistItem', {
    summary: 'Change or tick an item of a checklist',
    versioned: 'checklist_item',
    body: updateChecklistItemSchema,
    answer: objectOf('ChecklistItem'),
    run: async (ctx, request) => (await updateChecklistItem(ctx, which(request), request.body)).checklistItem,
  }),
  call('post', '/tasks/:id/checklist/:itemId/move', 'moveChecklistItem', {
    summary: 'Put an item at a place in its checklist',
    body: moveChecklistItemSchema,
    answer: objectOf('ChecklistItem'),
    run: async (ctx, request) => (await moveChecklistItem(ctx, which(request), request.body)).checklistItem,
  }),
  call('delete', '/tasks/:id/checklist/:itemId', 'deleteChecklistItem', {
    summary: 'Take an item off its checklist',
    versioned: 'checklist_item',
    run: (ctx, request) => deleteChecklistItem(ctx, which(request)),
  }),
];
