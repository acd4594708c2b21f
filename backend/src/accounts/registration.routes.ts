import { registerSchema } from '../../contract/auth.js';
import { call, objectOf, type Row } from '../request/restRow.js';
import { presentUser } from '../users/user.presenter.js';
import { register } from './registration.service.js';

export const registrationRoutes: readonly Row[] = [
  call('post', '/auth/register', 'register', {
    status: 201,
    summary: 'Create an account and sign in',
    refuses: ['FORBIDDEN'],
    device: true,
    body: registerSchema,
    answer: objectOf('SignedIn'),
    run: async (ctx, { body }) => {
      const { user, tokens } = await register(ctx, body);
      return { user: presentUser(ctx, user), tokens };
    },
  }),
];
