import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { WEBHOOKS } from '../../contract/limits.js';
import { Connection } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
import type { Context } from '../request/context.js';
import { readDeliveries, readWebhook, readWebhooks, type WebhookRow } from './webhook.reads.js';
import {
  createWebhook,
  deleteWebhook,
  redeliver,
  redeliverSince,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhook.service.js';
import {
  CreateWebhookInput,
  CreateWebhookPayload,
  DeleteWebhookInput,
  DeleteWebhookPayload,
  DeliveriesArgs,
  RedeliverInput,
  RedeliverPayload,
  RedeliverSinceInput,
  RedeliverSincePayload,
  RotateWebhookSecretInput,
  RotateWebhookSecretPayload,
  TestWebhookInput,
  TestWebhookPayload,
  UpdateWebhookInput,
  UpdateWebhookPayload,
  WebhookDeliveryConnection,
  WebhookType,
} from './webhook.types.js';

@Resolver()
export class WebhookResolver {
  @Query(() => [WebhookType], { description: `Your webhooks, newest first; at most ${WEBHOOKS.max}.` })
  webhooks(
    @Arg('projectId', () => ID, orNull('Only those of this project.'))
    projectId: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<WebhookRow[]> {
    return readWebhooks(ctx, projectId);
  }

  @Query(() => WebhookType, { description: 'One of your webhooks.' })
  webhook(@Arg('id', () => ID, { description: 'Its id.' }) id: string, @Ctx() ctx: Context): Promise<WebhookRow> {
    return readWebhook(ctx, id);
  }

  @Mutation(() => CreateWebhookPayload, {
    description:
      'Creates a webhook: changes of a project, or of all your projects, are sent to an address, in the order of the log and ' +
      'as you can see them then. The secret is returned only once: a repeat with the same key is a CONFLICT, and so is a ' +
      `webhook beyond ${WEBHOOKS.max} of yours or ${WEBHOOKS.maxPerProject} of the project.`,
  })
  createWebhook(@Input(CreateWebhookInput, 'Where and what it sends.') input: WriteInput, @Ctx() ctx: Context) {
    return createWebhook(ctx, input);
  }

  @Mutation(() => UpdateWebhookPayload, {
    description: 'Changes one of your webhooks, pauses it, or starts it again where it stopped.',
  })
  async updateWebhook(@Input(UpdateWebhookInput, 'Only the fields to change.') input: IdInput, @Ctx() ctx: Context) {
    const { id, mutationId: _, ...fields } = input as IdInput & Record<string, unknown>;
    return { webhook: await updateWebhook(ctx, id, fields) };
  }

  @Mutation(() => DeleteWebhookPayload, { description: 'Deletes one of your webhooks with its deliveries.' })
  deleteWebhook(@Input(DeleteWebhookInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return deleteWebhook(ctx, input.id);
  }

  @Mutation(() => RotateWebhookSecretPayload, {
    description: `Replaces the secret of a webhook. Messages have both signatures for ${WEBHOOKS.secretHours} hours.`,
  })
  rotateWebhookSecret(@Input(RotateWebhookSecretInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return rotateWebhookSecret(ctx, input.id);
  }

  @Mutation(() => TestWebhookPayload, {
    description: `Sends a test message at once, and waits up to ${WEBHOOKS.timeoutSeconds} seconds for the answer.`,
  })
  async testWebhook(@Input(TestWebhookInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return { delivery: await testWebhook(ctx, input.id) };
  }

  @Mutation(() => RedeliverPayload, {
    description: 'Sends a message again at once, with its id. CONFLICT if the server was restored since.',
  })
  async redeliver(
    @Input(RedeliverInput, 'Which delivery.') input: IdInput & { webhookId?: string | null },
    @Ctx() ctx: Context,
  ) {
    return { delivery: await redeliver(ctx, input.id, input.webhookId) };
  }

  @Mutation(() => RedeliverSincePayload, {
    description: 'Sends all messages of a project after a revision again, in order and with their ids.',
  })
  async redeliverSince(@Input(RedeliverSinceInput, 'From where.') input: IdInput, @Ctx() ctx: Context) {
    return { webhook: await redeliverSince(ctx, input.id, input) };
  }
}

@Resolver(() => WebhookType)
export class WebhookFields {
  @FieldResolver(() => WebhookDeliveryConnection, {
    description: `Its messages of the last ${WEBHOOKS.deliveryDays} days, newest first.`,
  })
  async deliveries(@Root() webhook: WebhookRow, @Args(() => DeliveriesArgs) args: DeliveriesArgs, @Ctx() ctx: Context) {
    return new Connection(await readDeliveries(ctx, webhook.id, args.state, args));
  }
}
