import { weekStart } from '../../../lib/locale';
import { DashboardDocument } from './Dashboard.generated';

/** When the running week ends, by the reader's clock and on the day that their weeks end with. */
export const endOfWeek = (now = new Date(), start: number = weekStart()): string => {
  const days = (start - now.getDay() + 7) % 7 || 7;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();
};

/** What the dashboard asks for, the same until the week is over. */
export const dashboardQuery = (me: string) => ({ query: DashboardDocument, variables: { me, weekEnd: endOfWeek() } });
