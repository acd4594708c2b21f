import {
  completeLoginSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  revertEmailSchema,
} from '../../contract/auth.js';
import { changePasswordSchema, updatePreferencesSchema, updateProfileSchema } from '../../contract/profile.js';
import { completeLogin, login, logout, me } from '../auth/auth.service.js';
import { revertEmail } from '../auth/emailChange.service.js';
import { forgotPassword, resetPassword } from '../auth/passwordReset.service.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { changePassword, updatePreferences, updateProfile } from '../auth/profile.service.js';
import { readTwoFactor } from '../auth/twoFactor.reads.js';
import { requireViewer } from '../kernel/context.js';
import { readEpoch } from '../kernel/epoch.js';
import { readPositions } from '../live/changeSets.js';
import { readLastProject } from '../projects/project.reads.js';
import { register } from '../projects/registration.service.js';
import { presentTo } from '../users/user.presenter.js';
import { objectOf, oneOf } from './answers.js';
import { call, type Route } from './route.js';

/** Accounts and sessions. */
export const authRoutes: readonly Route[] = [
  call('post', '/auth/register', 'register', {
    public: true,
    status: 201,
    summary: 'Create an account and sign in',
    refuses: ['FORBIDDEN'],
    device: true,
    body: registerSchema,
    answer: objectOf('SignedIn'),
    run: async (ctx, { body }) => {
      const { user, tokens } = await register(ctx, body);
      return { user: presentTo(ctx, user), tokens };
    },
  }),
  call('post', '/auth/login', 'login', {
    public: true,
    summary: 'Sign in',
    device: true,
    body: loginSchema,
    answer: oneOf('SignedIn', 'Challenged'),
    refuses: ['UNAUTHENTICATED'],
    run: async (ctx, { body }) => {
      const { user, tokens, challenge } = await login(ctx, body);
      return challenge ? { challenge } : { user: presentTo(ctx, user), tokens };
    },
  }),
  call('post', '/auth/login/two-factor', 'completeLogin', {
    public: true,
    summary: 'Complete a sign-in by its second factor',
    device: true,
    body: completeLoginSchema,
    answer: objectOf('SignedIn'),
    refuses: ['UNAUTHENTICATED'],
    run: async (ctx, { body }) => {
      const { user, tokens } = await completeLogin(ctx, body);
      return { user: presentTo(ctx, user), tokens };
    },
  }),
  call('get', '/auth/me', 'me', {
    summary: 'The signed-in person',
    whileLeaving: true,
    answer: oneOf('Me', 'MeLeaving'),
    run: async (ctx) => {
      const user = await me(ctx);
      const { deletionAt } = requireViewer(ctx);
      if (deletionAt) return { user: presentTo(ctx, user), deletionAt };
      const own = (await readTwoFactor(ctx, user.id)) ?? { twoFactor: null, recoveryCodesLeft: null };
      const epoch = await readEpoch(ctx.em);
      const positions = await readPositions(ctx.em, requireViewer(ctx));
      const lastProjectId = await readLastProject(ctx.em, requireViewer(ctx));
      return { user: presentTo(ctx, user), ...own, deletionAt: null, epoch, positions, lastProjectId };
    },
  }),
  call('post', '/auth/logout', 'logout', {
    summary: 'End this session',
    whileLeaving: true,
    run: logout,
  }),
  call('post', '/auth/forgot-password', 'forgotPassword', {
    public: true,
    summary: 'Mail a link to choose a new password',
    body: forgotPasswordSchema,
    answer: objectOf('Told'),
    run: (ctx, { body }) => forgotPassword(ctx, body),
  }),
  call('post', '/auth/reset-password', 'resetPassword', {
    public: true,
    summary: 'Set a new password by the token of a mail',
    device: true,
    body: resetPasswordSchema,
    answer: objectOf('Told'),
    run: (ctx, { body }) => resetPassword(ctx, body),
  }),
  call('post', '/auth/email/revert', 'revertEmail', {
    public: true,
    summary: 'Take back a change of the e-mail by the token of a mail',
    body: revertEmailSchema,
    answer: objectOf('Told'),
    run: (ctx, { body }) => revertEmail(ctx, body),
  }),
  call('put', '/auth/profile', 'updateProfile', {
    summary: 'Change your profile',
    device: true,
    body: updateProfileSchema,
    answer: objectOf('Person'),
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: async (ctx, { body }) => ({ user: presentTo(ctx, await updateProfile(ctx, body)) }),
  }),
  call('put', '/auth/change-password', 'changePassword', {
    summary: 'Replace your password and end your other sessions',
    device: true,
    body: changePasswordSchema,
    answer: objectOf('Person'),
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: async (ctx, { body }) => ({ user: presentTo(ctx, await changePassword(ctx, body)) }),
  }),
  call('get', '/auth/preferences', 'me', {
    summary: 'Your preferences',
    operationId: 'preferences',
    description: 'What you chose in Settings.',
    answer: objectOf('Preferences'),
    run: (ctx) => readPreferences(ctx, requireViewer(ctx).userId),
  }),
  call('put', '/auth/preferences', 'updatePreferences', {
    summary: 'Change your preferences',
    body: updatePreferencesSchema,
    answer: objectOf('Preferences'),
    run: (ctx, { body }) => updatePreferences(ctx, body),
  }),
];
