import { type ReactNode, useState } from 'react';
import { errorText } from '../../graphql/errors';
import { ShowMore } from '../../projects/ShowMore';
import { tasksTexts } from '../../texts/tasks';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { TaskPicker, type PickField } from '../pickers/TaskPicker';
import type { AllChosen } from '../selection/selection';
import { SelectionBar } from '../selection/SelectionBar';
import { type TaskSelection, useTaskSelection } from '../selection/useTaskSelection';
import type { TaskFilters } from './taskFilters';
import { TaskList } from './TaskList';
import { TaskListFooter } from './TaskListFooter';
import { TasksSkeleton } from './TasksSkeleton';
import type { TaskListNode, useTasks } from './useTasks';

/** A picker that is open: for which tasks, and where. */
interface Picking {
  field: PickField;
  tasks: readonly TaskListNode[];
  all: AllChosen | null;
  anchor: Element;
}

interface TaskListSectionProps {
  page: ReturnType<typeof useTasks>;
  filters: TaskFilters;
  typed: string;
  change: (next: Partial<TaskFilters>) => void;
  clear: () => void;
  /** Whether something is asked for that not every task is. */
  isNarrowed: boolean;
  newTaskButton: ReactNode;
}

/** Before anything is loaded; one and the same, so that what depends on it stands still. */
const NO_TASKS: readonly TaskListNode[] = [];

interface TaskListBodyProps extends TaskListSectionProps {
  selection: TaskSelection<TaskListNode>;
  isChoosing: boolean;
}

/** The list in all its states, with what can be done to those tasks that are chosen. */
const TaskListBody = ({
  page: { tasks: loaded, count, error, isIncomplete, loading, hasMore, loadMore, retry },
  filters,
  typed,
  change,
  clear,
  isNarrowed,
  selection,
  isChoosing,
  newTaskButton,
}: TaskListBodyProps) => {
  const [picking, setPicking] = useState<Picking | null>(null);
  const pick = (field: PickField, anchor: Element): void =>
    setPicking((now) =>
      now?.field === field && now.anchor === anchor
        ? null
        : { field, anchor, tasks: selection.chosen, all: selection.all },
    );
  const tasks = loaded ?? NO_TASKS;
  const { orderBy, view, status, priority, projectId, assignee, overdue } = filters;

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
          list={[typed.trim(), status, priority, projectId, assignee, overdue, orderBy].join(' ')}
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

/** A list of tasks to choose from and to act on, and below it how many they are. */
export const TaskListSection = (props: TaskListSectionProps) => {
  const { tasks, count, total, filter, hasMore } = props.page;
  const selection = useTaskSelection({ tasks: tasks ?? NO_TASKS, filter, count, hasMore });
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <TaskListBody {...props} selection={selection} isChoosing={isChoosing} />
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
