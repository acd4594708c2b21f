import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { hasDraft, readTextDraft } from '../../lib/drafts';
import { makeClient } from '../../sync/client/client';
import { notify } from '../../ui/notify';
import { renderPart } from '../account/session/render.fixture';
import { commentFixture } from './comment.fixture';
import { evictComment, writeComment } from './commentCache';
import { CommentComposer, type ComposerHandle } from './CommentComposer';
import { CommentEditor } from './CommentEditor';

const me = { id: 'me', firstName: 'Mara', lastName: 'Lind', name: 'Mara Lind', avatar: null };
const comment = commentFixture('a');

const setUp = () => {
  const client = makeClient(ApolloLink.empty());
  writeComment(client.cache, comment);
  const composer: { current: ComposerHandle | null } = { current: null };
  const show = (isShown: boolean) => (
    <>
      {isShown && (
        <CommentEditor
          comment={comment}
          members={[]}
          onDone={() => undefined}
          onReopen={() => undefined}
          onLost={(text) => composer.current?.append(text)}
        />
      )}
      <CommentComposer ref={composer} taskId="t" members={[]} />
    </>
  );
  const { rerender } = renderPart(client, show(true), { me });
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  return { cache: client.cache, type, close: () => rerender(show(false)) };
};

it('moves the typed text of a deleted comment to the end of the new comment', () => {
  const say = vi.spyOn(notify, 'info');
  const { cache, type, close } = setUp();
  type('Comment', 'New');
  type('Edit comment', 'Edited');
  act(() => void evictComment(cache, 'a'));
  close();
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('New\nEdited');
  expect(readTextDraft('comment:t')).toBe('New\nEdited');
  expect(hasDraft('comment-edit:a')).toBe(false);
  expect(say).toHaveBeenCalledWith('Comment deleted');
});

it('keeps the draft of a comment that was only closed', () => {
  const { type, close } = setUp();
  type('Edit comment', 'Edited');
  close();
  expect(hasDraft('comment-edit:a')).toBe(true);
  expect(readTextDraft('comment:t')).toBe('');
});
