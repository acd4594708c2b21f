import { type ApolloClient, ApolloLink } from '@apollo/client';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Subject } from 'rxjs';
import { beforeEach, expect, it } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import { hasDraft } from '../../../lib/drafts';
import { makeClient } from '../../../sync/client/client';
import { ChecklistRow } from './ChecklistRow';
import { evictItem, readItem, showItem } from './checklistCache';
import { itemFixture } from './item.fixture';

const item = itemFixture({ version: 5 });

const nothing = (): void => undefined;

const show = (client: ApolloClient, onLost: (text: string, hadFocus: boolean) => void = nothing) =>
  render(
    <ChecklistRow
      item={item}
      disabled={false}
      isFirst
      isLast
      isLifted={false}
      edge={undefined}
      onGrip={nothing}
      onStep={nothing}
      onRemove={nothing}
      onTurn={nothing}
      onLost={onLost}
    />,
    { wrapper: withClient(client) },
  );

beforeEach(() => sessionStorage.clear());

it('keeps a text that was not saved, and says so, until it is saved or discarded', () => {
  const client = makeClient(ApolloLink.empty());
  showItem(client.cache, item);
  const first = show(client);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Pack the tent' } });
  first.unmount();
  const second = show(client);
  expect(screen.getByRole('textbox')).toHaveValue('Pack the tent');
  expect(screen.getByText('Not saved')).toBeVisible();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  expect(screen.getByRole('textbox')).toHaveValue('Pack');
  second.unmount();
  show(client);
  expect(screen.getByRole('textbox')).toHaveValue('Pack');
  expect(screen.queryByText('Not saved')).toBeNull();
});

it('sends a text that was continued during a write with the version that the write has given it', async () => {
  const sent: { text: string; version: number }[] = [];
  const answers: Subject<ApolloLink.Result>[] = [];
  const client = makeClient(
    new ApolloLink(({ variables }) => {
      const answer = new Subject<ApolloLink.Result>();
      sent.push(variables['input']);
      answers.push(answer);
      return answer;
    }),
  );
  showItem(client.cache, item);
  show(client);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'Pack the' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.change(field, { target: { value: 'Pack the tent' } });
  fireEvent.blur(field);
  const saved = { ...item, text: 'Pack the', version: 6 };
  act(() => {
    answers[0]?.next({
      data: {
        updateChecklistItem: {
          __typename: 'UpdateChecklistItemPayload',
          revision: 6,
          revisions: [],
          checklistItem: saved,
        },
      },
    });
    answers[0]?.complete();
  });
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ text, version }) => [text, version])).toEqual([
    ['Pack the', 5],
    ['Pack the tent', 6],
  ]);
  expect(readItem(client.cache, 'i')?.text).toBe('Pack the tent');
});

it('hands on the text that is typed into it when someone else deletes it', () => {
  const client = makeClient(ApolloLink.empty());
  showItem(client.cache, item);
  const lost: unknown[] = [];
  const { unmount } = show(client, (...it) => lost.push(it));
  const field = screen.getByRole('textbox');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'Pack the tent' } });
  evictItem(client.cache, 'i');
  unmount();
  expect(lost).toEqual([['Pack the tent', true]]);
  expect(hasDraft('item-edit:i')).toBe(false);
});

it('hands on no text of an item that the person has removed here', () => {
  const client = makeClient(ApolloLink.empty());
  showItem(client.cache, item);
  const lost: unknown[] = [];
  const { unmount } = show(client, (...it) => lost.push(it));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Pack the tent' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove Pack' }));
  evictItem(client.cache, 'i');
  unmount();
  expect(lost).toEqual([]);
});

it('takes a pasted text that is too long, and says so', () => {
  const client = makeClient(ApolloLink.empty());
  showItem(client.cache, item);
  show(client);
  const field = screen.getByRole('textbox');
  expect(field).not.toHaveAttribute('maxlength');
  const long = 'Pack the tent '.repeat(20).trim();
  fireEvent.change(field, { target: { value: long } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByText(/is longer than 200 characters/)).toBeVisible();
  expect(field).toHaveValue(long);
  expect(readItem(client.cache, 'i')?.text).toBe('Pack');
});
