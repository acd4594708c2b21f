import { memo } from 'react';
import { cx } from '../../../lib/cx';
import { excerpt } from '../../../lib/text';
import { tasksTexts } from '../../../texts/tasks';
import { Avatar } from '../../../ui/Avatar';
import { DueLabel } from '../../../ui/DueLabel';
import { PriorityBadge } from '../../../ui/PriorityBadge';
import { TagList } from '../../../ui/TagList';
import { TaskColumnBadge } from '../../projects/columns/TaskColumns';
import { TaskLink } from '../parts/TaskLink';
import { ParentKey, TaskKey, TaskMarks } from '../parts/TaskMeta';
import { ProjectName } from '../../../ui/ProjectName';
import { RowCheckbox, selectRangeOnShift, type TaskItemProps } from './RowCheckbox';
import { MoreButton } from './MoreButton';

/** The minimum width of a card, and the space between cards. */
const CARD_WIDTH = 300;
const GAP = 16;

/** The badge moves aside for the checkbox on hover and focus. */
const besideBox = 'md:group-focus-within/item:ms-6.5 md:group-hover/item:ms-6.5 md:pointer-coarse:ms-6.5';

/** Returns how many cards fit next to each other into this width. */
export const cardColumns = (width: number): number => Math.max(1, Math.floor((width + GAP) / (CARD_WIDTH + GAP)));

export const TaskCard = memo((item: TaskItemProps) => {
  const { task, index, isTabStop, isChosen, showsBox, isOfProject } = item;
  const { id, priority, tags, project, assignee } = task;
  return (
    <div role="listitem" aria-posinset={index + 1} className="grid min-w-0">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Shift with an arrow key does the same */}
      <article
        data-task-id={id}
        tabIndex={-1}
        className={cx(
          'card group/item min-h-30 [-webkit-touch-callout:none] pointer-coarse:select-none scroll-mt-4 scroll-mb-24 gap-1.5 px-4 pt-3.5 pb-3 outline-none',
          // The description fills the remaining space, so that the last lines of adjacent cards align.
          isOfProject
            ? 'grid-rows-[auto_auto_minmax(0,1fr)_auto_auto]'
            : 'grid-rows-[auto_auto_auto_minmax(0,1fr)_auto_auto]',
          isChosen && 'border-accent ring-1 ring-accent',
        )}
        onClickCapture={selectRangeOnShift(item)}
      >
        <div className="flex min-h-5 items-center gap-2.5">
          <RowCheckbox {...item} className={cx(!showsBox && 'max-md:hidden md:absolute md:top-4 md:start-4')} />
          <span className={cx('me-auto flex', showsBox === false && besideBox)}>
            <PriorityBadge priority={priority} size="sm" />
          </span>
          <TaskKey task={task} />
          <TaskColumnBadge task={task} size="sm" />
        </div>
        <MoreButton task={task} className="end-1.5 bottom-1.5" isTabStop={isTabStop} />
        {(!isOfProject || task.parent !== null) && (
          <p className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
            <ParentKey task={task} />
            {!isOfProject && <ProjectName project={project} />}
          </p>
        )}
        <h2 dir="auto" className="line-clamp-2 text-base font-medium text-pretty wrap-anywhere">
          <TaskLink task={task} tabIndex={isTabStop ? 0 : -1} />
        </h2>
        <p dir="auto" className="text-ink-3 wrap-anywhere empty:min-h-0">
          {excerpt(task.excerpt)}
        </p>
        <div className="min-w-0">
          <TagList tags={tags} projectId={project.id} />
        </div>
        <div className="flex min-h-5 flex-wrap items-center gap-x-2.5 gap-y-1">
          <DueLabel task={task} />
          <TaskMarks task={task} />
          {assignee && (
            <span className="fact ms-auto md:pointer-fine:group-focus-within/item:me-4 md:pointer-fine:group-hover/item:me-4">
              <Avatar user={assignee} />
              {tasksTexts.assigned}
            </span>
          )}
        </div>
      </article>
    </div>
  );
});
