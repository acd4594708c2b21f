import { usePageQuery } from '../graphql/usePageQuery';
import { CommentsDocument, type CommentFieldsFragment, type CommentsQuery } from './Comments.generated';

export type Comment = CommentFieldsFragment;
export type Member = NonNullable<CommentsQuery['task']>['project']['members']['nodes'][number]['user'];

/** A comment that the server has not answered yet stands last. */
const placeOf = ({ version, createdAt, id }: Comment): string => `${version === 0 ? 1 : 0} ${createdAt} ${id}`;

/** What was said about a task, oldest first, and who can be mentioned there. */
export const useComments = (taskId: string) => {
  const { data, previousData, error, loading, fetchMore, refetch } = usePageQuery(CommentsDocument, {
    variables: { taskId },
  });
  const task = (data ?? previousData)?.task;
  const page = task?.comments.pageInfo;
  return {
    comments: task?.comments.nodes.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)) ?? null,
    projectId: task?.project.id ?? '',
    isArchived: task?.project.archivedAt != null,
    count: task?.comments.totalCount ?? 0,
    members: task?.project.members.nodes.map(({ user }): Member => user) ?? [],
    error,
    loading,
    hasMore: page?.hasNextPage ?? false,
    loadMore: (): Promise<unknown> => fetchMore({ variables: { after: page?.endCursor } }),
    retry: (): void => void refetch().catch(() => undefined),
  };
};
