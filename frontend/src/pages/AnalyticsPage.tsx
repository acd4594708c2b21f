// Charts over time: completed tasks, open tasks, cycle time, and people.
import { errorText } from '../sync/client/errors';
import { usePageQuery } from '../sync/client/usePageQuery';
import { useAddressParams } from '../lib/useAddressParams';
import { useNow } from '../lib/useNow';
import { usePageTitle } from '../lib/usePageTitle';
import { PageHeading } from '../features/projects/PageHeading';
import { pageClass } from '../features/projects/pageClass';
import { analyticsTexts as texts } from '../texts/analytics';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Skeleton, Skeletons } from '../ui/Skeleton';
import { AnalyticsDocument, type AnalyticsQuery } from '../features/analytics/Analytics.generated';
import { ByPerson } from '../features/analytics/ByPerson';
import { CompletedByWeek } from '../features/analytics/CompletedByWeek';
import { CycleTime } from '../features/analytics/CycleTime';
import { ActorFilter, ProjectFilter } from '../features/analytics/Filters';
import { CumulativeFlowChart } from '../features/analytics/CumulativeFlowChart';
import { readRange, writeRange } from '../features/analytics/range';
import { RangeChoice } from '../features/analytics/RangeChoice';
import { useFilterParam } from '../features/analytics/useFilterParam';
import { useThrottledRefetch } from '../features/projects/useThrottledRefetch';

const hasTasks = ({ flow, byPerson }: AnalyticsQuery['analytics']): boolean =>
  byPerson.length > 0 || flow.some(({ todo, inProgress, inReview, done }) => todo + inProgress + inReview + done > 0);

const CHARTS = ['completed', 'flow', 'cycle', 'people'];

/** Four charts, while they load. */
const AnalyticsSkeleton = () => (
  <Skeletons className="grid grid-cols-[minmax(0,1fr)] gap-10 xl:grid-cols-2 xl:gap-x-14">
    {CHARTS.map((chart) => (
      <div key={chart} className="grid content-start gap-4">
        <Skeleton className="w-1/4" />
        <div className="h-64 animate-breathe rounded-md bg-fill" />
      </div>
    ))}
  </Skeletons>
);

/** Charts over a range of days, filtered by project and person. */
export const AnalyticsPage = () => {
  usePageTitle(texts.title);
  const [params, setParams] = useAddressParams();
  const now = useNow();
  const range = readRange(params, now);
  const [projectId, setProject] = useFilterParam('project');
  const [assigneeId, setAssignee] = useFilterParam('person');
  const { data, previousData, error, loading, readAgain } = usePageQuery(AnalyticsDocument, {
    variables: {
      from: range.from,
      to: range.to,
      ...(projectId && { projectId }),
      ...(assigneeId && { assigneeId }),
    },
    isFed: true,
  });
  useThrottledRefetch(readAgain);
  const figures = (data ?? previousData)?.analytics;

  return (
    <div className={pageClass}>
      <PageHeading title={texts.title} text={texts.about} />
      <div className="mb-8 flex flex-wrap items-center gap-2">
        <RangeChoice range={range} onRange={(next) => setParams((now) => writeRange(now, next), { replace: true })} />
        <ProjectFilter value={projectId} onValueChange={setProject} />
        <ActorFilter
          label={texts.person}
          everyone={texts.everyone}
          value={assigneeId}
          onValueChange={setAssignee}
          noAssignee={texts.noAssignee}
        />
      </div>
      {figures ? (
        hasTasks(figures) ? (
          <div
            aria-busy={!data || undefined}
            className="grid grid-cols-[minmax(0,1fr)] gap-10 xl:grid-cols-2 xl:gap-x-14"
          >
            <CompletedByWeek weeks={figures.completedByWeek} />
            <CumulativeFlowChart days={figures.flow} />
            <CycleTime time={figures.cycleTime} />
            <ByPerson people={figures.byPerson} />
          </div>
        ) : (
          <EmptyState title={texts.empty.title} text={texts.empty.text} />
        )
      ) : error && !loading ? (
        <ErrorState message={errorText(error, texts.failedToFetch)} onRetry={readAgain} />
      ) : (
        <AnalyticsSkeleton />
      )}
    </div>
  );
};
