import { ActivityByDay } from '../comments/ActivityByDay';
import { isAboutTask } from '../comments/groupActivity';
import type { Names } from '../comments/historyText';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { cardLinkClass } from '../projects/cardLinkClass';
import { RowsPlaceholder } from '../projects/RowsSkeleton';
import { MorePages } from '../projects/ShowMore';
import { useProjectNames } from '../projects/useProjectNames';
import { useThrottledRefetch } from '../projects/useThrottledRefetch';
import { commentsTexts } from '../../texts/comments';
import { teamTexts } from '../../texts/team';
import { EmptyState } from '../../ui/EmptyState';
import { Link } from '../../ui/Link';
import { ProjectDot } from '../../ui/ProjectDot';
import { ActivityDocument, type ActivityQuery } from './Activity.generated';
import { usePeople } from './usePeople';

type Line = ActivityQuery['activity']['nodes'][number];

const { activity: texts } = teamTexts;

/** The name of the project. For changes of the project itself, it is also the link. */
const ProjectLine = ({ line }: { line: Line }) => {
  const { project } = line;
  if (!project) return null;
  return (
    <p className="mt-0.5 flex w-fit max-w-full items-center gap-1.5 text-xs">
      <ProjectDot color={project.color} />
      <span dir="auto" className="min-w-0 truncate">
        {isAboutTask(line) ? (
          project.name
        ) : (
          <Link to={`/projects/${project.id}`} className={cardLinkClass}>
            {project.name}
          </Link>
        )}
      </span>
    </p>
  );
};

const projectLine = (line: Line) => <ProjectLine line={line} />;

interface ActivityDaysProps {
  /** The person and the project; '' for all. */
  actorId: string;
  projectId: string;
  /** The level of the days' headings. */
  level: 2 | 3;
}

/** The activity by day, newest first. */
export const ActivityDays = ({ actorId, projectId, level }: ActivityDaysProps) => {
  const { data, error, loading, readAgain, fetchMore } = usePageQuery(ActivityDocument, {
    variables: { ...(actorId && { actorId }), ...(projectId && { projectId }) },
  });
  useThrottledRefetch(readAgain);
  const { people } = usePeople({ all: true });
  const names: Names = {
    person: (id) => people?.find(({ userId }) => userId === id)?.user.name ?? commentsTexts.toSomebody,
    project: useProjectNames(),
  };
  const activity = data?.activity;

  if (!activity) {
    return <RowsPlaceholder error={!loading && error} failed={texts.failedToFetch} onRetry={readAgain} />;
  }
  if (activity.nodes.length === 0) {
    const words = actorId || projectId ? texts.noneOfThese : texts.none;
    return <EmptyState level={level} title={words.title} text={words.text} />;
  }
  return (
    <>
      <ActivityByDay lines={activity.nodes} names={names} level={level} foot={projectLine} />
      <MorePages of={activity.pageInfo} fetchMore={fetchMore} />
    </>
  );
};
