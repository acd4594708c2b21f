import { readTrash, TRASH } from './trash.reads.js';
import { answerPage, call, listOf, paging, write, type Row } from '../request/restRow.js';

/** The trash: deleted objects, restoring and purging them. */
export const trashRoutes: readonly Row[] = [
  call('get', '/trash', 'trash', {
    summary: 'Deleted things that can be restored, last deleted first',
    paged: true,
    answer: listOf('TrashEntry'),
    run: async (ctx, { query }) => answerPage(await readTrash(ctx, paging(query)), (row) => TRASH.of(row)),
  }),
  write('post', '/tasks/:id/restore', 'restoreTask', 'Restore a deleted task'),
  write('post', '/projects/:id/restore', 'restoreProject', 'Restore a deleted project with its content'),
  write('delete', '/trash/:id', 'purge', 'Permanently delete something from the trash'),
];
