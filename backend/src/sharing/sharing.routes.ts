import { SHARE_LINKS } from '../../contract/limits.js';
import { openSharedLinkSchema, sharedBoardSchema, sharedTasksSchema } from '../../contract/shareLinks.js';
import { parseId } from '../platform/lib/ids.js';
import { COST } from '../request/cost.js';
import { call, listOf, objectOf, type Row, write } from '../request/restRow.js';
import { openSharedLink } from './openLink.js';
import { readSharedBoard, readSharedTasks } from './sharedBoard.js';
import { readShareLinks } from './shareLink.reads.js';

/** Shared links, for owners and for visitors. Tokens are sent in bodies, because paths are logged. */
export const sharingRoutes: readonly Row[] = [
  call('get', '/projects/:id/share-links', 'shareLinks', {
    summary: 'The shared links of a project that have not ended, and those that expired, newest first',
    cost: SHARE_LINKS.max,
    answer: listOf('ShareLink'),
    refuses: ['FORBIDDEN'],
    run: (ctx, { params }) => readShareLinks(ctx, parseId(params['id'])),
  }),
  write(
    'post',
    '/projects/:id/share-links',
    'createShareLink',
    'Create a link that shows the project; its address is answered only once',
    {
      status: 201,
      params: { id: 'projectId' },
      payload: 'ShareLinkCreated',
      refuses: ['FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
    },
  ),
  write('delete', '/projects/:id/share-links/:shareLinkId', 'revokeShareLink', 'Revoke a shared link', {
    params: { id: 'projectId', shareLinkId: 'id' },
    refuses: ['FORBIDDEN'],
  }),
  call('post', '/shared/board', 'sharedBoard', {
    summary: 'What a shared link shows',
    body: sharedBoardSchema,
    answer: objectOf('SharedBoard'),
    cost: COST.sharedBoard,
    refuses: ['UNAUTHENTICATED', 'NOT_FOUND', 'RATE_LIMITED'],
    run: (ctx, { body }) => readSharedBoard(ctx, body),
  }),
  call('post', '/shared/tasks', 'sharedTasks', {
    summary: 'A further page of a column of a shared link',
    body: sharedTasksSchema,
    answer: objectOf('SharedTaskPage'),
    cost: SHARE_LINKS.pageOfColumn,
    refuses: ['UNAUTHENTICATED', 'NOT_FOUND', 'RATE_LIMITED'],
    run: (ctx, { body }) => readSharedTasks(ctx, body),
  }),
  call('post', '/shared/open', 'openSharedLink', {
    summary: 'Get a key for a shared link with a password',
    body: openSharedLinkSchema,
    answer: objectOf('SharedKey'),
    refuses: ['NOT_FOUND', 'RATE_LIMITED'],
    run: (ctx, { body }) => openSharedLink(ctx, body),
  }),
];
