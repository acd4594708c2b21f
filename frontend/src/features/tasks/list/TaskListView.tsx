import { type ReactNode, useState } from 'react';
import { errorText } from '../../../sync/client/errors';
import { ShowMore } from '../../projects/ShowMore';
import { taskTexts } from '../../../texts/task';
import { tasksTexts } from '../../../texts/tasks';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { TaskColumns } from '../../projects/columns/TaskColumns';
import { useCustomColumns } from '../../projects/columns/useCustomColumns';
import type { useNewTask } from '../create/NewTask';
import { TaskPicker, type OpenPicker, type PickerField } from '../pickers/TaskPicker';
import { SelectionBar } from './SelectionBar';
import { useTaskSelection } from '../selection/useTaskSelection';
import { filterKey, isFiltered, ME, NONE, type GroupBy } from '../filters/taskFilters';
import { groupingOf, groupPreset } from '../filters/taskGroups';
import { TaskList } from './TaskList';
import { TaskListFooter } from './TaskListFooter';
import { TasksSkeleton } from './TasksSkeleton';
import { TaskToolbar } from './TaskToolbar';
import { useTaskFilters } from '../filters/useTaskFilters';
import { useFilterPeople } from '../filters/useFilterPeople';
import { useTaskGroups } from './useTaskGroups';
import { useTasks, type TaskListNode } from './useTasks';

interface ListPicker extends OpenPicker {
  /** Whether it was opened in a row, for this task only. */
  isOfRow?: boolean;
}

interface TaskListViewProps {
  /** The list of one project. */
  projectId?: string;
  /** Its tasks are read-only. */
  isFixed?: boolean;
  newTaskButton: ReactNode;
  /** Opens the form for a new task that belongs to a group. */
  onNewTask: ReturnType<typeof useNewTask>['open'];
}

/** Used before anything is loaded; always the same object, so that effects do not run again. */
const NO_TASKS: readonly TaskListNode[] = [];

/** A list of tasks with search, filters, selection and actions, and the number of tasks below it. */
export const TaskListView = ({ projectId, isFixed = false, newTaskButton, onNewTask }: TaskListViewProps) => {
  const { filters: chosen, typed, setTyped, change, clear } = useTaskFilters();
  const filters = projectId === undefined ? chosen : { ...chosen, projectIds: [projectId] };
  const isGrouped = filters.groupBy !== '' && !(projectId !== undefined && filters.groupBy === 'project');
  const one = useTasks(filters, typed, projectId, isGrouped);
  const grouped = useTaskGroups(isGrouped ? filters : { ...filters, groupBy: '' }, typed, projectId);
  const page = isGrouped ? grouped : one;
  const { count, total, filter, error, isIncomplete, loading, hasMore, loadMore, retry } = page;
  const tasks = page.tasks ?? NO_TASKS;
  const [wantsPeople, setWantsPeople] = useState(filters.assignees.some((id) => id !== ME && id !== NONE));
  const people = useFilterPeople(
    filters.projectIds,
    tasks.flatMap((task) => task.assignee ?? []),
    wantsPeople || projectId !== undefined,
  );
  const selection = useTaskSelection({ tasks, filter, count, hasMore, isFixed });
  const [isChoosing, setChoosing] = useState(false);
  const [picking, setPicking] = useState<ListPicker | null>(null);
  const toggle = (next: ListPicker): void =>
    setPicking((now) => (now?.field === next.field && now.anchor === next.anchor ? null : next));
  const pick = (field: PickerField, anchor: Element): void =>
    toggle({ field, anchor, tasks: selection.chosen, all: selection.all });
  const edit = (task: TaskListNode, field: PickerField, anchor: Element): void =>
    toggle({ field, anchor, tasks: [task], isOfRow: true });
  const columns = useCustomColumns(
    projectId === undefined ? filters.projectIds : [projectId],
    filters.groupBy === 'column',
  );
  const newTaskOf = (by: GroupBy) => (key: string) => {
    const preset = isFixed || by === '' ? null : groupPreset(groupingOf(by, columns), key, columns);
    if (!preset || by === '') return undefined;
    return { label: tasksTexts.group.newTask[by], open: () => onNewTask(preset.status, preset) };
  };

  /** Rendered if there are no tasks. */
  const instead = (): ReactNode => {
    if (error && !loading) {
      return <ErrorState className="flex-1" message={errorText(error, taskTexts.fetchFailed)} onRetry={retry} />;
    }
    if (!page.tasks || isIncomplete || loading) {
      return (
        <div className="flex-1">
          <TasksSkeleton view={filters.view} />
        </div>
      );
    }
    // In the list of a project, the project does not count as a filter.
    return isFiltered({ ...chosen, search: typed.trim(), ...(projectId !== undefined && { projectIds: [] }) }) ? (
      <EmptyState
        className="flex-1"
        title={tasksTexts.noneFound.title}
        text={tasksTexts.noneFound.text}
        action={<Button onClick={clear}>{tasksTexts.noneFound.clear}</Button>}
      />
    ) : (
      <EmptyState className="flex-1" {...tasksTexts.noneYet} action={newTaskButton} />
    );
  };
  const { orderBy, groupBy, view } = filters;
  const groups = isGrouped && { ...grouped, newTaskOf: newTaskOf(groupBy) };
  const isEmpty = (isGrouped ? grouped.groups : tasks).length === 0;
  // A picker can take the last task out of the list, which removes it. The next list must not open it again.
  if (isEmpty && picking) setPicking(null);

  return (
    <>
      <TaskToolbar
        filters={filters}
        isOfProject={projectId !== undefined}
        typed={typed}
        people={people}
        onType={setTyped}
        onReach={() => setWantsPeople(true)}
        onChange={change}
      />
      {isGrouped && grouped.loaders}
      {isEmpty ? (
        instead()
      ) : (
        <>
          <div className="flex-1">
            <TaskColumns tasks={tasks}>
              <TaskList
                tasks={tasks}
                groups={groups || null}
                view={view}
                count={count}
                orderBy={orderBy}
                onSort={(next) => change({ orderBy: next })}
                selection={selection}
                isChoosing={isChoosing}
                onEdit={edit}
                isFixed={isFixed}
                isOfProject={projectId !== undefined}
                list={filterKey({ ...filters, search: typed.trim(), view: 'list' })}
                onNearEnd={() => void loadMore().catch(() => undefined)}
              />
            </TaskColumns>
            {hasMore && <p className="hidden px-6 py-2 print:block">{tasksTexts.printed(tasks.length, count)}</p>}
            {hasMore && !isGrouped && <ShowMore loadMore={loadMore} />}
          </div>
          {selection.count > 0 && (
            <SelectionBar
              className="sticky bottom-11 pointer-coarse:bottom-14 md:bottom-13"
              selection={selection}
              picking={picking && !picking.isOfRow ? picking.field : null}
              onPick={pick}
            />
          )}
          {picking && <TaskPicker {...picking} onClose={() => setPicking(null)} />}
        </>
      )}
      <TaskListFooter
        count={count}
        total={total}
        isEmpty={tasks.length === 0}
        isFixed={isFixed}
        isChoosing={isChoosing}
        onChoosingChange={(next) => {
          setChoosing(next);
          if (!next) selection.clear();
        }}
      />
    </>
  );
};
