import { ApolloLink } from '@apollo/client';
import { renderHook, waitFor } from '@testing-library/react';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import { useTagsOf } from './useTagsOf';

const TAGS: Record<string, [name: string, count: number][]> = {
  a: [
    ['hull', 2],
    ['unused', 0],
  ],
  b: [
    ['sail', 9],
    ['hull', 8],
  ],
};

it('reads the tags of a few projects when they are wanted, most used first, and of many only those that are loaded', async () => {
  const asked: string[][] = [];
  const link = new ApolloLink(({ variables }) => {
    const { ids } = variables as { ids: string[] };
    asked.push(ids);
    const nodes = ids.map((id) => ({
      __typename: 'Project',
      id,
      version: 1,
      tags: (TAGS[id] ?? []).map(([name, count]) => ({ __typename: 'Tag', name, color: null, count })),
    }));
    return of({ data: { nodes } });
  });
  const wrapper = withClient(link);
  const { result, rerender } = renderHook(({ ids, wanted }) => useTagsOf(ids, wanted), {
    wrapper,
    initialProps: { ids: ['b', 'a'], wanted: false },
  });
  expect([result.current, asked]).toEqual([[], []]);
  rerender({ ids: ['b', 'a'], wanted: true });
  await waitFor(() => expect(result.current).toEqual(['hull', 'sail']));
  rerender({ ids: ['1', '2', '3', '4', '5', '6'], wanted: true });
  expect(result.current).toEqual([]);
  expect(asked).toEqual([['a', 'b']]);
});
