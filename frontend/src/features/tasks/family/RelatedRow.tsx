import type { ReactNode } from 'react';
import { cx } from '../../../lib/cx';
import { Link } from '../../../ui/Link';
import { StatusIcon } from '../../../ui/StatusIcon';
import { useLocation } from 'react-router-dom';
import { rememberKey, taskSearch, taskStep } from '../model/taskUrl';
import { BlockedMark, SubtaskCount } from '../parts/TaskMeta';
import type { RelatedTaskFragment } from '../model/RelationFields.generated';

interface RelatedRowProps {
  task: RelatedTaskFragment;
  /** Behind the title. */
  end?: ReactNode;
}

/** Beside the first line of the title */
const beside = 'flex h-8 flex-none items-center pointer-coarse:h-11';

/** Another task in the panel of a task: its status, key and title, as a link that opens it. */
export const RelatedRow = ({ task, end }: RelatedRowProps) => {
  const { search, state } = useLocation();
  const { id, key, title, status } = task;
  rememberKey(key, id);
  return (
    <li className="group/item -mx-2 flex items-start gap-2 rounded-sm px-2 hover:bg-fill has-focus-visible:bg-fill">
      <span className={beside}>
        <StatusIcon status={status} />
      </span>
      <Link
        to={{ search: taskSearch(search, id) }}
        {...taskStep(search, state)}
        className="flex min-w-0 flex-1 items-baseline gap-2 rounded-xs py-1.5 pointer-coarse:py-3"
      >
        {key !== null && <span className="flex-none text-xs text-ink-3 tabular-nums">{key}</span>}
        <span dir="auto" className={cx('min-w-0 wrap-anywhere', status === 'DONE' && 'text-ink-3 line-through')}>
          {title}
        </span>
      </Link>
      <span className={cx(beside, 'gap-2 empty:hidden')}>
        <BlockedMark task={task} />
        <SubtaskCount task={task} />
        {end}
      </span>
    </li>
  );
};
