import { useEffect, useEffectEvent, useRef } from 'react';
import { useQuery } from '@apollo/client/react';
import { errorText } from '../graphql/errors';
import { usePageQuery } from '../graphql/usePageQuery';
import { groupByDay } from '../lib/dates';
import { useNow } from '../lib/useNow';
import { narrowPageClass } from '../projects/pageClass';
import { ProjectMembersDocument } from '../projects/ProjectMembers.generated';
import { RowsSkeleton } from '../projects/RowsSkeleton';
import { ShowMore } from '../projects/ShowMore';
import { commentsTexts } from '../texts/comments';
import { ErrorState } from '../ui/ErrorState';
import { ActivityRow } from './ActivityRow';
import { ProjectActivityDocument } from './ProjectActivity.generated';

/** What a project's log holds, the latest first. */
const useActivity = (projectId: string) => {
  const { data, error, loading, refetch, fetchMore } = usePageQuery(ProjectActivityDocument, {
    variables: { projectId },
  });
  const project = data?.project;
  const readAgain = useEffectEvent(() => void refetch().catch(() => undefined));
  // Each write to the project is one more line.
  const revision = project?.revision;
  const shown = useRef(revision);
  useEffect(() => {
    if (shown.current !== undefined && revision !== undefined && revision > shown.current) readAgain();
    shown.current = revision;
  }, [revision]);
  const after = project?.activity.pageInfo.endCursor;
  return {
    activity: project?.activity ?? null,
    error,
    loading,
    retry: () => void refetch().catch(() => undefined),
    loadMore: async (): Promise<void> => {
      await fetchMore({ variables: { after } });
    },
  };
};

/** Everything that happened in a project, day by day. */
export const ProjectActivity = ({ projectId }: { projectId: string }) => {
  const { activity, error, loading, retry, loadMore } = useActivity(projectId);
  const { data } = useQuery(ProjectMembersDocument, { variables: { projectId } });
  const now = useNow();
  const members = data?.project?.members.nodes;
  const nameOf = (userId: string): string =>
    members?.find((member) => member.userId === userId)?.user.name ?? commentsTexts.toSomebody;

  if (!activity && error && !loading) {
    return (
      <ErrorState className="flex-1" message={errorText(error, commentsTexts.activityFetchFailed)} onRetry={retry} />
    );
  }
  return (
    <div className={narrowPageClass}>
      {activity ? (
        <>
          {groupByDay(activity.nodes, ({ at }) => at, now).map(({ day, items }) => (
            <section key={day} aria-label={day} className="mb-6">
              <h2 className="mb-1.5 text-sm">{day}</h2>
              <ul>
                {items.map((line) => (
                  <ActivityRow key={line.id} line={line} nameOf={nameOf} />
                ))}
              </ul>
            </section>
          ))}
          {activity.pageInfo.hasNextPage && <ShowMore loadMore={loadMore} />}
        </>
      ) : (
        <RowsSkeleton />
      )}
    </div>
  );
};
