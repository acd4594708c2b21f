import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { WebhookDialog } from './WebhookDialog';

it('a webhook needs an event, which it says at the events', async () => {
  const sent: unknown[] = [];
  const link = new ApolloLink(({ operationName }) => {
    sent.push(operationName);
    return NEVER;
  });
  render(
    <ApolloProvider client={makeClient(link)}>
      <WebhookDialog
        webhook={null}
        open
        onClose={() => undefined}
        onChanged={() => undefined}
        finalFocus={{ current: null }}
      />
    </ApolloProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Name'), 'CI');
  await user.click(screen.getByRole('radio', { name: 'Selected events' }));
  await user.click(screen.getByRole('button', { name: 'Create webhook' }));
  const events = await screen.findByRole('group', { name: 'Events', description: 'Choose at least one event' });
  expect(events).toHaveFocus();
  expect(sent).not.toContain('CreateWebhook');
});
