import { errorText } from '../../../sync/client/errors';
import { formatMoment } from '../../../lib/dates/format';
import { useNow } from '../../../lib/useNow';
import { descriptionVersionsTexts as texts } from '../../../texts/descriptionVersions';
import { tasksTexts } from '../../../texts/tasks';
import { Avatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ErrorState } from '../../../ui/ErrorState';
import { Skeleton, Skeletons } from '../../../ui/Skeleton';
import { Time } from '../../../ui/Time';
import { shortenUnchanged, textOf, useDescriptionVersions, type DiffPart, type Version } from './descriptionVersions';

const Part = ({ part: { kind, text } }: { part: DiffPart }) => {
  if (kind === 'ADDED') return <ins className="rounded-xs bg-accent-soft text-accent-ink no-underline">{text}</ins>;
  if (kind === 'REMOVED') return <del className="rounded-xs bg-danger-soft text-danger-ink">{text}</del>;
  return text;
};

interface RowProps {
  version: Version;
  isCurrent: boolean;
  /** Undefined for people who may not change the task. */
  onRestore: ((text: string) => void) | undefined;
}

const VersionRow = ({ version, isCurrent, onRestore }: RowProps) => {
  const { author, at, length } = version;
  const now = useNow();
  const name = author?.name ?? tasksTexts.someone;
  const moment = formatMoment(at, now);
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3">
        <Avatar user={author} size={20} decorative />
        <span className="font-medium text-ink">{name}</span>
        <Time at={at}>{moment}</Time>
        <span>{length === 0 ? texts.empty : texts.length(length)}</span>
        <span className="ms-auto">
          {isCurrent
            ? texts.current
            : onRestore && (
                <Button size="sm" aria-label={texts.restoreOf(name, moment)} onClick={() => onRestore(textOf(version))}>
                  {texts.restore}
                </Button>
              )}
        </span>
      </div>
      <p dir="auto" className="max-h-80 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
        {shortenUnchanged(version.diff).map((part, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a version never change
          <Part key={place} part={part} />
        ))}
      </p>
    </li>
  );
};

interface DescriptionVersionsDialogProps {
  taskId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRestore: ((text: string) => void) | undefined;
}

const Versions = ({ taskId, onRestore }: Pick<DescriptionVersionsDialogProps, 'taskId' | 'onRestore'>) => {
  const { versions, error, loading, hasEarlier, loadEarlier, retry } = useDescriptionVersions(taskId);
  if (!versions) {
    return error === undefined ? (
      <Skeletons className="grid gap-3 py-4">
        <Skeleton className="w-40" />
        <Skeleton className="w-full" />
        <Skeleton className="w-2/3" />
      </Skeletons>
    ) : (
      <ErrorState message={errorText(error, texts.fetchFailed)} pending={loading} onRetry={retry} />
    );
  }
  if (versions.length === 0) return <p className="py-6 text-center text-ink-3">{texts.none}</p>;
  return (
    <>
      <ol>
        {versions.map((version, at) => (
          <VersionRow key={version.id} version={version} isCurrent={at === 0} onRestore={onRestore} />
        ))}
      </ol>
      {error !== undefined && (
        <p role="alert" className="pb-2 text-sm text-danger-ink">
          {errorText(error, texts.fetchFailed)}
        </p>
      )}
      {hasEarlier && (
        <Button pending={loading} onClick={() => void loadEarlier()}>
          {texts.earlier}
        </Button>
      )}
    </>
  );
};

/** The versions of a description with authors, times and changes, to read and to restore. */
export const DescriptionVersionsDialog = ({
  taskId,
  open,
  onOpenChange,
  onRestore,
}: DescriptionVersionsDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title={texts.title} size="lg">
    <Versions
      taskId={taskId}
      onRestore={
        onRestore &&
        ((text) => {
          onOpenChange(false);
          onRestore(text);
        })
      }
    />
  </Dialog>
);
