import { beforeEach, expect, it } from 'vitest';
import { makeCache } from '../../sync/client/client';
import type { VersionedCache } from '../../sync/client/versionGuard';
import { addToTask, listComment, removeComment } from './commentCache';
import { CommentFieldsFragmentDoc, CommentsDocument, type CommentFieldsFragment } from './Comments.generated';

const comment = (id: string): CommentFieldsFragment => ({
  __typename: 'Comment',
  id,
  taskId: 't',
  projectId: 'p',
  authorId: 'u',
  text: id,
  copiedFrom: null,
  importedFrom: null,
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  viewerCanEdit: true,
  viewerCanDelete: true,
  author: {
    __typename: 'User',
    id: 'u',
    firstName: 'Mara',
    lastName: 'Okafor',
    name: 'Mara Okafor',
    username: 'mara',
    avatar: null,
  },
});

let cache: VersionedCache;
const shown = () => {
  const task = cache.readQuery({ query: CommentsDocument, variables: { taskId: 't' } })?.task;
  return [task?.comments.nodes.map(({ id }) => id).join(''), task?.comments.totalCount, task?.commentCount];
};
const write = (id: string): void => {
  cache.writeFragment({ fragment: CommentFieldsFragmentDoc, data: comment(id) });
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
          nodes: [comment('a')],
        },
        project: {
          __typename: 'Project',
          id: 'p',
          archivedAt: null,
          viewerRole: 'OWNER',
          members: { __typename: 'ProjectMemberConnection', nodes: [] },
        },
      },
    },
  });
});

it('adds a comment at the end and counts it once', () => {
  write('b');
  addToTask(cache, comment('b'));
  addToTask(cache, comment('b'));
  expect(shown()).toEqual(['ab', 2, 2]);
});

it('takes a comment away once', () => {
  removeComment(cache, 'a');
  removeComment(cache, 'a');
  expect(shown()).toEqual(['', 0, 0]);
});

it('leaves out what was said before those that are known, until it is asked for', () => {
  const id = cache.identify({ __typename: 'Task', id: 't' });
  cache.modify<{ comments: { pageInfo: object } }>({
    id,
    fields: {
      comments: (list) => ({ ...list, pageInfo: { __typename: 'PageInfo', hasPreviousPage: true, startCursor: 'a' } }),
    },
  });
  const early = { ...comment('early'), createdAt: '2026-10-01T00:00:00.000Z' };
  cache.writeFragment({ fragment: CommentFieldsFragmentDoc, data: early });
  expect(listComment(cache, early)).toBe(false);
  write('b');
  expect(listComment(cache, comment('b'))).toBe(true);
  expect(shown()[0]).toBe('ab');
});
