import { Link } from 'react-router-dom';
import { foldActs } from '../comments/foldActs';
import { activitySentences, type Names } from '../comments/historyText';
import { Sentences } from '../comments/Sentences';
import { errorText } from '../graphql/errors';
import { usePageQuery } from '../graphql/usePageQuery';
import { formatFull, formatTime, groupByDay } from '../lib/dates';
import { useNow } from '../lib/useNow';
import { cardLinkClass } from '../projects/cardClass';
import { RowsSkeleton } from '../projects/RowsSkeleton';
import { ShowMore } from '../projects/ShowMore';
import { useProjectNames } from '../projects/useProjectNames';
import { TaskLink } from '../tasks/TaskLink';
import { commentsTexts } from '../texts/comments';
import { teamTexts } from '../texts/team';
import { Avatar } from '../ui/Avatar';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { ProjectDot } from '../ui/ProjectDot';
import { ActivityDocument, type ActivityQuery } from './Activity.generated';
import { usePeople } from './usePeople';
import { useQuietly } from './useQuietly';

type Line = ActivityQuery['activity']['nodes'][number];

const { activity: texts } = teamTexts;

/** What somebody did, to what, in which project, at what time of the day that it stands under, with what they said. */
const ActRow = ({ lines, names }: { lines: readonly [Line, ...Line[]]; names: Names }) => {
  const [{ actor, at, entity, subject, taskId, project }] = lines;
  const isOfTask = entity !== 'PROJECT' && entity !== 'MEMBER';
  return (
    <li className="relative flex items-start gap-3 border-t border-line py-2.5 before:pointer-events-none before:absolute before:inset-x-[-10px] before:inset-y-0 before:rounded-sm hover:before:bg-fill">
      <Avatar user={actor} size={28} decorative className="mt-0.5" />
      <div className="min-w-0 flex-1 wrap-anywhere text-ink-3">
        {isOfTask && (
          <p dir="auto" className="line-clamp-2 text-left font-medium text-ink">
            {taskId && subject ? <TaskLink id={taskId} title={subject} /> : (subject ?? commentsTexts.goneTask)}
          </p>
        )}
        {lines.map((line) => (
          <div key={line.id}>
            <Sentences sentences={activitySentences(line, names)} />
            {line.commentText !== null && line.action !== 'DELETED' && (
              <p dir="auto" className="my-1 line-clamp-3 border-l-2 border-line-2 pl-2.5 text-left text-ink-2">
                {line.commentText}
              </p>
            )}
          </div>
        ))}
        {project && (
          <p className="relative z-1 mt-0.5 flex w-fit max-w-full items-center gap-1.5 text-xs">
            <ProjectDot color={project.color} />
            <span dir="auto" className="min-w-0 truncate">
              {isOfTask ? (
                project.name
              ) : (
                <Link to={`/projects/${project.id}`} className={cardLinkClass}>
                  {project.name}
                </Link>
              )}
            </span>
          </p>
        )}
      </div>
      <time dateTime={at} title={formatFull(at)} className="flex-none text-xs/5 text-ink-3">
        {formatTime(at)}
      </time>
    </li>
  );
};

interface ActivityDaysProps {
  /** Whose, and where; '' is everybody and everywhere. */
  actorId: string;
  projectId: string;
  /** The level of the days' headings. */
  level: 2 | 3;
}

/** What was done, day by day, the newest first. */
export const ActivityDays = ({ actorId, projectId, level }: ActivityDaysProps) => {
  const { data, error, loading, refetch, fetchMore } = usePageQuery(ActivityDocument, {
    variables: { ...(actorId && { actorId }), ...(projectId && { projectId }) },
  });
  useQuietly(refetch);
  const { people } = usePeople({ all: true });
  const now = useNow();
  const names: Names = {
    person: (id) => people?.find(({ userId }) => userId === id)?.user.name ?? commentsTexts.toSomebody,
    project: useProjectNames(),
  };
  const activity = data?.activity;
  const Day = `h${level}` as const;

  if (!activity) {
    return error && !loading ? (
      <ErrorState
        message={errorText(error, texts.failedToFetch)}
        onRetry={() => void refetch().catch(() => undefined)}
      />
    ) : (
      <RowsSkeleton />
    );
  }
  if (activity.nodes.length === 0) {
    const words = actorId || projectId ? texts.noneOfThese : texts.none;
    return <EmptyState level={level} title={words.title} text={words.text} />;
  }
  return (
    <>
      {groupByDay(activity.nodes, ({ at }) => at, now).map(({ day, items }) => (
        <section key={day} aria-label={day} className="mb-6">
          <Day className="mb-1.5 text-sm">{day}</Day>
          <ul>
            {foldActs(items).map((lines) => (
              <ActRow key={lines[0].id} lines={lines} names={names} />
            ))}
          </ul>
        </section>
      ))}
      {activity.pageInfo.hasNextPage && (
        <ShowMore loadMore={() => fetchMore({ variables: { after: activity.pageInfo.endCursor } })} />
      )}
    </>
  );
};
