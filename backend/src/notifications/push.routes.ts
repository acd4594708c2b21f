import { readPushKey } from './push.service.js';
import { call, objectOf, write, type Row } from '../request/restRow.js';

/** Browsers that get notifications while the app is closed. */
export const pushRoutes: readonly Row[] = [
  call('get', '/push', 'pushKey', {
    summary: 'The public key to subscribe a browser with',
    answer: objectOf('PushKey'),
    run: readPushKey,
  }),
  write('post', '/push', 'subscribePush', 'Send notifications to this browser', {
    status: 201,
    payload: 'PushSubscribed',
  }),
  write('delete', '/push/:id', 'unsubscribePush', 'Stop notifications to one of your browsers'),
];
