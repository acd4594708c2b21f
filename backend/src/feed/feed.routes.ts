import { getProject } from '../projects/project.service.js';
import { answerPage, call, listOf, readOne, paging, type QueryParameter, type Row } from '../request/restRow.js';
import { presentChangeSet, pullChanges } from './pull.js';

const CHANGES_QUERY: readonly QueryParameter[] = [
  {
    name: 'after',
    schema: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1, default: 0 },
    description:
      'Start after this revision: the revision of your last change set, or of the project when you loaded it.',
  },
  {
    name: 'epoch',
    schema: { type: 'string' },
    description:
      'The epoch that this revision belongs to. If the database has a different epoch, the answer is RESYNC.',
  },
];

export const feedRoutes: readonly Row[] = [
  call('get', '/projects/:id/changes', 'project', {
    summary: 'The changes in a project after a revision, oldest first, for synchronization',
    operationId: 'projectChanges',
    description:
      'The feed as pages: every write to the project after a revision, oldest first, including comments and deletions. A single RESYNC means: load the project again and continue from its revision.',
    paged: true,
    query: CHANGES_QUERY,
    answer: listOf('ChangeSet'),
    run: async (ctx, { params, query }) => {
      const asked = { ...paging(query), epoch: readOne(query, 'epoch') };
      return answerPage(await pullChanges(ctx, await getProject(ctx, params['id']), asked), (event) =>
        presentChangeSet(ctx, event),
      );
    },
  }),
];
