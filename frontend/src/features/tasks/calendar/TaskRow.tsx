import { useState } from 'react';
import { CalendarClock } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { isLate } from '../../../lib/dates/due';
import { formatTime } from '../../../lib/dates/format';
import { PriorityMark } from '../parts/TaskMeta';
import { ProjectName } from '../../../ui/ProjectName';
import { TaskPicker } from '../pickers/TaskPicker';
import { TaskLink } from '../parts/TaskLink';
import { calendarTexts } from '../../../texts/calendar';
import { Avatar } from '../../../ui/Avatar';
import { IconButton } from '../../../ui/IconButton';
import { NamedColumnIcon } from '../../projects/columns/TaskColumns';
import type { CalendarTask } from './useCalendarTasks';
import { readOnlyReason } from '../../projects/readOnly';

interface TaskRowProps {
  task: CalendarTask;
  now: Date;
}

const MoveButton = ({ task }: { task: CalendarTask }) => {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <IconButton
        label={calendarTexts.move(task.title)}
        size="md"
        className="relative flex-none max-md:size-11"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor((now) => (now ? null : currentTarget))}
      >
        <CalendarClock />
      </IconButton>
      {anchor && <TaskPicker field="dueDate" tasks={[task]} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
};

/** One task of a day in a list: a press opens it, and its button moves it to another day. */
export const TaskRow = ({ task, now }: TaskRowProps) => {
  const { id, status, priority, dueDate, dueDay, project, assignee } = task;
  return (
    <li data-task-id={id} className="relative flex min-h-11 items-center gap-2.5 rounded-md py-1 ps-2 hover:bg-fill">
      <NamedColumnIcon task={task} />
      <div className="min-w-0 flex-1">
        <p
          dir="auto"
          className={cx('truncate', status === 'DONE' && 'text-ink-3 line-through decoration-line-control')}
        >
          <TaskLink task={task} className="block min-h-6 truncate" />
        </p>
        <p className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
          {dueDate && dueDay === null && (
            <time dateTime={dueDate} className={cx('flex-none', isLate(task, now) && 'font-medium text-danger-ink')}>
              {formatTime(dueDate)}
            </time>
          )}
          <ProjectName project={project} />
        </p>
      </div>
      <PriorityMark priority={priority} quiet={status === 'DONE'} />
      {assignee && <Avatar user={assignee} />}
      {readOnlyReason(project) === null && <MoveButton task={task} />}
    </li>
  );
};
