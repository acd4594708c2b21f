import { deleteAccountSchema } from '../../contract/accountDeletion.js';
import { deleteAccount } from '../projects/accountDeletion.service.js';
import { restoreAccount } from '../projects/accountRestore.service.js';
import { presentTo } from '../users/user.presenter.js';
import { objectOf } from './answers.js';
import { call, type Route } from './route.js';

/** The end of an account, and the way back. */
export const accountDeletionRoutes: readonly Route[] = [
  call('post', '/auth/delete-account', 'deleteAccount', {
    summary: 'Delete your account, with 14 days to restore it',
    device: true,
    body: deleteAccountSchema,
    answer: objectOf('AccountDeletion'),
    refuses: ['FORBIDDEN'],
    run: (ctx, { body }) => deleteAccount(ctx, body),
  }),
  call('post', '/auth/restore-account', 'restoreAccount', {
    whileLeaving: true,
    summary: 'Restore your account that is being deleted',
    answer: objectOf('Person'),
    run: async (ctx) => ({ user: presentTo(ctx, await restoreAccount(ctx)) }),
  }),
];
