import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { WebhookDialog } from './WebhookDialog';

const NEEDS_EVENT = 'Choose at least one event';

/** Submits an empty form with selected events, and the server refuses these fields. */
const submit = async (fields: Record<string, string[]>) => {
  const link = new ApolloLink(({ operationName }) =>
    operationName === 'CreateWebhook'
      ? of({ errors: [{ message: 'Refused', extensions: { code: 'VALIDATION_FAILED', fields } }] })
      : NEVER,
  );
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
  await user.click(screen.getByRole('radio', { name: 'Selected events' }));
  await user.click(screen.getByRole('button', { name: 'Create webhook' }));
  return screen.findByRole('group', { name: 'Events', description: NEEDS_EVENT });
};

it('a webhook needs an event, which it says at the events', async () => {
  expect(await submit({ events: [NEEDS_EVENT] })).toHaveFocus();
});

it('an empty webhook form shows all missing fields at once, and focuses the first', async () => {
  await submit({ events: [NEEDS_EVENT], url: ['URL is required'], name: ['Name is required'] });
  expect(screen.getByLabelText('URL')).toHaveAccessibleDescription(/URL is required/);
  expect(screen.getByLabelText('Name')).toHaveFocus();
});
