import { usePageQuery } from '../../sync/client/usePageQuery';
import { teamTexts } from '../../texts/team';
import { TaskColumns } from '../projects/columns/TaskColumns';
import { RowsPlaceholder } from '../projects/RowsSkeleton';
import { ActivityDays } from './ActivityDays';
import { OpenTasks } from './OpenTasks';
import { PersonWorkDocument } from './PersonWork.generated';
import { useThrottledRefetch } from '../projects/useThrottledRefetch';

/** The viewer's own open tasks and activity, on their profile. */
export const OwnWork = ({ id }: { id: string }) => {
  const { data, error, loading, readAgain } = usePageQuery(PersonWorkDocument, { variables: { id } });
  useThrottledRefetch(readAgain);
  if (data) {
    return (
      <div className="min-w-0">
        <TaskColumns tasks={data.tasks.nodes}>
          <OpenTasks id={id} tasks={data.tasks} />
        </TaskColumns>
        <section aria-labelledby="own-activity">
          <h2 id="own-activity" className="mb-3 text-sm">
            {teamTexts.ofPerson.activity}
          </h2>
          <ActivityDays actorId={id} projectId="" level={3} />
        </section>
      </div>
    );
  }
  return <RowsPlaceholder error={!loading && error} failed={teamTexts.ofPerson.failedToFetch} onRetry={readAgain} />;
};
