import { ApolloLink } from '@apollo/client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../session/render.fixture';
import { WebhookDeliveries } from './WebhookDeliveries';
import type { DeliveryRowFragment, WebhookRowFragment } from './Webhooks.generated';

const webhook: WebhookRowFragment = {
  __typename: 'Webhook',
  id: 'w1',
  projectId: null,
  name: 'Deploys',
  url: 'https://example.com/hook',
  events: ['*'],
  format: 'STANDARD',
  state: 'ACTIVE',
  pauseReason: null,
};
const delivery: DeliveryRowFragment = {
  __typename: 'WebhookDelivery',
  id: 'd1',
  webhookId: 'w1',
  projectId: 'p1',
  revision: 7,
  type: 'project.changes',
  state: 'DELIVERED',
  attempts: 1,
  attemptedAt: '2026-11-27T09:00:00.000Z',
  nextAt: null,
  durationMs: 12,
  status: 200,
  error: null,
  request: '{}',
  response: '',
};
const test: DeliveryRowFragment = { ...delivery, id: 'd2', projectId: null, revision: null, type: 'webhook.test' };

it('a message is sent again with all later ones of its project, after a question', async () => {
  const sent: unknown[] = [];
  const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
  const deliveries = { __typename: 'WebhookDeliveryConnection', nodes: [test, delivery], pageInfo };
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName === 'WebhookDeliveries') return of({ data: { webhook: { ...webhook, deliveries } } });
    if (operationName !== 'RedeliverSince') return NEVER;
    sent.push(variables['input']);
    return of({ data: { redeliverSince: { __typename: 'RedeliverSincePayload', webhook } } });
  });
  renderPart(link, <WebhookDeliveries webhook={webhook} open onClose={() => undefined} />);
  const user = userEvent.setup();
  for (const details of await screen.findAllByText('Details')) await user.click(details);
  // A test message has no place in a project.
  await user.click(screen.getByRole('button', { name: 'Send again from here' }));
  expect(sent).toEqual([]);
  const question = screen.getByRole('alertdialog', { name: 'Send this and all later messages again?' });
  await user.click(within(question).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([{ id: 'w1', projectId: 'p1', revision: 6, mutationId: expect.any(String) }]);
});
