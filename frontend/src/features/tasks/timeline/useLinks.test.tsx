import { ApolloLink, Observable } from '@apollo/client';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import { taskFixture } from '../model/task.fixture';
import { useLinks } from './useLinks';

it('asks for the blockers of no more rows than one request may cost', async () => {
  const asked: unknown[] = [];
  const link = new ApolloLink(({ variables }) => {
    asked.push(variables['ids']);
    return new Observable((observer) => {
      observer.next({ data: { nodes: [] } });
      observer.complete();
    });
  });
  const wrapper = withClient(link);
  // As when a long timeline is printed.
  const rows = Array.from({ length: 90 }, (_, n) => ({
    task: taskFixture({ id: `t${n}`, openBlockers: 1 }),
    span: { first: '2026-11-01', last: '2026-11-02' },
  }));
  renderHook(() => useLinks(rows), { wrapper });
  await waitFor(() => expect(asked).toHaveLength(1));
  // Each of them costs 31 of 2,000.
  expect((asked[0] as string[]).length).toBeLessThanOrEqual(64);
});
