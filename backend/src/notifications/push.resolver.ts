import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
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
      'Sends your notifications to this browser until you unsubscribe it or sign out there. You can subscribe 20 browsers.',
  })
  subscribePush(
    @Input(SubscribePushInput, 'The browser’s subscription.') input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<{ pushSubscriptionId: string }> {
    return subscribePush(ctx, input);
  }

  @Mutation(() => UnsubscribePushPayload, { description: 'Stops notifications to one of your browsers.' })
  unsubscribePush(
    @Input(UnsubscribePushInput, 'The subscription.') input: IdInput,
    @Ctx() ctx: Context,
  ): Promise<{ pushSubscriptionId: string }> {
    return unsubscribePush(ctx, input.id);
  }
}
