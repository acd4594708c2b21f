import {
  changePasswordSchema,
  completeLoginSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  revertEmailSchema,
  updatePreferencesSchema,
  updateProfileSchema,
} from '../../contract/auth.js';
import { completeLogin, login, logout, me, register } from '../auth/auth.service.js';
import { revertEmail } from '../auth/emailChange.service.js';
import { forgotPassword, resetPassword } from '../auth/passwordReset.service.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { changePassword, updatePreferences, updateProfile } from '../auth/profile.service.js';
import { readTwoFactor } from '../auth/twoFactor.reads.js';
import { requireViewer } from '../kernel/context.js';
import { readEpoch } from '../kernel/epoch.js';
import { presentTo } from '../users/user.presenter.js';
import { LOGIN_ANSWER, ME_ANSWER, objectOf, SIGNED_IN_ANSWER, TOLD_ANSWER, USER_ANSWER } from './answers.js';
import type { Route } from './route.js';

/** Accounts and sessions. */
export const authRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/auth/register',
    twin: 'register',
    public: true,
    status: 201,
    summary: 'Make an account and sign in',
    device: true,
    body: registerSchema,
    answer: SIGNED_IN_ANSWER,
    run: async (ctx, { body }) => {
      const { user, tokens } = await register(ctx, body);
      return { data: { user: presentTo(ctx, user), tokens } };
    },
  },
  {
    method: 'post',
    path: '/auth/login',
    twin: 'login',
    public: true,
    summary: 'Sign in',
    device: true,
    body: loginSchema,
    answer: LOGIN_ANSWER,
    refuses: ['UNAUTHENTICATED'],
    run: async (ctx, { body }) => {
      const { user, tokens, challenge } = await login(ctx, body);
      return { data: challenge ? { challenge } : { user: presentTo(ctx, user), tokens } };
    },
  },
  {
    method: 'post',
    path: '/auth/login/two-factor',
    twin: 'completeLogin',
    public: true,
    summary: 'Complete a sign-in by its second factor',
    device: true,
    body: completeLoginSchema,
    answer: SIGNED_IN_ANSWER,
    refuses: ['UNAUTHENTICATED'],
    run: async (ctx, { body }) => {
      const { user, tokens } = await completeLogin(ctx, body);
      return { data: { user: presentTo(ctx, user), tokens } };
    },
  },
  {
    method: 'get',
    path: '/auth/me',
    twin: 'me',
    summary: 'The signed-in person',
    answer: ME_ANSWER,
    run: async (ctx) => {
      const user = await me(ctx);
      const own = (await readTwoFactor(ctx, user.id)) ?? { twoFactor: null, recoveryCodesLeft: null };
      return { data: { user: presentTo(ctx, user), epoch: await readEpoch(ctx.em), ...own } };
    },
  },
  {
    method: 'post',
    path: '/auth/logout',
    twin: 'logout',
    status: 204,
    summary: 'End this session',
    run: async (ctx) => {
      await logout(ctx);
      return {};
    },
  },
  {
    method: 'post',
    path: '/auth/forgot-password',
    twin: 'forgotPassword',
    public: true,
    summary: 'Mail a link to choose a new password',
    body: forgotPasswordSchema,
    answer: TOLD_ANSWER,
    run: async (ctx, { body }) => ({ data: await forgotPassword(ctx, body) }),
  },
  {
    method: 'post',
    path: '/auth/reset-password',
    twin: 'resetPassword',
    public: true,
    summary: 'Set a new password by the token of a mail',
    device: true,
    body: resetPasswordSchema,
    answer: TOLD_ANSWER,
    run: async (ctx, { body }) => ({ data: await resetPassword(ctx, body) }),
  },
  {
    method: 'post',
    path: '/auth/email/revert',
    twin: 'revertEmail',
    public: true,
    summary: 'Take back a change of the e-mail by the token of a mail',
    body: revertEmailSchema,
    answer: TOLD_ANSWER,
    run: async (ctx, { body }) => ({ data: await revertEmail(ctx, body) }),
  },
  {
    method: 'put',
    path: '/auth/profile',
    twin: 'updateProfile',
    summary: 'Change your profile',
    device: true,
    body: updateProfileSchema,
    answer: USER_ANSWER,
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: async (ctx, { body }) => ({ data: { user: presentTo(ctx, await updateProfile(ctx, body)) } }),
  },
  {
    method: 'put',
    path: '/auth/change-password',
    twin: 'changePassword',
    summary: 'Replace your password and end your other sessions',
    device: true,
    body: changePasswordSchema,
    answer: USER_ANSWER,
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: async (ctx, { body }) => ({ data: { user: presentTo(ctx, await changePassword(ctx, body)) } }),
  },
  {
    method: 'get',
    path: '/auth/preferences',
    twin: 'me',
    summary: 'Your preferences',
    operationId: 'preferences',
    answer: objectOf('Preferences'),
    run: async (ctx) => ({ data: await readPreferences(ctx, requireViewer(ctx).userId) }),
  },
  {
    method: 'put',
    path: '/auth/preferences',
    twin: 'updatePreferences',
    summary: 'Change your preferences',
    body: updatePreferencesSchema,
    answer: objectOf('Preferences'),
    run: async (ctx, { body }) => ({ data: await updatePreferences(ctx, body) }),
  },
];
