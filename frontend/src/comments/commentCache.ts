import type { ApolloCache, Reference } from '@apollo/client';
import { CommentFieldsFragmentDoc } from './Comments.generated';

/** The comments on a task as the cache stores them. */
interface StoredComments {
  nodes?: readonly Reference[];
  totalCount?: number;
}

// An interface would not do as the record that the cache asks for.
type StoredTask = { comments: StoredComments; commentCount: number };

const identify = (cache: ApolloCache, typename: 'Comment' | 'Task', id: string): string | undefined =>
  cache.identify({ __typename: typename, id });

/** Adds `by` to a task's count and puts its list of comments, where there is one, right. */
const changeTask = (
  cache: ApolloCache,
  taskId: string,
  by: 1 | -1,
  change: (nodes: readonly Reference[]) => readonly Reference[],
): void => {
  cache.modify<StoredTask>({
    id: identify(cache, 'Task', taskId),
    fields: {
      commentCount: (count) => Math.max(0, count + by),
      comments: (list) =>
        // The modifier is typed for a reference too, which a connection never is.
        '__ref' in list
          ? list
          : {
              ...list,
              nodes: change(list.nodes ?? []),
              ...(list.totalCount !== undefined && { totalCount: Math.max(0, list.totalCount + by) }),
            },
    },
  });
};

/** Has this comment been counted, because it was listed or told of before? */
export const knowsComment = (cache: ApolloCache, id: string): boolean =>
  cache.readFragment({ id: identify(cache, 'Comment', id), fragment: CommentFieldsFragmentDoc }) !== null;

/** Puts a new comment, which is in the cache, at the end of its task's comments and counts it. */
export const addToTask = (cache: ApolloCache, comment: { id: string; taskId: string }): void => {
  const id = identify(cache, 'Comment', comment.id);
  if (!id) return;
  let isListed = false;
  cache.modify<StoredTask>({
    id: identify(cache, 'Task', comment.taskId),
    fields: {
      comments: (list) => {
        isListed ||= !('__ref' in list) && (list.nodes ?? []).some((node) => node.__ref === id);
        return list;
      },
    },
  });
  if (!isListed) changeTask(cache, comment.taskId, 1, (nodes) => [...nodes, { __ref: id }]);
};

/** Takes a deleted comment out of its task and out of the cache; answers whether it was known. */
export const removeComment = (cache: ApolloCache, commentId: string): boolean => {
  const id = identify(cache, 'Comment', commentId);
  const comment = cache.readFragment({ id, fragment: CommentFieldsFragmentDoc });
  if (!id || !comment) return false;
  changeTask(cache, comment.taskId, -1, (nodes) => nodes.filter((node) => node.__ref !== id));
  cache.evict({ id });
  return true;
};
