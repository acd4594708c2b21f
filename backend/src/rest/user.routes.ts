import { invalid } from '../kernel/errors.js';
import { presentFound } from '../users/user.presenter.js';
import { lookupUser } from '../users/user.service.js';
import { objectOrNull } from './answers.js';
import { LOOKUP_QUERY } from './queryParameters.js';
import { call, one, type Route } from './route.js';

/** Other people. */
export const userRoutes: readonly Route[] = [
  call('get', '/users/lookup', 'userLookup', {
    summary: 'Find a person by exact e-mail address or username',
    query: LOOKUP_QUERY,
    answer: objectOrNull('FoundUser'),
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { query }) => {
      const wanted = one(query, 'emailOrUsername');
      if (wanted === undefined) throw invalid({ emailOrUsername: ['Email or username is required'] });
      const found = await lookupUser(ctx, wanted);
      return found && presentFound(found);
    },
  }),
];
