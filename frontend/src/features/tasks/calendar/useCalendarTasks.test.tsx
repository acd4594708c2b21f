import { ApolloLink } from '@apollo/client';
import { act, renderHook, waitFor } from '@testing-library/react';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import { makeClient } from '../../../sync/client/client';
import { refetchListCounts } from '../list/refetchCounts';
import { useDayCounts } from './useCalendarTasks';

const DAYS = ['2026-11-02', '2026-11-03'];

it('counts the days again after a change that leaves the total the same', async () => {
  const tasks = new Map([
    ['2026-11-02', 7],
    ['2026-11-03', 4],
  ]);
  const link = new ApolloLink(({ variables }) => {
    const totalCount = tasks.get(variables['whole'].dueDayFrom) ?? 0;
    return of({ data: { all: { __typename: 'TaskConnection', totalCount } } });
  });
  const client = makeClient(link);
  const wrapper = withClient(client);
  const seen: (number | undefined)[] = [];
  const { result } = renderHook(
    () => {
      const counts = useDayCounts(DAYS, {}, 1_011);
      seen.push(counts.get('2026-11-03'));
      return counts;
    },
    { wrapper },
  );
  await waitFor(() => expect([...result.current.values()]).toEqual([7, 4]), { timeout: 10_000 });
  tasks.set('2026-11-02', 6).set('2026-11-03', 5);
  seen.length = 0;
  act(() => refetchListCounts(client));
  await waitFor(() => expect([...result.current.values()]).toEqual([6, 5]), { timeout: 10_000 });
  expect(seen).not.toContain(undefined);
});
