import { write, type Row } from '../request/restRow.js';

/** The second factor. */
export const twoFactorRoutes: readonly Row[] = [
  write(
    'post',
    '/auth/two-factor',
    'beginTwoFactor',
    'Start two-factor setup: create a secret for an authenticator app',
    {
      payload: 'TwoFactorBegun',
      device: true,
      refuses: ['FORBIDDEN'],
    },
  ),
  write('post', '/auth/two-factor/confirm', 'confirmTwoFactor', 'Turn on two-factor authentication with a first code', {
    payload: 'RecoveryCodes',
    device: true,
    refuses: ['FORBIDDEN'],
  }),
  write('post', '/auth/two-factor/recovery-codes', 'regenerateRecoveryCodes', 'Create new recovery codes', {
    payload: 'RecoveryCodes',
    device: true,
    refuses: ['FORBIDDEN'],
  }),
  write('delete', '/auth/two-factor', 'disableTwoFactor', 'Turn off two-factor authentication', {
    device: true,
    refuses: ['FORBIDDEN'],
  }),
];
