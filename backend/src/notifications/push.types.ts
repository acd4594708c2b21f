import { PUSH } from '../../contract/limits.js';
import { subscribePushSchema } from '../../contract/push.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';

export const SubscribePushInput = inputOf('SubscribePush', {
  description: 'Input of `subscribePush`: the values of a browser’s `PushSubscription` (W3C Push API).',
  schema: subscribePushSchema,
  descriptions: {
    endpoint: `Its endpoint: https, on a known push service, up to ${PUSH.endpointMax} characters.`,
    p256dh: 'Its key `p256dh`: 65 bytes as base64url (RFC 8291).',
    auth: 'Its secret `auth`: 16 bytes as base64url (RFC 8291).',
  },
});

export const SubscribePushPayload = payloadOf('SubscribePush', {
  pushSubscriptionId: 'Id of the subscription, for `unsubscribePush`.',
});

export const UnsubscribePushInput = idInputOf('UnsubscribePush', 'The subscription.');

export const UnsubscribePushPayload = payloadOf('UnsubscribePush', { pushSubscriptionId: 'The removed subscription.' });
