import { beforeEach, expect, it } from 'vitest';
import { makeCache } from '../../sync/client/client';
import type { VersionedCache } from '../../sync/client/versionGuard';
import { addCommentToTask, addCommentToList, removeComment } from './commentCache';
import { commentFixture } from './comment.fixture';
import { CommentFieldsFragmentDoc, CommentsDocument } from './Comments.generated';

let cache: VersionedCache;
const shown = () => {
  const task = cache.readQuery({ query: CommentsDocument, variables: { taskId: 't' } })?.task;
  return [task?.comments.nodes.map(({ id }) => id).join(''), task?.comments.totalCount, task?.commentCount];
};
const write = (id: string): void => {
  cache.writeFragment({ fragment: CommentFieldsFragmentDoc, data: commentFixture(id) });
};

beforeEach(() => {
  cache = makeCache();
  cache.writeQuery({
    query: CommentsDocument,
    variables: { taskId: 't' },
    data: {
      task: {
        __typename: 'Task',
        id: 't',
        version: 1,
        commentCount: 1,
        comments: {
          __typename: 'CommentConnection',
          totalCount: 1,
          pageInfo: { __typename: 'PageInfo', hasPreviousPage: false, startCursor: null },
          nodes: [commentFixture('a')],
        },
        project: {
          __typename: 'Project',
          id: 'p',
          archivedAt: null,
          viewerRole: 'OWNER',
          members: {
            __typename: 'ProjectMemberConnection',
            pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
            nodes: [],
          },
        },
      },
    },
  });
});

it('adds a comment at the end and counts it once', () => {
  write('b');
  addCommentToTask(cache, commentFixture('b'));
  addCommentToTask(cache, commentFixture('b'));
  expect(shown()).toEqual(['ab', 2, 2]);
});

it('removes a comment once', () => {
  removeComment(cache, 'a');
  removeComment(cache, 'a');
  expect(shown()).toEqual(['', 0, 0]);
});

it('leaves out comments before the loaded ones until they are requested', () => {
  const id = cache.identify({ __typename: 'Task', id: 't' });
  cache.modify<{ comments: { pageInfo: object } }>({
    id,
    fields: {
      comments: (list) => ({ ...list, pageInfo: { __typename: 'PageInfo', hasPreviousPage: true, startCursor: 'a' } }),
    },
  });
  const early = { ...commentFixture('early'), createdAt: '2026-10-01T00:00:00.000Z' };
  cache.writeFragment({ fragment: CommentFieldsFragmentDoc, data: early });
  expect(addCommentToList(cache, early)).toBe(false);
  write('b');
  expect(addCommentToList(cache, commentFixture('b'))).toBe(true);
  expect(shown()[0]).toBe('ab');
});
