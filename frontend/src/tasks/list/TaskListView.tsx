import { type ReactNode, useState } from 'react';
import { errorText } from '../../graphql/errors';
import { ShowMore } from '../../projects/ShowMore';
import { tasksTexts } from '../../texts/tasks';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { TaskPicker, type PickerField } from '../pickers/TaskPicker';
import type { AllChosen } from '../selection/selection';
import { SelectionBar } from '../selection/SelectionBar';
import { type TaskSelection, useTaskSelection } from '../selection/useTaskSelection';
import { isFiltered, type TaskFilters } from './taskFilters';
import { TaskList } from './TaskList';
import { TaskListFooter } from './TaskListFooter';
import { TasksSkeleton } from './TasksSkeleton';
import { TaskTools } from './TaskTools';
import { useTaskFilters } from './useTaskFilters';
import { useTasks, type TaskListNode } from './useTasks';

/** A picker that is open: for which tasks, and where. */
interface Picking {
  field: PickerField;
  tasks: readonly TaskListNode[];
  all: AllChosen | null;
  anchor: Element;
}

/** Before anything is loaded; one and the same, so that what depends on it stands still. */
const NO_TASKS: readonly TaskListNode[] = [];

interface TaskListBodyProps extends TaskListViewProps {
  page: ReturnType<typeof useTasks>;
  search: ReturnType<typeof useTaskFilters>;
  filters: TaskFilters;
  selection: TaskSelection<TaskListNode>;
  isChoosing: boolean;
}

/** The list in all its states, with what can be done to those tasks that are chosen. */
const TaskListBody = (props: TaskListBodyProps) => {
  const { page, search, filters, selection, isChoosing, projectId, newTaskButton } = props;
  const { tasks: loaded, count, error, isIncomplete, loading, hasMore, loadMore, retry } = page;
  const { typed, change, clear } = search;
  const [picking, setPicking] = useState<Picking | null>(null);
  const pick = (field: PickerField, anchor: Element): void =>
    setPicking((now) =>
      now?.field === field && now.anchor === anchor
        ? null
        : { field, anchor, tasks: selection.chosen, all: selection.all },
    );
  const tasks = loaded ?? NO_TASKS;
  const { orderBy, view, status, priority, assignee, overdue } = filters;

  if (error && !loading && tasks.length === 0) {
    return (
      <ErrorState
        className="flex-1"
        message={errorText(error, tasksTexts.fetchFailed)}
        onRetry={() => void retry().catch(() => undefined)}
      />
    );
  }
  if (tasks.length === 0 && (!loaded || isIncomplete || loading)) {
    return (
      <div className="flex-1">
        <TasksSkeleton view={view} />
      </div>
    );
  }
  if (tasks.length === 0) {
    const isNarrowed = isFiltered({
      ...filters,
      search: typed.trim(),
      ...(projectId !== undefined && { projectId: '' }),
    });
    return isNarrowed ? (
      <EmptyState
        className="flex-1"
        title={tasksTexts.noneFound.title}
        text={tasksTexts.noneFound.text}
        action={<Button onClick={clear}>{tasksTexts.noneFound.clear}</Button>}
      />
    ) : (
      <EmptyState className="flex-1" {...tasksTexts.noneYet} action={newTaskButton} />
    );
  }
  return (
    <>
      <div className="flex-1">
        <TaskList
          tasks={tasks}
          view={view}
          count={count}
          orderBy={orderBy}
          onSort={(next) => change({ orderBy: next })}
          selection={selection}
          isChoosing={isChoosing}
          list={[typed.trim(), status, priority, filters.projectId, assignee, overdue, orderBy].join(' ')}
          onNearEnd={() => void loadMore().catch(() => undefined)}
        />
        {hasMore && <p className="hidden px-6 py-2 print:block">{tasksTexts.printed(tasks.length, count)}</p>}
        {hasMore && <ShowMore loadMore={loadMore} />}
      </div>
      {selection.count > 0 && <SelectionBar selection={selection} picking={picking?.field ?? null} onPick={pick} />}
      {picking && <TaskPicker {...picking} open onClose={() => setPicking(null)} />}
    </>
  );
};

interface TaskListViewProps {
  /** It is the list of one project. */
  projectId?: string;
  newTaskButton: ReactNode;
}

/** A list of tasks to search, to narrow down, to choose from and to act on, and below it how many they are. */
export const TaskListView = (props: TaskListViewProps) => {
  const { projectId } = props;
  const search = useTaskFilters();
  const filters = projectId === undefined ? search.filters : { ...search.filters, projectId };
  const page = useTasks(filters, search.typed, projectId);
  const { tasks, count, total, filter, hasMore } = page;
  const selection = useTaskSelection({ tasks: tasks ?? NO_TASKS, filter, count, hasMore });
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <TaskTools
        filters={filters}
        isOfProject={projectId !== undefined}
        typed={search.typed}
        people={tasks?.flatMap(({ assignee }) => assignee ?? []) ?? []}
        onType={search.setTyped}
        onChange={search.change}
      />
      <TaskListBody
        {...props}
        page={page}
        search={search}
        filters={filters}
        selection={selection}
        isChoosing={isChoosing}
      />
      <TaskListFooter
        count={count}
        total={total}
        isEmpty={!tasks?.length}
        isChoosing={isChoosing}
        onChoosingChange={(next) => {
          setChoosing(next);
          if (!next) selection.clear();
        }}
      />
    </>
  );
};
