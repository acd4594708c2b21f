import { useFragment } from '@apollo/client/react';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { readOnlyReason } from '../projects/readOnly';
import { useAllMembers } from '../projects/useAllMembers';
import { TaskFieldsFragmentDoc } from '../tasks/model/TaskFields.generated';
import { readComment } from './commentCache';
import { CommentsDocument, type CommentFieldsFragment, type CommentsQuery } from './Comments.generated';

export type Comment = CommentFieldsFragment;
export type Member = NonNullable<CommentsQuery['task']>['project']['members']['nodes'][number]['user'];

/** Returns when a comment was written; comments without an answer from the server come last. */
export const sortTime = ({ version, createdAt }: Comment): string => (version === 0 ? `~${createdAt}` : createdAt);

const placeOf = (comment: Comment): string => `${sortTime(comment)} ${comment.id}`;

/** Returns a task's comments, oldest first, and who can be mentioned; `waiting` are the viewer's queued comments. */
export const useComments = (taskId: string, waiting: readonly string[]) => {
  const { client, data, previousData, error, loading, fetchMore, readAgain } = usePageQuery(CommentsDocument, {
    variables: { taskId },
  });
  const task = (data ?? previousData)?.task;
  const page = task?.comments.pageInfo;
  const first = task?.project.members;
  const { members: all } = useAllMembers(task && first?.pageInfo.hasNextPage ? task.project.id : '');
  // Until the comments are read, the task itself says what the viewer may do.
  const { data: shown, complete } = useFragment({
    fragment: TaskFieldsFragmentDoc,
    from: { __typename: 'Task', id: taskId },
  });
  const project = task?.project ?? (complete ? shown.project : null);
  const readOnly = project ? readOnlyReason(project) : null;
  const canComment = readOnly === null || readOnly === 'COMMENTER';
  // The role can change after the comments were read.
  const asAllowed = (comment: Comment): Comment =>
    canComment ? comment : { ...comment, viewerCanEdit: false, viewerCanDelete: false };
  return {
    comments: task?.comments.nodes.map(asAllowed).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)) ?? null,
    /** If the comments could be read, these are among them. */
    waiting: task ? [] : waiting.flatMap((id) => readComment(client.cache, id) ?? []),
    canComment,
    count: task?.comments.totalCount ?? 0,
    members: (all ?? first?.nodes ?? []).map(({ user }): Member => user),
    error,
    loading,
    hasEarlier: page?.hasPreviousPage ?? false,
    loadEarlier: (): Promise<unknown> => fetchMore({ variables: { before: page?.startCursor } }),
    retry: readAgain,
  };
};
