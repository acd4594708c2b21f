import { dashboardTexts } from '../../../texts/dashboard';
import { EmptyState } from '../../../ui/EmptyState';
import type { DashboardQuery } from './Dashboard.generated';
import { Section } from './Section';
import { TaskRow } from './TaskRow';

const MAX_SHOWN = 6;
type RecentTask = DashboardQuery['recent']['nodes'][number];

/** The tasks that the viewer created or is assigned to, the latest change first. */
export const RecentTasks = ({ tasks }: { tasks: readonly RecentTask[] }) => (
  <Section title={dashboardTexts.recent.title} all={{ to: '/tasks', label: dashboardTexts.recent.viewAll }}>
    {tasks.length === 0 ? (
      <EmptyState
        level={3}
        className="border-t border-line"
        title={dashboardTexts.recent.empty}
        text={dashboardTexts.recent.emptyText}
      />
    ) : (
      <ul>
        {tasks.slice(0, MAX_SHOWN).map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    )}
  </Section>
);
