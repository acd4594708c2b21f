import { useLayoutEffect, useRef, useState } from 'react';
import type { TaskOrder } from '@contract/enums';
import { cx } from '../../lib/cx';
import { tasksTexts } from '../../texts/tasks';
import { preloadPickers } from '../pickers/TaskPicker';
import type { TaskSelection } from '../selection/useTaskSelection';
import type { TaskItemProps } from './ChooseBox';
import { cardColumns, TaskCard } from './TaskGrid';
import type { TaskView } from './taskFilters';
import { TaskRows } from './TaskRows';
import { TaskRow, TaskTable } from './TaskTable';
import { useTaskFocus } from './useTaskFocus';
import { useTaskKeys } from './useTaskKeys';
import type { TaskListNode } from './useTasks';

interface TaskListProps {
  tasks: readonly TaskListNode[];
  view: TaskView;
  /** How many there are to scroll to, loaded or not. */
  count: number;
  orderBy: TaskOrder;
  onSort: (orderBy: TaskOrder) => void;
  selection: TaskSelection<TaskListNode>;
  /** Check boxes are shown also where nothing is chosen yet. */
  isChoosing: boolean;
  /** Changes when other tasks are asked for. */
  list: string;
  onNearEnd: () => void;
}

const ROW_HEIGHT = { wide: 40, phone: 70 } as const;
const CARD_HEIGHT = 212;
const isPhone = (): boolean => window.matchMedia('(width < 48rem)').matches;

/** Tasks in rows or as cards: choosing, moving by keys, and only what is in view is there. */
export const TaskList = (props: TaskListProps) => {
  const { tasks, view, count, orderBy, onSort, selection, isChoosing, list, onNearEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(1);
  const order = tasks.map(({ id }) => id);
  const { current, focusAt, onFocus, onBlur } = useTaskFocus(box, order);

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

  const perLine = view === 'list' ? 1 : columns;
  const at = (index: number): string => order[index] ?? '';
  const onKeyDown = useTaskKeys({
    current,
    count: tasks.length,
    columns: perLine,
    focusAt,
    isChosen: (index) => selection.has(at(index)),
    choose: (index, isRange) => selection.choose(at(index), isRange),
  });

  const showsBox = isChoosing || selection.count > 0;
  const itemProps = (task: TaskListNode, index: number): TaskItemProps => ({
    task,
    index,
    isTabStop: index === Math.max(current, 0),
    isChosen: selection.has(task.id),
    showsBox,
    onChoose: (isRange) => selection.choose(task.id, isRange),
  });
  const rows = (
    <TaskRows
      key={perLine}
      tasks={tasks}
      columns={perLine}
      lineHeight={view === 'grid' ? CARD_HEIGHT : isPhone() ? ROW_HEIGHT.phone : ROW_HEIGHT.wide}
      current={Math.max(current, 0)}
      list={list}
      onNearEnd={onNearEnd}
    >
      {(line, start) =>
        view === 'list' ? (
          line.map((task) => <TaskRow key={task.id} {...itemProps(task, start)} />)
        ) : (
          <div className="grid gap-4 pb-4" style={{ gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))` }}>
            {line.map((task, offset) => (
              <TaskCard key={task.id} {...itemProps(task, start + offset)} />
            ))}
          </div>
        )
      }
    </TaskRows>
  );

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links in it have the focus
    <div
      ref={box}
      className={cx(view === 'grid' && 'px-4 md:px-6')}
      onKeyDown={onKeyDown}
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
          onChooseAll={selection.toggleAll}
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
