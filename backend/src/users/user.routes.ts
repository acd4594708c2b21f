import { fieldError, invalid } from '../platform/lib/errors.js';
import { presentPublicUser } from './user.presenter.js';
import { lookupUser } from './user.service.js';
import { call, objectOrNull, readOne, type QueryParameter, type Row } from '../request/restRow.js';

const LOOKUP_QUERY: readonly QueryParameter[] = [
  { name: 'emailOrUsername', schema: { type: 'string' }, required: true },
];

/** Other people. */
export const userRoutes: readonly Row[] = [
  call('get', '/users/lookup', 'userLookup', {
    summary: 'Find a person by exact email address or username',
    query: LOOKUP_QUERY,
    answer: objectOrNull('FoundUser'),
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { query }) => {
      const wanted = readOne(query, 'emailOrUsername');
      if (wanted === undefined)
        throw invalid({ emailOrUsername: fieldError('required', 'Email or username is required') });
      const found = await lookupUser(ctx, wanted);
      return found && presentPublicUser(found);
    },
  }),
];
