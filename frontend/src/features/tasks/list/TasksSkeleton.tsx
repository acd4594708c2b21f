import { Skeleton, Skeletons } from '../../../ui/Skeleton';
import type { TaskView } from '../filters/taskFilters';

const ROWS = [38, 52, 30, 61, 45, 34, 56, 41];

export const TasksSkeleton = ({ view }: { view: TaskView }) => (
  <Skeletons className={view === 'grid' ? 'px-4 md:px-6' : ''}>
    {view === 'grid' ? (
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] gap-4">
        {ROWS.map((width) => (
          <div key={width} className="grid min-h-30 content-start gap-3 rounded-md border border-line bg-raised p-4">
            <Skeleton className="w-1/4" />
            <Skeleton className="w-4/5" />
            <Skeleton className="w-3/5" />
          </div>
        ))}
      </div>
    ) : (
      ROWS.map((width) => (
        <div key={width} className="flex h-15 items-center gap-4 border-t border-line px-4 md:h-10 md:px-6">
          <Skeleton className="w-16" />
          <span style={{ width: `${width}%` }}>
            <Skeleton />
          </span>
        </div>
      ))
    )}
  </Skeletons>
);
