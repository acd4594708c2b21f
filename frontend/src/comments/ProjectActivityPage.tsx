import { useQuery } from '@apollo/client/react';
import { errorText } from '../graphql/errors';
import { usePageQuery } from '../graphql/usePageQuery';
import { formatFull, formatTime } from '../lib/dates';
import { groupByDay } from '../lib/dates';
import { useNow } from '../lib/useNow';
import { narrowPageClass } from '../projects/pageClass';
import { ProjectMembersDocument } from '../projects/ProjectMembers.generated';
import { RowsSkeleton } from '../projects/RowsSkeleton';
import { ShowMore } from '../projects/ShowMore';
import { useProjectNames } from '../projects/useProjectNames';
import { ProjectShell } from '../tasks/project/ProjectShell';
import { TaskLink } from '../tasks/TaskLink';
import { commentsTexts } from '../texts/comments';
import { Avatar } from '../ui/Avatar';
import { ErrorState } from '../ui/ErrorState';
import { activitySentences, type Names } from './historyText';
import { ProjectActivityDocument, type ProjectActivityQuery } from './ProjectActivityPage.generated';
import { Sentences } from './Sentences';
import { useReadAgain } from './useReadAgain';

type Activity = NonNullable<ProjectActivityQuery['project']>['activity']['nodes'][number];

interface ActivityRowProps {
  line: Activity;
  names: Names;
}

/** Who did what, to what, and at what time of the day that it stands under. One about a task opens it. */
const ActivityRow = ({ line, names }: ActivityRowProps) => {
  const { actor, at, entity, subject, taskId } = line;
  const isOfTask = entity !== 'PROJECT' && entity !== 'MEMBER';
  return (
    <li className="relative flex items-start gap-3 border-t border-line py-2.5 before:pointer-events-none before:absolute before:inset-x-[-10px] before:inset-y-0 before:rounded-sm hover:before:bg-fill">
      <Avatar user={actor} size={28} decorative className="mt-0.5" />
      <div className="min-w-0 flex-1 wrap-anywhere text-ink-3">
        <Sentences sentences={activitySentences(line, names)} />
        {isOfTask && (
          <p dir="auto" className="line-clamp-2 text-left text-ink">
            {taskId && subject ? <TaskLink id={taskId} title={subject} /> : (subject ?? commentsTexts.goneTask)}
          </p>
        )}
      </div>
      <time dateTime={at} title={formatFull(at)} className="flex-none text-xs/5 text-ink-3">
        {formatTime(at)}
      </time>
    </li>
  );
};

/** Everything that happened in a project, day by day. */
const ProjectActivity = ({ projectId }: { projectId: string }) => {
  const { data, error, loading, refetch, fetchMore } = usePageQuery(ProjectActivityDocument, {
    variables: { projectId },
  });
  // Each write to the project is one more line.
  const readAgain = useReadAgain(data?.project?.revision, refetch);
  const activity = data?.project?.activity;
  const { data: withMembers } = useQuery(ProjectMembersDocument, { variables: { projectId } });
  const now = useNow();
  const members = withMembers?.project?.members.nodes;
  const names: Names = {
    person: (userId) => members?.find((member) => member.userId === userId)?.user.name ?? commentsTexts.toSomebody,
    project: useProjectNames(),
  };

  if (!activity && error && !loading) {
    return (
      <ErrorState
        className="flex-1"
        message={errorText(error, commentsTexts.activityFetchFailed)}
        onRetry={readAgain}
      />
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
                  <ActivityRow key={line.id} line={line} names={names} />
                ))}
              </ul>
            </section>
          ))}
          {activity.pageInfo.hasNextPage && (
            <ShowMore loadMore={() => fetchMore({ variables: { after: activity.pageInfo.endCursor } })} />
          )}
        </>
      ) : (
        <RowsSkeleton />
      )}
    </div>
  );
};

/** A project's page with everything that happened in it. */
export const ProjectActivityPage = () => (
  <ProjectShell>{(projectId) => <ProjectActivity key={projectId} projectId={projectId} />}</ProjectShell>
);
