import { useFragment } from '@apollo/client/react';
import { cx } from '../lib/cx';
import { excerpt } from '../lib/text';
import { cardClass } from '../projects/cardClass';
import { Avatar } from '../ui/Avatar';
import { DueLabel } from '../ui/DueLabel';
import { PriorityBadge } from '../ui/PriorityBadge';
import { StatusBadge } from '../ui/StatusBadge';
import { TagList } from '../ui/TagList';
import { CommentCount } from './CommentCount';
import { TaskLink } from './TaskLink';
import { TaskItemFragmentDoc } from './Tasks.generated';
import type { TaskListNode } from './useTasks';

const TaskCard = ({ task }: { task: TaskListNode }) => {
  const { data, complete } = useFragment({ fragment: TaskItemFragmentDoc, from: task });
  if (!complete) return null;
  const { id, title, description, status, priority, dueDate, tags, commentCount, assignee } = data;
  return (
    <li className="grid min-w-0">
      <article
        className={cx(cardClass, 'min-h-46 grid-rows-[auto_auto_minmax(0,1fr)_auto_auto] gap-1.5 px-4 pt-3.5 pb-3')}
      >
        <div className="flex min-h-5 items-center justify-between gap-2.5">
          <PriorityBadge priority={priority} size="sm" />
          <StatusBadge status={status} size="sm" />
        </div>
        <h2 className="line-clamp-2 text-base font-medium text-pretty wrap-anywhere">
          <TaskLink id={id} title={title} />
        </h2>
        <p className="text-ink-3 wrap-anywhere">{excerpt(description)}</p>
        <div className="min-w-0">
          <TagList tags={tags} />
        </div>
        <div className="flex min-h-5 flex-wrap items-center gap-x-2.5 gap-y-1">
          <DueLabel dueDate={dueDate} status={status} />
          <CommentCount count={commentCount} />
          {assignee && (
            <span className="fact ml-auto">
              <Avatar user={assignee} />
              Assigned
            </span>
          )}
        </div>
      </article>
    </li>
  );
};

/** Tasks as cards. */
export const TaskGrid = ({ tasks }: { tasks: readonly TaskListNode[] }) => (
  <ul
    aria-label="Tasks"
    className="grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] gap-4 px-4 pb-4 md:px-6"
  >
    {tasks.map((task) => (
      <TaskCard key={task.id} task={task} />
    ))}
  </ul>
);
