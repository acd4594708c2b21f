import { createApiTokenSchema } from '../../contract/apiTokens.js';
import { readApiTokens } from '../auth/apiToken.reads.js';
import { createApiToken, revokeApiToken } from '../auth/apiToken.service.js';
import { listOf, objectOf } from './answers.js';
import { call, type Route } from './route.js';

/** The viewer's tokens for programs. */
export const apiTokenRoutes: readonly Route[] = [
  call('get', '/auth/tokens', 'apiTokens', {
    summary: 'Your tokens for programs that stand',
    cost: 10,
    answer: listOf('ApiToken'),
    run: readApiTokens,
  }),
  call('post', '/auth/tokens', 'createApiToken', {
    status: 201,
    summary: 'Make a token for a program; it is told once',
    device: true,
    body: createApiTokenSchema,
    answer: objectOf('ApiTokenMade'),
    refuses: ['FORBIDDEN'],
    run: (ctx, { body }) => createApiToken(ctx, body),
  }),
  call('delete', '/auth/tokens/:id', 'revokeApiToken', {
    summary: 'End one of your tokens for programs',
    run: (ctx, { params }) => revokeApiToken(ctx, params['id']),
  }),
];
