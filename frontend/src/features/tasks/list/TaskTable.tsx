import { memo, type ReactNode } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { TaskOrder } from '@contract/enums';
import { cx } from '../../../lib/cx';
import { excerpt } from '../../../lib/text';
import { taskKeyTexts } from '../../../texts/taskKey';
import { tasksTexts } from '../../../texts/tasks';
import { Checkbox } from '../../../ui/Checkbox';
import { lazyDialog } from '../../../ui/lazyComponent';
import { TaskLink } from '../parts/TaskLink';
import { ParentKey, TaskKey, TaskMarks } from '../parts/TaskMeta';
import { Cell } from './Cell';
import { RowCheckbox, selectRangeOnShift, type TaskItemProps } from './RowCheckbox';
import { MoreButton } from './MoreButton';
import { NO_FILTERS } from '../filters/taskFilters';

const TitleEdit = lazyDialog(() => import('./listTools'), 'TitleEdit');

// The columns grow with the text, and disappear one after another as the list narrows or the text grows; on a phone
// each row is a card of two lines. Tags get at most a fifth of the row, which is about two fifths of what title and
// tags share, so that long tags leave space for the title.
const gridClass =
  'grid items-center gap-x-2.5 gap-y-1.5 px-4 md:grid-cols-[1rem_1rem_minmax(0,1fr)_6.75rem_5rem_9.75rem_1.25rem] md:gap-x-3 md:px-6';
const withProject =
  '@min-[62rem]:grid-cols-[1rem_5.5rem_5rem_minmax(0,1fr)_9.5rem_6.75rem_5rem_9.75rem_1.25rem] @min-[78rem]:grid-cols-[1rem_5.5rem_5rem_minmax(16rem,1fr)_fit-content(20%)_9.5rem_9rem_5rem_9.75rem_1.25rem]';
/** The list of one project omits the column with its name. */
const withoutProject =
  '@min-[62rem]:grid-cols-[1rem_5.5rem_5rem_minmax(0,1fr)_6.75rem_5rem_9.75rem_1.25rem] @min-[78rem]:grid-cols-[1rem_5.5rem_5rem_minmax(16rem,1fr)_fit-content(20%)_9rem_5rem_9.75rem_1.25rem]';
const phoneClass = 'max-md:grid-cols-[[a]_1rem_[b]_auto_[c]_minmax(0,1fr)_[d]_auto]';
const keyCell = 'hidden min-w-0 truncate @min-[62rem]:block';
const projectCell = 'hidden min-w-0 items-center gap-1.5 @min-[62rem]:flex';
const tagsCell = 'hidden min-w-0 @min-[78rem]:flex';

interface SortHeadProps {
  label: string;
  /** The order after the first press, and after the second; the third press removes it. */
  order: TaskOrder;
  reverse: TaskOrder;
  current: TaskOrder;
  onSort: (order: TaskOrder) => void;
  className?: string;
}

const SortHead = ({ label, order, reverse, current, onSort, className }: SortHeadProps) => {
  const isOn = order === current || reverse === current;
  const isDescending = current.endsWith('_DESC');
  const next = order === current ? reverse : reverse === current ? NO_FILTERS.orderBy : order;
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      aria-sort={isOn ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={cx('flex min-w-0', className)}
    >
      <button
        type="button"
        className="inline-flex items-center gap-0.5 rounded-xs font-medium hover:text-ink pointer-coarse:min-h-11"
        onClick={() => onSort(next)}
      >
        {label}
        {isOn && <Arrow className="size-3.5 stroke-2" />}
      </button>
    </span>
  );
};

const Head = ({ children, className }: { children: ReactNode; className?: string }) => (
  <span role="columnheader" className={cx('font-medium', className)}>
    {children}
  </span>
);

/** A task in one line, or two on a phone. */
export const TaskRow = memo((item: TaskItemProps) => {
  const { task, index, isTabStop, isChosen, showsBox, actions, isReadOnly, isOfProject, isNaming } = item;
  const cell = { task, isTabStop, isReadOnly, actions };
  const { id } = task;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Shift with an arrow key does the same
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-task-id={id}
      tabIndex={-1}
      className={cx(
        gridClass,
        isOfProject ? withoutProject : withProject,
        'group/item relative min-h-15 [-webkit-touch-callout:none] pointer-coarse:select-none scroll-mt-10 scroll-mb-24 border-line py-2.5 outline-none md:h-10 md:min-h-0 md:py-0 md:pointer-coarse:h-11',
        showsBox ? 'max-md:grid-cols-[1.25rem_[a]_1rem_[b]_auto_[c]_minmax(0,1fr)_[d]_auto]' : phoneClass,
        index > 0 && 'border-t',
        isChosen ? 'bg-accent-soft' : 'hover:bg-fill',
      )}
      onClickCapture={selectRangeOnShift(item)}
    >
      <span
        role="gridcell"
        className={cx(
          'flex',
          showsBox ? 'max-md:col-start-1 max-md:row-span-2 max-md:row-start-1 max-md:self-center' : 'max-md:hidden',
        )}
      >
        <RowCheckbox {...item} />
      </span>
      <span role="gridcell" className="flex max-md:col-start-[a] max-md:row-start-2">
        <Cell {...cell} field="priority" />
      </span>
      <span role="gridcell" className={keyCell}>
        <TaskKey task={task} />
      </span>
      <span role="gridcell" className="flex min-w-0 items-baseline gap-2 max-md:col-[a/d] max-md:row-start-1">
        {!isNaming && <ParentKey task={task} />}
        {isNaming ? (
          <TitleEdit task={task} onClose={() => actions.name(null)} onReopen={() => actions.name(id)} />
        ) : (
          <TaskLink
            task={task}
            dir="auto"
            tabIndex={isTabStop ? 0 : -1}
            className="font-medium after:rounded-none after:-outline-offset-2 max-md:line-clamp-2 max-md:wrap-anywhere md:truncate"
          />
        )}
        {!isNaming && (
          <span className="flex flex-none gap-2 self-center empty:hidden">
            <TaskMarks task={task} isByTitle />
          </span>
        )}
        {task.excerpt && !isNaming && (
          <span dir="auto" className="min-w-0 flex-1 truncate text-start text-ink-3 max-md:hidden">
            {excerpt(task.excerpt)}
          </span>
        )}
      </span>
      <span role="gridcell" className={tagsCell}>
        <Cell {...cell} field="tags" className="mx-0 min-w-10 justify-end px-0" />
      </span>
      {!isOfProject && (
        <span role="gridcell" className={cx(projectCell, 'text-ink-2')}>
          <Cell {...cell} field="project" />
        </span>
      )}
      <span role="gridcell" className="flex max-md:col-start-[b] max-md:row-start-2">
        <Cell {...cell} field="status" />
      </span>
      <span role="gridcell" className="flex justify-end gap-2 max-md:col-start-[d] max-md:row-start-2">
        <TaskMarks task={task} isByTitle={false} />
      </span>
      <span role="gridcell" className="flex min-w-0 max-md:col-start-[c] max-md:*:whitespace-normal max-md:row-start-2">
        <Cell {...cell} field="dueDate" className="max-md:*:whitespace-normal md:min-w-20" />
      </span>
      <span
        role="gridcell"
        className="flex max-md:col-start-[d] max-md:row-start-1 max-md:justify-end max-md:self-start"
      >
        <Cell {...cell} field="assignee" className="max-w-none" />
        <MoreButton task={task} className="end-0 md:top-1/2 md:-translate-y-1/2" isTabStop={isTabStop} />
      </span>
    </div>
  );
});

interface TaskTableProps {
  orderBy: TaskOrder;
  onSort: (orderBy: TaskOrder) => void;
  /** The number of all tasks, loaded or not. */
  count: number;
  covers: 'all' | 'some' | 'none';
  /** Null if no task can be selected. */
  onChooseAll: (() => void) | null;
  /** Whether all tasks belong to one project. */
  isOfProject: boolean;
  children: ReactNode;
}

/** The table around the rows: the column headers, which sort the tasks. */
export const TaskTable = ({ orderBy, onSort, count, covers, onChooseAll, isOfProject, children }: TaskTableProps) => {
  const sort = { current: orderBy, onSort };
  return (
    <div
      role="grid"
      aria-label={tasksTexts.title}
      aria-multiselectable="true"
      aria-rowcount={count + 1}
      className="@container"
    >
      <div role="rowgroup" className="sticky top-0 z-10 bg-sheet max-md:hidden">
        <div
          role="row"
          aria-rowindex={1}
          className={cx(
            gridClass,
            isOfProject ? withoutProject : withProject,
            'group/item h-8 border-b pointer-coarse:h-11 border-line text-xs text-ink-3',
          )}
        >
          <span role="columnheader" className="flex">
            {onChooseAll && (
              <Checkbox
                aria-label={tasksTexts.select.all}
                className={cx(
                  covers === 'none' &&
                    'opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:opacity-100',
                )}
                checked={covers === 'all'}
                indeterminate={covers === 'some'}
                onChange={onChooseAll}
              />
            )}
          </span>
          <SortHead
            {...sort}
            label={tasksTexts.fields.priority}
            order="PRIORITY_DESC"
            reverse="PRIORITY_ASC"
            className="@max-[62rem]:*:sr-only"
          />
          <Head className={keyCell}>{taskKeyTexts.key}</Head>
          <SortHead {...sort} label={tasksTexts.fields.title} order="TITLE_ASC" reverse="TITLE_DESC" />
          <Head className={tagsCell}>
            <span className="sr-only">{tasksTexts.fields.tags}</span>
          </Head>
          {!isOfProject && <Head className={projectCell}>{tasksTexts.fields.project}</Head>}
          <Head>{tasksTexts.fields.status}</Head>
          <Head>
            <span className="sr-only">{tasksTexts.fields.comments}</span>
          </Head>
          <SortHead {...sort} label={tasksTexts.fields.dueDate} order="DUE_ASC" reverse="DUE_DESC" />
          <Head>
            <span className="sr-only">{tasksTexts.fields.assignee}</span>
          </Head>
        </div>
      </div>
      <div role="rowgroup">{children}</div>
    </div>
  );
};
