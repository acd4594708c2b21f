import type { CommentFieldsFragment } from './Comments.generated';

/** A comment for tests, whose text is its id. */
export const commentFixture = (id: string): CommentFieldsFragment => ({
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
