import { completeLoginSchema, loginSchema } from '../../contract/auth.js';
import { changePasswordSchema, updateProfileSchema } from '../../contract/profile.js';
import { completeLogin, login } from './auth.service.js';
import { readPreferences } from './preferences.reads.js';
import { changePassword, updateProfile } from './profile.service.js';
import { requireViewer } from '../request/context.js';
import { presentUser } from '../users/user.presenter.js';
import { call, objectOf, oneOf, write, type Row } from '../request/restRow.js';

/** Accounts and sessions. */
export const authRoutes: readonly Row[] = [
  call('post', '/auth/login', 'login', {
    summary: 'Sign in',
    device: true,
    body: loginSchema,
    answer: oneOf('SignedIn', 'Challenged'),
    refuses: ['UNAUTHENTICATED'],
    run: async (ctx, { body }) => {
      const { user, tokens, challenge } = await login(ctx, body);
      return challenge ? { challenge } : { user: presentUser(ctx, user), tokens };
    },
  }),
  call('post', '/auth/login/two-factor', 'completeLogin', {
    summary: 'Complete a sign-in with its second factor',
    device: true,
    body: completeLoginSchema,
    answer: objectOf('SignedIn'),
    refuses: ['UNAUTHENTICATED'],
    run: async (ctx, { body }) => {
      const { user, tokens } = await completeLogin(ctx, body);
      return { user: presentUser(ctx, user), tokens };
    },
  }),
  write('post', '/auth/logout', 'logout', 'End this session'),
  write('post', '/auth/forgot-password', 'forgotPassword', 'Mail a link to choose a new password', { payload: 'Told' }),
  write('post', '/auth/reset-password', 'resetPassword', 'Set a new password with the token of a mail', {
    payload: 'Told',
    device: true,
  }),
  write('post', '/auth/email/revert', 'revertEmail', 'Revert an email change with the token of a mail', {
    payload: 'Told',
  }),
  write('post', '/auth/email/verify', 'verifyEmail', 'Verify an email address with the token of a mail', {
    payload: 'Told',
  }),
  write(
    'post',
    '/auth/email/resend-verification',
    'resendVerification',
    'Mail yourself another link to verify your email',
    {
      payload: 'Told',
      refuses: ['RATE_LIMITED'],
    },
  ),
  call('put', '/auth/profile', 'updateProfile', {
    summary: 'Change your profile',
    device: true,
    body: updateProfileSchema,
    answer: objectOf('Person'),
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: async (ctx, { body }) => ({ user: presentUser(ctx, await updateProfile(ctx, body)) }),
  }),
  call('put', '/auth/change-password', 'changePassword', {
    summary: 'Replace your password and end your other sessions',
    device: true,
    body: changePasswordSchema,
    answer: objectOf('Person'),
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: async (ctx, { body }) => ({ user: presentUser(ctx, await changePassword(ctx, body)) }),
  }),
  call('get', '/auth/preferences', 'me', {
    summary: 'Your preferences',
    operationId: 'preferences',
    description: 'What you chose in Settings.',
    answer: objectOf('Preferences'),
    run: (ctx) => readPreferences(ctx, requireViewer(ctx).userId),
  }),
  write('put', '/auth/preferences', 'updatePreferences', 'Change your preferences'),
];
