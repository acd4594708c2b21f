import { Plus } from 'lucide-react';
import { errorText } from '../graphql/errors';
import { usePageTitle } from '../lib/usePageTitle';
import { ShowMore } from '../projects/ShowMore';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Kbd } from '../ui/Kbd';
import { NewTask } from './NewTask';
import { OpenTask } from './OpenTask';
import { isFiltered } from './taskFilters';
import { TaskGrid } from './TaskGrid';
import { TasksSkeleton } from './TasksSkeleton';
import { TaskTable } from './TaskTable';
import { TaskTools } from './TaskTools';
import { useNewTask } from './useNewTask';
import { useTaskFilters } from './useTaskFilters';
import { useTasks } from './useTasks';

/** All of the viewer's tasks, to search and to narrow down. */
export const TasksPage = () => {
  usePageTitle('Tasks');
  const { filters, typed, setTyped, change, clear } = useTaskFilters();
  const { tasks, total, error, isIncomplete, loading, hasMore, loadMore, retry } = useTasks(filters, typed);
  const newTask = useNewTask();
  const newTaskButton = (
    <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
      New Task
    </Button>
  );
  const count = tasks?.length ?? 0;
  const isWaiting = count === 0 && (!tasks || isIncomplete || loading);

  return (
    <div className="flex flex-1 flex-col">
      <header className="flex flex-none items-center gap-2 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
        <div className="min-w-0 flex-1">
          <h1 className="text-lg tracking-tight">Tasks</h1>
          <p className="text-ink-3 max-md:sr-only">Manage all your tasks in one place.</p>
        </div>
        {newTaskButton}
      </header>
      <TaskTools
        filters={filters}
        typed={typed}
        people={tasks?.flatMap(({ assignee }) => assignee ?? []) ?? []}
        onType={setTyped}
        onChange={change}
      />
      {error && !loading && count === 0 ? (
        <ErrorState
          className="flex-1"
          message={errorText(error, 'Failed to fetch tasks')}
          onRetry={() => void retry().catch(() => undefined)}
        />
      ) : isWaiting ? (
        <div className="flex-1">
          <TasksSkeleton view={filters.view} />
        </div>
      ) : count === 0 ? (
        isFiltered({ ...filters, search: typed.trim() }) ? (
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
            action={newTaskButton}
          />
        )
      ) : (
        <div className="flex-1">
          {filters.view === 'grid' ? (
            <TaskGrid tasks={tasks ?? []} />
          ) : (
            <TaskTable tasks={tasks ?? []} orderBy={filters.orderBy} onSort={(orderBy) => change({ orderBy })} />
          )}
          {hasMore && <ShowMore loadMore={loadMore} />}
        </div>
      )}
      <footer className="sticky bottom-0 z-10 flex h-8 flex-none items-center gap-4 border-t border-line bg-sheet px-4 text-xs text-ink-3 md:h-9 md:px-6">
        <p role="status">
          Showing {count.toLocaleString('en-US')} of {total.toLocaleString('en-US')} tasks
        </p>
        <span className="ml-auto flex items-center gap-1 max-md:hidden" aria-hidden="true">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> move
        </span>
        <span className="flex items-center gap-1 max-md:hidden" aria-hidden="true">
          <Kbd>Enter</Kbd> open
        </span>
      </footer>
      <NewTask state={newTask.state} onOpenChange={newTask.onOpenChange} projectId={filters.projectId || undefined} />
      <OpenTask />
    </div>
  );
};
