import { useEffect } from 'react';
import { ChevronRight, Plus } from 'lucide-react';
import { errorText } from '../../../sync/client/errors';
import { cx } from '../../../lib/cx';
import { ShowMore } from '../../projects/ShowMore';
import { number } from '../../../texts/format';
import { tasksTexts } from '../../../texts/tasks';
import { IconButton } from '../../../ui/IconButton';
import { RetryLine } from '../../../ui/RetryLine';
import { Skeleton, Skeletons } from '../../../ui/Skeleton';
import type { ShownGroup } from './useTaskGroups';

const { group: texts } = tasksTexts;

/** Opens the form for a new task in a group. */
export interface NewTaskOfGroup {
  label: (name: string) => string;
  open: () => void;
}

interface GroupHeadProps {
  group: ShownGroup;
  isGrid: boolean;
  onTurn: () => void;
  /** Creates a task in this group, if its values are known. */
  newTask: NewTaskOfGroup | undefined;
}

/** The name of a group and the number of its tasks; expands and collapses it. */
export const GroupHead = ({ group, isGrid, onTurn, newTask }: GroupHeadProps) => {
  const { name, mark, count, isClosed } = group;
  return (
    <div
      role={isGrid ? 'listitem' : 'row'}
      className={cx('group/head relative', isGrid ? 'pt-1 pb-2' : 'bg-fill px-4 md:px-6')}
    >
      <div role={isGrid ? undefined : 'gridcell'} className="flex h-9 items-center gap-2 pointer-coarse:h-11">
        <button
          type="button"
          aria-expanded={!isClosed}
          data-group={group.key}
          className="-ms-1 flex h-full min-w-0 items-center gap-2 rounded-xs px-1 text-start hover:text-ink"
          onClick={onTurn}
        >
          <ChevronRight className={cx('size-3.5 flex-none stroke-2 text-ink-3', !isClosed && 'rotate-90')} />
          {mark && <span className="inline-flex flex-none">{mark}</span>}
          <span dir="auto" className="truncate font-semibold">
            {name}
          </span>
          <span className="flex-none text-ink-3">{number(count)}</span>
        </button>
        {newTask && (
          <IconButton label={newTask.label(name)} size="sm" className="ms-auto print:hidden" onClick={newTask.open}>
            <Plus />
          </IconButton>
        )}
      </div>
    </div>
  );
};

const WAITING = [44, 30, 38];

interface GroupPlaceholderProps {
  group: ShownGroup;
  isGrid: boolean;
  onWanted: () => void;
}

/** A placeholder for tasks that are not loaded. Rendered near the visible area, where it requests them. */
export const GroupPlaceholder = ({ group, isGrid, onWanted }: GroupPlaceholderProps) => {
  const { end, count, error, loadMore, retry } = group;
  // Each time, because a new filter forgets what was wanted, also while it loads.
  useEffect(() => {
    if (end === 'loading') onWanted();
  });
  return (
    <div role={isGrid ? 'listitem' : 'row'}>
      <div role={isGrid ? undefined : 'gridcell'}>
        {end === 'loading' && (
          <Skeletons className={isGrid ? 'grid gap-4 pb-4' : ''}>
            {WAITING.slice(0, count).map((width) => (
              <div
                key={width}
                className={cx(
                  'flex items-center',
                  isGrid
                    ? 'h-20 rounded-md border border-line bg-raised px-4'
                    : 'h-15 border-t border-line px-4 md:h-10 md:px-6',
                )}
              >
                <span style={{ width: `${width}%` }}>
                  <Skeleton />
                </span>
              </div>
            ))}
          </Skeletons>
        )}
        {end === 'failed' && (
          <div className="border-t border-line px-4 py-2 md:px-6">
            <RetryLine message={errorText(error, texts.fetchFailed)} onRetry={retry} />
          </div>
        )}
        {end === 'more' && <ShowMore loadMore={loadMore} />}
      </div>
    </div>
  );
};
