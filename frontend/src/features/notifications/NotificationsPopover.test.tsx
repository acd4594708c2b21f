import { ApolloLink } from '@apollo/client';
import { act, screen, waitFor } from '@testing-library/react';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { NotificationsPopover } from './NotificationsPopover';

it('closes with the page that Back leaves', async () => {
  renderPart(new ApolloLink(() => NEVER), <NotificationsPopover trigger={<button>Bell</button>} />);
  expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeVisible();
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
