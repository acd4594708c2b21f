import { cx } from '../lib/cx';
import { uiTexts } from '../texts/ui';
import { Skeleton } from '../ui/Skeleton';
import { cardClass } from './cardClass';

/** The list of projects while it loads. */
export const ProjectsSkeleton = () => (
  <div role="status" className="grid grid-cols-[repeat(auto-fill,minmax(min(320px,100%),1fr))] gap-4">
    <span className="sr-only">{uiTexts.loading}</span>
    {[1, 2, 3].map((key) => (
      <div key={key} className={cx(cardClass, 'min-h-40 content-between px-4 py-3.5')}>
        <div className="flex items-center gap-2.5">
          <Skeleton className="size-8 rounded-md" />
          <Skeleton className="w-2/5" />
        </div>
        <Skeleton className="w-4/5" />
        <Skeleton className="w-1/3" />
      </div>
    ))}
  </div>
);
