import { useEffect, useEffectEvent, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { ANEW } from '../../graphql/order';
import { useNow } from '../../lib/useNow';
import { applyFallenDue, applyTask } from '../taskCache';
import { TasksDocument, type TasksQueryVariables } from './Tasks.generated';

/**
 * A task becomes late by itself, and no event tells of it. While a list of late tasks is shown, those whose time has come
 * meanwhile are brought into it once a minute: first what is known here, then what the server knows besides. While the
 * list is `loading` there is nothing to bring them into, and the answer may have been read before their time.
 */
export const useFallenDue = (variables: TasksQueryVariables, loading: boolean): void => {
  const client = useApolloClient();
  const now = useNow().getTime();
  const [since] = useState(now);
  const isOfLate = variables.filter.overdue === true;

  const look = useEffectEvent(async () => {
    applyFallenDue(client.cache, since, now);
    const filter = { ...variables.filter, dueFrom: new Date(since).toISOString() };
    const { data } = await client.query({
      query: TasksDocument,
      variables: { ...variables, filter },
      fetchPolicy: 'network-only',
      context: ANEW,
    });
    for (const task of data?.tasks.nodes ?? []) applyTask(client.cache, task, 'loaded');
  });
  useEffect(() => {
    // What fails is looked at again a minute later.
    if (isOfLate && !loading && now > since) look().catch(() => undefined);
  }, [isOfLate, loading, now, since]);
};
