import { uiTexts } from '../texts/ui';
import { Skeleton } from '../ui/Skeleton';

/** A project's head and tabs while it loads. */
export const ProjectHeadSkeleton = () => (
  <div role="status" className="flex-none border-b border-line">
    <span className="sr-only">{uiTexts.loading}</span>
    <div className="flex items-start gap-3 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
      <Skeleton className="mt-1 size-8 rounded-md!" />
      <div className="grid h-12 flex-1 content-center gap-3">
        <Skeleton className="h-3! w-40" />
        <Skeleton className="w-64 max-w-full" />
      </div>
    </div>
    <div className="flex h-9 items-center gap-6 px-4 md:px-6">
      {['w-10', 'w-7', 'w-16', 'w-14'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  </div>
);
