import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { TaskOrder } from '@contract/enums';
import { cx } from '../../../lib/cx';
import { isNarrow } from '../../../lib/screen';
import { tasksTexts } from '../../../texts/tasks';
import { preloadPickers, type PickerField } from '../pickers/TaskPicker';
import type { TaskSelection } from '../selection/useTaskSelection';
import type { RowActions, TaskItemProps } from './RowCheckbox';
import { GroupPlaceholder, GroupHead, type NewTaskOfGroup } from './GroupLines';
import { cardColumns, TaskCard } from './TaskGrid';
import type { TaskView } from '../filters/taskFilters';
import { buildLines, type Line } from './listRows';
import { TaskRows } from './TaskRows';
import { TaskRow, TaskTable } from './TaskTable';
import { useTaskNavigation } from './useTaskNavigation';
import type { ShownGroup } from './useTaskGroups';
import type { TaskListNode } from './useTasks';
import { readOnlyReason } from '../../projects/readOnly';

/** The groups of a list, and their actions. */
export interface GroupsOfList {
  groups: readonly ShownGroup[];
  turn: (key: string) => void;
  want: (key: string) => void;
  newTaskOf: (key: string) => NewTaskOfGroup | undefined;
}

interface TaskListProps {
  tasks: readonly TaskListNode[];
  /** They are in groups. */
  groups: GroupsOfList | null;
  view: TaskView;
  /** The number of all tasks, loaded or not. */
  count: number;
  orderBy: TaskOrder;
  onSort: (orderBy: TaskOrder) => void;
  selection: TaskSelection<TaskListNode>;
  /** Whether checkboxes are shown even if nothing is selected yet. */
  isChoosing: boolean;
  /** Changes with the query. */
  list: string;
  onNearEnd: () => void;
  /** Opens the picker of a task's field, next to the element. */
  onEdit: (task: TaskListNode, field: PickerField, anchor: Element) => void;
  /** Its tasks are read-only. */
  isFixed: boolean;
  /** Whether all tasks belong to one project. */
  isOfProject: boolean;
}

const ROW_HEIGHT = { wide: 40, phone: 70 } as const;
const CARD_HEIGHT = 166;

/** Tasks in rows or as cards, with selection and keyboard navigation. Only visible ones are rendered. */
export const TaskList = (props: TaskListProps) => {
  const {
    tasks,
    groups,
    view,
    count,
    orderBy,
    onSort,
    selection,
    isChoosing,
    list,
    onNearEnd,
    onEdit,
    isFixed,
    isOfProject,
  } = props;
  const [namedId, setNamedId] = useState<string | null>(null);
  const isReadOnly = ({ project }: TaskListNode): boolean => isFixed || readOnlyReason(project) !== null;
  const box = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(1);
  const perLine = view === 'list' ? 1 : columns;
  const lines = buildLines(tasks, groups?.groups ?? null, perLine);
  const { current, onFocus, onBlur, onKeyDown } = useTaskNavigation(box, {
    order: tasks.map(({ id }) => id),
    lines: perLine === 1 ? null : lines.flatMap((line) => (line.kind === 'tasks' ? line.tasks.length : [])),
    namedId,
    isChosen: selection.has,
    choose: selection.choose,
  });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || view === 'list') return undefined;
    const measure = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setColumns(cardColumns(element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [view]);

  const showsBox = isChoosing || selection.count > 0;
  // A stable object, so that a memoized row renders again only when its own task or state changes.
  const latest = useRef({ choose: selection.choose, edit: onEdit });
  useLayoutEffect(() => {
    latest.current = { choose: selection.choose, edit: onEdit };
  });
  const [actions] = useState<RowActions>(() => ({
    choose: (id, isRange) => latest.current.choose(id, isRange),
    edit: (task, field, anchor) => latest.current.edit(task, field, anchor),
    name: setNamedId,
  }));
  const itemProps = (task: TaskListNode, index: number): TaskItemProps => ({
    task,
    index,
    isTabStop: index === Math.max(current, 0),
    isChosen: selection.has(task.id),
    showsBox: selection.isFixed ? null : showsBox,
    actions,
    isReadOnly: isReadOnly(task),
    isOfProject,
    isNaming: task.id === namedId,
  });
  const isGrid = view === 'grid';
  const place = Math.max(current, 0);
  const currentLine = lines.findIndex(
    (line) => line.kind === 'tasks' && place >= line.start && place < line.start + line.tasks.length,
  );
  const lineOf = (line: Line): ReactNode => {
    if (line.kind === 'head') {
      const { key } = line.group;
      return (
        <GroupHead
          group={line.group}
          isGrid={isGrid}
          onTurn={() => groups?.turn(key)}
          newTask={groups?.newTaskOf(key)}
        />
      );
    }
    if (line.kind === 'end') {
      return <GroupPlaceholder group={line.group} isGrid={isGrid} onWanted={() => groups?.want(line.group.key)} />;
    }
    const { tasks: beside, start } = line;
    return isGrid ? (
      <div className="grid gap-4 pb-4" style={{ gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))` }}>
        {beside.map((task, offset) => (
          <TaskCard key={task.id} {...itemProps(task, start + offset)} />
        ))}
      </div>
    ) : (
      beside.map((task) => <TaskRow key={task.id} {...itemProps(task, start)} />)
    );
  };
  const rows = (
    <TaskRows
      key={perLine}
      lines={lines}
      lineHeight={isGrid ? CARD_HEIGHT : isNarrow() ? ROW_HEIGHT.phone : ROW_HEIGHT.wide}
      isKeyed={perLine === 1}
      current={currentLine}
      list={list}
      onNearEnd={onNearEnd}
    >
      {lineOf}
    </TaskRows>
  );

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the focus is on the links inside
    <div
      ref={box}
      className={cx(view === 'grid' && 'px-4 md:px-6')}
      onKeyDown={(event) => {
        const task = tasks[current];
        const row = event.target instanceof Element ? event.target.closest('[data-task-id]') : null;
        if (event.key === 'F2' && view === 'list' && row && task && !isReadOnly(task)) {
          event.preventDefault();
          setNamedId(task.id);
        } else onKeyDown(event);
      }}
      onFocus={(event) => {
        onFocus(event);
        preloadPickers();
      }}
      onBlur={onBlur}
    >
      {view === 'list' ? (
        <TaskTable
          orderBy={orderBy}
          onSort={onSort}
          count={count}
          covers={selection.covers}
          onChooseAll={selection.isFixed ? null : selection.toggleAll}
          isOfProject={isOfProject}
        >
          {rows}
        </TaskTable>
      ) : (
        <div role="list" aria-label={tasksTexts.title}>
          {rows}
        </div>
      )}
    </div>
  );
};
