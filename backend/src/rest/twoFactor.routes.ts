import { beginTwoFactorSchema, confirmTwoFactorSchema, proofSchema } from '../../contract/auth.js';
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  regenerateRecoveryCodes,
} from '../auth/twoFactor.service.js';
import { objectOf } from './answers.js';
import { call, type Route } from './route.js';

/** The second factor. */
export const twoFactorRoutes: readonly Route[] = [
  call('post', '/auth/two-factor', 'beginTwoFactor', {
    summary: 'Make a secret for an authenticator app',
    device: true,
    body: beginTwoFactorSchema,
    answer: objectOf('TwoFactorBegun'),
    refuses: ['FORBIDDEN'],
    run: (ctx, { body }) => beginTwoFactor(ctx, body),
  }),
  call('post', '/auth/two-factor/confirm', 'confirmTwoFactor', {
    summary: 'Switch two-factor on by the first code',
    device: true,
    body: confirmTwoFactorSchema,
    answer: objectOf('RecoveryCodes'),
    refuses: ['FORBIDDEN'],
    run: (ctx, { body }) => confirmTwoFactor(ctx, body),
  }),
  call('post', '/auth/two-factor/recovery-codes', 'regenerateRecoveryCodes', {
    summary: 'Make new recovery codes',
    device: true,
    body: proofSchema,
    answer: objectOf('RecoveryCodes'),
    refuses: ['FORBIDDEN'],
    run: (ctx, { body }) => regenerateRecoveryCodes(ctx, body),
  }),
  call('delete', '/auth/two-factor', 'disableTwoFactor', {
    summary: 'Switch two-factor off',
    device: true,
    body: proofSchema,
    refuses: ['FORBIDDEN'],
    run: (ctx, { body }) => disableTwoFactor(ctx, body),
  }),
];
