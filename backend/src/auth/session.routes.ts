import { readSessions } from './sessions.reads.js';
import { call, listOf, write, type Row } from '../request/restRow.js';

/** The viewer's sign-ins. */
export const sessionRoutes: readonly Row[] = [
  call('get', '/auth/sessions', 'sessions', {
    summary: 'Your active sessions',
    cost: 10,
    answer: listOf('Session'),
    run: readSessions,
  }),
  write('delete', '/auth/sessions', 'revokeOtherSessions', 'End all your other sessions', { device: true }),
  write('delete', '/auth/sessions/:id', 'revokeSession', 'End one of your sessions'),
];
