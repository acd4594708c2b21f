import { weekStart } from '../../../lib/locale';
import { isoDay } from '../../../lib/dates/day';
import { userTimeZone } from '../../../lib/dates/userTimeZone';
import { DashboardDocument } from './Dashboard.generated';

/** The last day of the current week, by this machine's clock. */
export const lastDayOfWeek = (now = new Date(), start: number = weekStart()): string => {
  const days = (start - now.getDay() + 13) % 7;
  return isoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
};

/** The dashboard's query, which stays the same until the week ends. */
export const dashboardQuery = (me: string) => ({
  query: DashboardDocument,
  variables: { me, weekEnd: lastDayOfWeek(), timeZone: userTimeZone() ?? null },
});
