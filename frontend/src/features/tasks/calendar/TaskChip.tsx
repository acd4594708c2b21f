import type { ReactNode } from 'react';
import { useDraggable } from '@dnd-kit/core';
import { cx } from '../../../lib/cx';
import { isLate } from '../../../lib/dates/due';
import { formatTime } from '../../../lib/dates/format';
import { projectColor } from '../../../lib/projectColor';
import { PriorityMark } from '../parts/TaskMeta';
import { TaskLink } from '../parts/TaskLink';
import { Avatar } from '../../../ui/Avatar';
import { Time } from '../../../ui/Time';
import { NamedColumnIcon } from '../../projects/columns/TaskColumns';
import { TASK_HELP_ID } from './helpId';
import type { CalendarTask } from './useCalendarTasks';
import { readOnlyReason } from '../../projects/readOnly';

interface LookProps {
  task: CalendarTask;
  now: Date;
  /** The title, as a link or as plain text. */
  title: ReactNode;
  /** Whether it is in the column of a single day, with space for its time and its project. */
  isTall: boolean;
  /** Its title has two lines. */
  wraps: boolean;
}

const surface = (task: CalendarTask, now: Date): string =>
  task.status === 'DONE'
    ? 'text-ink-3 line-through decoration-line-control'
    : isLate(task, now)
      ? 'text-danger-ink'
      : '';

/** The color of a task's project, along the edge. */
const Edge = ({ color }: { color: string }) => (
  <span
    aria-hidden="true"
    className="dot absolute inset-y-1 start-[3px] w-[3px] rounded-full"
    style={{ background: projectColor(color) }}
  />
);

const Body = ({ task, now, title, isTall, wraps }: LookProps) => {
  const { status, priority, assignee, dueDate, dueDay, project } = task;
  const isDone = status === 'DONE';
  if (!isTall) {
    return (
      <>
        <Edge color={project.color} />
        <NamedColumnIcon task={task} className={cx('size-3.5', wraps && 'pointer-fine:mt-px')} />
        <span
          dir="auto"
          className={cx('min-w-0 flex-1', wraps ? 'line-clamp-2 wrap-anywhere' : 'truncate', surface(task, now))}
        >
          {title}
        </span>
        {/* A line of a cell only fits the title; larger places also show the other fields. */}
        {priority === 'URGENT' && !isDone && <PriorityMark priority={priority} />}
        {assignee && !isDone && (
          <span className="hidden flex-none @min-[11.5rem]/day:flex">
            <Avatar user={assignee} size={16} />
          </span>
        )}
      </>
    );
  }
  return (
    <>
      <Edge color={project.color} />
      {dueDate && (
        <span className={cx('flex items-center gap-1.5', isLate(task, now) ? 'text-danger-ink' : 'text-ink-3')}>
          <NamedColumnIcon task={task} className="size-3.5" />
          {dueDay === null && <Time at={dueDate}>{formatTime(dueDate)}</Time>}
        </span>
      )}
      <span dir="auto" className={cx('line-clamp-3 font-medium text-pretty wrap-anywhere', surface(task, now))}>
        {title}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-ink-3">
        <span dir="auto" className="truncate">
          {project.name}
        </span>
        <span className="ms-auto flex flex-none items-center gap-1.5">
          <PriorityMark priority={priority} quiet={isDone} />
          {assignee && <Avatar user={assignee} size={16} />}
        </span>
      </span>
    </>
  );
};

const chipClass = (isTall: boolean, wraps = false): string =>
  cx(
    'chip text-xs',
    isTall
      ? 'grid grid-cols-[minmax(0,1fr)] gap-1 py-1.5 pe-2 ps-3'
      : 'flex flex-none gap-1 pe-1 ps-2 pointer-coarse:h-12 pointer-coarse:items-center',
    !isTall && (wraps ? 'min-h-5.5 items-start py-0.5' : 'h-5.5 items-center'),
  );

interface TaskChipProps {
  task: CalendarTask;
  now: Date;
  isTall?: boolean;
  wraps?: boolean;
  /** Whether it is lifted; its place stays free. */
  isDragging: boolean;
  /** Whether it is in the Tab order. */
  isStop?: boolean;
}

/** A task on its day: a press opens it, holding it drags it to another day. */
export const TaskChip = ({ task, now, isTall = false, wraps = false, isDragging, isStop = false }: TaskChipProps) => {
  const isFixed = readOnlyReason(task.project) !== null;
  const { setNodeRef, setActivatorNodeRef, listeners } = useDraggable({ id: task.id, disabled: isFixed });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the focus is on the link inside, and Space lifts the task
    <div
      ref={setNodeRef}
      {...listeners}
      data-chip={task.id}
      className={cx(
        chipClass(isTall, wraps),
        'touch-manipulation select-none [-webkit-touch-callout:none]',
        isDragging && 'card-placeholder',
      )}
    >
      <Body
        task={task}
        now={now}
        isTall={isTall}
        wraps={wraps}
        title={
          <TaskLink ref={setActivatorNodeRef} task={task} tabIndex={isStop ? 0 : -1} aria-describedby={TASK_HELP_ID} />
        }
      />
    </div>
  );
};

/** The lifted task, which follows the pointer. */
export const LiftedChip = ({ task, now, isTall }: { task: CalendarTask; now: Date; isTall: boolean }) => (
  <div className={cx(chipClass(isTall), 'card-lifted')}>
    <Body task={task} now={now} isTall={isTall} wraps={false} title={task.title} />
  </div>
);
