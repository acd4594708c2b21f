import { ApolloLink } from '@apollo/client';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { withClient } from '../../features/account/session/withClient.fixture';
import { OUTBOX_PARTS } from '../../app/writes';
import { makeClient } from '../client/client';
import { currentOutbox, type Outbox } from './outbox';
import { OutboxRow } from './OutboxRow';
import type { QueuedWrite } from './queue';

vi.mock(import('./outbox'), async (actual) => ({ ...(await actual()), currentOutbox: vi.fn<typeof currentOutbox>() }));

const refused: QueuedWrite = {
  id: 'w',
  operation: 'AddComment',
  variables: { input: { mutationId: 'w', id: 'c', taskId: 't', text: 'Any news?' } },
  at: 0,
  title: 'Order glue',
  state: 'refused',
  refusal: { code: 'FORBIDDEN', message: 'Access denied' },
  objects: ['c'],
  needs: ['t'],
  fields: ['*'],
  isNew: true,
};

it('keeps an edited text while the dialog is closed, until it is sent', () => {
  vi.mocked(currentOutbox).mockReturnValue({ ...OUTBOX_PARTS } as Outbox);
  const again = vi.fn<(input?: Record<string, unknown>) => void>();
  const client = makeClient(ApolloLink.empty());
  const show = () =>
    render(
      <OutboxRow
        write={refused}
        now={new Date(0)}
        isSending={false}
        isBlocked={false}
        onDiscard={() => undefined}
        onTryAgain={again}
      />,
      { wrapper: withClient(client) },
    );
  const first = show();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Any news, Wen?' } });
  first.unmount();
  const second = show();
  expect(screen.getByRole('textbox')).toHaveValue('Any news, Wen?');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(again).toHaveBeenCalledWith({ text: 'Any news, Wen?' });
  second.unmount();
  show();
  expect(screen.getByRole('textbox')).toHaveValue('Any news?');
});
