import { uiTexts } from '../texts/ui';
import { Skeleton } from '../ui/Skeleton';

const CHARTS = ['completed', 'flow', 'cycle', 'people'];

/** Four charts, while they load. */
export const AnalyticsSkeleton = () => (
  <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-2 lg:gap-x-14">
    <span className="sr-only">{uiTexts.loading}</span>
    {CHARTS.map((chart) => (
      <div key={chart} className="grid content-start gap-4">
        <Skeleton className="w-1/4" />
        <div className="h-64 animate-breathe rounded-md bg-fill" />
      </div>
    ))}
  </div>
);
