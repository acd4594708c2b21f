import { Plus } from 'lucide-react';
import { errorText } from '../graphql/errors';
import { ShowMore } from '../projects/ShowMore';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { ProjectShell } from './ProjectShell';
import { isFiltered } from './taskFilters';
import { TaskGrid } from './TaskGrid';
import { TasksSkeleton } from './TasksSkeleton';
import { TaskTable } from './TaskTable';
import { TaskTools } from './TaskTools';
import { useTaskFilters } from './useTaskFilters';
import { useTasks } from './useTasks';

/** The tasks of one project, to search and to narrow down as on the page of all tasks. */
const ProjectTasks = ({ projectId, onNewTask }: { projectId: string; onNewTask: () => void }) => {
  const { filters: chosen, typed, setTyped, change, clear } = useTaskFilters();
  const filters = { ...chosen, projectId };
  const { tasks, error, isIncomplete, loading, hasMore, loadMore, retry } = useTasks(filters, typed);
  const count = tasks?.length ?? 0;
  const isWaiting = count === 0 && (!tasks || isIncomplete || loading);
  const isNarrowed = isFiltered({ ...chosen, projectId: '', search: typed.trim() });

  return (
    <div className="flex flex-1 flex-col pt-3 md:pt-4">
      <TaskTools filters={filters} isOfProject typed={typed} people={[]} onType={setTyped} onChange={change} />
      {error && !loading && count === 0 ? (
        <ErrorState
          className="flex-1"
          message={errorText(error, 'Failed to fetch tasks')}
          onRetry={() => void retry().catch(() => undefined)}
        />
      ) : isWaiting ? (
        <TasksSkeleton view={filters.view} />
      ) : count > 0 ? (
        <>
          {filters.view === 'grid' ? (
            <TaskGrid tasks={tasks ?? []} />
          ) : (
            <TaskTable tasks={tasks ?? []} orderBy={filters.orderBy} onSort={(orderBy) => change({ orderBy })} />
          )}
          {hasMore && <ShowMore loadMore={loadMore} />}
        </>
      ) : isNarrowed ? (
        <EmptyState
          className="flex-1"
          title="No tasks found"
          text="Try adjusting your filters or search term."
          action={<Button onClick={clear}>Clear filters</Button>}
        />
      ) : (
        <EmptyState
          className="flex-1"
          title="No tasks yet"
          text="Get started by creating your first task."
          action={
            <Button icon={<Plus />} onClick={onNewTask}>
              New Task
            </Button>
          }
        />
      )}
    </div>
  );
};

/** A project's page with its tasks as a list. */
export const ProjectListPage = () => (
  <ProjectShell>
    {(projectId, openNewTask) => <ProjectTasks key={projectId} projectId={projectId} onNewTask={() => openNewTask()} />}
  </ProjectShell>
);
