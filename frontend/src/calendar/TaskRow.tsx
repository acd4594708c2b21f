import { CalendarClock } from 'lucide-react';
import { isOverdue } from '@contract/taskList';
import { cx } from '../lib/cx';
import { formatTime } from '../lib/dates';
import { PriorityMark, ProjectName } from '../tasks/TaskMarks';
import { TaskLink } from '../tasks/TaskLink';
import { calendarTexts } from '../texts/calendar';
import { Avatar } from '../ui/Avatar';
import { IconButton } from '../ui/IconButton';
import { later, Silently, useWanted } from '../ui/later';
import { StatusIcon } from '../ui/StatusIcon';
import type { CalendarTask } from './useCalendarTasks';

const MoveMenu = later(() => import('./MoveMenu'), 'MoveMenu', { Failed: Silently, isSoon: true });

interface TaskRowProps {
  task: CalendarTask;
  now: Date;
  onMove: (task: CalendarTask, day: string | null) => void;
}

const MoveButton = ({ task, onMove }: Omit<TaskRowProps, 'now'>) => {
  const [wanted, want] = useWanted(MoveMenu);
  const button = (
    <IconButton
      label={calendarTexts.move.label(task.title)}
      size="md"
      className="relative flex-none max-md:size-11!"
      {...(!wanted && { onClick: () => void want() })}
    >
      <CalendarClock />
    </IconButton>
  );
  return wanted ? <MoveMenu task={task} onMove={onMove} trigger={button} /> : button;
};

/** One task of a day in a list: pressed it opens, its button moves it to another day. */
export const TaskRow = ({ task, now, onMove }: TaskRowProps) => {
  const { id, title, status, priority, dueDate, project, assignee } = task;
  const isLate = isOverdue(dueDate, status, now);
  return (
    <li data-task-id={id} className="relative flex min-h-11 items-center gap-2.5 rounded-md py-1 pl-2 hover:bg-fill">
      <StatusIcon status={status} />
      <div className="min-w-0 flex-1">
        <p
          dir="auto"
          className={cx('truncate', status === 'DONE' && 'text-ink-3 line-through decoration-line-control')}
        >
          <TaskLink id={id} title={title} />
        </p>
        <p className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
          {dueDate && (
            <time dateTime={dueDate} className={cx('flex-none', isLate && 'font-medium text-danger-ink')}>
              {formatTime(dueDate)}
            </time>
          )}
          <ProjectName project={project} />
        </p>
      </div>
      <PriorityMark priority={priority} quiet={status === 'DONE'} />
      {assignee && <Avatar user={assignee} />}
      {project.archivedAt === null && <MoveButton task={task} onMove={onMove} />}
    </li>
  );
};
