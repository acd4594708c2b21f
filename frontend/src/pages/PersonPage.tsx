// A person of the team: their tasks, and their activity by day.
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { errorText } from '../sync/client/errors';
import { usePageQuery } from '../sync/client/usePageQuery';
import { usePageTitle } from '../lib/usePageTitle';
import { narrowPageClass } from '../features/projects/pageClass';
import { RowsSkeleton } from '../features/projects/RowsSkeleton';
import { TaskColumns } from '../features/projects/columns/TaskColumns';
import { TaskPanelRoute } from '../features/tasks/panel/TaskPanelRoute';
import { TaskRowHead } from '../features/tasks/parts/TaskRowHead';
import { teamTexts } from '../texts/team';
import { number } from '../texts/format';
import { Avatar } from '../ui/Avatar';
import { DueLabel } from '../ui/DueLabel';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Link } from '../ui/Link';
import { LinkButton } from '../ui/LinkButton';
import { ActivityDays } from '../features/analytics/ActivityDays';
import { PersonWorkDocument, type PersonWorkQuery } from '../features/analytics/PersonWork.generated';
import { useThrottledRefetch } from '../features/projects/useThrottledRefetch';

const { ofPerson: texts } = teamTexts;

const OpenTasks = ({ id, tasks }: { id: string; tasks: PersonWorkQuery['tasks'] }) => (
  <section aria-labelledby="open-tasks" className="mb-8">
    <div className="flex h-8 items-center gap-2">
      <h2 id="open-tasks" className="text-sm">
        {texts.openTasks}
      </h2>
      <span className="text-ink-3">{number(tasks.totalCount)}</span>
      {tasks.totalCount > 0 && (
        <Link
          to={`/tasks?assignee=${id}`}
          className="relative z-1 ml-auto inline-flex items-center rounded-xs text-xs font-medium text-ink-3 hover:text-ink pointer-coarse:min-h-11"
        >
          {texts.allOpen(tasks.totalCount)}
        </Link>
      )}
    </div>
    {tasks.nodes.length === 0 ? (
      <p className="border-t border-line py-4 text-ink-3">{texts.noneOpen}</p>
    ) : (
      <ul>
        {tasks.nodes.map((task) => (
          <li
            key={task.id}
            className="relative flex min-h-11 items-center gap-2.5 border-t border-line py-2 before:pointer-events-none before:absolute before:inset-x-[-10px] before:inset-y-0 before:rounded-sm hover:before:bg-fill md:pointer-fine:min-h-10"
          >
            <TaskRowHead task={task} />
            <DueLabel task={task} />
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** One person's open tasks and what they did. */
export const PersonPage = () => {
  const { id = '' } = useParams();
  const { data, error, loading, retryFailedQueries } = usePageQuery(PersonWorkDocument, { variables: { id } });
  useThrottledRefetch(retryFailedQueries);
  const person = data?.node?.__typename === 'User' ? data.node : null;
  usePageTitle(person?.name ?? teamTexts.title);
  if (!data) {
    return (
      <div className={narrowPageClass}>
        {error && !loading ? (
          <ErrorState message={errorText(error, texts.failedToFetch)} onRetry={retryFailedQueries} />
        ) : (
          <RowsSkeleton />
        )}
      </div>
    );
  }
  if (!person) {
    return (
      <EmptyState
        className="flex-1"
        level={1}
        title={texts.missing}
        text={texts.missingText}
        action={<LinkButton to="/team">{texts.back}</LinkButton>}
      />
    );
  }
  return (
    <div className={narrowPageClass}>
      <Link
        to="/team"
        className="mb-4 inline-flex items-center gap-1.5 rounded-xs text-xs font-medium text-ink-3 hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft className="size-3.5" />
        {texts.back}
      </Link>
      <header className="mb-7 flex items-center gap-3">
        <Avatar user={person} size={28} decorative />
        <h1 dir="auto" className="min-w-0 text-lg tracking-tight wrap-anywhere">
          {person.name}
        </h1>
      </header>
      <TaskColumns tasks={data.tasks.nodes}>
        <OpenTasks id={id} tasks={data.tasks} />
      </TaskColumns>
      <section aria-labelledby="their-activity">
        <h2 id="their-activity" className="mb-3 text-sm">
          {texts.activity}
        </h2>
        <ActivityDays actorId={id} projectId="" level={3} />
      </section>
      <TaskPanelRoute onChanged={() => void retryFailedQueries()} />
    </div>
  );
};
