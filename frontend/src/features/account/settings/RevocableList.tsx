import { useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import type { ErrorLike } from '@apollo/client';
import { Plus } from 'lucide-react';
import { errorText } from '../../../sync/client/errors';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { notify } from '../../../ui/notify';
import { Skeleton } from '../../../ui/Skeleton';

interface Revocable {
  id: string;
  name: string;
}

interface ListTexts {
  list: string;
  failedToFetch: string;
  empty: { title: string; text: string };
  new: string;
  revoke: string;
  revokeNamed: (name: string) => string;
  revokeTitle: (name: string) => string;
  revokeText: string;
  revoked: string;
}

interface RevocableListProps<T extends Revocable> {
  texts: ListTexts;
  /** Undefined until they are fetched. */
  items: readonly T[] | undefined;
  error: ErrorLike | undefined;
  loading: boolean;
  onRetry: () => Promise<unknown>;
  /** What is shown of an item, beside its button. */
  children: (item: T) => ReactNode;
  onNew: () => void;
  /** The button that creates one. */
  maker: RefObject<HTMLButtonElement | null>;
  /** Why no further one can be created. */
  full?: string | undefined;
  /** Returns whether it is done, and reports a failure itself. */
  onRevoke: (item: T) => Promise<boolean>;
}

/** A person's tokens or addresses: each can be revoked after a question, and a new one be created. */
export const RevocableList = <T extends Revocable>(props: RevocableListProps<T>) => {
  const { texts, items, error, loading, onRetry, children, onNew, maker, full, onRevoke } = props;
  const [asked, setAsked] = useState<T | null>(null);
  const [isAsking, setAsking] = useState(false);
  const asker = useRef<HTMLElement>(null);
  const ask = (item: T) => (event: MouseEvent<HTMLElement>) => {
    asker.current = event.currentTarget;
    setAsked(item);
    setAsking(true);
  };
  const confirm = async (): Promise<boolean> => {
    if (!asked) return true;
    const isDone = await onRevoke(asked);
    // One that ended by itself is also gone.
    await onRetry();
    if (isDone) notify.success(texts.revoked);
    return isDone;
  };

  if (error && !items) {
    return (
      <ErrorState message={errorText(error, texts.failedToFetch)} pending={loading} onRetry={() => void onRetry()} />
    );
  }
  const make = (
    <Button ref={maker} icon={<Plus />} disabled={full !== undefined} onClick={onNew}>
      {texts.new}
    </Button>
  );
  return (
    <>
      {!items && <Skeleton className="h-14 w-full" />}
      {items?.length === 0 && (
        <EmptyState {...texts.empty} level={3} className="rounded-md border border-line py-8" action={make} />
      )}
      {items && items.length > 0 && (
        <>
          <ul aria-label={texts.list} className="mb-3 rounded-md border border-line px-4 py-1">
            {items.map((item) => (
              <li key={item.id} className="flex items-center gap-4 border-t border-line py-2.5 first:border-t-0">
                <div className="min-w-0 flex-1">{children(item)}</div>
                <Button size="md" aria-label={texts.revokeNamed(item.name)} onClick={ask(item)}>
                  {texts.revoke}
                </Button>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {make}
            {full !== undefined && <p className="text-ink-3">{full}</p>}
          </div>
        </>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        // The pressed button is removed with its item.
        finalFocus={() => (asker.current?.isConnected ? asker.current : maker.current)}
        title={asked ? texts.revokeTitle(asked.name) : ''}
        confirmLabel={texts.revoke}
        onConfirm={confirm}
      >
        {texts.revokeText}
      </ConfirmDialog>
    </>
  );
};
