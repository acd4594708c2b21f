import { AVATAR } from '../../contract/avatar.js';
import { setAvatar } from './avatar.service.js';
import { presentUser } from '../users/user.presenter.js';
import { call, objectOf, write, type Row } from '../request/restRow.js';

/** The viewer's picture. */
export const avatarRoutes: readonly Row[] = [
  call('put', '/auth/avatar', null, {
    summary: 'Set your picture',
    operationId: 'setAvatar',
    description: 'Makes a file your picture: a square of our own making, at a new address.',
    upload: AVATAR,
    answer: objectOf('Person'),
    run: async (ctx, { upload }) => ({ user: presentUser(ctx, await setAvatar(ctx, upload)) }),
  }),
  write('delete', '/auth/avatar', 'removeAvatar', 'Remove your picture'),
];
