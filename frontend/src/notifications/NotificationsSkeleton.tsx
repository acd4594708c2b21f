import { notificationsTexts } from '../texts/notifications';
import { Skeleton } from '../ui/Skeleton';

/** The list of notifications while it loads. */
export const NotificationsSkeleton = () => (
  <div role="status">
    <span className="sr-only">{notificationsTexts.loading}</span>
    {[1, 2, 3, 4].map((key) => (
      <div key={key} className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 py-3 pr-3 pl-5">
        <Skeleton round className="row-span-2 size-7!" />
        <Skeleton className="w-3/4" />
        <Skeleton className="w-2/5" />
      </div>
    ))}
  </div>
);
