import { ApolloLink } from '@apollo/client';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { filesTexts } from '../../../texts/files';
import type { OpenedTask } from '../fields/Property';
import { taskFixture } from '../model/task.fixture';
import { Files } from './Files';
import type { deleteStoredFile } from './storedFiles';
import { uploads } from './uploads';

// jsdom has no IndexedDB.
vi.mock(import('./storedFiles'), async (actual) => ({
  ...(await actual()),
  deleteStoredFile: vi.fn<typeof deleteStoredFile>(() => Promise.resolve()),
}));

/** A task with files of these names. */
const task = (names: readonly string[]) => {
  const file = { type: 'text/plain', size: 1, thumbnailUrl: null, creator: { name: 'Mara' } };
  const attachments = names.map((name) => ({ ...file, id: name, name }));
  return { ...taskFixture({ id: 't' }), attachments } as unknown as OpenedTask;
};

it('shows a refused upload of a task that is read-only by now, until it is dismissed', async () => {
  const file = new File(['x'], 'plan.txt');
  const kept = Promise.resolve(false);
  const cancel = new AbortController();
  const refused = {
    id: 'f',
    userId: 'u',
    taskId: 't',
    file,
    kept,
    isRetry: false,
    part: 0,
    message: 'Refused',
    cancel,
  };
  uploads.set([{ ...refused, state: 'FAILED' }]);
  const { container } = renderPart(ApolloLink.empty(), <Files task={task([])} disabled />);
  expect(screen.getByText('Refused')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: filesTexts.dismiss('plan.txt') }));
  await waitFor(() => expect(container).toBeEmptyDOMElement());
});

it('announces a file that has arrived, also the first one', () => {
  const { container, rerender } = renderPart(ApolloLink.empty(), <Files task={task([])} disabled={false} />);
  const live = container.querySelector('[aria-live="polite"]');
  expect(live).toBeEmptyDOMElement();
  rerender(<Files task={task(['plan.txt'])} disabled={false} />);
  expect(live).toHaveTextContent('plan.txt');
});
