import type { KeyboardEvent, ReactNode } from 'react';
import { useFragment } from '@apollo/client/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { TaskOrder } from '@contract/enums';
import { cx } from '../lib/cx';
import { excerpt } from '../lib/text';
import { Avatar, NoAvatar } from '../ui/Avatar';
import { DueLabel } from '../ui/DueLabel';
import { PriorityBadge } from '../ui/PriorityBadge';
import { ProjectDot } from '../ui/ProjectDot';
import { StatusBadge } from '../ui/StatusBadge';
import { TagList } from '../ui/TagList';
import { CommentCount } from './CommentCount';
import { TaskLink } from './TaskLink';
import { TaskItemFragmentDoc } from './Tasks.generated';
import type { TaskListNode } from './useTasks';

// The columns give way one after another as the window narrows; on a phone each row is a card of two lines.
const gridClass =
  'grid items-center gap-x-2.5 gap-y-1.5 px-4 md:grid-cols-[16px_minmax(0,1fr)_108px_40px_156px_20px] md:gap-x-3 md:px-6 lg:grid-cols-[88px_minmax(0,1fr)_152px_108px_40px_156px_20px] xl:grid-cols-[88px_minmax(0,1fr)_auto_152px_108px_40px_156px_20px]';
const projectCell = 'hidden min-w-0 items-center gap-1.5 lg:flex';
const tagsCell = 'hidden min-w-0 xl:flex';

interface SortHeadProps {
  label: string;
  order: TaskOrder;
  current: TaskOrder;
  onSort: (order: TaskOrder) => void;
  className?: string;
}

const SortHead = ({ label, order, current, onSort, className }: SortHeadProps) => {
  const isOn = order === current;
  const isDescending = order.endsWith('_DESC');
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      aria-sort={isOn ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={cx('flex min-w-0', className)}
    >
      <button
        type="button"
        className="inline-flex items-center gap-0.5 rounded-xs font-medium hover:text-ink"
        onClick={() => onSort(isOn ? TaskOrder.CREATED_DESC : order)}
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

/** The arrow keys go from task to task. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-task-link]')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at === -1 ? undefined : links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

const TaskRow = ({ task }: { task: TaskListNode }) => {
  const { data, complete } = useFragment({ fragment: TaskItemFragmentDoc, from: task });
  if (!complete) return null;
  const { id, title, description, status, priority, dueDate, tags, commentCount, project, assignee } = data;
  return (
    <div
      role="row"
      className={cx(
        gridClass,
        'relative min-h-15 grid-cols-[16px_auto_minmax(0,1fr)_auto] border-t border-line py-2.5 first:border-t-0 hover:bg-fill md:min-h-10 md:py-0',
      )}
    >
      <span role="cell" className="flex max-md:row-start-2">
        <span className="flex lg:hidden">
          <PriorityBadge priority={priority} iconOnly />
        </span>
        <span className="hidden lg:flex">
          <PriorityBadge priority={priority} />
        </span>
      </span>
      <span
        role="cell"
        className="flex min-w-0 items-baseline gap-2 max-md:col-span-3 max-md:col-start-1 max-md:row-start-1"
      >
        <TaskLink id={id} title={title} className="font-medium max-md:line-clamp-2 max-md:wrap-anywhere md:truncate" />
        {description && (
          <span className="min-w-0 flex-1 truncate text-ink-3 max-md:hidden">{excerpt(description)}</span>
        )}
      </span>
      <span role="cell" className={tagsCell}>
        <TagList tags={tags} />
      </span>
      <span role="cell" className={cx(projectCell, 'text-ink-2')}>
        <ProjectDot color={project.color} />
        <span className="truncate">{project.name}</span>
      </span>
      <span role="cell" className="flex max-md:col-start-2 max-md:row-start-2">
        <span className="flex md:hidden">
          <StatusBadge status={status} size="sm" />
        </span>
        <span className="hidden md:flex">
          <StatusBadge status={status} />
        </span>
      </span>
      <span role="cell" className="flex max-md:col-start-4 max-md:row-start-2 max-md:justify-end">
        {commentCount > 0 && <CommentCount count={commentCount} />}
      </span>
      <span role="cell" className="flex min-w-0 max-md:col-start-3 max-md:row-start-2">
        <DueLabel dueDate={dueDate} status={status} />
      </span>
      <span role="cell" className="flex max-md:col-start-4 max-md:row-start-1 max-md:justify-end max-md:self-start">
        {assignee ? (
          <>
            <span className="sr-only">Assigned</span>
            <Avatar user={assignee} />
          </>
        ) : (
          <NoAvatar />
        )}
      </span>
    </div>
  );
};

interface TaskTableProps {
  tasks: readonly TaskListNode[];
  orderBy: TaskOrder;
  onSort: (orderBy: TaskOrder) => void;
}

/** Tasks in rows of one line each. */
export const TaskTable = ({ tasks, orderBy, onSort }: TaskTableProps) => {
  const sort = { current: orderBy, onSort };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/interactive-supports-focus -- the links in it have the focus
    <div role="table" aria-label="Tasks" onKeyDown={moveFocus}>
      <div role="rowgroup" className="sticky top-0 z-10 bg-sheet max-md:hidden">
        <div role="row" className={cx(gridClass, 'h-8 border-b border-line text-xs text-ink-3')}>
          <SortHead {...sort} label="Priority" order="PRIORITY_DESC" className="max-lg:*:sr-only" />
          <SortHead {...sort} label="Title" order="TITLE_ASC" />
          <Head className={tagsCell}>
            <span className="sr-only">Tags</span>
          </Head>
          <Head className={projectCell}>Project</Head>
          <Head>Status</Head>
          <Head>
            <span className="sr-only">Comments</span>
          </Head>
          <SortHead {...sort} label="Due Date" order="DUE_ASC" />
          <Head>
            <span className="sr-only">Assignee</span>
          </Head>
        </div>
      </div>
      <div role="rowgroup">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </div>
    </div>
  );
};
