import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { isoDay } from '../../../lib/dates/day';
import { useNow } from '../../../lib/useNow';
import { activeQueries, refetchQuietly } from '../../../sync/feed/refetch';
import { applyNewlyOverdue } from '../model/taskCache';

/**
 * Rendered on boards, calendars and timelines with a filter by due dates, because no event is sent when a task becomes
 * overdue or a day ends: adds and removes loaded tasks once a minute, and reads all again when a day has ended. Lists
 * do so themselves.
 */
export const FollowDues = () => {
  const client = useApolloClient();
  const now = useNow().getTime();
  const [since] = useState(now);
  const today = isoDay(new Date(now));
  const day = useRef(today);
  const look = useEffectEvent(() => {
    applyNewlyOverdue(client.cache, since, now);
    if (day.current === today) return;
    day.current = today;
    activeQueries(client, ['Board', 'Calendar']).forEach(refetchQuietly);
  });
  useEffect(() => {
    if (now > since) look();
  }, [now, since]);
  return null;
};
