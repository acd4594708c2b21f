import { readSessions } from '../auth/sessions.reads.js';
import { revokeOtherSessions, revokeSession } from '../auth/sessions.service.js';
import { listOf } from './answers.js';
import { call, type Route } from './route.js';

/** The viewer's sign-ins. */
export const sessionRoutes: readonly Route[] = [
  call('get', '/auth/sessions', 'sessions', {
    summary: 'Your sign-ins that stand',
    cost: 10,
    answer: listOf('Session'),
    run: readSessions,
  }),
  call('delete', '/auth/sessions', 'revokeOtherSessions', {
    summary: 'End all your sessions but this one',
    device: true,
    run: (ctx) => revokeOtherSessions(ctx),
  }),
  call('delete', '/auth/sessions/:id', 'revokeSession', {
    summary: 'End one of your sessions',
    run: (ctx, { params }) => revokeSession(ctx, params['id']),
  }),
];
