import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { type IdInput, Input } from '../kernel/graphql/write.js';
import { readPushKey, subscribePush, unsubscribePush } from './push.service.js';
import {
  SubscribePushInput,
  SubscribePushPayload,
  UnsubscribePushInput,
  UnsubscribePushPayload,
} from './push.types.js';

@Resolver()
export class PushResolver {
  @Query(() => String, {
    description: 'The public key to subscribe a browser with (`applicationServerKey`, VAPID, RFC 8292), base64url.',
  })
  async pushKey(@Ctx() ctx: Context): Promise<string> {
    return (await readPushKey(ctx)).pushKey;
  }

  @Mutation(() => SubscribePushPayload, {
    description:
      'Tells this browser what concerns you, until you unsubscribe it or sign out there; of yours 20 are told.',
  })
  subscribePush(
    @Input(SubscribePushInput, 'What the browser says of itself.') input: SubscribePushInput,
    @Ctx() ctx: Context,
  ): Promise<{ pushSubscriptionId: string }> {
    return subscribePush(ctx, input);
  }

  @Mutation(() => UnsubscribePushPayload, { description: 'Tells a browser of yours nothing any more.' })
  unsubscribePush(
    @Input(UnsubscribePushInput, 'Which subscription.') input: IdInput,
    @Ctx() ctx: Context,
  ): Promise<{ pushSubscriptionId: string }> {
    return unsubscribePush(ctx, input.id);
  }
}
