import { useState } from 'react';
import { formatDay } from '../lib/dates/format';
import { usePageTitle } from '../lib/usePageTitle';
import { columnLabel } from '../lib/text';
import { brandName } from '../lib/brand';
import { controlsTexts } from '../texts/controls';
import { number } from '../texts/format';
import { visitorsTexts as texts } from '../texts/visitors';
import { BrandMark } from '../ui/BrandMark';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ProjectTile } from '../ui/ProjectTile';
import { ColumnIcon } from '../ui/StatusIcon';
import type { SharedBoard, SharedColumn } from './sharedApi';
import { SharedCard } from './SharedCard';

type ShowMore = (columnId: string, after: string) => Promise<void>;

const Column = ({ column, onShowMore }: { column: SharedColumn; onShowMore: ShowMore }) => {
  const { id, color, status, taskCount, tasks, next } = column;
  const name = columnLabel(column.name, status);
  const [pending, setPending] = useState(false);
  const showMore = async (): Promise<void> => {
    setPending(true);
    await onShowMore(id, next ?? '');
    setPending(false);
  };
  return (
    <section aria-label={name} className="flex min-w-0 flex-col md:w-76 md:flex-none md:rounded-lg md:bg-well md:px-2">
      <header className="flex h-10 flex-none items-center gap-2">
        <ColumnIcon status={status} color={color} />
        <h2 dir="auto" className="min-w-0 truncate text-sm" title={name}>
          {name}
        </h2>
        <span className="flex-none text-ink-3" title={texts.tasks(taskCount)}>
          {number(taskCount)}
        </span>
      </header>
      {tasks.length === 0 ? (
        <p className="pb-3 text-xs text-ink-3">{texts.emptyColumn}</p>
      ) : (
        <ul className="grid gap-2 pb-2">
          {tasks.map((task) => (
            <li key={task.id} className="min-w-0">
              <SharedCard task={task} status={status} />
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <Button
          className="mb-3"
          pending={pending}
          aria-label={texts.showMore(name, taskCount - tasks.length)}
          onClick={() => void showMore()}
        >
          {controlsTexts.showMore}
        </Button>
      )}
    </section>
  );
};

const columnsClass = 'flex flex-1 flex-col gap-2 overflow-x-auto p-4 md:flex-row md:items-start md:gap-3 md:px-6';

interface SharedBoardViewProps {
  board: SharedBoard;
  /** Why it may be old. */
  notice: string | null;
  onShowMore: ShowMore;
}

/** The board of a shared link: columns side by side, or on a phone one below the other. */
export const SharedBoardView = ({ board, notice, onShowMore }: SharedBoardViewProps) => {
  const { projectName, color, columns, expiresAt } = board;
  usePageTitle(projectName);
  const isEmpty = columns.every(({ taskCount }) => taskCount === 0);
  return (
    <div className="flex min-h-dvh flex-col bg-sheet">
      <header className="flex flex-none items-center gap-3 border-b border-line bg-frame px-4 py-3 md:px-6">
        <ProjectTile name={projectName} color={color} />
        <div className="min-w-0 flex-1">
          <h1 dir="auto" className="line-clamp-2 text-lg tracking-tight wrap-anywhere">
            {projectName}
          </h1>
          <p className="text-xs text-ink-3">
            {expiresAt === null ? texts.readOnly : texts.expires(formatDay(expiresAt))}
          </p>
        </div>
        <p className="flex flex-none items-center gap-1.5 text-xs text-ink-3">
          <BrandMark className="size-4" />
          {brandName()}
        </p>
      </header>
      <p role="status" className={notice === null ? 'sr-only' : 'bg-caution-soft px-4 py-2 text-caution-ink md:px-6'}>
        {notice}
      </p>
      <main className="flex flex-1 flex-col">
        {isEmpty ? (
          <EmptyState {...texts.empty} className="flex-1" />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that keys can scroll it
          <div role="group" aria-label={projectName} tabIndex={0} className={columnsClass}>
            {columns.map((column) => (
              <Column key={column.id} column={column} onShowMore={onShowMore} />
            ))}
          </div>
        )}
      </main>
    </div>
  );
};
