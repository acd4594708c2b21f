import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { makeClient } from '../../sync/client/client';
import { NotificationsPopover } from './NotificationsPopover';

it('closes with the page that Back leaves', async () => {
  render(
    <ApolloProvider client={makeClient(new ApolloLink(() => NEVER))}>
      <MemoryRouter>
        <NotificationsPopover trigger={<button>Bell</button>} />
      </MemoryRouter>
    </ApolloProvider>,
  );
  expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeVisible();
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
