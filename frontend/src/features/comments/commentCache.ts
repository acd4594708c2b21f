import type { ApolloCache, Reference } from '@apollo/client';
import { readTitle } from '../tasks/model/readTask';
import { CommentFieldsFragmentDoc, type CommentFieldsFragment } from './Comments.generated';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from '../tasks/model/TaskFields.generated';

/** The comments of a task, in the form of the cache. */
interface StoredComments {
  nodes?: readonly Reference[];
  pageInfo?: { hasPreviousPage?: boolean };
  totalCount?: number;
}

// A type instead of an interface, because the cache requires an index signature.
type StoredTask = { comments: StoredComments; commentCount: number };

interface NewComment {
  id: string;
  taskId: string;
  createdAt: string;
}

const identify = (cache: ApolloCache, typename: 'Comment' | 'Task', id: string): string | undefined =>
  cache.identify({ __typename: typename, id });

/** Returns a comment with its queued changes. */
export const readComment = (cache: ApolloCache, id: string): CommentFieldsFragment | null =>
  cache.readFragment({ id: identify(cache, 'Comment', id), fragment: CommentFieldsFragmentDoc, optimistic: true });

/** Returns the title of the task that a comment is on. */
export const readTaskTitle = (cache: ApolloCache, id: string): string | undefined => {
  const taskId = readComment(cache, id)?.taskId;
  return taskId === undefined ? undefined : readTitle(cache, taskId);
};

export const writeComment = (cache: ApolloCache, comment: CommentFieldsFragment): void =>
  void cache.writeFragment({
    id: identify(cache, 'Comment', comment.id),
    fragment: CommentFieldsFragmentDoc,
    data: comment,
  });

/** Changes a task's list of comments, if it is loaded; returns whether the list was changed. */
const changeList = (
  cache: ApolloCache,
  taskId: string,
  change: (nodes: readonly Reference[], isBeforeThem: (createdAt: string) => boolean) => readonly Reference[],
): boolean => {
  let isChanged = false;
  cache.modify<StoredTask>({
    id: identify(cache, 'Task', taskId),
    fields: {
      comments: (list, { readField }) => {
        // The modifier's type includes references, but a connection is never one.
        if ('__ref' in list) return list;
        const before = list.nodes ?? [];
        // Whether a comment comes before the loaded ones, so that its place is unknown until earlier ones are read.
        const isBeforeThem = (createdAt: string): boolean =>
          list.pageInfo?.hasPreviousPage === true && createdAt < (readField<string>('createdAt', before[0]) ?? '');
        const nodes = change(before, isBeforeThem);
        const by = nodes.length - before.length;
        if (by === 0) return list;
        isChanged = true;
        return {
          ...list,
          nodes,
          ...(list.totalCount !== undefined && { totalCount: Math.max(0, list.totalCount + by) }),
        };
      },
    },
  });
  return isChanged;
};

const withoutId = (id: string) => (nodes: readonly Reference[]) => nodes.filter((node) => node.__ref !== id);

const count = (cache: ApolloCache, taskId: string, by: 1 | -1): void => {
  cache.modify<StoredTask>({
    id: identify(cache, 'Task', taskId),
    fields: { commentCount: (before) => Math.max(0, before + by) },
  });
};

/** Adds a comment that is in the cache to the end of its task's comments. */
export const addCommentToList = (cache: ApolloCache, comment: NewComment): boolean => {
  const id = identify(cache, 'Comment', comment.id);
  return (
    id !== undefined &&
    changeList(cache, comment.taskId, (nodes, isBeforeThem) =>
      nodes.some((node) => node.__ref === id) || isBeforeThem(comment.createdAt) ? nodes : [...nodes, { __ref: id }],
    )
  );
};

/** Appends the viewer's new comment to its task's comments and counts it. */
export const addCommentToTask = (cache: ApolloCache, comment: NewComment): void => {
  if (addCommentToList(cache, comment)) count(cache, comment.taskId, 1);
};

/** Removes a deleted comment from the cache and from its task's comments; returns the task that listed it. */
export const evictComment = (cache: ApolloCache, commentId: string): string | undefined => {
  const id = identify(cache, 'Comment', commentId);
  const comment = cache.readFragment({ id, fragment: CommentFieldsFragmentDoc });
  if (!id || !comment) return undefined;
  const wasListed = changeList(cache, comment.taskId, withoutId(id));
  cache.evict({ id });
  return wasListed ? comment.taskId : undefined;
};

/** Removes a comment that the viewer deleted, and decreases the count. */
export const removeComment = (cache: ApolloCache, commentId: string): void => {
  const taskId = evictComment(cache, commentId);
  if (taskId !== undefined) count(cache, taskId, -1);
};

interface CommentChange {
  entityId: string;
  movedTo: string | null;
  task: TaskFieldsFragment | null;
  comment: CommentFieldsFragment | null;
}

export const applyCommentChange = (cache: ApolloCache, { entityId, movedTo, task, comment }: CommentChange): void => {
  // The task contains the number of its comments.
  if (task) cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: task });
  if (!comment) {
    // A comment moves with its task.
    if (!movedTo) evictComment(cache, entityId);
    return;
  }
  cache.writeFragment({ fragment: CommentFieldsFragmentDoc, data: comment });
  addCommentToList(cache, comment);
};
