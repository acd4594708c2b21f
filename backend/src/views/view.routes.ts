import { readViews } from './view.reads.js';
import { call, listOf, write, type Row } from '../request/restRow.js';

/** The views of tasks that the viewer has saved. */
export const viewRoutes: readonly Row[] = [
  call('get', '/views', 'views', {
    summary: 'Your saved views',
    cost: 50,
    answer: listOf('View'),
    run: readViews,
  }),
  write('post', '/views', 'saveView', 'Save a view', { status: 201, refuses: ['CONFLICT'] }),
  write('patch', '/views/:id', 'updateView', 'Change a saved view'),
  write('delete', '/views/:id', 'deleteView', 'Delete a saved view, not its tasks'),
];
