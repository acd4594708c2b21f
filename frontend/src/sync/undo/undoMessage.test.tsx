// @vitest-environment jsdom
import { InMemoryCache, type ApolloClient } from '@apollo/client';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { notify } from '../../ui/notify';
import { Toaster } from '../../ui/Toaster';
import { addUndoable, undoButton } from '../client/undoableActions';
import { redoLast, startUndo, undoLast } from './undoer';

const sets = [{ projectId: 'p', revision: 1 }];
const client = {
  cache: new InMemoryCache(),
  mutate: () => Promise.resolve({ data: { undo: { revisions: sets } } }),
} as unknown as ApolloClient;

/** Shorter than a message stays by itself. */
const SOON = { timeout: 2000 };

it('undo by keys closes a message whose button would do the same', async () => {
  render(<Toaster />);
  const stop = startUndo({ client, userId: 'mara', isLive: () => true, discardLatest: () => false });
  addUndoable({ id: 'a', operation: 'DeleteTask', input: {}, payload: {}, sets });
  act(() => void notify.success('Task deleted', undoButton('a')));
  undoLast();
  await screen.findByRole('button', { name: 'Redo' });
  await waitFor(() => expect(screen.queryByText('Task deleted')).toBeNull(), SOON);
  redoLast();
  await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Redo' })).toBeNull(), SOON);
  stop();
});
