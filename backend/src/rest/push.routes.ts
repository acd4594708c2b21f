import { subscribePushSchema } from '../../contract/push.js';
import { readPushKey, subscribePush, unsubscribePush } from '../notifications/push.service.js';
import { objectOf } from './answers.js';
import { call, type Route } from './route.js';

/** Browsers that are told while nobody looks at the app. */
export const pushRoutes: readonly Route[] = [
  call('get', '/push', 'pushKey', {
    summary: 'The public key to subscribe a browser with',
    answer: objectOf('PushKey'),
    run: readPushKey,
  }),
  call('post', '/push', 'subscribePush', {
    status: 201,
    summary: 'Tell this browser what concerns you',
    body: subscribePushSchema,
    answer: objectOf('PushSubscribed'),
    run: (ctx, { body }) => subscribePush(ctx, body),
  }),
  call('delete', '/push/:id', 'unsubscribePush', {
    summary: 'Tell a browser of yours nothing any more',
    run: (ctx, { params }) => unsubscribePush(ctx, params['id']),
  }),
];
