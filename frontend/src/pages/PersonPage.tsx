// A person of the team: their tasks, and their activity by day.
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { usePageQuery } from '../sync/client/usePageQuery';
import { usePageTitle } from '../lib/usePageTitle';
import { narrowPageClass } from '../features/projects/pageClass';
import { RowsPlaceholder } from '../features/projects/RowsSkeleton';
import { TaskColumns } from '../features/projects/columns/TaskColumns';
import { TaskPanelRoute } from '../features/tasks/panel/TaskPanelRoute';
import { teamTexts } from '../texts/team';
import { Avatar } from '../ui/Avatar';
import { EmptyState } from '../ui/EmptyState';
import { Link } from '../ui/Link';
import { LinkButton } from '../ui/LinkButton';
import { ActivityDays } from '../features/analytics/ActivityDays';
import { OpenTasks } from '../features/analytics/OpenTasks';
import { PersonWorkDocument } from '../features/analytics/PersonWork.generated';
import { useThrottledRefetch } from '../features/projects/useThrottledRefetch';

const { ofPerson: texts } = teamTexts;

/** One person's open tasks and activity. */
export const PersonPage = () => {
  const { id = '' } = useParams();
  const { data, error, loading, readAgain } = usePageQuery(PersonWorkDocument, { variables: { id } });
  useThrottledRefetch(readAgain);
  const person = data?.node?.__typename === 'User' ? data.node : null;
  usePageTitle(person?.name ?? teamTexts.title);
  if (!data) {
    return (
      <div className={narrowPageClass}>
        <RowsPlaceholder error={!loading && error} failed={texts.failedToFetch} onRetry={readAgain} />
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
      <TaskPanelRoute onChanged={() => void readAgain()} />
    </div>
  );
};
