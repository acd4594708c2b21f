import { DeliveryState } from '../../contract/enums.js';
import { WEBHOOKS } from '../../contract/limits.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { answerPage, call, listOf, objectOf, readOne, paging, type Row, write } from '../request/restRow.js';
import { readDeliveries, readWebhook, readWebhooks } from './webhook.reads.js';
import { redeliver, testWebhook } from './webhook.service.js';

const STATES = Object.values(DeliveryState);

function parseState(text: string | undefined): DeliveryState | undefined {
  const state = STATES.find((name) => name === text);
  if (text === undefined || state) return state;
  throw invalid({ state: fieldError('notOneOf', `state must be one of ${STATES.join(', ')}`, { allowed: STATES }) });
}

/** The viewer's webhooks and their deliveries. */
export const webhookRoutes: readonly Row[] = [
  call('get', '/webhooks', 'webhooks', {
    summary: 'Your webhooks',
    cost: WEBHOOKS.max,
    query: [
      { name: 'projectId', schema: { type: 'string', format: 'uuid' }, description: 'Only those of this project.' },
    ],
    answer: listOf('Webhook'),
    run: (ctx, { query }) => readWebhooks(ctx, readOne(query, 'projectId')),
  }),
  write('post', '/webhooks', 'createWebhook', 'Create a webhook; its secret is answered only once', {
    status: 201,
    payload: 'WebhookSecret',
    refuses: ['CONFLICT', 'RATE_LIMITED'],
  }),
  call('get', '/webhooks/:id', 'webhook', {
    summary: 'One of your webhooks',
    answer: objectOf('Webhook'),
    run: (ctx, { params }) => readWebhook(ctx, params['id']),
  }),
  write('patch', '/webhooks/:id', 'updateWebhook', 'Change, pause or start a webhook'),
  write('delete', '/webhooks/:id', 'deleteWebhook', 'Delete a webhook with its deliveries'),
  write('post', '/webhooks/:id/secret', 'rotateWebhookSecret', 'Replace the secret of a webhook', {
    payload: 'WebhookSecret',
    refuses: ['CONFLICT'],
  }),
  call('post', '/webhooks/:id/test', 'testWebhook', {
    summary: 'Send a test message and wait for the answer',
    answer: objectOf('WebhookDelivery'),
    refuses: ['RATE_LIMITED'],
    run: (ctx, { params }) => testWebhook(ctx, params['id']),
  }),
  call('get', '/webhooks/:id/deliveries', 'webhook', {
    summary: 'The messages of a webhook, newest first',
    operationId: 'webhookDeliveries',
    description: `The messages of the last ${WEBHOOKS.deliveryDays} days with their last attempts, newest first.`,
    paged: true,
    query: [{ name: 'state', schema: { type: 'string', enum: STATES }, description: 'Only deliveries in this state.' }],
    answer: listOf('WebhookDelivery'),
    run: async (ctx, { params, query }) => {
      const { id } = await readWebhook(ctx, params['id']);
      return answerPage(await readDeliveries(ctx, id, parseState(readOne(query, 'state')), paging(query)));
    },
  }),
  call('post', '/webhooks/:id/deliveries/:deliveryId/redeliver', 'redeliver', {
    summary: 'Send a message again at once',
    answer: objectOf('WebhookDelivery'),
    refuses: ['CONFLICT', 'RATE_LIMITED'],
    run: (ctx, { params }) => redeliver(ctx, params['deliveryId'], params['id']),
  }),
  write(
    'post',
    '/webhooks/:id/redeliver-since',
    'redeliverSince',
    'Send all messages of a project after a revision again',
  ),
];
