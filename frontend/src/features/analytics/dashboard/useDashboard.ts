import { dueOf, overdueFrom } from '../../../lib/dates/due';
import { useEffect, useEffectEvent } from 'react';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { useNow } from '../../../lib/useNow';
import { useCurrentUser } from '../../account/session/SessionContext';
import { dashboardQuery } from './dashboardQuery';

/** After a longer absence, the figures are refetched. */
const AWAY_MS = 60_000;

/** Calls back when the person returns to the page after a while. */
const useReturnToPage = (onReturn: () => void): void => {
  const back = useEffectEvent(onReturn);
  useEffect(() => {
    let leftAt = Infinity;
    const look = (): void => {
      if (document.visibilityState === 'hidden') leftAt = Date.now();
      else if (Date.now() - leftAt > AWAY_MS) back();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
};

/** Reads all of the dashboard in one request, on each visit and whenever a task becomes overdue. */
export const useDashboard = () => {
  const { id: me } = useCurrentUser();
  const { query, variables } = dashboardQuery(me);
  const { data, previousData, error, loading, readAgain } = usePageQuery(query, { variables, isFed: true });
  const dashboard = data ?? previousData;
  const recount = (): void => void readAgain();

  // `useNow` changes each minute, when the labels of due dates also change. If the server's clock is behind, its answer
  // still contains the task, and the next minute refetches again.
  const minute = useNow().getTime();
  const isAnyDue = dashboard?.next.nodes.some((task) => {
    const due = dueOf(task);
    return due !== null && overdueFrom(due) <= minute;
  });
  const dueSince = isAnyDue ? minute : null;
  const recountDue = useEffectEvent(recount);
  useEffect(() => {
    if (dueSince !== null) recountDue();
  }, [dueSince]);
  useReturnToPage(recount);

  return { dashboard, error, loading, recount };
};
