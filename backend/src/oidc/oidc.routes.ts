import { completeOidcSchema } from '../../contract/oidc.js';
import { readIdentities } from '../auth/identity.reads.js';
import { requireViewer } from '../request/context.js';
import { call, listOf, objectOf, write, type Row } from '../request/restRow.js';
import { presentUser } from '../users/user.presenter.js';
import { completeOidc } from './oidc.service.js';
import { signInWays } from './signInWays.js';

/** Sign-in by an OpenID Connect provider. */
export const oidcRoutes: readonly Row[] = [
  call('get', '/auth/ways', 'signInWays', {
    summary: 'How people can sign in on this server',
    answer: objectOf('SignInWays'),
    run: ({ resources }) => Promise.resolve(signInWays(resources.env)),
  }),
  write('post', '/auth/oidc/begin', 'beginOidc', 'Begin a sign-in at an OpenID Connect provider', {
    payload: 'OidcBegun',
    refuses: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  call('post', '/auth/oidc/complete', 'completeOidc', {
    summary: 'Complete a sign-in at an OpenID Connect provider',
    device: true,
    body: completeOidcSchema,
    answer: objectOf('OidcCompleted'),
    refuses: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
    run: async (ctx, { body }) => {
      const { user, ...rest } = await completeOidc(ctx, body);
      return { user: user && presentUser(ctx, user), ...rest };
    },
  }),
  call('get', '/auth/identities', 'me', {
    summary: 'Your linked accounts at OpenID Connect providers',
    operationId: 'identities',
    closedField: 'User.identities',
    description: 'The identities that can sign in to your account.',
    answer: listOf('Identity'),
    run: (ctx) => readIdentities(ctx, ctx.em, requireViewer(ctx).userId),
  }),
  write('post', '/auth/identities', 'linkIdentity', 'Begin to link an account at an OpenID Connect provider', {
    payload: 'OidcBegun',
    device: true,
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  write('delete', '/auth/identities/:id', 'unlinkIdentity', 'Unlink an account at an OpenID Connect provider'),
];
