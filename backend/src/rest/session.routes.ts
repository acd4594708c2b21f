import { readSessions } from '../auth/sessions.reads.js';
import { revokeOtherSessions, revokeSession } from '../auth/sessions.service.js';
import { listOf } from './answers.js';
import type { Route } from './route.js';

/** The viewer's sign-ins. */
export const sessionRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/auth/sessions',
    twin: 'sessions',
    summary: 'Your sign-ins that stand',
    cost: 10,
    answer: listOf('Session'),
    run: readSessions,
  },
  {
    method: 'delete',
    path: '/auth/sessions',
    twin: 'revokeOtherSessions',
    status: 204,
    summary: 'End all your sessions but this one',
    device: true,
    run: (ctx) => revokeOtherSessions(ctx),
  },
  {
    method: 'delete',
    path: '/auth/sessions/:id',
    twin: 'revokeSession',
    status: 204,
    summary: 'End one of your sessions',
    run: (ctx, { params }) => revokeSession(ctx, params['id']),
  },
];
