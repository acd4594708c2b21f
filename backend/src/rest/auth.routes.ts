import {
  changePasswordSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  updatePreferencesSchema,
  updateProfileSchema,
} from '../../contract/auth.js';
import { login, logout, me, register } from '../auth/auth.service.js';
import { forgotPassword, resetPassword } from '../auth/passwordReset.service.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { changePassword, updatePreferences, updateProfile } from '../auth/profile.service.js';
import { requireViewer } from '../kernel/context.js';
import { readEpoch } from '../kernel/epoch.js';
import { readPositions } from '../live/changeSets.js';
import { presentTo } from '../users/user.presenter.js';
import { objectOf } from './answers.js';
import { call, type Route } from './route.js';

/** Accounts and sessions. */
export const authRoutes: readonly Route[] = [
  call('post', '/auth/register', 'register', {
    public: true,
    status: 201,
    summary: 'Make an account and sign in',
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
    answer: objectOf('SignedIn'),
    refuses: ['UNAUTHENTICATED'],
    run: async (ctx, { body }) => {
      const { user, tokens } = await login(ctx, body);
      return { user: presentTo(ctx, user), tokens };
    },
  }),
  call('get', '/auth/me', 'me', {
    summary: 'The signed-in person',
    answer: objectOf('Me'),
    run: async (ctx) => {
      const user = await me(ctx);
      const epoch = await readEpoch(ctx.em);
      return { user: presentTo(ctx, user), epoch, positions: await readPositions(ctx.em, user.id) };
    },
  }),
  call('post', '/auth/logout', 'logout', {
    summary: 'End this session',
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
  call('put', '/auth/profile', 'updateProfile', {
    summary: 'Change your profile',
    body: updateProfileSchema,
    answer: objectOf('Person'),
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { body }) => ({ user: presentTo(ctx, await updateProfile(ctx, body)) }),
  }),
  call('put', '/auth/change-password', 'changePassword', {
    summary: 'Replace your password and end your other sessions',
    device: true,
    body: changePasswordSchema,
    answer: objectOf('Person'),
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { body }) => ({ user: presentTo(ctx, await changePassword(ctx, body)) }),
  }),
  call('get', '/auth/preferences', 'me', {
    summary: 'Your preferences',
    operationId: 'preferences',
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
