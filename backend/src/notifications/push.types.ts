import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { PUSH } from '../../contract/limits.js';
import { idInputOf, WriteInput } from '../kernel/graphql/write.js';

@InputType({
  description: 'Input of `subscribePush`: what a browser’s `PushSubscription` says of itself (W3C Push API).',
})
export class SubscribePushInput extends WriteInput {
  @Field(() => String, {
    description: `Its endpoint: https, of a known push service, up to ${PUSH.endpointMax} characters.`,
  })
  endpoint!: string;

  @Field(() => String, { description: 'Its key `p256dh`: 65 bytes as base64url (RFC 8291).' })
  p256dh!: string;

  @Field(() => String, { description: 'Its secret `auth`: 16 bytes as base64url (RFC 8291).' })
  auth!: string;
}

@ObjectType({ description: 'What `subscribePush` answers.' })
export class SubscribePushPayload {
  @Field(() => ID, { description: 'What `unsubscribePush` takes.' })
  pushSubscriptionId!: string;
}

export const UnsubscribePushInput = idInputOf('UnsubscribePush', 'Which subscription.');

@ObjectType({ description: 'What `unsubscribePush` answers.' })
export class UnsubscribePushPayload {
  @Field(() => ID, { description: 'The subscription that is gone.' })
  pushSubscriptionId!: string;
}
