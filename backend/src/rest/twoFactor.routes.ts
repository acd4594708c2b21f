import { beginTwoFactorSchema, confirmTwoFactorSchema, proofSchema } from '../../contract/auth.js';
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  regenerateRecoveryCodes,
} from '../auth/twoFactor.service.js';
import { objectOf } from './answers.js';
import type { Route } from './route.js';

/** The second factor. */
export const twoFactorRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/auth/two-factor',
    twin: 'beginTwoFactor',
    summary: 'Make a secret for an authenticator app',
    device: true,
    body: beginTwoFactorSchema,
    answer: objectOf('TwoFactorBegun'),
    refuses: ['FORBIDDEN'],
    run: (ctx, { body }) => beginTwoFactor(ctx, body),
  },
  {
    method: 'post',
    path: '/auth/two-factor/confirm',
    twin: 'confirmTwoFactor',
    summary: 'Switch two-factor on by the first code',
    device: true,
    body: confirmTwoFactorSchema,
    answer: objectOf('RecoveryCodes'),
    refuses: ['FORBIDDEN'],
    run: (ctx, { body }) => confirmTwoFactor(ctx, body),
  },
  {
    method: 'post',
    path: '/auth/two-factor/recovery-codes',
    twin: 'regenerateRecoveryCodes',
    summary: 'Make new recovery codes',
    device: true,
    body: proofSchema,
    answer: objectOf('RecoveryCodes'),
    refuses: ['FORBIDDEN'],
    run: (ctx, { body }) => regenerateRecoveryCodes(ctx, body),
  },
  {
    method: 'delete',
    path: '/auth/two-factor',
    twin: 'disableTwoFactor',
    status: 204,
    summary: 'Switch two-factor off',
    device: true,
    body: proofSchema,
    refuses: ['FORBIDDEN'],
    run: (ctx, { body }) => disableTwoFactor(ctx, body),
  },
];
