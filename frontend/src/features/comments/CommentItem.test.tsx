import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { makeClient } from '../../sync/client/client';
import { renderPart } from '../account/session/render.fixture';
import { commentFixture } from './comment.fixture';
import { writeComment } from './commentCache';
import { CommentItem } from './CommentItem';

/** Saves an edited comment; `accept` sends the server's answer. */
const setUp = async () => {
  const answer = new Subject<ApolloLink.Result>();
  let sent = 0;
  const client = makeClient(
    new ApolloLink(() => {
      sent += 1;
      return answer;
    }),
  );
  const comment = commentFixture('a');
  writeComment(client.cache, comment);
  renderPart(
    client,
    <>
      <ul>
        <CommentItem comment={comment} members={[]} onDelete={() => undefined} onLost={() => undefined} />
      </ul>
      <input aria-label="New comment" />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Edit comment' }));
  const field = screen.getByRole('textbox', { name: 'Edit comment' });
  expect(field).toHaveFocus();
  fireEvent.change(field, { target: { value: 'Edited' } });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(sent).toBe(1));
  const accept = async (): Promise<void> => {
    act(() => {
      answer.next({ data: null });
      answer.complete();
    });
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull());
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { accept };
};

it('gives the focus back to its button when an edit is saved', async () => {
  const { accept } = await setUp();
  await accept();
  expect(screen.getByRole('button', { name: 'Edit comment' })).toHaveFocus();
});

it('leaves the focus in the field in which the person types when a slow answer saves an edit', async () => {
  const { accept } = await setUp();
  const other = screen.getByRole('textbox', { name: 'New comment' });
  act(() => other.focus());
  await accept();
  expect(other).toHaveFocus();
});
