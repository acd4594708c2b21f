import { readApiTokens } from './apiToken.reads.js';
import { call, listOf, write, type Row } from '../request/restRow.js';

/** The viewer's tokens for programs. */
export const apiTokenRoutes: readonly Row[] = [
  call('get', '/auth/tokens', 'apiTokens', {
    summary: 'Your active API tokens',
    cost: 10,
    answer: listOf('ApiToken'),
    run: readApiTokens,
  }),
  write('post', '/auth/tokens', 'createApiToken', 'Create an API token; its secret is answered only once', {
    status: 201,
    payload: 'ApiTokenMade',
    device: true,
    refuses: ['FORBIDDEN'],
  }),
  write('delete', '/auth/tokens/:id', 'revokeApiToken', 'Revoke one of your API tokens'),
];
