import { restoreAccount } from './accountRestore.service.js';
import { presentUser } from '../users/user.presenter.js';
import { call, objectOf, write, type Row } from '../request/restRow.js';

export const accountDeletionRoutes: readonly Row[] = [
  write('post', '/auth/delete-account', 'deleteAccount', 'Delete your account, with 14 days to restore it', {
    payload: 'AccountDeletion',
    device: true,
    refuses: ['FORBIDDEN'],
  }),
  call('post', '/auth/restore-account', 'restoreAccount', {
    allowPendingDeletion: true,
    summary: 'Restore your account while it is being deleted',
    answer: objectOf('Person'),
    run: async (ctx) => ({ user: presentUser(ctx, await restoreAccount(ctx)) }),
  }),
];
