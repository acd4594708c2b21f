import { Suspense, useDeferredValue } from 'react';
import { Plus } from 'lucide-react';
import { errorText } from '../sync/client/errors';
import { usePageTitle } from '../lib/usePageTitle';
import { PageHeading } from '../features/projects/PageHeading';
import { pageClass } from '../features/projects/pageClass';
import { TaskColumns } from '../features/projects/columns/TaskColumns';
import { useCurrentUser } from '../features/account/session/SessionContext';
import { NewTask, useNewTask } from '../features/tasks/create/NewTask';
import { TaskPanelRoute } from '../features/tasks/panel/TaskPanelRoute';
import { dashboardTexts } from '../texts/dashboard';
import { Button } from '../ui/Button';
import { ErrorState } from '../ui/ErrorState';
import { Spinner } from '../ui/Spinner';
import { lazyComponent, RenderNothing } from '../ui/lazyComponent';
import { CompletedChart } from '../features/analytics/dashboard/CompletedChart';
import { MyWeek } from '../features/analytics/dashboard/MyWeek';
import { OverdueTasks } from '../features/analytics/dashboard/OverdueTasks';
import { ProjectsPanel } from '../features/analytics/dashboard/ProjectsPanel';
import { RecentTasks } from '../features/analytics/dashboard/RecentTasks';
import { StatCards } from '../features/analytics/dashboard/StatCards';
import { isFirstVisit } from '../features/start/isFirstVisit';
import { useDashboard } from '../features/analytics/dashboard/useDashboard';

const SinceLastVisit = lazyComponent(() => import('../features/analytics/dashboard/SinceLastVisit'), 'SinceLastVisit', {
  Failed: RenderNothing,
  preload: true,
});

const FirstSteps = lazyComponent(() => import('../features/start/FirstSteps'), 'FirstSteps', {
  Failed: RenderNothing,
  preload: true,
});

const Loading = () => (
  <div className="grid place-items-center py-24">
    <Spinner size="lg" />
  </div>
);

export const DashboardPage = () => {
  usePageTitle(dashboardTexts.pageTitle);
  const user = useCurrentUser();
  const { dashboard, error, loading, recount } = useDashboard();
  const newTask = useNewTask();
  // Renders the parts in a step of its own after the data has arrived. One step for all would block a slow phone.
  const isHere = useDeferredValue(dashboard !== undefined);

  const isFirst = isFirstVisit(user, dashboard?.sinceLastVisit);
  const firstSteps = dashboard?.dashboardStats.firstSteps;

  return (
    <div className={pageClass}>
      <PageHeading
        title={dashboardTexts[isFirst ? 'firstWelcome' : 'welcome'](user.firstName)}
        text={dashboardTexts.subtitle}
        action={
          <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
            {/* A phone's header only has space for the icon. */}
            <span className="max-sm:sr-only">{dashboardTexts.newTask}</span>
          </Button>
        }
      />
      {dashboard && isHere ? (
        // Parts above others are awaited, because they would push the others down when they appear.
        <Suspense fallback={<Loading />}>
          {firstSteps && (
            <FirstSteps
              steps={firstSteps}
              exampleId={dashboard.projects.nodes.find(({ isExample }) => isExample)?.id}
              onNewTask={() => newTask.open()}
              onChanged={recount}
            />
          )}
          <StatCards stats={dashboard.dashboardStats} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-9 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-14">
            <div className="min-w-0">
              <TaskColumns tasks={[...dashboard.week.nodes, ...dashboard.recent.nodes]}>
                {/* Without tasks, one way to begin is shown instead of three empty blocks. */}
                {dashboard.dashboardStats.totalTasks > 0 && <MyWeek week={dashboard.week} />}
                <RecentTasks tasks={dashboard.recent.nodes} />
              </TaskColumns>
              {dashboard.dashboardStats.totalTasks > 0 && (
                <CompletedChart weeks={dashboard.dashboardStats.completedByWeek} />
              )}
            </div>
            <div className="min-w-0">
              {dashboard.sinceLastVisit.at !== null && <SinceLastVisit since={dashboard.sinceLastVisit} />}
              <OverdueTasks overdue={dashboard.overdue} />
              <ProjectsPanel projects={dashboard.projects.nodes} />
            </div>
          </div>
        </Suspense>
      ) : error && !loading ? (
        <ErrorState message={errorText(error, dashboardTexts.failedToFetch)} onRetry={recount} />
      ) : (
        <Loading />
      )}
      <NewTask task={newTask} onCreated={recount} />
      <TaskPanelRoute onChanged={recount} />
    </div>
  );
};
