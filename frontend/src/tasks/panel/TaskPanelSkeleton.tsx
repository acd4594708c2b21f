import { uiTexts } from '../../texts/ui';
import { Skeleton } from '../../ui/Skeleton';

const FACTS = ['status', 'due', 'priority', 'project', 'assignee', 'created'] as const;

/** An open task while it loads, in the places of what will stand there. */
export const TaskPanelSkeleton = () => (
  <div className="grid content-start gap-5 pt-6" role="status">
    <span className="sr-only">{uiTexts.loading}</span>
    <Skeleton className="h-4 w-4/5" />
    <div className="grid gap-x-4 md:grid-cols-2">
      {FACTS.map((fact) => (
        <div key={fact} className="grid h-8 grid-cols-[4.25rem_1.25rem_minmax(0,6rem)] items-center gap-x-2">
          <Skeleton className="w-10" />
          <Skeleton round />
          <Skeleton />
        </div>
      ))}
    </div>
    <div className="grid gap-2.5">
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
      <Skeleton className="w-2/3" />
    </div>
    <div className="mt-6 grid gap-4">
      <Skeleton className="w-16" />
      <div className="flex gap-3">
        <Skeleton round />
        <Skeleton className="mt-1 w-64" />
      </div>
    </div>
  </div>
);
