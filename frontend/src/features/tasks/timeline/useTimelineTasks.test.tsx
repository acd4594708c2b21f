import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import { schemaLink } from '../../../sync/client/schemaLink.fixture';
import { NO_FILTERS } from '../filters/taskFilters';
import { taskFixture } from '../model/task.fixture';
import { useTimelineTasks } from './useTimelineTasks';

interface Asked {
  filter: { due?: string; startDateFrom?: string; startDateTo?: string };
  after?: string | null;
}

/** A server that has tasks without a due date, so many of them for each start date. */
const setUp = (counts: Record<string, number>) => {
  const starts = Object.entries(counts).flatMap(([start, count]) => Array.from({ length: count }, () => start));
  const tasks = ({ filter: { due, startDateFrom = '', startDateTo = '' }, after }: Asked) => {
    const all = starts.flatMap((startDate, at) =>
      due === 'NONE' && startDate >= startDateFrom && startDate <= startDateTo ? [{ id: String(at), startDate }] : [],
    );
    const from = Number(after ?? 0);
    const to = Math.min(all.length, from + 100);
    const nodes = all.slice(from, to).map((task) => taskFixture(task));
    return { nodes, totalCount: all.length, pageInfo: { hasNextPage: to < all.length, endCursor: String(to) } };
  };
  const wrapper = withClient(schemaLink({ tasks }), { id: 'me' });
  return renderHook(() => useTimelineTasks(NO_FILTERS, '', '2026-11-01', '2026-12-31'), { wrapper }).result;
};

const PATIENCE = { timeout: 20_000 };

it('reads all tasks that only have a start within the visible days', async () => {
  const timeline = setUp({ '2026-10-31': 120, '2026-11-01': 130, '2026-12-31': 120, '2027-01-01': 120 });
  await waitFor(() => expect(timeline.current.rows).toHaveLength(250), PATIENCE);
  expect(timeline.current).toMatchObject({ isCut: false, isComplete: true });
});

it('says that only the first of them are shown', async () => {
  const timeline = setUp({ '2026-11-01': 2_001 });
  await waitFor(() => expect(timeline.current.isCut).toBe(true), PATIENCE);
  expect(timeline.current.rows).toHaveLength(2_000);
}, 30_000);
