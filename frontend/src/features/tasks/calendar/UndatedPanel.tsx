import { useState } from 'react';
import { cx } from '../../../lib/cx';
import { MorePages } from '../../projects/ShowMore';
import { calendarTexts } from '../../../texts/calendar';
import { number } from '../../../texts/format';
import { ErrorState } from '../../../ui/ErrorState';
import { Skeleton } from '../../../ui/Skeleton';
import { TaskChip } from './TaskChip';
import { NO_DATE } from './useCalendarDrag';
import type { useUndatedTasks } from './useCalendarTasks';

const { noDate: texts } = calendarTexts;

interface UndatedPanelProps {
  undated: ReturnType<typeof useUndatedTasks>;
  now: Date;
  draggedId: string | null;
  isOver: boolean;
}

/** Tasks without a date, which can be dragged to a day. A task that is dropped here loses its date. */
export const UndatedPanel = ({ undated, now, draggedId, isOver }: UndatedPanelProps) => {
  const { tasks, count, error, loading, pageInfo, fetchMore, retry } = undated;
  const [focused, setFocused] = useState('');
  const stop = tasks?.some(({ id }) => id === focused) ? focused : tasks?.[0]?.id;
  return (
    <aside
      aria-label={texts.title}
      data-drop={NO_DATE}
      className={cx(
        'w-56 flex-none print:hidden border-t border-s border-line xl:w-64',
        isOver ? 'bg-accent-soft' : 'bg-well',
      )}
    >
      {/* Sticky, so that it stays in view next to long days. */}
      <div className="sticky top-0 flex h-full max-h-[calc(100dvh-var(--bar)-8px)] flex-col">
        <div className="grid gap-1 p-3 pb-2">
          <h2 className="flex items-center gap-2 text-sm font-medium">
            {texts.title}
            <span className="font-normal text-ink-3 tabular-nums">{number(count)}</span>
          </h2>
          <p className="text-xs text-ink-3">{tasks?.length === 0 && !error ? texts.none : texts.text}</p>
        </div>
        <div className="relative min-h-0 flex-1">
          <div
            className="absolute inset-0 flex flex-col gap-1 overflow-y-auto overscroll-contain px-2 pb-2"
            onFocus={({ target }) => setFocused(target.dataset.taskLink ?? '')}
          >
            {tasks === null && error && !loading && <ErrorState message={texts.failed} onRetry={retry} />}
            {tasks === null &&
              !error &&
              [80, 60, 70].map((width) => (
                <span key={width} className="p-1.5" style={{ width: `${width}%` }}>
                  <Skeleton />
                </span>
              ))}
            {tasks?.map((task) => (
              <TaskChip
                key={task.id}
                task={task}
                now={now}
                isTall
                isDragging={task.id === draggedId}
                isStop={task.id === stop}
              />
            ))}
            <MorePages of={pageInfo} fetchMore={fetchMore} />
          </div>
        </div>
      </div>
    </aside>
  );
};
