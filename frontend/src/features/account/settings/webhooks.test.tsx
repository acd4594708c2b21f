import { ApolloLink } from '@apollo/client';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, of, Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../session/render.fixture';
import { WebhookDialog } from './WebhookDialog';

const NEEDS_EVENT = 'Choose at least one event';

const showDialog = (link: ApolloLink, close = (): void => undefined) =>
  renderPart(
    link,
    <WebhookDialog webhook={null} open onClose={close} onChanged={() => undefined} finalFocus={{ current: null }} />,
  );

/** Submits an empty form with selected events, and the server refuses these fields. */
const submit = async (fields: Record<string, string[]>) => {
  const link = new ApolloLink(({ operationName }) =>
    operationName === 'CreateWebhook'
      ? of({ errors: [{ message: 'Refused', extensions: { code: 'VALIDATION_FAILED', fields } }] })
      : NEVER,
  );
  showDialog(link);
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

it('the form of a new webhook stays open until the secret is there, which only the answer contains', async () => {
  const answer = new Subject<ApolloLink.Result>();
  const close = vi.fn<() => void>();
  const link = new ApolloLink(({ operationName }) => (operationName === 'CreateWebhook' ? answer : NEVER));
  showDialog(link, close);
  const user = userEvent.setup();
  const create = screen.getByRole('button', { name: 'Create webhook' });
  await user.click(create);
  await waitFor(() => expect(create).toHaveAttribute('aria-busy', 'true'));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(close).not.toHaveBeenCalled();
  const extensions = { code: 'VALIDATION_FAILED', fields: { name: ['Name is required'] } };
  act(() => {
    answer.next({ errors: [{ message: 'Refused', extensions }] });
    answer.complete();
  });
  await screen.findByText('Name is required');
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});
