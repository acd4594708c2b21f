// Deleted tasks and projects, which can be restored.
import { useRef, useState } from 'react';
import { Trash2, Undo2 } from 'lucide-react';
import { DAY_MS } from '@contract/limits';
import { usePageQuery } from '../sync/client/usePageQuery';
import { formatFull, formatMoment } from '../lib/dates/format';
import { usePageTitle } from '../lib/usePageTitle';
import { useNow } from '../lib/useNow';
import { PageHeading } from '../features/projects/PageHeading';
import { pageClass } from '../features/projects/pageClass';
import { readOnlyReason } from '../features/projects/readOnly';
import { RowsPlaceholder } from '../features/projects/RowsSkeleton';
import { MorePages } from '../features/projects/ShowMore';
import { tasksTexts } from '../texts/tasks';
import { trashTexts } from '../texts/trash';
import { Button } from '../ui/Button';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { EmptyState } from '../ui/EmptyState';
import { ProjectName } from '../ui/ProjectName';
import { Time } from '../ui/Time';
import { useAsked } from '../ui/useAsked';
import { TrashDocument, type TrashQuery } from '../features/tasks/trash/Trash.generated';
import { useTrashActions } from '../features/tasks/trash/useTrashActions';

type Entry = TrashQuery['trash']['nodes'][number];

interface TrashRowProps {
  entry: Entry;
  onRestore: () => Promise<unknown>;
  onPurge: () => void;
}

/** One deleted task or project. */
const TrashRow = ({ entry, onRestore, onPurge }: TrashRowProps) => {
  const { id, kind, title, project, deleter, deletedAt, until, viewerCanPurge } = entry;
  const [restoring, setRestoring] = useState(false);
  const now = useNow();
  // The rendered time is up to a minute old, so a task that was just deleted may be newer.
  const days = Math.ceil((Date.parse(until) - Math.max(now.getTime(), Date.parse(deletedAt))) / DAY_MS);
  const readOnly = project && kind === 'TASK' ? readOnlyReason(project) : null;
  const isFixed = readOnly !== null;
  const restore = (): void => {
    setRestoring(true);
    void onRestore().finally(() => setRestoring(false));
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3" data-trash={id}>
      <div className="min-w-0 flex-1 basis-64">
        <p dir="auto" className="w-fit font-medium wrap-anywhere">
          {title}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-ink-3">
          <span className="inline-flex max-w-full items-center gap-1.5 text-ink-2">
            {kind === 'PROJECT' || !project ? trashTexts.project : <ProjectName project={project} />}
          </span>
          <Time at={deletedAt}>
            {trashTexts.deleted(deleter?.name ?? tasksTexts.someone, formatMoment(deletedAt, now))}
          </Time>
          <span title={formatFull(until)}>{trashTexts.daysLeft(days)}</span>
        </p>
        {readOnly && (
          <p id={`read-only-${id}`} className="mt-0.5 text-xs text-caution-ink">
            {readOnly === 'ARCHIVED' ? trashTexts.ofArchived : trashTexts.ofReader}
          </p>
        )}
      </div>
      <div className="ms-auto flex flex-none gap-2">
        {viewerCanPurge && (
          <Button
            size="md"
            variant="ghost"
            icon={<Trash2 />}
            aria-label={trashTexts.purgeNamed(title)}
            disabled={isFixed}
            onClick={onPurge}
          >
            <span className="max-md:sr-only">{trashTexts.purge}</span>
          </Button>
        )}
        <Button
          size="md"
          icon={<Undo2 />}
          pending={restoring}
          disabled={isFixed}
          aria-label={trashTexts.restoreNamed(title)}
          aria-describedby={isFixed ? `read-only-${id}` : undefined}
          onClick={restore}
        >
          {trashTexts.restore}
        </Button>
      </div>
    </li>
  );
};

/** Deleted tasks of the viewer's projects and deleted projects that they owned, to restore or to delete permanently. */
export const TrashPage = () => {
  usePageTitle(trashTexts.title);
  const { data, previousData, error, loading, readAgain, fetchMore } = usePageQuery(TrashDocument);
  const trash = (data ?? previousData)?.trash;
  const { restore, purge } = useTrashActions();
  const { asked, isOpen, ask, close } = useAsked<Entry>();
  const page = useRef<HTMLDivElement>(null);
  // The row is removed after the action, so the focus moves to the page.
  const restoreEntry = async (entry: Entry): Promise<void> => {
    if (await restore(entry)) page.current?.focus();
    await readAgain();
  };

  return (
    <div ref={page} tabIndex={-1} className={`${pageClass} outline-none`}>
      <PageHeading title={trashTexts.title} text={trashTexts.about} />
      {!trash ? (
        <RowsPlaceholder error={error} failed={trashTexts.fetchFailed} pending={loading} onRetry={readAgain} />
      ) : trash.nodes.length === 0 ? (
        <EmptyState {...trashTexts.none} />
      ) : (
        <>
          <ul aria-label={trashTexts.list}>
            {trash.nodes.map((entry) => (
              <TrashRow key={entry.id} entry={entry} onRestore={() => restoreEntry(entry)} onPurge={() => ask(entry)} />
            ))}
          </ul>
          <MorePages of={trash.pageInfo} fetchMore={fetchMore} />
        </>
      )}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={close}
        finalFocus={() => page.current}
        title={trashTexts.purgeTitle}
        confirmLabel={trashTexts.purge}
        onConfirm={async () => {
          const isDone = asked !== null && (await purge(asked));
          await readAgain();
          return isDone;
        }}
      >
        <p className="wrap-anywhere">
          {(asked?.kind === 'PROJECT' ? trashTexts.purgeProject : trashTexts.purgeTask)(
            <strong dir="auto" className="font-medium">
              {asked?.title}
            </strong>,
          )}
        </p>
      </ConfirmDialog>
    </div>
  );
};
