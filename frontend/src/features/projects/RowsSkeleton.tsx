import { errorText } from '../../sync/client/errors';
import { ErrorState } from '../../ui/ErrorState';
import { Skeleton, Skeletons } from '../../ui/Skeleton';

const WIDTHS = ['w-2/5', 'w-1/3', 'w-1/2', 'w-2/5', 'w-1/4', 'w-1/3'];

/** A placeholder for rows that begin with a person. */
export const RowsSkeleton = () => (
  <Skeletons>
    {WIDTHS.map((width, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the rows never change
      <div key={index} className="flex min-h-14 items-center gap-3 border-t border-line">
        <Skeleton round className="size-7" />
        <div className="grid flex-1 gap-2">
          <Skeleton className={width} />
          <Skeleton className="h-2 w-1/5" />
        </div>
        <Skeleton className="w-20" />
      </div>
    ))}
  </Skeletons>
);

interface RowsPlaceholderProps {
  error: unknown;
  failed: string;
  /** Whether they are read again while the error is shown. */
  pending?: boolean;
  onRetry: () => Promise<void>;
}

/** Shown until rows are read: a skeleton or, after a failure, the error. */
export const RowsPlaceholder = ({ error, failed, ...retry }: RowsPlaceholderProps) =>
  error ? <ErrorState message={errorText(error, failed)} {...retry} /> : <RowsSkeleton />;
