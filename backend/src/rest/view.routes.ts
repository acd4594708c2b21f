import { saveViewSchema, updateViewSchema } from '../../contract/views.js';
import { readViews } from '../tasks/view.reads.js';
import { deleteView, saveView, updateView } from '../tasks/view.service.js';
import { listOf, objectOf } from './answers.js';
import { call, type Route } from './route.js';

/** The views of tasks that the viewer has saved. */
export const viewRoutes: readonly Route[] = [
  call('get', '/views', 'views', {
    summary: 'The views of tasks that you have saved',
    cost: 50,
    answer: listOf('View'),
    run: readViews,
  }),
  call('post', '/views', 'saveView', {
    status: 201,
    summary: 'Save a view of tasks',
    body: saveViewSchema,
    answer: objectOf('View'),
    refuses: ['CONFLICT'],
    run: async (ctx, { body }) => (await saveView(ctx, body)).view,
  }),
  call('patch', '/views/:id', 'updateView', {
    summary: 'Change a view of yours',
    body: updateViewSchema,
    answer: objectOf('View'),
    run: async (ctx, { params, body }) => (await updateView(ctx, params['id'], body)).view,
  }),
  call('delete', '/views/:id', 'deleteView', {
    summary: 'Delete a view of yours, not its tasks',
    run: (ctx, { params }) => deleteView(ctx, params['id']),
  }),
];
