import { presentTo } from '../users/user.presenter.js';
import { lookupUser } from '../users/user.service.js';
import { objectOrNull } from './answers.js';
import { LOOKUP_QUERY } from './queryParameters.js';
import { one, type Route } from './route.js';

/** Other people. */
export const userRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/users/lookup',
    twin: 'userLookup',
    summary: 'Find a person by exact e-mail address or username',
    query: LOOKUP_QUERY,
    answer: objectOrNull('User'),
    run: async (ctx, { query }) => {
      const found = await lookupUser(ctx, one(query, 'emailOrUsername') ?? '');
      return { data: found && presentTo(ctx, found) };
    },
  },
];
