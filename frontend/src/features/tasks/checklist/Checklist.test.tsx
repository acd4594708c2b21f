import { ApolloLink } from '@apollo/client';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of, Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import { makeClient } from '../../../sync/client/client';
import { notify } from '../../../ui/notify';
import { Checklist } from './Checklist';
import { evictItem } from './checklistCache';
import { itemFixture } from './item.fixture';

/** Shows two items; `sent` counts the writes, which get `answer`. */
const show = async () => {
  const answer = new Subject<ApolloLink.Result>();
  const sent = { count: 0 };
  const checklist = [
    itemFixture({ id: 'Tent', text: 'Tent', rank: 'a' }),
    itemFixture({ id: 'Stove', text: 'Stove', rank: 'b' }),
  ];
  const task = { __typename: 'Task', id: 't', version: 1, checklistTotal: 2, checklistDone: 0, checklist };
  const link = new ApolloLink(({ operationName }) => {
    if (operationName === 'TaskChecklist') return of({ data: { task } });
    sent.count += 1;
    return answer;
  });
  const client = makeClient(link);
  render(
    <>
      <Checklist taskId="t" disabled={false} />
      <input aria-label="New comment" />
    </>,
    { wrapper: withClient(client) },
  );
  await screen.findByRole('button', { name: 'Turn Tent into a subtask' });
  return { client, answer, sent };
};

/** Turns the first item into a task; `accept` sends the server's answer. */
const setUp = async () => {
  const said = vi.spyOn(notify, 'success').mockClear();
  const { answer, sent } = await show();
  const button = screen.getByRole('button', { name: 'Turn Tent into a subtask' });
  act(() => button.focus());
  fireEvent.click(button);
  await waitFor(() => expect(sent.count).toBe(1));
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

it('moves what is typed into an item to the field for new ones when someone else deletes the item', async () => {
  const said = vi.spyOn(notify, 'info').mockClear();
  const { client } = await show();
  const [field] = screen.getAllByRole('textbox');
  if (!field) throw new Error('no field');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'Tent with pegs' } });
  act(() => evictItem(client.cache, 'Tent'));
  await waitFor(() => expect(screen.getAllByRole('textbox')[1]).toHaveValue('Tent with pegs'));
  expect(screen.getAllByRole('textbox')[1]).toHaveFocus();
  expect(said).toHaveBeenCalledWith('Item removed');
});

it('moves an item by the menu of its grip, which opens by a press without a drag', async () => {
  Element.prototype.setPointerCapture = () => undefined;
  const { sent } = await show();
  const grip = screen.getByRole('button', { name: 'Move: Tent' });
  const pressed = grip.firstElementChild ?? grip;
  fireEvent.pointerDown(pressed, { button: 0, pointerId: 1, pointerType: 'mouse' });
  fireEvent.pointerUp(pressed, { pointerId: 1 });
  fireEvent.click(pressed);
  expect(await screen.findByRole('menuitem', { name: 'Move up' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.setup().click(screen.getByRole('menuitem', { name: 'Move down' }));
  expect(await screen.findByText('Tent, 2 of 2')).toBeTruthy();
  await waitFor(() => expect(sent.count).toBe(1));
});
