import * as v from 'valibot';
import { PUSH } from './limits.js';
import { withReason } from './reasons.js';

/** A field of `length` bytes in base64url (RFC 4648), as browsers provide it. */
const bytes = (name: string, length: number) => {
  const characters = Math.ceil((length * 4) / 3);
  return v.pipe(
    v.string(`${name} must be text`),
    v.regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), `${name} must be ${length} bytes as base64url`),
  );
};

/** A browser's `PushSubscription` (Push API): the endpoint, and the encryption keys (RFC 8291). */
export const subscribePushSchema = v.object({
  endpoint: v.pipe(
    v.string('The endpoint must be text'),
    v.maxLength(PUSH.endpointMax, `The endpoint must be at most ${PUSH.endpointMax} characters`),
    v.check(
      withReason('malformed', (value) => URL.canParse(value) && new URL(value).protocol === 'https:'),
      'The endpoint must be an https URL',
    ),
  ),
  p256dh: bytes('p256dh', 65),
  auth: bytes('auth', 16),
});
