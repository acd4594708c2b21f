import { useState } from 'react';
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
import { TaskPicker, type PickField } from './pick/TaskPicker';
import { SelectionBar } from './select/SelectionBar';
import { useTaskSelection } from './select/useTaskSelection';
import { isFiltered } from './taskFilters';
import { TaskList } from './TaskList';
import { TasksSkeleton } from './TasksSkeleton';
import { TaskTools } from './TaskTools';
import { useNewTask } from './useNewTask';
import { useTaskFilters } from './useTaskFilters';
import { useTasks, type TaskListNode } from './useTasks';

/** A picker that is open: for which tasks, and where. */
interface Picking {
  field: PickField;
  tasks: readonly TaskListNode[];
  anchor: Element;
}

const NO_TASKS: readonly TaskListNode[] = [];

/** All of the viewer's tasks, to search and to narrow down. */
export const TasksPage = () => {
  usePageTitle('Tasks');
  const { filters, typed, setTyped, change, clear } = useTaskFilters();
  const { tasks, total, count, error, isIncomplete, loading, hasMore, loadMore, retry } = useTasks(filters, typed);
  const selection = useTaskSelection(tasks ?? NO_TASKS);
  const [isChoosing, setChoosing] = useState(false);
  const [picking, setPicking] = useState<Picking | null>(null);
  const newTask = useNewTask();
  const newTaskButton = (
    <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
      New Task
    </Button>
  );
  const shown = tasks?.length ?? 0;
  const isWaiting = shown === 0 && (!tasks || isIncomplete || loading);
  const { orderBy, view, status, priority, projectId, assignee } = filters;
  const pick = (field: PickField, anchor: Element, task?: TaskListNode): void =>
    setPicking((now) =>
      now?.field === field && now.anchor === anchor
        ? null
        : { field, anchor, tasks: selection.chosen.length > 0 || !task ? selection.chosen : [task] },
    );

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
      {error && !loading && shown === 0 ? (
        <ErrorState
          className="flex-1"
          message={errorText(error, 'Failed to fetch tasks')}
          onRetry={() => void retry().catch(() => undefined)}
        />
      ) : isWaiting ? (
        <div className="flex-1">
          <TasksSkeleton view={filters.view} />
        </div>
      ) : shown === 0 ? (
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
          <TaskList
            tasks={tasks ?? NO_TASKS}
            view={view}
            count={count}
            orderBy={orderBy}
            onSort={(next) => change({ orderBy: next })}
            selection={selection}
            isChoosing={isChoosing}
            isPicking={picking !== null}
            onPick={(field, task, row) => pick(field, row, task)}
            list={[typed.trim(), status, priority, projectId, assignee, orderBy].join(' ')}
            onNearEnd={() => void loadMore().catch(() => undefined)}
          />
          {hasMore && <ShowMore loadMore={loadMore} />}
        </div>
      )}
      {selection.chosen.length > 0 && (
        <SelectionBar
          tasks={selection.chosen}
          onClear={selection.clear}
          picking={picking?.field ?? null}
          onPick={(field, anchor) => pick(field, anchor)}
        />
      )}
      <footer className="sticky bottom-0 z-10 flex h-8 flex-none items-center gap-4 border-t border-line bg-sheet px-4 text-xs text-ink-3 md:h-9 md:px-6">
        <p role="status">
          Showing {count.toLocaleString('en-US')} of {total.toLocaleString('en-US')} tasks
        </p>
        <span className="ml-auto flex items-center gap-4 max-md:hidden" aria-hidden="true">
          <span className="flex items-center gap-1">
            <Kbd>X</Kbd> select
          </span>
          <span className="flex items-center gap-1">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> move
          </span>
          <span className="flex items-center gap-1">
            <Kbd>Enter</Kbd> open
          </span>
        </span>
        {shown > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="-mr-2 ml-auto md:hidden"
            aria-pressed={isChoosing}
            onClick={() => {
              setChoosing(!isChoosing);
              if (isChoosing) selection.clear();
            }}
          >
            {isChoosing ? 'Done' : 'Select'}
          </Button>
        )}
      </footer>
      {picking && <TaskPicker {...picking} open onClose={() => setPicking(null)} />}
      <NewTask state={newTask.state} onOpenChange={newTask.onOpenChange} projectId={filters.projectId || undefined} />
      <OpenTask />
    </div>
  );
};
