import type { ReactNode, RefObject } from 'react';
import type { ErrorLike } from '@apollo/client';
import { Plus } from 'lucide-react';
import { errorText } from '../../../sync/client/errors';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { Skeleton } from '../../../ui/Skeleton';

export interface SettingsListTexts {
  list: string;
  failedToFetch: string;
  empty: { title: string; text: string };
  new: string;
}

export interface SettingsListProps<T> {
  texts: SettingsListTexts;
  /** Undefined until they are fetched. */
  items: readonly T[] | undefined;
  /** The query that fetches them. */
  page: { error?: ErrorLike | undefined; loading: boolean; readAgain: () => Promise<void> };
  /** Renders an item. */
  children: (item: T) => ReactNode;
  onNew: () => void;
  /** The button that creates one. */
  createButton: RefObject<HTMLButtonElement | null>;
  /** Why no further item can be created. */
  full?: string | undefined;
}

/** A list of items that a person has created in the settings, with the button that creates another one. */
export const SettingsList = <T extends { id: string }>(props: SettingsListProps<T>) => {
  const { texts, items, page, children, onNew, createButton, full } = props;
  const { error, loading, readAgain } = page;
  if (error && !items) {
    return <ErrorState message={errorText(error, texts.failedToFetch)} pending={loading} onRetry={readAgain} />;
  }
  const make = (
    <Button ref={createButton} icon={<Plus />} disabled={full !== undefined} onClick={onNew}>
      {texts.new}
    </Button>
  );
  if (!items) return <Skeleton className="h-14 w-full" />;
  if (items.length === 0) {
    return <EmptyState {...texts.empty} level={3} className="rounded-md border border-line py-8" action={make} />;
  }
  return (
    <>
      <ul aria-label={texts.list} className="mb-3 rounded-md border border-line px-4 py-1">
        {items.map((item) => (
          <li key={item.id} className="flex items-center gap-4 border-t border-line py-2.5 first:border-t-0">
            {children(item)}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {make}
        {full !== undefined && <p className="text-ink-3">{full}</p>}
      </div>
    </>
  );
};
