import { ListChecks } from 'lucide-react';
import type { TaskStatus } from '@contract/enums';
import { cx } from '../lib/cx';
import { projectColor } from '../lib/projectColor';
import { taskTexts } from '../texts/task';
import { visitorsTexts } from '../texts/visitors';
import { DueLabel } from '../ui/DueLabel';
import { Fact } from '../ui/Fact';
import { PriorityBadge } from '../ui/PriorityBadge';
import type { SharedTask } from './sharedApi';

const Tags = ({ tags }: { tags: SharedTask['tags'] }) => (
  <ul className="flex min-w-0 flex-wrap gap-1">
    {tags.map(({ name, color }) => (
      <li key={name} className="flex max-w-40 min-w-0">
        <span className="tag" title={name}>
          {color !== null && (
            <span
              aria-hidden="true"
              className="size-[7px] flex-none rounded-full"
              style={{ background: projectColor(color) }}
            />
          )}
          <span dir="auto" className="truncate">
            {name}
          </span>
        </span>
      </li>
    ))}
  </ul>
);

/** A task as visitors see it, without links. */
export const SharedCard = ({ task, status }: { task: SharedTask; status: TaskStatus }) => {
  const { title, excerpt, priority, dueDay, tags, checklistTotal, checklistDone, initials } = task;
  return (
    <article className="card gap-1.5 px-3 py-2.5">
      <h3 dir="auto" className={cx('font-medium text-pretty wrap-anywhere', status === 'DONE' && 'text-ink-3')}>
        {title}
      </h3>
      {excerpt && (
        <p dir="auto" className="line-clamp-2 text-xs text-ink-3 wrap-anywhere">
          {excerpt}
        </p>
      )}
      {tags.length > 0 && <Tags tags={tags} />}
      <div className="card-foot flex min-h-5 flex-wrap items-center gap-x-2.5 gap-y-1">
        <PriorityBadge priority={priority} size="sm" />
        {dueDay !== null && <DueLabel task={{ status, dueDay, dueDate: dueDay }} />}
        {checklistTotal > 0 && (
          <Fact
            icon={<ListChecks />}
            short={taskTexts.checklistShort(checklistDone, checklistTotal)}
            words={taskTexts.checklistCount(checklistDone, checklistTotal)}
          />
        )}
        {initials !== null && (
          <span
            role="img"
            aria-label={visitorsTexts.assignedTo(initials)}
            title={visitorsTexts.assignedTo(initials)}
            className="avatar ms-auto size-5 text-[0.5625rem]"
            style={{ ['--hue' as string]: 168 }}
          >
            {initials}
          </span>
        )}
      </div>
    </article>
  );
};
