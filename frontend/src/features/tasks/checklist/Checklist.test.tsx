import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { of, Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { notify } from '../../../ui/notify';
import { Checklist } from './Checklist';

const itemOf = (id: string, rank: string) => ({
  __typename: 'ChecklistItem',
  id,
  taskId: 't',
  projectId: 'p',
  text: id,
  done: false,
  rank,
  version: 1,
});

/** Turns the first of two items into a task; `accept` sends the server's answer. */
const setUp = async () => {
  const said = vi.spyOn(notify, 'success').mockClear();
  const answer = new Subject<ApolloLink.Result>();
  let sent = 0;
  const checklist = [itemOf('Tent', 'a'), itemOf('Stove', 'b')];
  const task = { __typename: 'Task', id: 't', version: 1, checklistTotal: 2, checklistDone: 0, checklist };
  const link = new ApolloLink(({ operationName }) => {
    if (operationName === 'TaskChecklist') return of({ data: { task } });
    sent += 1;
    return answer;
  });
  render(
    <ApolloProvider client={makeClient(link)}>
      <Checklist taskId="t" disabled={false} />
      <input aria-label="New comment" />
    </ApolloProvider>,
  );
  const button = await screen.findByRole('button', { name: 'Turn Tent into a subtask' });
  act(() => button.focus());
  fireEvent.click(button);
  await waitFor(() => expect(sent).toBe(1));
  const accept = async (): Promise<void> => {
    act(() => {
      answer.next({ data: null });
      answer.complete();
    });
    await waitFor(() => expect(said).toHaveBeenCalledOnce());
  };
  return { accept };
};

it('moves the focus to the next item when an item was turned into a task', async () => {
  const { accept } = await setUp();
  await accept();
  expect(screen.getAllByRole('textbox')[1]).toHaveFocus();
});

it('leaves the focus in the field in which the person types when the answer about an item is slow', async () => {
  const { accept } = await setUp();
  const other = screen.getByRole('textbox', { name: 'New comment' });
  act(() => other.focus());
  await accept();
  expect(other).toHaveFocus();
});
