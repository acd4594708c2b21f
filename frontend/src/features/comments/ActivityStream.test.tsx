import { ApolloLink } from '@apollo/client';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { commentsTexts as texts } from '../../texts/comments';
import { renderPart } from '../account/session/render.fixture';
import { ActivityStream } from './ActivityStream';
import { commentFixture } from './comment.fixture';
import type { useComments } from './useComments';
import type { useTaskHistory } from './useTaskHistory';

const history = { lines: null } as unknown as ReturnType<typeof useTaskHistory>;

/** The comments of a task, before or after the earlier ones are loaded. */
const stream = (hasEarlier: boolean) => {
  const comments = { comments: [commentFixture('a')], waiting: [], members: [], hasEarlier };
  return (
    <ActivityStream
      view="comments"
      comments={comments as unknown as ReturnType<typeof useComments>}
      history={history}
      onLost={() => undefined}
    />
  );
};

it('gives the focus to the list when the button for earlier entries is removed', () => {
  const { rerender } = renderPart(ApolloLink.empty(), stream(true));
  const earlier = screen.getByRole('button', { name: texts.showEarlier });
  act(() => earlier.focus());
  rerender(stream(false));
  expect(earlier).not.toBeInTheDocument();
  expect(screen.getByRole('list', { name: texts.lists.comments })).toHaveFocus();
});
