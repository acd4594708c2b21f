import { GraphQLDateTimeISO } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { DeliveryState, WebhookFormat, WebhookPause, WebhookState } from '../../contract/enums.js';
import { WEBHOOKS } from '../../contract/limits.js';
import { createWebhookSchema, redeliverSinceSchema, updateWebhookSchema } from '../../contract/webhooks.js';
import type { Moment } from '../platform/database/rows.js';
import { connectionOf, PageArgsType } from '../platform/graphql/connection.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { oneTo } from '../platform/graphql/limitWords.js';
import { payloadOf } from '../platform/graphql/write.js';

describeEnum(WebhookState, 'WebhookState', 'What a webhook does.', {
  ACTIVE: 'It sends messages.',
  FAILING: 'The last attempt failed; it will be made again.',
  PAUSED: 'It sends nothing until its owner starts it again.',
});
describeEnum(WebhookPause, 'WebhookPause', 'Why a webhook is paused.', {
  OWNER: 'Its owner has paused it.',
  FAILED: 'All attempts to send a message failed.',
  GONE: 'Its receiver answered 410.',
  RESTORED: 'The server was restored from a backup.',
  ACCESS_ENDED: 'The sign-ins of its owner were ended.',
});
describeEnum(WebhookFormat, 'WebhookFormat', 'The form of a webhook’s messages.', {
  STANDARD: 'JSON by Standard Webhooks 1.0.0, for programs.',
  SLACK: 'For an incoming webhook of Slack or Mattermost.',
  DISCORD: 'For a webhook of Discord.',
  NTFY: 'Plain text, for a topic of ntfy.',
});
describeEnum(DeliveryState, 'DeliveryState', 'The state of a message.', {
  PENDING: 'An attempt failed; there will be another one.',
  DELIVERED: 'The receiver answered 2xx.',
  FAILED: 'There will be no further attempt.',
});

@ObjectType('Webhook', { description: 'An address to which changes of your projects are sent.' })
export class WebhookType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => ID, orNull('Its project; null for all your projects.'))
  projectId!: string | null;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'The address.' })
  url!: string;

  @Field(() => [String], { description: 'Which changes are sent, like `task.created`, `comment.*` or `*`.' })
  events!: string[];

  @Field(() => WebhookFormat, { description: 'The form of its messages.' })
  format!: WebhookFormat;

  @Field(() => WebhookState, { description: 'What it does.' })
  state!: WebhookState;

  @Field(() => WebhookPause, orNull('Why it is paused; null if it is not.'))
  pauseReason!: WebhookPause | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
  createdAt!: Moment;
}

@ObjectType('WebhookDelivery', { description: 'A message of a webhook, with its last attempt.' })
export class WebhookDeliveryType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => ID, { description: 'Its webhook.' })
  webhookId!: string;

  @Field(() => ID, { description: 'The `webhook-id` of the message: the same for all attempts.' })
  messageId!: string;

  @Field(() => String, { description: '`project.changes`, `project.resync` or `webhook.test`.' })
  type!: string;

  @Field(() => ID, orNull('The project; null for a test message.'))
  projectId!: string | null;

  @Field(() => Int, orNull('The revision of the change set; null for a test message.'))
  revision!: number | null;

  @Field(() => DeliveryState, { description: 'Its state.' })
  state!: DeliveryState;

  @Field(() => Int, { description: 'How many attempts were made.' })
  attempts!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When the first attempt was made.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When the last attempt was made.' })
  attemptedAt!: Moment;

  @Field(() => GraphQLDateTimeISO, orNull('When the next attempt is due; null if there is none.'))
  nextAt!: Moment | null;

  @Field(() => Int, orNull('How long the last attempt took, in milliseconds.'))
  durationMs!: number | null;

  @Field(() => Int, orNull('The HTTP status of the answer; null without an answer.'))
  status!: number | null;

  @Field(() => String, orNull('Why there was no answer, in words.'))
  error!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What was sent, as JSON without long texts; null after one of its objects was removed permanently.',
  })
  request!: string | null;

  @Field(() => String, orNull(`The first ${WEBHOOKS.storedAnswer} characters of the answer; null without an answer.`))
  response!: string | null;
}

export const WebhookDeliveryConnection = connectionOf(() => WebhookDeliveryType, 'WebhookDelivery', 'what was sent');

@ArgsType()
export class DeliveriesArgs extends PageArgsType {
  @Field(() => DeliveryState, orNull('Only deliveries in this state.'))
  state?: DeliveryState | null;
}

const FIELDS = {
  name: `The name; ${oneTo(WEBHOOKS.nameMax)}.`,
  url: 'An address that begins with https://, without a name or password in it. Private addresses are refused.',
  events: 'Which changes are sent: names like `task.created`, `comment.*` or `*`. A matching change set is sent whole.',
};

export const CreateWebhookInput = inputOf('CreateWebhook', {
  schema: createWebhookSchema,
  descriptions: {
    ...FIELDS,
    projectId: 'The project; null or absent for all your projects.',
    format: 'The form of its messages; STANDARD by default.',
  },
});

export const UpdateWebhookInput = inputOf('UpdateWebhook', {
  ids: { id: 'Which webhook.' },
  schema: updateWebhookSchema,
  descriptions: { ...FIELDS, format: 'The form of its messages.', paused: 'Whether it is to be paused.' },
});

export const DeleteWebhookInput = idInputOf('DeleteWebhook', 'Which webhook.');
export const TestWebhookInput = idInputOf('TestWebhook', 'Which webhook.');
export const RotateWebhookSecretInput = idInputOf('RotateWebhookSecret', 'Which webhook.');

export const RedeliverInput = inputOf('Redeliver', {
  ids: {
    id: 'Which delivery.',
    webhookId: { nullable: true, description: 'Its webhook. NOT_FOUND if it is another one.' },
  },
});

export const RedeliverSinceInput = inputOf('RedeliverSince', {
  ids: { id: 'Which webhook.' },
  schema: redeliverSinceSchema,
  descriptions: {
    projectId: 'The project; needed for a webhook of all your projects.',
    revision: 'The revision after which everything is sent again.',
  },
});

const WEBHOOK_WITH_SECRET = {
  webhook: { type: WebhookType, description: 'The stored webhook.' },
  secret: { type: String, description: 'The secret that signs its messages (`whsec_…`). Returned only here.' },
};
export const CreateWebhookPayload = payloadOf('CreateWebhook', WEBHOOK_WITH_SECRET);
export const RotateWebhookSecretPayload = payloadOf('RotateWebhookSecret', WEBHOOK_WITH_SECRET);

const STORED_WEBHOOK = { webhook: { type: WebhookType, description: 'The stored webhook.' } };
export const UpdateWebhookPayload = payloadOf('UpdateWebhook', STORED_WEBHOOK);
export const RedeliverSincePayload = payloadOf('RedeliverSince', STORED_WEBHOOK);

const SENT_DELIVERY = {
  delivery: { type: WebhookDeliveryType, description: 'The delivery with what the receiver answered.' },
};
export const TestWebhookPayload = payloadOf('TestWebhook', SENT_DELIVERY);
export const RedeliverPayload = payloadOf('Redeliver', SENT_DELIVERY);

export const DeleteWebhookPayload = payloadOf('DeleteWebhook', { webhookId: 'The deleted webhook.' });
