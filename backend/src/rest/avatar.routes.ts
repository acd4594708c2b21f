import { AVATAR } from '../../contract/avatar.js';
import { removeAvatar, setAvatar } from '../auth/avatar.service.js';
import { presentTo } from '../users/user.presenter.js';
import { objectOf } from './answers.js';
import { call, type Route } from './route.js';

/** The viewer's picture. */
export const avatarRoutes: readonly Route[] = [
  call('put', '/auth/avatar', null, {
    summary: 'Make a file your picture',
    operationId: 'setAvatar',
    description: 'Makes a file your picture: a square of our own making, at a new address.',
    upload: AVATAR,
    answer: objectOf('Person'),
    run: async (ctx, { upload }) => ({ user: presentTo(ctx, await setAvatar(ctx, upload)) }),
  }),
  call('delete', '/auth/avatar', 'removeAvatar', {
    summary: 'Take your picture away',
    run: (ctx) => removeAvatar(ctx),
  }),
];
