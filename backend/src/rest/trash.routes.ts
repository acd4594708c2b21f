import { presentProject } from '../projects/project.presenter.js';
import { restoreProject } from '../projects/restore.service.js';
import { restoreTask } from '../tasks/restore.service.js';
import { presentTask } from '../tasks/task.presenter.js';
import { purgeNow } from '../trash/purge.service.js';
import { readTrash, TRASH } from '../trash/trash.reads.js';
import { listOf, objectOf } from './answers.js';
import { answerPage, call, paging, type Route } from './route.js';

/** What was deleted, and the way back. */
export const trashRoutes: readonly Route[] = [
  call('get', '/trash', 'trash', {
    summary: 'What was deleted and can be restored, last deleted first',
    paged: true,
    answer: listOf('TrashEntry'),
    run: async (ctx, { query }) => answerPage(await readTrash(ctx, paging(query)), (row) => TRASH.of(row)),
  }),
  call('post', '/tasks/:id/restore', 'restoreTask', {
    summary: 'Restore a deleted task',
    answer: objectOf('Task'),
    run: async (ctx, { params }) => presentTask(ctx, (await restoreTask(ctx, params['id'])).task),
  }),
  call('post', '/projects/:id/restore', 'restoreProject', {
    summary: 'Restore a deleted project with all that was in it',
    answer: objectOf('Project'),
    run: async (ctx, { params }) => presentProject(ctx, (await restoreProject(ctx, params['id'])).project),
  }),
  call('delete', '/trash/:id', 'purge', {
    summary: 'Remove something from the trash for good',
    run: (ctx, { params }) => purgeNow(ctx, params['id']),
  }),
];
